/**
 * Times the rules of chess. Each benchmark's name says what one iteration processes, such as 4085603 leaves.
 *
 * @module
 */

import { parseFen, START_FEN } from "../core/fen.ts";
import { KNOWN } from "../core/state.ts";
import { ALL, generate, NOISY, QUIET } from "../core/movegen.ts";
import { perft } from "../core/perft.ts";
import { seeAtLeast } from "../core/see.ts";
import { MAX_MOVES } from "../core/types.ts";

const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

const POSITIONS = [
  START_FEN,
  KIWIPETE,
  "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
  "r1bqk2r/pppp1ppp/2n2n2/4p3/1bB1P3/2NP1N2/PPP2PPP/R1BQK2R b KQkq - 0 1",
  "rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP2PP/RNBQKBNR w KQkq - 1 3",
].map((fen) => parseFen(fen));

const moves = new Int32Array(MAX_MOVES);

/** Generates moves, and returns their number. Checks and pins are computed again each time. */
function generateAll(kinds: number): number {
  let total = 0;
  for (const position of POSITIONS) {
    position.states[position.top + KNOWN] = 0;
    total += generate(position, moves, 0, kinds);
  }
  return total;
}

function makeAll(): number {
  let total = 0;
  for (const position of POSITIONS) {
    const count = generate(position, moves, 0, ALL);
    for (let i = 0; i < count; i++) {
      position.make(moves[i]);
      position.undo();
    }
    total += count;
  }
  return total;
}

for (const [kinds, name] of [[ALL, "moves"], [NOISY, "captures and promotions"], [QUIET, "quiet moves"]] as const) {
  const text = `generate ${generateAll(kinds)} ${name} in ${POSITIONS.length} positions`;
  Deno.bench(text, { group: "generate" }, () => void generateAll(kinds));
}
Deno.bench(`generate, make and take back ${makeAll()} moves`, { group: "make" }, () => void makeAll());

for (const bulk of [true, false]) {
  for (
    const [name, fen, depth, leaves] of [["the start", START_FEN, 5, 4865609], [
      "Kiwipete",
      KIWIPETE,
      4,
      4085603,
    ]] as const
  ) {
    const position = parseFen(fen);
    const group = bulk ? "counted in bulk" : "all made";
    Deno.bench(`perft ${depth} of ${name}, ${leaves} leaves ${group}`, { group, warmup: 3, n: 20 }, () => {
      if (perft(position, depth, bulk) !== leaves) throw new Error(`Expected ${leaves} leaves from ${fen}`);
    });
  }
}

const cases = [
  KIWIPETE,
  "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
  "r3r1k1/pp1n1ppp/2p5/4Pb2/2B2P2/B1P5/P5PP/R2R2K1 b - - 0 1",
  "3q2nk/pb1r1p2/np6/3P2Pp/2p1P3/2R4B/PQ3P1P/3R2K1 w - h6 0 1",
  "1r3r1k/3p1ppp/p1qNpn2/2p1P3/b1P1Q3/2P1BP2/P5PP/R3K2R b KQ - 0 20",
].map((fen) => {
  const position = parseFen(fen);
  const captures = new Int32Array(MAX_MOVES);
  return { position, captures: captures.subarray(0, generate(position, captures, 0, NOISY)) };
});

function countGood(threshold: number): number {
  let good = 0;
  for (const { position, captures } of cases) {
    for (let i = 0; i < captures.length; i++) if (seeAtLeast(position, captures[i], threshold)) good++;
  }
  return good;
}

const count = cases.reduce((sum, { captures }) => sum + captures.length, 0);
for (const threshold of [0, -100, 200]) {
  const good = countGood(threshold);
  Deno.bench(`${count} captures, of which ${good} win at least ${threshold}`, () => {
    if (countGood(threshold) !== good) throw new Error("Expected the same answers every time");
  });
}
