/**
 * The learning file on disk, which several programs may use at the same time.
 *
 * New blocks are added after the last complete block, and count as written when they are on disk. If a program is
 * killed, it leaves at most one incomplete block, and the next program overwrites that block. While a program writes,
 * it locks the file itself (on Windows `FILE.lock`), so the lock works even if the file has several names. The system
 * releases the lock after a crash. Compaction writes a new file without a lock. It then locks the old file, copies the
 * blocks that were added meanwhile, and renames the new file.
 *
 * Reading and writing are asynchronous, so that no command has to wait for a disk.
 *
 * @module
 */

import { settlesWithin } from "../core/patience.ts";
import type { LearningStore } from "../engine/learning_store.ts";
import { ENGINE_TITLE } from "../engine/version.ts";
import { compacted, isCompactionDue } from "../experience/compaction.ts";
import {
  concatenated,
  HEAD_BYTES,
  isSameGeneration,
  type Journal,
  JOURNAL_MAX_BYTES,
  readBlocks,
  readJournal,
} from "../experience/journal.ts";
import { expectFile, reasonOf } from "./files.ts";
import { copyOwnerAndMode, OutputFile, statOrNull, targetOf } from "./program_files.ts";

/** Maximum milliseconds to wait for another program's lock. Even the largest file is written in less time. */
const LOCK_PATIENCE_MS = 15_000;
const LOCKED = "another program keeps it locked";
const LOCK_PAUSE_MS = 10;
/** Whether to lock the file itself. On Windows, this would keep other programs from reading it. */
const hasOwnLock = (): boolean => Deno.build.os !== "windows";
/** Maximum number of attempts to write while other programs rewrite the file. */
const TRIES = 5;

/** Reads a learning file. Rejects with an Error if it cannot be read, or is a folder, a pipe or too large. */
export async function readLearningFile(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    expectFile(Deno.statSync(path), JOURNAL_MAX_BYTES);
    return await Deno.readFile(path);
  } catch (error) {
    throw new Error(`Cannot read the learning file '${path}': ${reasonOf(error, "read")}`);
  }
}

/** What is known about the file: its header, and the place up to which it has been read or written. */
interface FileState extends Pick<Journal, "end" | "base" | "isCurrent"> {
  readonly head: Uint8Array;
  /** The file's size when it was read, including any incomplete block at its end. */
  readonly size: number;
}

const NOTHING = new Uint8Array(0);

type Tail = Pick<Journal, "blocks" | "end">;
const NO_TAIL: Tail = { blocks: [], end: 0 };

/** A learning file. */
export class LearningFile implements LearningStore {
  /** What is known about the file; `null` if it has not been read, or was replaced. */
  private place: FileState | null = null;

  /** Throws an Error if the file cannot be written, or is a folder or a pipe. The file is not changed. */
  constructor(readonly path: string) {
    let found: Deno.FileInfo | null;
    try {
      found = statOrNull(path);
      if (found !== null) {
        expectFile(found, JOURNAL_MAX_BYTES);
        Deno.openSync(path, { write: true }).close();
      }
    } catch (error) {
      throw this.explain(error);
    }
    if (found === null) new OutputFile(path);
  }

  /** Reads the contents, which are empty if there is no file. Rejects with an Error if the file cannot be read. */
  async read(): Promise<Uint8Array> {
    const bytes = await this.readAll();
    // If this is not a learning file, the caller refuses it.
    this.place = await readJournal(bytes).then((journal) => placeOf(bytes, journal), () => null);
    return bytes;
  }

  /**
   * Adds blocks at the end. When they are on disk, resolves with the blocks that other programs have added. Then
   * compacts the file in the background, if this is due. Rejects with an Error if the blocks cannot be written.
   */
  async append(blocks: Uint8Array, head: Uint8Array): Promise<Uint8Array> {
    try {
      const added = await this.write(blocks, head);
      const { place } = this;
      if (place !== null && isCompactionDue(place, place.end)) {
        // The blocks are already on disk. If compaction fails, it is not due again until the file has doubled in size.
        this.rewrite(NOTHING, 0).catch(() => {
          if (this.place === place) this.place = { ...place, base: place.end };
        });
      }
      return added;
    } catch (error) {
      throw this.explain(error);
    }
  }

  private async write(blocks: Uint8Array, head: Uint8Array): Promise<Uint8Array> {
    for (let tries = 0; tries < TRIES; tries++) {
      if (this.place === null) {
        const bytes = await this.readAll();
        this.place = placeOf(bytes, await readJournal(bytes));
      }
      const { place } = this;
      const isAddedTo = (place.isCurrent || place.end === 0) && place.end + blocks.length <= JOURNAL_MAX_BYTES;
      const tail = await (isAddedTo ? this.add(place, blocks, head) : this.rewrite(blocks, LOCK_PATIENCE_MS));
      if (tail !== null) return concatenated(tail.blocks.map((block) => block.bytes));
      if (this.place === place) this.place = null;
    }
    throw new Error("other programs keep changing it");
  }

  /** Adds blocks at the end. Returns the blocks that other programs have added; `null` if the file was replaced. */
  private add(place: FileState, blocks: Uint8Array, head: Uint8Array): Promise<Tail | null> {
    return this.locked(async (file) => {
      const tail = await tailOf(file, place);
      if (tail === null) return null;
      const end = place.end + tail.end;
      if (end > 0) {
        await writeAt(file, end, blocks);
        this.place = { ...place, end: end + blocks.length };
      } else {
        const bytes = concatenated([head, blocks]);
        await writeAt(file, 0, bytes);
        this.place = placeOf(bytes, { end: bytes.length, base: bytes.length, isCurrent: true });
      }
      return tail;
    });
  }

  /**
   * Rewrites the file with additional blocks. Returns the blocks that other programs have added meanwhile; `null` if
   * the file was replaced. Changes nothing on failure, or if another program takes more than `patience` milliseconds to
   * rewrite the file.
   */
  private async rewrite(more: Uint8Array, patience: number): Promise<Tail | null> {
    const target = targetOf(this.path);
    const part = `${target}.compact`;
    const file = await Deno.open(part, { write: true, create: true });
    let isMine = false;
    try {
      await lockWithin(file, patience);
      // If this file no longer has the name `part`, another program has just renamed it.
      isMine = isAt(file, part);
      return isMine ? await this.rewriteInto(file, part, target, more) : null;
    } catch (error) {
      if (isMine) await Deno.remove(part).catch(() => {});
      throw error;
    } finally {
      file.close();
    }
  }

  private async rewriteInto(file: Deno.FsFile, part: string, target: string, more: Uint8Array): Promise<Tail | null> {
    const bytes = await this.readAll();
    const journal = await readJournal(bytes);
    const blocks = [...journal.blocks, ...(await readBlocks(more, 0)).blocks];
    // The newest block belongs to the network that is in use.
    const fresh = await compacted({ blocks }, blocks.at(-1)?.network ?? 0, ENGINE_TITLE);
    await writeAt(file, 0, fresh);
    return await this.locked(async (old) => {
      const tail = await tailOf(old, placeOf(bytes, journal));
      if (tail === null) throw new Error("another program is changing it");
      const added = concatenated(tail.blocks.map((block) => block.bytes));
      await writeAt(file, fresh.length, added);
      copyOwnerAndMode(old.statSync(), part);
      await Deno.rename(part, target);
      const end = fresh.length + added.length;
      this.place = placeOf(fresh, { end, base: fresh.length, isCurrent: true });
      return tail;
    });
  }

  private async readAll(): Promise<Uint8Array> {
    return statOrNull(this.path) === null ? NOTHING : await readLearningFile(this.path);
  }

  /** Runs an action on the file while no other program writes. If there is no file, creates it. */
  private async locked<T>(action: (file: Deno.FsFile) => Promise<T>): Promise<T> {
    const open = { read: true, write: true, create: true };
    while (true) {
      // Deno cannot create a file through a symbolic link.
      const target = targetOf(this.path);
      const lock = await Deno.open(hasOwnLock() ? target : `${target}.lock`, open);
      try {
        await lockWithin(lock, LOCK_PATIENCE_MS);
        if (!hasOwnLock()) {
          const file = await Deno.open(target, open);
          try {
            return await action(file);
          } finally {
            file.close();
          }
        }
        expectFile(lock.statSync(), JOURNAL_MAX_BYTES);
        // If another program has rewritten the file meanwhile, try again.
        if (isAt(lock, this.path)) return await action(lock);
      } finally {
        lock.close();
      }
    }
  }

  private explain(error: unknown): Error {
    return new Error(`Cannot write the learning file '${this.path}': ${reasonOf(error, "write")}`);
  }
}

function placeOf(bytes: Uint8Array, { end, base, isCurrent }: Omit<FileState, "head" | "size">): FileState {
  return { head: bytes.slice(0, HEAD_BYTES), end, base, isCurrent, size: bytes.length };
}

/** The blocks that were added after `end`; `null` if the file was replaced. */
async function tailOf(file: Deno.FsFile, { head, end, size, isCurrent }: FileState): Promise<Tail | null> {
  const now = file.statSync().size;
  // Programs do not add to a file that must be rewritten, so its size must be the same.
  if (!isCurrent) return now === size ? NO_TAIL : null;
  if (now < end || !isSameGeneration(head, await readAt(file, 0, HEAD_BYTES))) return null;
  return now === end ? NO_TAIL : await readBlocks(await readAt(file, end, now - end), 0);
}

/** Writes bytes to disk at this index, as the new end of the file. If this fails, the file ends at the index. */
async function writeAt(file: Deno.FsFile, at: number, bytes: Uint8Array): Promise<void> {
  // Drop an incomplete block that a killed program has left behind.
  if (file.statSync().size > at) await file.truncate(at);
  try {
    file.seekSync(at, Deno.SeekMode.Start);
    for (let rest = bytes; rest.length > 0;) rest = rest.subarray(await file.write(rest));
    await file.syncData();
  } catch (error) {
    await file.truncate(at);
    throw error;
  }
}

async function readAt(file: Deno.FsFile, at: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  file.seekSync(at, Deno.SeekMode.Start);
  let count = 0;
  for (let got: number | null = 0; got !== null && count < length; count += got ?? 0) {
    got = await file.read(bytes.subarray(count));
  }
  return bytes.subarray(0, count);
}

function isAt(file: Deno.FsFile, path: string): boolean {
  const [mine, now] = [file.statSync(), statOrNull(path)];
  return now !== null && mine.ino === now.ino && mine.dev === now.dev;
}

/** Locks a file. Waits while another program holds the lock. */
async function lockWithin(lock: Deno.FsFile, patience: number): Promise<void> {
  const deadline = performance.now() + patience;
  // Older versions of Deno, which may be part of an executable, have no `tryLockSync`.
  if (lock.tryLockSync === undefined) {
    if (!await settlesWithin(lock.lock(true), patience)) throw new Error(LOCKED);
    return;
  }
  while (!lock.tryLockSync(true)) {
    if (performance.now() > deadline) throw new Error(LOCKED);
    await new Promise((resolve) => setTimeout(resolve, LOCK_PAUSE_MS));
  }
}
