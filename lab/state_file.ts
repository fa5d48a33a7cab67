/**
 * The file in which a long run keeps its state: written beside and renamed, so it holds either the old state or the new
 * one at any time. It is read by the name that an option gives, as other files are.
 *
 * @module
 */

import { reasonOf, writeWhole } from "../system/files.ts";

/**
 * The text of a file that an option names.
 *
 * @param expected What the option should be, for the error, such as "--state to name the file of a run".
 * @throws RangeError if it cannot be read.
 */
export function readNamedFile(path: string, expected: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    throw new RangeError(`Expected ${expected}, but cannot read "${path}"`);
  }
}

/** Writes the state of one run. */
export class StateFile {
  private readonly what: string;
  /** When this program last wrote the file, milliseconds; 0 if it has not yet. */
  private savedAt = 0;

  /**
   * A file that is not written yet.
   *
   * @param what What it holds, for errors.
   */
  constructor(what: string = "the state") {
    this.what = what;
  }

  /**
   * Makes sure that a file can be written, before anything is computed for it. Its folder is made.
   *
   * @throws Error if it cannot.
   */
  prepare(path: string): void {
    const part = `${path}.part`;
    try {
      makeFolderOf(path);
      Deno.openSync(part, { write: true, create: true }).close();
      Deno.removeSync(part);
    } catch (error) {
      throw this.fault(path, error);
    }
  }

  /**
   * Replaces the file. Its folder is made.
   *
   * @throws Error if it cannot be written, or another program has written it since this one did.
   */
  write(path: string, text: string): void {
    const part = `${path}.part`;
    try {
      if (this.savedAt !== 0 && writtenAt(path) !== this.savedAt) {
        throw new Error("another program has changed it; does the same run go on twice?");
      }
      makeFolderOf(path);
      {
        using file = Deno.openSync(part, { write: true, create: true, truncate: true });
        writeWhole(file, new TextEncoder().encode(text));
        file.syncSync();
      }
      Deno.renameSync(part, path);
      this.savedAt = writtenAt(path);
    } catch (error) {
      throw this.fault(path, error);
    }
  }

  private fault(path: string, error: unknown): Error {
    return new Error(`Cannot write ${this.what} "${path}": ${reasonOf(error, "write")}`);
  }
}

/** Makes the folder of a file, unless it is there. */
function makeFolderOf(path: string): void {
  const folder = path.replace(/[^\\/]*$/, "");
  if (folder !== "") Deno.mkdirSync(folder, { recursive: true });
}

/** When a file was last written, milliseconds. */
function writtenAt(path: string): number {
  return Deno.statSync(path).mtime?.getTime() ?? 0;
}
