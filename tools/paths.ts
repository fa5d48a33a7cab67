/**
 * Paths of the project's files. Every tool and test takes its paths from here, because the `pathname` of a file's URL
 * is not a path: on Windows it starts with a slash before the drive, and on all systems it has `%20` for a space.
 *
 * @module
 */

/** The folders that make up the UCI engine: without the command-line programs, and without dependencies. */
export const ENGINE_FOLDERS: readonly string[] = [
  "core",
  "nnue",
  "tablebase",
  "book",
  "learning",
  "experience",
  "search",
  "engine",
  "system",
  "uci",
];

/** The root of the project. The file that runs (this file, or a bundle with it) is in a folder of the root. */
const ROOT: string = import.meta.dirname!.replace(/[\\/][^\\/]*$/, "");

/** The absolute path of a file or folder, given its path from the root with slashes; by default the root itself. */
export function projectPath(relative: string = ""): string {
  return relative === "" ? ROOT : `${ROOT}/${relative}`;
}

export function absolutePath(path: string): string {
  return /^([a-zA-Z]:)?[\\/]/.test(path) ? path : `${Deno.cwd()}/${path}`;
}
