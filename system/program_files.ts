/**
 * Files that the programs at a shell read and write, with errors that say what to do.
 *
 * A file is written completely or not at all. The text goes to a temporary file in the same folder; that is flushed to
 * the disk and then renamed. If the disk is full or the program is killed, the old file is as it was. The price: other
 * hard links to the old file keep the old text.
 *
 * Whether a file can be written is checked before the work begins, so that a mistyped path does not cost the time that
 * the work takes. The check leaves nothing behind.
 *
 * @module
 */

import { readWholeFile, reasonOf, removeQuietly, writeWhole } from "./files.ts";

/** Most symbolic links that are followed from one name; more are taken for a circle. */
const MAX_LINKS = 40;
/** Largest file that more can be added to. */
const MAX_READ_BYTES = 256 * 1024 * 1024;
/** Bits of a file's mode that are permissions. */
const PERMISSIONS = 0o7777;

/** A file to be written, checked and not yet open. */
export class OutputFile {
  /** Where it is, as the user named it. */
  readonly path: string;

  /**
   * Checks that a file can be written. Nothing is changed.
   *
   * @throws {Error} If it cannot be written.
   */
  constructor(path: string) {
    this.path = path;
    this.explain(() => {
      const old = statOrNull(path);
      if (old?.isDirectory) throw new Deno.errors.IsADirectory();
      if (old !== null && !old.isFile) return;
      // A file that is write-protected is not replaced, although its folder may allow that.
      if (old !== null) Deno.openSync(path, { write: true }).close();
      const temporary = openTemporary(targetOf(path));
      temporary.file.close();
      Deno.removeSync(temporary.path);
    });
  }

  /**
   * Replaces what the file holds, or creates it. The permissions of an old file stay; a symbolic link stays one.
   *
   * @throws {Error} If it cannot be written; an old file is then as it was.
   */
  write(content: string | Uint8Array): void {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    this.explain(() => {
      const old = statOrNull(this.path);
      if (old === null || old.isFile) return replaceFile(targetOf(this.path), old, bytes);
      // A pipe or a device takes what comes and cannot be replaced.
      const file = Deno.openSync(this.path, { write: true });
      try {
        writeWhole(file, bytes);
      } finally {
        file.close();
      }
    });
  }

  /**
   * What the file holds, `null` if there is none.
   *
   * @throws {Error} If it cannot be read, or is a device or a pipe.
   */
  read(): Uint8Array | null {
    if (statOrNull(this.path) === null) return null;
    return readWholeFile(this.path, "read", MAX_READ_BYTES);
  }

  /**
   * Begins to write the file piece by piece. What is there already stays until the last piece.
   *
   * @param isContinued Whether the pieces of an earlier attempt are kept.
   * @throws {Error} If it cannot be written.
   */
  openPart(isContinued: boolean): PartFile {
    return this.explain(() => new PartFile(this, targetOf(this.path), isContinued));
  }

  /** Does something with the file; the errors say which file it was. */
  explain<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      throw new Error(`Cannot write '${this.path}': ${reasonOf(error, "write")}`);
    }
  }
}

/**
 * A file that is written piece by piece, beside the one that it will replace: `games.pgn.part`. If the program is killed,
 * the pieces stay there.
 */
export class PartFile {
  private readonly whole: OutputFile;
  private readonly target: string;
  private readonly old: Deno.FileInfo | null;
  private readonly file: Deno.FsFile;

  /** Opens the part; see `OutputFile.openPart`. */
  constructor(whole: OutputFile, target: string, isContinued: boolean) {
    this.whole = whole;
    this.target = target;
    this.old = statOrNull(target);
    // A pipe or a device takes what comes and cannot be replaced.
    const path = this.isReplaced ? partOf(target) : target;
    this.file = Deno.openSync(path, { write: true, create: true, append: isContinued, truncate: !isContinued });
  }

  /** Writes a piece. */
  append(text: string): void {
    this.whole.explain(() => writeWhole(this.file, new TextEncoder().encode(text)));
  }

  /** Puts the pieces in place of the file. */
  complete(): void {
    this.whole.explain(() => {
      if (this.isReplaced) this.file.syncSync();
      this.file.close();
      if (!this.isReplaced) return;
      if (this.old !== null) copyOwnerAndMode(this.old, partOf(this.target));
      Deno.renameSync(partOf(this.target), this.target);
    });
  }

  /** Closes the part, which stays beside the file. */
  abandon(): void {
    try {
      this.file.close();
    } catch {
      // It was closed before it could not replace the file.
    }
  }

  /** Drops the pieces: the file stays as it is. */
  discard(): void {
    this.abandon();
    if (this.isReplaced) Deno.removeSync(partOf(this.target));
  }

  private get isReplaced(): boolean {
    return this.old === null || this.old.isFile;
  }
}

/** Where the pieces of a file are while it is not complete. */
export function partOf(path: string): string {
  return `${targetOf(path)}.part`;
}

/** Puts a file with these bytes in place of an old one, or of none. */
function replaceFile(target: string, old: Deno.FileInfo | null, bytes: Uint8Array): void {
  const { path, file } = openTemporary(target);
  try {
    try {
      writeWhole(file, bytes);
      file.syncSync();
    } finally {
      file.close();
    }
    if (old !== null) copyOwnerAndMode(old, path);
    Deno.renameSync(path, target);
  } catch (error) {
    removeQuietly(path);
    throw error;
  }
}

/** Creates a file with a name that nothing else has, in the folder of the file that it is to replace. */
function openTemporary(target: string): { path: string; file: Deno.FsFile } {
  const path = `${folderOf(target)}.hindsight-${crypto.randomUUID()}.tmp`;
  try {
    return { path, file: Deno.openSync(path, { write: true, createNew: true }) };
  } catch (error) {
    if (!(error instanceof Deno.errors.PermissionDenied)) throw error;
    throw new Error("the system allows no new file in its folder");
  }
}

/** Gives a file the permissions of another, and its owner where the system allows that. */
function copyOwnerAndMode({ mode, uid, gid }: Deno.FileInfo, path: string): void {
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

/** What a path leads to, `null` if there is nothing. */
export function statOrNull(path: string): Deno.FileInfo | null {
  try {
    return Deno.statSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** The file that a name leads to by way of symbolic links; it need not exist. */
function targetOf(path: string): string {
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
  throw new Error("its symbolic links lead in a circle");
}

/** The folder of a path with the separator behind it; "" for the working directory. */
function folderOf(path: string): string {
  return path.slice(0, path.length - nameOf(path).length);
}

/** The last part of a path. */
function nameOf(path: string): string {
  return (Deno.build.os === "windows" ? /[^/\\:]*$/ : /[^/]*$/).exec(path)?.[0] ?? "";
}

function isAbsolute(path: string): boolean {
  return path.startsWith("/") || (Deno.build.os === "windows" && /^([A-Za-z]:)?[/\\]/.test(path));
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

/** Whether two names mean one file, which need not exist, by whatever links and spellings. */
export function isSameFile(path: string, other: string): boolean {
  try {
    if (locationOf(path) === locationOf(other)) return true;
    const [a, b] = [Deno.statSync(path), Deno.statSync(other)];
    // Hard links; some systems do not number their files.
    return a.isFile && a.ino !== null && a.ino !== 0 && a.ino === b.ino && a.dev === b.dev;
  } catch {
    return false;
  }
}

/** The one absolute path of a file, which need not exist, but its folder must. */
function locationOf(path: string): string {
  const target = targetOf(path);
  try {
    return Deno.realPathSync(target);
  } catch {
    return `${Deno.realPathSync(folderOf(target) || ".")}/${nameOf(target)}`;
  }
}
