/**
 * A look at what a search learns while it runs: the search does not change, and what is seen is what an inspection
 * finds afterwards.
 *
 * @module
 */

import { assertEquals, assertGreater } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import { inspect, type Inspection, LiveInspection } from "../../search/inspect.ts";
import { unlimited } from "../../search/limits.ts";
import { runSearch } from "../../search/run.ts";
import { Engine } from "../../engine/engine.ts";
import { createSearch, KIWIPETE } from "./fixtures.ts";

const NODES = 8000;
/** Looks at the control words between two inspections. */
const EVERY = 8;
const IN_CHECK = "rnb1kbnr/pppp1ppp/8/4p3/7q/5P2/PPPPP1PP/RNBQKBNR w KQkq - 1 3";

for (const fen of [KIWIPETE, IN_CHECK]) {
  Deno.test(`a live inspection changes nothing in a search of ${fen}`, () => {
    const limits = { ...unlimited(), nodes: NODES, depth: 12 };
    const plain = createSearch().search;
    const expected = runSearch(plain, parseFen(fen), limits, () => {});
    const watched = createSearch().search;
    const root = parseFen(fen);
    const live = new LiveInspection(watched, root, parseFen(fen));
    const seen: Inspection[] = [];
    let polls = 0;
    watched.clock.onPoll = () => {
      if (++polls % EVERY === 0) seen.push(live.take());
    };
    const result = runSearch(watched, root, limits, () => {});
    assertEquals(result, expected);
    assertGreater(seen.length, 5);
    assertEquals(live.take(), inspect(watched, root));
    assertEquals(inspect(watched, root), inspect(plain, parseFen(fen)));
  });
}

Deno.test("a live inspection shows more and more that was learned", () => {
  const { search } = createSearch();
  const root = parseFen(KIWIPETE);
  const live = new LiveInspection(search, root, parseFen(KIWIPETE));
  const counts: number[] = [];
  let polls = 0;
  search.clock.onPoll = () => {
    if (++polls % EVERY === 0) counts.push(live.take().butterfly.filter((value) => value !== 0).length);
  };
  runSearch(search, root, { ...unlimited(), nodes: NODES }, () => {});
  assertEquals(counts, counts.toSorted((a, b) => a - b));
  assertGreater(counts[counts.length - 1], counts[0]);
});

Deno.test("`Engine.analyse()` reports what is learned while it searches", async () => {
  await using engine = await Engine.start();
  const seen: Inspection[] = [];
  const onInspection = (inspection: Inspection): number => seen.push(inspection);
  const limits = { nodes: 8000 };
  const watched = await engine.analyse("startpos", { ...limits, onInspection, inspectEvery: 4 }).result;
  assertGreater(seen.length, 2);
  assertGreater(seen[seen.length - 1].quiets.length, 19);
  await engine.newGame();
  const plain = await engine.analyse("startpos", limits).result;
  assertEquals([plain.nodes, plain.move, plain.depth], [watched.nodes, watched.move, watched.depth]);
});

Deno.test("`Engine.analyse()` reports what is known after each depth, and searches as it would without", async () => {
  await using engine = await Engine.start();
  const position = { moves: ["e4", "e5", "Nf3"] };
  const seen: [depth: number, inspection: Inspection][] = [];
  const onDepth = (inspection: Inspection, depth: number): number => seen.push([depth, inspection]);
  const watched = await engine.analyse(position, { depth: 8, onDepth }).result;
  assertEquals(seen.map(([depth]) => depth), [1, 2, 3, 4, 5, 6, 7, 8]);
  const filled = seen.map(([, { butterfly }]) => butterfly.filter((value) => value !== 0).length);
  assertGreater(filled[7], filled[0]);
  assertEquals(seen[7][1], await engine.inspect(position));
  await engine.newGame();
  const plain = await engine.analyse(position, { depth: 8 }).result;
  assertEquals([plain.nodes, plain.move], [watched.nodes, watched.move]);
  assertEquals(seen.length, 8);
});
