/**
 * Static exchange evaluation of every capture in positions full of them, at the thresholds that a search uses.
 *
 * One iteration evaluates every capture once; their number is part of the name.
 *
 * @module
 */

import { parseFen } from "../core/fen.ts";
import { generate, NOISY } from "../core/movegen.ts";
import { seeAtLeast } from "../core/see.ts";
import { MAX_MOVES } from "../core/types.ts";

/** Tactical middlegames, by the side to move. */
const FENS = [
  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
  "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
  "r3r1k1/pp1n1ppp/2p5/4Pb2/2B2P2/B1P5/P5PP/R2R2K1 b - - 0 1",
  "3q2nk/pb1r1p2/np6/3P2Pp/2p1P3/2R4B/PQ3P1P/3R2K1 w - h6 0 1",
  "1r3r1k/3p1ppp/p1qNpn2/2p1P3/b1P1Q3/2P1BP2/P5PP/R3K2R b KQ - 0 20",
];

const cases = FENS.map((fen) => {
  const position = parseFen(fen);
  const moves = new Int32Array(MAX_MOVES);
  return { position, moves, count: generate(position, moves, 0, NOISY) };
});

/** How many captures win at least `threshold` centipawns. */
function countGood(threshold: number): number {
  let good = 0;
  for (const { position, moves, count } of cases) {
    for (let i = 0; i < count; i++) if (seeAtLeast(position, moves[i], threshold)) good++;
  }
  return good;
}

const captures = cases.reduce((sum, { count }) => sum + count, 0);
for (const threshold of [0, -100, 200]) {
  const good = countGood(threshold);
  Deno.bench(`${captures} captures, of which ${good} win at least ${threshold}`, () => {
    if (countGood(threshold) !== good) throw new Error("Expected the same answers every time");
  });
}
