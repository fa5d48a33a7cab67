/**
 * Openings for games of self-play: random openings in which neither side is lost.
 *
 * From the initial position, or one of Chess960, eight or nine random legal moves are played, one more or less at
 * random so that either side moves first. Most such positions are about even; a short search throws away those in
 * which one side already is far ahead. So games differ from the first move on, and a network that learns from them
 * sees more than a few book lines.
 *
 * @module
 */

import { chess960Start, formatFen, loadFen, START_FEN } from "../core/fen.ts";
import { ALL, generate } from "../core/movegen.ts";
import { Position } from "../core/position.ts";
import { MAX_MOVES } from "../core/types.ts";
import { type SearchLimits, unlimited } from "../search/limits.ts";
import type { Random } from "../core/random.ts";

/** Fewest random plies. */
const PLIES_MIN = 8;
/** How many more there may be. */
const PLIES_MORE = 1;
/** Share of the Chess960 starts in which the two sides have different back ranks. */
const DOUBLE_SHARE = 0.5;
/** Greatest advantage of either side, in centipawns. */
const BALANCE_MAX = 300;
/** Nodes after which the search that judges an opening begins no new iteration. */
const JUDGE_NODES = 1000;

/**
 * Draws an opening; a search has yet to say whether it is even enough.
 *
 * @param random Where chance comes from.
 * @param chess960 Probability of a Chess960 start, 0 … 1; half of these are of the double kind.
 * @returns The FEN of a position with a legal move. A position of ordinary chess castles in the ordinary way.
 */
export function drawOpening(random: Random, chess960: number): string {
  const position = new Position();
  const moves = new Int32Array(MAX_MOVES);
  while (true) {
    const isChess960 = random.chance(chess960);
    loadFen(position, isChess960 ? drawStart(random) : START_FEN, isChess960);
    let plies = PLIES_MIN + random.below(PLIES_MORE + 1);
    let count = generate(position, moves, 0, ALL);
    for (; plies > 0 && count > 0; plies--) {
      position.make(moves[random.below(count)]);
      count = generate(position, moves, 0, ALL);
    }
    if (count > 0) return formatFen(position);
  }
}

/** Bounds of the search that judges an opening. */
export function judgeLimits(): SearchLimits {
  return { ...unlimited(), softNodes: JUDGE_NODES, nodes: 20 * JUDGE_NODES, threads: 1 };
}

/** Whether a score, in centipawns of either side, lets both sides play for something. */
export function isBalanced(score: number): boolean {
  return Math.abs(score) <= BALANCE_MAX;
}

function drawStart(random: Random): string {
  const white = random.below(960);
  return chess960Start(white, random.chance(DOUBLE_SHARE) ? random.below(960) : white);
}
