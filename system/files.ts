/**
 * The files that the engine reads and writes, and the permission to write.
 *
 * It reads networks, opening books and tablebases (table_files.ts) whenever an option names them. It writes only a copy
 * of its network (`export_net`), and gives up the permission to write before its first search. The programs of shell/
 * write files with program_files.ts.
 *
 * @module
 */

import { messageOf } from "../core/errors.ts";

/**
 * Gives up the permission to write files for the rest of the program, in all threads, since threads share permissions.
 */
export function giveUpWriting(): void {
  Deno.permissions.revokeSync({ name: "write" });
}

/**
 * Reads a whole file of limited size. A pipe or a device is refused, because it may never end.
 *
 * @param task The purpose, for the error: "read the book".
 * @throws {Error} If there is no such file, or it is not a regular file, is larger than `maxBytes`, or cannot be read.
 */
export function readWholeFile(path: string, task: string, maxBytes: number): Uint8Array<ArrayBuffer> {
  return readParsed(path, task, maxBytes, (bytes) => bytes);
}

/** Reads a file like `readWholeFile`, and parses its bytes. Errors of `parse` get the same form. */
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

/** Throws a RangeError for a folder, a pipe, a device or a larger file. */
export function expectFile({ isFile, isDirectory, size }: Deno.FileInfo, maxBytes: number): void {
  if (!isFile) throw new RangeError(isDirectory ? "it is a folder" : "it is not a regular file");
  if (size > maxBytes) throw new RangeError(`it has ${size} bytes, more than the ${maxBytes} that are allowed`);
}

/** Writes a new file. Throws an Error if that fails, or if the name is already in use; in that case nothing changes. */
export function writeNewFile(path: string, bytes: Uint8Array): void {
  let isNew = false;
  try {
    expectFolderOf(path);
    // Node, which runs the npm package, has no `using`.
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

/** Writes all of the bytes. The system may take them in several parts. */
export function writeWhole(file: Pick<Deno.FsFile, "writeSync">, bytes: Uint8Array): void {
  for (let rest = bytes; rest.length > 0;) rest = rest.subarray(file.writeSync(rest));
}

/** Removes an incomplete file, if it exists. */
export function removeQuietly(path: string): void {
  try {
    Deno.removeSync(path);
  } catch {
    // The error that led here is more useful than an error while removing the file.
  }
}

/** Why a file cannot be read or written, or a folder cannot be listed, in a few words. */
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
  // Replacing a file safely also needs the permission to read.
  if (error instanceof Deno.errors.NotCapable) {
    return `run with ${purpose === "write" ? "--allow-read and --allow-write" : "--allow-read"}`;
  }
  // Drop the error number and the text after it, which has the system call and perhaps the name of a temporary file.
  return messageOf(error).replace(/ \(os error \d+\).*/s, "");
}

/** The folder of a path with the separator after it; "" for the working directory. */
export function folderOf(path: string): string {
  return path.slice(0, path.length - nameOf(path).length);
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return (Deno.build.os === "windows" ? /[^/\\:]*$/ : /[^/]*$/).exec(path)?.[0] ?? "";
}

/** Throws a system error if the folder of a path does not exist, even if the program may not write. */
export function expectFolderOf(path: string): void {
  try {
    if (!Deno.statSync(folderOf(path) || ".").isDirectory) throw new Deno.errors.NotADirectory();
  } catch (error) {
    // If the program may not read there, the system reports the fault when the file is written.
    if (!(error instanceof Deno.errors.NotCapable)) throw error;
  }
}
