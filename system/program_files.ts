/**
 * Reads and writes files for the programs in shell/. A file is written completely or not at all: a temporary file in
 * the same folder is flushed to disk, then renamed. Other hard links to the old file keep its text.
 *
 * Before programs start their work, they check that a file can be written. The check changes nothing.
 *
 * @module
 */

import { expectFolderOf, folderOf, nameOf, readWholeFile, reasonOf, removeQuietly, writeWhole } from "./files.ts";

/** Maximum number of symbolic links in a row. A longer chain counts as a loop. */
const MAX_LINKS = 40;
/** Maximum size, in bytes, of a file to which text is added. */
const MAX_READ_BYTES = 256 * 1024 * 1024;
const PERMISSIONS = 0o7777;

/** A file that will be written. */
export class OutputFile {
  /** Throws an Error if the file cannot be written. The file is not changed. */
  constructor(readonly path: string) {
    const old = this.explain(() => {
      const found = statOrNull(path);
      if (found?.isDirectory) throw new Deno.errors.IsADirectory();
      // Do not replace a write-protected file, even if its folder would allow it.
      if (found?.isFile) Deno.openSync(path, { write: true }).close();
      return found;
    });
    if (old === null || old.isFile) this.openTemporary().discard();
  }

  /** Replaces or creates the file. Permissions and symbolic links are kept. If this fails, nothing is changed. */
  write(content: string | Uint8Array): void {
    const part = this.openTemporary();
    try {
      part.append(content);
      part.complete();
    } catch (error) {
      part.discard();
      throw error;
    }
  }

  /** Reads the contents; `null` if there is no file. Throws an Error if this fails, or for a device or a pipe. */
  read(): Uint8Array | null {
    if (statOrNull(this.path) === null) return null;
    return readWholeFile(this.path, "read", MAX_READ_BYTES);
  }

  /**
   * Opens a part file. The file is created when the first piece is written; with `isContinued`, pieces are added to an
   * earlier part file.
   */
  openPart(isContinued: boolean): PartFile {
    const options = { create: true, append: isContinued, truncate: !isContinued };
    return this.explain(() => {
      const part = new PartFile(this, partOf(this.path), options);
      if (isContinued) part.open();
      return part;
    });
  }

  /** Runs an action, and adds the name of the file to its errors. */
  explain<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      throw new Error(`Cannot write '${this.path}': ${reasonOf(error, "write")}`, { cause: error });
    }
  }

  private openTemporary(): PartFile {
    return this.explain(() => {
      const target = targetOf(this.path);
      expectFolderOf(target);
      const name = `${folderOf(target)}.hindsight-${crypto.randomUUID()}.tmp`;
      try {
        const part = new PartFile(this, name, { createNew: true });
        part.open();
        return part;
      } catch (error) {
        if (!(error instanceof Deno.errors.PermissionDenied)) throw error;
        throw new Error("the system does not allow a new file in its folder");
      }
    });
  }
}

/**
 * A file such as `games.pgn.part`, which is written in pieces and then replaces another file. If the program is killed,
 * the pieces are kept. If the other file is a pipe or a device, the pieces are written to it directly.
 */
export class PartFile {
  private readonly target: string;
  private readonly old: Deno.FileInfo | null;
  private readonly isReplaced: boolean;
  private file: Deno.FsFile | null = null;
  /** Number of bytes in the complete pieces. */
  private size = 0;

  /** See `OutputFile.openPart`. */
  constructor(
    private readonly whole: OutputFile,
    private readonly path: string,
    private readonly options: Deno.OpenOptions,
  ) {
    this.target = targetOf(whole.path);
    this.old = statOrNull(this.target);
    this.isReplaced = this.old === null || this.old.isFile;
  }

  /** Opens the part if it is not open yet. */
  open(): Deno.FsFile {
    if (this.file !== null) return this.file;
    const options = this.isReplaced ? this.options : {};
    this.file = Deno.openSync(this.isReplaced ? this.path : this.target, { write: true, ...options });
    this.size = this.file.statSync().size;
    return this.file;
  }

  /** Writes a piece completely, or throws an Error and writes nothing. */
  append(piece: string | Uint8Array): void {
    const bytes = typeof piece === "string" ? new TextEncoder().encode(piece) : piece;
    this.whole.explain(() => {
      const file = this.open();
      try {
        writeWhole(file, bytes);
      } catch (error) {
        if (this.isReplaced) file.truncateSync(this.size);
        throw error;
      }
      this.size += bytes.length;
    });
  }

  /** Replaces the file with the pieces, if there are any. */
  complete(): void {
    const { file } = this;
    if (file === null) return;
    this.whole.explain(() => {
      if (this.isReplaced) file.syncSync();
      file.close();
      if (!this.isReplaced) return;
      if (this.old !== null) copyOwnerAndMode(this.old, this.path);
      Deno.renameSync(this.path, this.target);
    });
  }

  /** Closes the part, and keeps it unless it is empty. */
  abandon(): void {
    if (this.size === 0) return this.discard();
    this.close();
  }

  /** Closes and removes the part. */
  discard(): void {
    this.close();
    if (this.isReplaced && this.file !== null) removeQuietly(this.path);
  }

  private close(): void {
    try {
      this.file?.close();
    } catch {
      // The part was already closed when it failed to replace the file.
    }
  }
}

/** Whether an error means that the engine has no permission, or no longer has it. */
export function isForbidden(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof Deno.errors.NotCapable;
}

/** The path of a part. */
export function partOf(path: string): string {
  return `${targetOf(path)}.part`;
}

/** Copies the permissions of a file and, if the system allows it, its owner. */
export function copyOwnerAndMode({ mode, uid, gid }: Deno.FileInfo, path: string): void {
  if (mode === null || Deno.build.os === "windows") return;
  const fresh = Deno.statSync(path);
  if (fresh.uid !== uid || fresh.gid !== gid) {
    try {
      Deno.chownSync(path, uid, gid);
    } catch {
      // Only the superuser can change the owner of a file.
    }
  }
  Deno.chmodSync(path, mode & PERMISSIONS);
}

/** Information about the file at a path; `null` if there is none. */
export function statOrNull(path: string): Deno.FileInfo | null {
  try {
    return Deno.statSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** The file that a name refers to, through any symbolic links. It need not exist. */
export function targetOf(path: string): string {
  let target = path;
  for (let links = 0; links < MAX_LINKS; links++) {
    try {
      if (!Deno.lstatSync(target).isSymlink) return target;
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return target;
      throw error;
    }
    const next = Deno.readLinkSync(target);
    target = isAbsolute(next) ? next : folderOf(target) + next;
  }
  throw new Error("its symbolic links form a loop");
}

function isAbsolute(path: string): boolean {
  return path.startsWith("/") || (Deno.build.os === "windows" && /^([A-Za-z]:)?[/\\]/.test(path));
}

/** Opens a file for reading. Throws an Error if that fails. */
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

/** Whether two names refer to the same file, which need not exist. */
export function isSameFile(path: string, other: string): boolean {
  try {
    if (locationOf(path) === locationOf(other)) return true;
    const [a, b] = [Deno.statSync(path), Deno.statSync(other)];
    // Hard links to a file share its file number, but some systems have no such numbers.
    return a.isFile && a.ino !== null && a.ino !== 0 && a.ino === b.ino && a.dev === b.dev;
  } catch {
    return false;
  }
}

/** The canonical path of a file, which need not exist. */
function locationOf(path: string): string {
  const target = targetOf(path);
  try {
    return Deno.realPathSync(target);
  } catch {
    return `${Deno.realPathSync(folderOf(target) || ".")}/${nameOf(target)}`;
  }
}
