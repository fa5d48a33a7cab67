/** Makes the bundler embed another network, with an import map that also repeats the imports of `deno.json`. @module */

import { messageOf } from "../../core/errors.ts";
import { parseNetwork } from "../../nnue/network_file.ts";
import { projectPath } from "../paths.ts";

const EMBEDDED = new URL("../../nnue/hindsight.net", import.meta.url);
const ROOT = new URL("../", EMBEDDED);

/** Writes the map into an empty folder and returns its path. Throws a RangeError if the network cannot be used. */
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
