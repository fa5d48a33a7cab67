/** Shuffles more records than fit into memory: puts each into a random file, then shuffles each file. @module */

import type { Random } from "../../core/random.ts";
import { RECORD_BYTES } from "./records.ts";

/** This many bytes are collected for each file before they are written. */
const BUFFER_BYTES = 1 << 16;
const RECORD_WORDS = RECORD_BYTES / 4;

export class Shuffler {
  count = 0;
  private readonly buffers: readonly { readonly bytes: Uint8Array; filled: number }[];

  constructor(private readonly random: Random, private readonly paths: readonly string[]) {
    this.buffers = paths.map(() => ({ bytes: new Uint8Array(BUFFER_BYTES), filled: 0 }));
  }

  add(record: Uint8Array): void {
    const file = this.random.below(this.paths.length);
    const buffer = this.buffers[file];
    if (buffer.filled === BUFFER_BYTES) this.flush(file);
    buffer.bytes.set(record, buffer.filled);
    buffer.filled += RECORD_BYTES;
    this.count++;
  }

  /** No record can be added afterwards. */
  finish(progress: (done: number) => void = () => {}): void {
    this.paths.forEach((path, file) => {
      this.flush(file);
      const bytes = Deno.readFileSync(path);
      shuffleRecords(bytes, this.random);
      Deno.writeFileSync(path, bytes);
      progress((file + 1) / this.paths.length);
    });
  }

  private flush(file: number): void {
    const { bytes, filled } = this.buffers[file];
    Deno.writeFileSync(this.paths[file], bytes.subarray(0, filled), { append: true });
    this.buffers[file].filled = 0;
  }
}

/** The Fisher–Yates shuffle. */
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
