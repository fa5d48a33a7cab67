/**
 * Shuffles more records than fit into memory.
 *
 * Every record goes to one of several files by chance; then each file is read, shuffled in memory and written back.
 * The files one after the other are a random order of all records, and every order is equally likely.
 *
 * @module
 */

import type { Random } from "../../core/random.ts";
import { writeWhole } from "../../system/files.ts";
import { RECORD_BYTES } from "./records.ts";

/** Bytes of a file that are collected before they are written. */
const BUFFER_BYTES = 1 << 16;
const RECORD_WORDS = RECORD_BYTES / 4;

/** Collects records into a file. */
class RecordFile implements Disposable {
  readonly path: string;
  count = 0;

  private readonly file: Deno.FsFile;
  private readonly buffer: Uint8Array<ArrayBuffer> = new Uint8Array(BUFFER_BYTES);
  private filled = 0;

  /** An empty file, replacing one of that name. */
  constructor(path: string) {
    this.path = path;
    this.file = Deno.openSync(path, { write: true, create: true, truncate: true });
  }

  /** Adds the record at `offset` of `bytes`. */
  add(bytes: Uint8Array, offset: number): void {
    if (this.filled === BUFFER_BYTES) this.flush();
    for (let i = 0; i < RECORD_BYTES; i++) this.buffer[this.filled + i] = bytes[offset + i];
    this.filled += RECORD_BYTES;
    this.count++;
  }

  /** Writes what is left and closes the file. */
  finish(): void {
    this.flush();
    this.file.close();
  }

  /** Closes the file if it is not closed yet. What was not written is lost. */
  [Symbol.dispose](): void {
    this.file[Symbol.dispose]();
  }

  private flush(): void {
    writeWhole(this.file, this.buffer.subarray(0, this.filled));
    this.filled = 0;
  }
}

/** Distributes records over files and shuffles them. */
export class Shuffler implements Disposable {
  private readonly files: RecordFile[] = [];

  /** A shuffler for files that together need as much memory as the largest of them. */
  constructor(private readonly random: Random, paths: readonly string[]) {
    for (const path of paths) this.files.push(new RecordFile(path));
  }

  get count(): number {
    return this.files.reduce((sum, file) => sum + file.count, 0);
  }

  /** Adds the record at `offset` of `bytes`. */
  add(bytes: Uint8Array, offset: number): void {
    this.files[this.random.below(this.files.length)].add(bytes, offset);
  }

  /** Shuffles every file; no record can be added afterwards. */
  finish(progress: (done: number) => void = () => {}): void {
    for (const file of this.files) file.finish();
    this.files.forEach(({ path }, index) => {
      const bytes = Deno.readFileSync(path);
      shuffleRecords(bytes, this.random);
      Deno.writeFileSync(path, bytes);
      progress((index + 1) / this.files.length);
    });
  }

  /** Closes the files if they are not closed yet: for a run that ends with an error. */
  [Symbol.dispose](): void {
    for (const file of this.files) file[Symbol.dispose]();
  }
}

/** Brings records into random order (Fisher and Yates). */
export function shuffleRecords(bytes: Uint8Array<ArrayBuffer>, random: Random): void {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  for (let left = words.length / RECORD_WORDS; left > 1; left--) {
    const from = random.below(left) * RECORD_WORDS;
    const to = (left - 1) * RECORD_WORDS;
    for (let word = 0; word < RECORD_WORDS; word++) {
      const saved = words[to + word];
      words[to + word] = words[from + word];
      words[from + word] = saved;
    }
  }
}
