/**
 * The learning file on the disk, which several programs may use at the same time.
 *
 * Each holds a lock while it writes, on a file of the same name with `.lock` behind it: the system gives the lock back
 * however a program ends. A search is added at the end in one write, behind the last whole block; a program that is killed
 * meanwhile leaves at most a block that is cut off. A new version of the whole file is written beside the old one and
 * renamed (program_files.ts), so the old one stays whole until the new one is.
 *
 * @module
 */

import { settlesWithin } from "../core/patience.ts";
import { endOfBlocks } from "../experience/learned_file.ts";
import { LEARNED_MAX_BYTES } from "../experience/experience.ts";
import { readWholeFile, reasonOf, writeWhole } from "./files.ts";
import { OutputFile, statOrNull } from "./program_files.ts";

/** Milliseconds to wait for another program's lock: more than it needs to write the largest file. */
const LOCK_PATIENCE_MS = 15_000;
/** Why a file cannot be written that is locked for longer. */
const LOCKED = "another program keeps it locked";
/** Milliseconds between two tries to get it. */
const LOCK_PAUSE_MS = 10;
/** With more blocks than this the file is written anew. */
const BLOCKS_MAX = 256;

/** Reads a learning file. Throws an Error if there is none, it is a folder, a pipe or too large, or cannot be read. */
export function readLearningFile(path: string): Uint8Array<ArrayBuffer> {
  return readWholeFile(path, "read the learning file", LEARNED_MAX_BYTES);
}

/** A learning file that is written to. */
export class LearningFile {
  private readonly output: OutputFile;

  /** Throws an Error if it cannot be read or written, or is a folder or a pipe. Nothing is changed. */
  constructor(readonly path: string) {
    this.output = new OutputFile(path);
    this.read();
  }

  /** What it holds; nothing if it is yet to be created. Throws an Error if it cannot be read. */
  read(): Uint8Array<ArrayBuffer> {
    return this.size() === 0 ? new Uint8Array(0) : readLearningFile(this.path);
  }

  /**
   * Adds a block at the end; creates the file if there is none.
   *
   * @param head What it begins with if it is new.
   * @returns Whether it was added. If not, the file is full, or has so many blocks that it should be written anew.
   * @throws {Error} If it cannot be written, or is another file by now; it is as it was then.
   */
  append(head: Uint8Array, block: Uint8Array): Promise<boolean> {
    return this.locked(() => {
      if (this.size() === 0) {
        const bytes = new Uint8Array(head.length + block.length);
        bytes.set(head);
        bytes.set(block, head.length);
        this.output.write(bytes);
        return true;
      }
      const file = Deno.openSync(this.path, { read: true, write: true });
      try {
        const { size } = file.statSync();
        const place = endOfBlocks(head, size, (at, length) => readAt(file, at, length));
        if (place === null) throw new Error("it is no learning file of this network any more");
        if (place.blocks > BLOCKS_MAX || place.end + block.length > LEARNED_MAX_BYTES) return false;
        // What is behind the last whole block was left by a program that was killed.
        if (place.end < size) file.truncateSync(place.end);
        try {
          file.seekSync(place.end, Deno.SeekMode.Start);
          writeWhole(file, block);
        } catch (error) {
          file.truncateSync(place.end);
          throw error;
        }
        return true;
      } finally {
        file.close();
      }
    });
  }

  /** Replaces what it holds by what `change` makes of it. If that throws, or it cannot be written, it is as it was then. */
  update(change: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>): Promise<void> {
    return this.locked(async () => this.output.write(await change(this.read())));
  }

  /** Its size in bytes; 0 if it is yet to be created. A pipe or a folder has none, and reading it says so. */
  private size(): number {
    const found = statOrNull(this.path);
    if (found === null) return 0;
    return found.isFile ? found.size : NaN;
  }

  /** Does something while no other program writes. */
  private async locked<T>(action: () => T | Promise<T>): Promise<T> {
    let lock: Deno.FsFile | null = null;
    try {
      lock = Deno.openSync(`${this.path}.lock`, { write: true, create: true });
      await lockWithin(lock, LOCK_PATIENCE_MS);
      return await action();
    } catch (error) {
      throw new Error(`Cannot write the learning file '${this.path}': ${reasonOf(error, "write")}`);
    } finally {
      lock?.close();
    }
  }
}

/** Locks a file against other programs, which may take a while. */
async function lockWithin(lock: Deno.FsFile, patience: number): Promise<void> {
  const deadline = performance.now() + patience;
  // Older versions of Deno, which an executable may be made with, can only wait for it.
  if (lock.tryLockSync === undefined) {
    if (!await settlesWithin(lock.lock(true), patience)) throw new Error(LOCKED);
    return;
  }
  while (!lock.tryLockSync(true)) {
    if (performance.now() > deadline) throw new Error(LOCKED);
    await new Promise((resolve) => setTimeout(resolve, LOCK_PAUSE_MS));
  }
}

function readAt(file: Deno.FsFile, at: number, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  file.seekSync(at, Deno.SeekMode.Start);
  for (let rest = bytes; rest.length > 0;) {
    const count = file.readSync(rest);
    if (count === null) break;
    rest = rest.subarray(count);
  }
  return bytes;
}
