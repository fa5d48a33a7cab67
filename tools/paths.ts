/**
 * Paths of the project's files. The `pathname` of a URL is not a path on Windows, and has `%20` for a space.
 *
 * @module
 */

/** The UCI engine, without the command-line programs. */
export const ENGINE_FOLDERS: readonly string[] = [
  ...["core", "nnue", "tablebase", "book", "learning", "experience", "search", "engine", "system", "uci"],
];

/** This file is one folder below the root, and so must be any bundle that contains it. */
const ROOT: string = import.meta.dirname!.replace(/[\\/][^\\/]*$/, "");

/** `relative` is the path from the root, with slashes. */
export function projectPath(relative: string = ""): string {
  return relative === "" ? ROOT : `${ROOT}/${relative}`;
}

export function absolutePath(path: string): string {
  return /^([a-zA-Z]:)?[\\/]/.test(path) ? path : `${Deno.cwd()}/${path}`;
}
