/** The file in which a long run keeps its state. At any time it holds either the old state or the new one. @module */

import { reasonOf, writeWhole } from "../system/files.ts";

export class StateFile {
  /** Milliseconds; 0 before the first write. */
  private savedAt = 0;

  /** Throws an Error if the file cannot be written, or if another program has changed it. */
  write(path: string, text: string): void {
    const part = `${path}.part`;
    try {
      if (this.savedAt !== 0 && writtenAt(path) !== this.savedAt) {
        throw new Error("another program has changed it; was the same run continued twice?");
      }
      const folder = path.replace(/[^\\/]*$/, "");
      if (folder !== "") Deno.mkdirSync(folder, { recursive: true });
      {
        using file = Deno.openSync(part, { write: true, create: true, truncate: true });
        writeWhole(file, new TextEncoder().encode(text));
        file.syncSync();
      }
      Deno.renameSync(part, path);
      this.savedAt = writtenAt(path);
    } catch (error) {
      throw new Error(`Cannot write the state "${path}": ${reasonOf(error, "write")}`);
    }
  }
}

function writtenAt(path: string): number {
  return Deno.statSync(path).mtime?.getTime() ?? 0;
}
