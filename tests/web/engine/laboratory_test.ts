/** The experiments of the page, run in Deno. @module */

import { assert, assertEquals, assertGreater } from "@std/assert";
import { Engine, Game } from "../../../engine/mod.ts";
import { describeHistories } from "../../../engine/view/histories_view.ts";
import { SYSTEMS } from "../../../engine/view/systems.ts";
import { readLedger } from "../../../tools/docs/ledger.ts";
import { Laboratory } from "../../../web/engine/laboratory.ts";
import { parseAddress } from "../../../web/state/address.ts";
import { cellsAt, frameOf, heatCells } from "../../../web/state/heat.ts";
import { FIRST_DEMO, isMeasurable, PART_GROUPS, PARTS, TOUR } from "../../../web/text/learning.ts";
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

Deno.test("the demonstration on the first screen agrees with what the engine learns in that position", async () => {
  using assets = workerAssets();
  const { line } = parseAddress(FIRST_DEMO.address);
  assertEquals(line.fen, FIRST_DEMO.fen);
  const [all] = SYSTEMS.filter(({ name }) => name === "all");
  const found = await new Laboratory(assets).compare(line.position, all);
  assert(found !== null);
  assertEquals((found.off.nodes / found.on.nodes).toFixed(2), `${FIRST_DEMO.factor}`);
  await using engine = await Engine.start({ hash: 64 });
  const frames: string[] = [];
  await engine.analyse(line.position, {
    depth: FIRST_DEMO.frames.length,
    lines: 3,
    onDepth: (inspection) => void frames.push(frameOf(describeHistories(inspection, line.position))),
  }).result;
  assertEquals(frames, FIRST_DEMO.frames);
});

Deno.test("an experiment that is replaced by another ends without a result and without an error", async () => {
  using assets = workerAssets();
  const laboratory = new Laboratory(assets);
  const [system] = SYSTEMS;
  const first = laboratory.compare(new Game().position, system);
  // Waits until the engine has started.
  await Promise.race([first, laboratory.link.start()]);
  const second = laboratory.compare(new Game("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").position, system);
  assertEquals(await first, null);
  assert(await second !== null);
});

Deno.test("a piece that a step of the tour shows belongs to the side to move, and the step about the malus shows moves that failed", async () => {
  await using engine = await Engine.start({ hash: 64 });
  for (const { system, moves, square } of TOUR) {
    if (square === null) continue;
    const game = new Game();
    for (const move of moves.split(" ")) game.move(move);
    assertEquals(game.get(square)?.colour, game.turn, system);
    if (system !== "malus") continue;
    await engine.analyse(game.position, { depth: 12 }).result;
    const report = describeHistories(await engine.inspect(game.position), game.position);
    const cells = cellsAt(heatCells(report, "piece", "mover"), "piece", square);
    assertGreater(cells.filter(({ points }) => points < 0).length, cells.length / 2);
  }
});

Deno.test("every part is in one group, and a figure counts as measurable if it is larger than its error", () => {
  assertEquals(PART_GROUPS.map(([, parts]) => parts.length), [5, 6, 7]);
  const figures = ["+50 ± 13", "−32 ± 13", "+9 ± 13", "−1 ± 12"];
  assertEquals(figures.map((elo) => isMeasurable(elo)), [true, true, false, false]);
});

Deno.test("the figures on the page agree with the ledger", async () => {
  const results = await readLedger("histories");
  const figures = (system: string): string[] =>
    results.filter(({ what, conditions }) => what === system && /factorial|groups/.test(conditions))
      .map(({ elo = 0, error }) => `${elo < 0 ? "−" : ""}${Math.abs(elo)} ± ${error}`);
  for (const [i, { system }] of PARTS.entries()) {
    assertEquals(SYSTEMS.find(({ name }) => name === system)?.number, `${i + 1}`, system);
  }
  assertEquals(PARTS.length, 18);
  for (const { system, elo } of [...PARTS, ...TOUR]) {
    assert(figures(system).includes(elo.replace(/^\+/, "")), `${system}: ${elo}`);
  }
});
