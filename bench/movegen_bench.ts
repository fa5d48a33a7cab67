/**
 * How long move generation and making moves take, in positions of three kinds.
 *
 * One iteration handles every position once; divide by their number for the time of one.
 *
 * @module
 */

import { parseFen, START_FEN } from "../core/fen.ts";
import { KNOWN } from "../core/state.ts";
import { ALL, generate, NOISY, QUIET } from "../core/movegen.ts";
import type { Position } from "../core/position.ts";
import { MAX_MOVES } from "../core/types.ts";

/** The start, a middlegame full of captures, an endgame with pins, a check that must be answered. */
const POSITIONS: Position[] = [
  START_FEN,
  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
  "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
  "r1bqk2r/pppp1ppp/2n2n2/4p3/1bB1P3/2NP1N2/PPP2PPP/R1BQK2R b KQkq - 0 1",
  "rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP2PP/RNBQKBNR w KQkq - 1 3",
].map((fen) => parseFen(fen));

const moves = new Int32Array(MAX_MOVES);

/** Generates the moves of every position and returns their number; checks and pins are recomputed. */
function generateAll(kinds: number): number {
  let total = 0;
  for (const position of POSITIONS) {
    position.states[position.top + KNOWN] = 0;
    total += generate(position, moves, 0, kinds);
  }
  return total;
}

/** Makes and takes back every move of every position; returns the number of moves. */
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

Deno.bench(`generate ${generateAll(ALL)} moves in ${POSITIONS.length} positions`, { group: "generate" }, () => {
  generateAll(ALL);
});

Deno.bench(`generate ${generateAll(NOISY)} captures and promotions`, { group: "generate" }, () => {
  generateAll(NOISY);
});

Deno.bench(`generate ${generateAll(QUIET)} quiet moves`, { group: "generate" }, () => {
  generateAll(QUIET);
});

Deno.bench(`generate, make and take back ${makeAll()} moves`, { group: "make" }, () => {
  makeAll();
});
