/**
 * Reads and writes the engine's files. The engine reads the files named in options, and writes only its network
 * (`export_net`). Before its first search, it gives up its permission to write. The programs in shell/ use
 * program_files.ts.
 *
 * @module
 */

import { messageOf } from "../core/errors.ts";

/** Gives up the permission to write files, in all threads. */
export function giveUpWriting(): void {
  Deno.permissions.revokeSync({ name: "write" });
}

/**
 * Reads a file, which must be a regular one, because a pipe or a device may never end. Errors contain the `task` that
 * failed, such as "read the book".
 */
export function readWholeFile(path: string, task: string, maxBytes: number): Uint8Array<ArrayBuffer> {
  return readParsed(path, task, maxBytes, (bytes) => bytes);
}

/** Reads a file as `readWholeFile` does, and parses it. Errors from `parse` are reported in the same form. */
export function readParsed<T>(
  path: string,
  task: string,
  maxBytes: number,
  parse: (bytes: Uint8Array<ArrayBuffer>) => T,
): T {
  try {
    expectFile(Deno.statSync(path), maxBytes);
    return parse(Deno.readFileSync(path));
  } catch (error) {
    throw new Error(`Cannot ${task} '${path}': ${reasonOf(error, "read")}`);
  }
}

/** Throws a RangeError for a folder, a pipe, a device, or a file larger than `maxBytes`. */
export function expectFile({ isFile, isDirectory, size }: Deno.FileInfo, maxBytes: number): void {
  if (!isFile) throw new RangeError(isDirectory ? "it is a folder" : "it is not a regular file");
  if (size > maxBytes) throw new RangeError(`it has ${size} bytes, more than the ${maxBytes} that are allowed`);
}

/** Writes a new file. Throws an Error if that fails, or if the file already exists. */
export function writeNewFile(path: string, bytes: Uint8Array): void {
  let isNew = false;
  try {
    expectFolderOf(path);
    // Node does not know `using`.
    const file = Deno.openSync(path, { write: true, createNew: true });
    isNew = true;
    try {
      writeWhole(file, bytes);
    } finally {
      file.close();
    }
  } catch (error) {
    if (isNew) removeQuietly(path);
    const reason = error instanceof Deno.errors.NotCapable
      ? "the engine has no permission to write there; it gives up this permission before its first search or perft"
      : reasonOf(error, "write");
    throw new Error(`Cannot write '${path}': ${reason}`);
  }
}

/** Writes all bytes, if necessary in parts. */
export function writeWhole(file: Pick<Deno.FsFile, "writeSync">, bytes: Uint8Array): void {
  for (let rest = bytes; rest.length > 0;) rest = rest.subarray(file.writeSync(rest));
}

/** Removes an incomplete file. */
export function removeQuietly(path: string): void {
  try {
    Deno.removeSync(path);
  } catch {
    // The caller reports the error that made the file incomplete, which is more useful than this one.
  }
}

/** Why a file or folder cannot be used, in a few words. */
export function reasonOf(error: unknown, purpose: "read" | "write" | "list"): string {
  if (error instanceof Deno.errors.NotFound) return `there is no such ${purpose === "read" ? "file" : "folder"}`;
  if (error instanceof Deno.errors.NotADirectory) {
    return `${purpose === "list" ? "it" : "a part of its path"} is not a folder`;
  }
  if (error instanceof Deno.errors.AlreadyExists) return "something with that name already exists";
  if (error instanceof Deno.errors.IsADirectory) return "it is a folder";
  if (error instanceof Deno.errors.PermissionDenied) return "the system does not allow it";
  if (error instanceof Deno.errors.NotCapable && error.message.includes("--allow-all")) {
    return "the system's devices are not opened";
  }
  // To replace a file, the engine also needs permission to read.
  if (error instanceof Deno.errors.NotCapable) {
    return `run with ${purpose === "write" ? "--allow-read and --allow-write" : "--allow-read"}`;
  }
  // The rest of the message names the system call, and perhaps a temporary file.
  return messageOf(error).replace(/ \(os error \d+\).*/s, "");
}

/** The folder of a path with its separator; "" for the working directory. */
export function folderOf(path: string): string {
  return path.slice(0, path.length - nameOf(path).length);
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return (Deno.build.os === "windows" ? /[^/\\:]*$/ : /[^/]*$/).exec(path)?.[0] ?? "";
}

/** Throws a system error if the folder of a path does not exist. This needs no permission to write. */
export function expectFolderOf(path: string): void {
  try {
    if (!Deno.statSync(folderOf(path) || ".").isDirectory) throw new Deno.errors.NotADirectory();
  } catch (error) {
    // If the program may not read there, the fault is reported when the file is written.
    if (!(error instanceof Deno.errors.NotCapable)) throw error;
  }
}
