/** The experiments of the page, run in Deno. @module */

import { assert, assertEquals, assertGreater } from "@std/assert";
import { Game } from "../../../engine/mod.ts";
import { SYSTEMS } from "../../../engine/view/systems.ts";
import { projectPath } from "../../../tools/paths.ts";
import { Laboratory } from "../../../web/engine/laboratory.ts";
import { PARTS, TOUR } from "../../../web/text/learning.ts";
import { workerAssets } from "./assets.ts";

Deno.test("every step of the tour has a position in which its system saves work", async () => {
  using assets = workerAssets();
  const laboratory = new Laboratory(assets);
  for (const { system: name, moves } of TOUR) {
    const system = SYSTEMS.find((known) => known.name === name);
    if (system === undefined) throw new RangeError(`Expected a system, but got "${name}"`);
    const game = new Game();
    for (const move of moves.split(" ")) game.move(move);
    const found = await laboratory.compare(game.position, system);
    assert(found !== null, name);
    assertGreater(found.off.nodes, 1.1 * found.on.nodes, name);
  }
});

Deno.test("the figures of the page are those of docs/histories.md", async () => {
  const docs = await Deno.readTextFile(projectPath("docs/histories.md"));
  const rows = new Map(
    Array.from(docs.matchAll(/^\| (\d+) +\| [^|]+\| ([^|]+) \|/gm), ([, number, elo]) => [number, elo.trim()]),
  );
  for (const [i, { system, elo }] of PARTS.entries()) {
    const known = SYSTEMS.find(({ name }) => name === system);
    assertEquals([known?.number, elo], [`${i + 1}`, rows.get(`${i + 1}`)], system);
  }
  assertEquals(PARTS.length, 18);
  for (const { system, elo } of TOUR) assert(docs.includes(`| ${elo} `), `${system}: ${elo}`);
});
