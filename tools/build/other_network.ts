/**
 * Bundles the engine with a network other than `nnue/hindsight.net`, without a change to the sources.
 *
 * The engine imports its network by a fixed name. The import map that is written here maps this name to the other
 * network. An import map replaces the imports in `deno.json`, so this map repeats them.
 *
 * @module
 */

import { messageOf } from "../../core/errors.ts";
import { parseNetwork } from "../../nnue/network_file.ts";
import { projectPath } from "../paths.ts";

const EMBEDDED = new URL("../../nnue/hindsight.net", import.meta.url);
const ROOT = new URL("../", EMBEDDED);

/**
 * Writes an import map, and a copy of the network next to it.
 *
 * @param network Path of the network to embed.
 * @param folder An empty folder for the two files, which are needed until the bundle is complete.
 * @returns The path of the map, for `deno bundle --import-map`.
 * @throws {RangeError} If the file is not a network that the engine can use.
 */
export async function writeImportMap(network: string, folder: string): Promise<string> {
  const bytes = await Deno.readFile(network);
  try {
    parseNetwork(bytes);
  } catch (error) {
    throw new RangeError(`Cannot use the network '${network}'. ${messageOf(error)}`);
  }
  await Deno.writeFile(`${folder}/other.net`, bytes);
  const { imports }: { imports: Record<string, string> } = JSON.parse(
    await Deno.readTextFile(projectPath("deno.json")),
  );
  const map: Record<string, string> = {};
  for (const [name, meaning] of Object.entries(imports)) {
    map[name] = meaning.startsWith("./") ? new URL(meaning, ROOT).href : meaning;
  }
  map[EMBEDDED.href] = "./other.net";
  await Deno.writeTextFile(`${folder}/imports.json`, JSON.stringify({ imports: map }));
  return `${folder}/imports.json`;
}
