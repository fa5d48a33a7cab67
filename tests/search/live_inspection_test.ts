/**
 * A look at what a search learns while it runs: the search does not change, and what is seen is what an inspection
 * finds afterwards.
 *
 * @module
 */

import { assertEquals, assertGreater } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import { inspect, type Inspection, LiveInspection } from "../../search/inspect.ts";
import { Engine } from "../../engine/engine.ts";
import { createSearch, KIWIPETE, run } from "./fixtures.ts";

const NODES = 6000;
/** Looks at the control words between two inspections. */
const EVERY = 8;
const IN_CHECK = "rnb1kbnr/pppp1ppp/8/4p3/7q/5P2/PPPPP1PP/RNBQKBNR w KQkq - 1 3";

for (const fen of [KIWIPETE, IN_CHECK]) {
  Deno.test(`a live inspection changes nothing in a search of ${fen}`, () => {
    const limits = { nodes: NODES, depth: 12 };
    const plain = createSearch().search;
    const expected = run(plain, parseFen(fen), limits);
    const watched = createSearch().search;
    const root = parseFen(fen);
    const live = new LiveInspection(watched, root, parseFen(fen));
    const seen: Inspection[] = [];
    let polls = 0;
    watched.clock.onPoll = () => {
      if (++polls % EVERY === 0) seen.push(live.take());
    };
    const result = run(watched, root, limits);
    assertEquals([result.nodes, result.score, result.pv], [expected.nodes, expected.score, expected.pv]);
    // More and more is seen.
    const filled = seen.map(({ butterfly }) => butterfly.filter((value) => value !== 0).length);
    assertEquals(filled, filled.toSorted((a, b) => a - b));
    assertGreater(filled[5], filled[0]);
    assertEquals(live.take(), inspect(watched, root));
    assertEquals(inspect(watched, root), inspect(plain, parseFen(fen)));
  });
}

Deno.test("`Engine.analyse()` reports what is known while it searches and after each depth, and searches as it would without", async () => {
  await using engine = await Engine.start();
  const position = { moves: ["e4", "e5", "Nf3"] };
  const seen: [depth: number, inspection: Inspection][] = [];
  const onDepth = (inspection: Inspection, depth: number): number => seen.push([depth, inspection]);
  const looks: Inspection[] = [];
  const onInspection = (inspection: Inspection): number => looks.push(inspection);
  const watched = await engine.analyse(position, { depth: 8, onDepth, onInspection, inspectEvery: 4 }).result;
  assertGreater(looks.length, 2);
  assertGreater(looks[looks.length - 1].quiets.length, 19);
  assertEquals(seen.map(([depth]) => depth), [1, 2, 3, 4, 5, 6, 7, 8]);
  const filled = seen.map(([, { butterfly }]) => butterfly.filter((value) => value !== 0).length);
  assertGreater(filled[7], filled[0]);
  assertEquals(seen[7][1], await engine.inspect(position));
  await engine.newGame();
  const plain = await engine.analyse(position, { depth: 8 }).result;
  assertEquals([plain.nodes, plain.move], [watched.nodes, watched.move]);
  assertEquals(seen.length, 8);
});
