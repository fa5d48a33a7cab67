/** Folders that are costly to make and that several test files need, kept until their sources change. @module */

import { filesBelow } from "../tools/output.ts";
import { projectPath } from "../tools/paths.ts";

/** The folder of all kept folders. */
const FOLDER = projectPath("dist/tests");
/** The sources, style sheets, pages, pictures, networks and texts. */
const SOURCES = /\.(tsx?|js|json|css|html|svg|png|webmanifest|net|wasm|md|txt)$/;

function isFile(path: string): boolean {
  return Deno.statSync(projectPath(path)).isFile;
}

/** A digest of sources, given by paths of files and folders from the root of the project, and of Deno's version. */
export async function digestOf(paths: readonly string[]): Promise<string> {
  const parts: Uint8Array<ArrayBuffer>[] = [new TextEncoder().encode(Deno.version.deno)];
  for (const file of paths.flatMap((path) => isFile(path) ? [path] : filesBelow(path, SOURCES))) {
    parts.push(new TextEncoder().encode(file), Deno.readFileSync(projectPath(file)));
  }
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex().slice(0, 16);
}

/** Makes the folder for files made from sources with this digest, and removes this kind's folders for other digests. */
export function keptFolder(kind: string, digest: string): string {
  const folder = `${FOLDER}/${kind}-${digest}`;
  Deno.mkdirSync(folder, { recursive: true });
  for (const { name } of Deno.readDirSync(FOLDER)) {
    if (!name.startsWith(`${kind}-`) || name === `${kind}-${digest}`) continue;
    try {
      Deno.removeSync(`${FOLDER}/${name}`, { recursive: true });
    } catch {
      // Another test file is already removing it.
    }
  }
  return folder;
}

/** Returns the bytes of a kept file; makes the file if it does not exist. */
export function keptFile(folder: string, name: string, make: () => Uint8Array): Uint8Array {
  const path = `${folder}/${name}`;
  try {
    return Deno.readFileSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const bytes = make();
  const part = Deno.makeTempFileSync({ dir: folder });
  Deno.writeFileSync(part, bytes);
  Deno.renameSync(part, path);
  return bytes;
}

/**
 * Makes a folder unless it is kept, and returns its path. If several callers need it at the same time, one makes it,
 * and the others wait.
 *
 * @param kind The kind of folder; no other kind may begin with the same word and a hyphen.
 * @param digest The digest of its sources.
 * @param make Fills the empty folder whose path it receives.
 */
export async function makeOnce(kind: string, digest: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = keptFolder(kind, digest);
  using lock = await Deno.open(`${folder}/lock`, { create: true, write: true });
  await lock.lock(true);
  const made = `${folder}/made`;
  const isMade = await Deno.stat(made).then(() => true, () => false);
  if (!isMade) {
    const part = await Deno.makeTempDir({ dir: folder });
    await make(part);
    await Deno.rename(part, made);
  }
  return made;
}
