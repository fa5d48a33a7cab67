/**
 * Files that the programs at a shell read and write, with errors that say what to do.
 *
 * A file to be written is opened before the work begins, so that a mistyped path does not cost the time that the work
 * takes; it keeps what it holds until there is something better. Then the permission to write files can be given up, see
 * files.ts.
 *
 * @module
 */

import { reasonOf, writeWhole } from "./files.ts";

/** A file that is open for writing. To be disposed of. */
export class OutputFile {
  /** Where it is, as it was named. */
  readonly path: string;
  private readonly file: Deno.FsFile;

  /**
   * Opens a file and leaves what it holds.
   *
   * @throws {Error} If it cannot be written.
   */
  constructor(path: string) {
    this.path = path;
    try {
      this.file = Deno.openSync(path, { write: true, create: true });
    } catch (error) {
      throw new Error(`Cannot write '${path}': ${reasonOf(error, "write")}`);
    }
  }

  /**
   * Replaces what the file holds.
   *
   * @throws {Error} If it cannot be written.
   */
  write(text: string): void {
    try {
      this.rewind();
      writeWhole(this.file, new TextEncoder().encode(text));
    } catch (error) {
      throw new Error(`Cannot write '${this.path}': ${reasonOf(error, "write")}`);
    }
  }

  /** Closes the file. */
  [Symbol.dispose](): void {
    this.file.close();
  }

  private rewind(): void {
    try {
      this.file.seekSync(0, Deno.SeekMode.Start);
      this.file.truncateSync();
    } catch {
      // A pipe or a device has no length.
    }
  }
}

/**
 * Opens a file for reading.
 *
 * @throws {Error} If it cannot be read.
 */
export function openInput(path: string): Deno.FsFile {
  try {
    const file = Deno.openSync(path);
    if (!file.statSync().isDirectory) return file;
    file.close();
  } catch (error) {
    throw new Error(`Cannot read '${path}': ${reasonOf(error, "read")}`);
  }
  throw new Error(`Cannot read '${path}': it is a folder`);
}

/** Whether two names mean one existing file, by whatever links and spellings. */
export function isSameFile(path: string, other: string): boolean {
  try {
    if (Deno.realPathSync(path) === Deno.realPathSync(other)) return true;
    const [a, b] = [Deno.statSync(path), Deno.statSync(other)];
    // Hard links; some systems do not number their files.
    return a.isFile && a.ino !== null && a.ino !== 0 && a.ino === b.ino && a.dev === b.dev;
  } catch {
    return false;
  }
}

/** Everything that a source holds from here on. */
export async function readAll(source: { readonly readable: ReadableStream<Uint8Array> }): Promise<Uint8Array> {
  return new Uint8Array(await new Response(source.readable as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
}
