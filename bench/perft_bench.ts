/**
 * Perft with and without bulk counting: the speed of move generation, and of making and taking back moves at every
 * leaf.
 *
 * The number of leaves is part of a benchmark's name; divide it by the time of an iteration for leaves per second.
 *
 * @module
 */

import { parseFen, START_FEN } from "../core/fen.ts";
import { perft } from "../core/perft.ts";

const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

const CASES = [
  { name: "start position", fen: START_FEN, depth: 5, leaves: 4865609, bulk: true },
  { name: "Kiwipete", fen: KIWIPETE, depth: 4, leaves: 4085603, bulk: true },
  { name: "start position", fen: START_FEN, depth: 5, leaves: 4865609, bulk: false },
  { name: "Kiwipete", fen: KIWIPETE, depth: 4, leaves: 4085603, bulk: false },
];

for (const { name, fen, depth, leaves, bulk } of CASES) {
  const position = parseFen(fen);
  Deno.bench(`${name}, depth ${depth}, ${leaves} leaves ${bulk ? "counted in bulk" : "all made"}`, {
    group: bulk ? "bulk" : "all made",
    warmup: 3,
    n: 20,
  }, () => {
    if (perft(position, depth, bulk) !== leaves) throw new Error(`Expected ${leaves} leaves from ${fen}`);
  });
}
