/**
 * The file in which a long run keeps its state: written beside and renamed, so it holds either the old state or the new
 * one at any time.
 *
 * @module
 */

import { messageOf } from "../core/errors.ts";
import { writeWhole } from "../uci/system/files.ts";

/** Writes the state of one run. */
export class StateFile {
  /** When this program last wrote the file, milliseconds; 0 if it has not yet. */
  private savedAt = 0;

  /**
   * Replaces the file.
   *
   * @throws Error if it cannot be written, or another program has written it since this one did.
   */
  write(path: string, text: string): void {
    const part = `${path}.part`;
    try {
      if (this.savedAt !== 0 && writtenAt(path) !== this.savedAt) {
        throw new Error("another program has changed it; does the same run go on twice?");
      }
      {
        using file = Deno.openSync(part, { write: true, create: true, truncate: true });
        writeWhole(file, new TextEncoder().encode(text));
        file.syncSync();
      }
      Deno.renameSync(part, path);
      this.savedAt = writtenAt(path);
    } catch (error) {
      throw new Error(`Cannot write the state "${path}": ${messageOf(error)}`);
    }
  }
}

/** When a file was last written, milliseconds. */
function writtenAt(path: string): number {
  return Deno.statSync(path).mtime?.getTime() ?? 0;
}
