/**
 * Paths of the project's files, in the form of the system that the program runs on.
 *
 * The `pathname` of a file's URL is not a path: on Windows it starts with a slash before the drive, and everywhere it
 * holds `%20` where the name of a folder has a space. So every tool and test takes its paths from this file.
 *
 * @module
 */

/** The folders that are the engine, as a chess program starts it: without programs for people and without dependencies. */
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

/**
 * The path of a file from its URL.
 *
 * @param url A URL that starts with `file:`.
 * @param isWindows Whether the path is for Windows.
 * @throws TypeError if the URL is not that of a file.
 */
export function pathOfUrl(url: string | URL, isWindows: boolean = Deno.build.os === "windows"): string {
  const { protocol, host, pathname } = new URL(url);
  if (protocol !== "file:") throw new TypeError(`Expected the URL of a file, but got "${url}"`);
  // A percent sign that starts no escape sequence is an ordinary character.
  const path = decodeURIComponent(pathname.replaceAll(/%(?![0-9A-Fa-f]{2})/g, "%25"));
  if (!isWindows) return path;
  const native = path.replaceAll("/", "\\");
  // A host is another computer of the network; without one the slash before the drive goes.
  return host === "" ? native.replace(/^\\(?=[A-Za-z]:)/, "") : `\\\\${host}${native}`;
}

/**
 * From this file to the root of the project. A bundle of a tool lies in the folder `dist`, from where the root is one
 * level up, too.
 */
const TO_ROOT = "../";

/**
 * The path of a file or folder of the project.
 *
 * @param relative Path from the root of the project, with slashes; without it, the root itself.
 * @returns An absolute path, without a separator at its end.
 */
export function projectPath(relative: string = ""): string {
  const encoded = relative.split("/").map(encodeURIComponent).join("/");
  const path = pathOfUrl(new URL(TO_ROOT + encoded, import.meta.url));
  return path.replace(/(?<=[^\\/:])[\\/]+$/, "");
}

/** A path that does not depend on the working directory. */
export function absolutePath(path: string): string {
  return /^([a-zA-Z]:)?[\\/]/.test(path) ? path : `${Deno.cwd()}/${path}`;
}
