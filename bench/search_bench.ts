/** Measures nodes per second. One thread searches to fixed depths, starting with empty tables. @module */

import { createControl } from "../search/thread_slot.ts";
import { parseFen, START_FEN } from "../core/fen.ts";
import { embeddedNetwork } from "../nnue/embedded.ts";
import { Evaluator } from "../search/evaluate.ts";
import { unlimited } from "../search/limits.ts";
import { Search } from "../search/search.ts";
import { TranspositionTable } from "../search/transposition.ts";
import { runSearch } from "../search/run.ts";

const MEGABYTES = 16;

const CASES = [
  { name: "start position", fen: START_FEN, depth: 11 },
  {
    name: "middlegame (Kiwipete)",
    fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    depth: 9,
  },
  { name: "rook endgame", fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", depth: 14 },
];

const table = new TranspositionTable(TranspositionTable.allocate(MEGABYTES));
const search = new Search(table, createControl(), new Evaluator(embeddedNetwork()));
/** The totals over all runs of a case, keyed by its name. */
const totals = new Map<string, { nodes: number; milliseconds: number }>();

for (const { name, fen, depth } of CASES) {
  const position = parseFen(fen);
  const total = { nodes: 0, milliseconds: 0 };
  totals.set(name, total);
  let expected = 0;
  Deno.bench(`search of the ${name} to depth ${depth}`, { warmup: 2, n: 10 }, (bench) => {
    table.clear();
    search.newGame();
    bench.start();
    const start = performance.now();
    const { nodes } = runSearch(search, position, { ...unlimited(), depth }, () => {});
    const milliseconds = performance.now() - start;
    bench.end();
    if (expected !== 0 && nodes !== expected) throw new Error(`Expected ${expected} nodes again, but got ${nodes}`);
    // The first run also compiles the search, so it is not counted.
    if (expected !== 0) {
      total.nodes += nodes;
      total.milliseconds += milliseconds;
    }
    expected = nodes;
  });
}

globalThis.addEventListener("unload", () => {
  console.log();
  for (const [name, { nodes, milliseconds }] of totals) {
    if (nodes > 0) console.log(`${name}: ${Math.round(nodes / milliseconds)} thousand nodes per second`);
  }
});
