/**
 * Random openings for self-play, in which neither side is lost.
 *
 * An opening is eight or nine random legal moves from the initial position or a Chess960 start, or four or five from a
 * book position, so that either side may be to move. A short search drops positions in which one side is far ahead. As
 * a result, games differ from the first move on, and a network that learns from them sees more than a few book lines.
 *
 * @module
 */

import { chess960Start, formatFen, loadFen, parseFen, START_FEN } from "../../core/fen.ts";
import { legalMoves } from "../../core/movegen.ts";
import { Position } from "../../core/position.ts";
import { type SearchLimits, unlimited } from "../../search/limits.ts";
import type { Random } from "../../core/random.ts";

/** Minimum number of random plies: from the start of a game, and from a book position. */
const PLIES_MIN = 8;
const BOOK_PLIES_MIN = 4;
/** Maximum number of additional random plies. */
const PLIES_MORE = 1;
/** Share of Chess960 starts with different back ranks for the two sides ("double"). */
const DOUBLE_SHARE = 0.5;
/** Maximum advantage, in the network's centipawns. Reports show this score as 2.50. */
const BALANCE_MAX = 130;
/** After this many nodes, the search that judges an opening starts no new iteration. */
const JUDGE_NODES = 1000;

/**
 * Draws an opening as FEN, without judging it. `chess960` is the probability of Chess960; half of those starts are
 * double.
 */
export function drawOpening(random: Random, chess960: number): string {
  const position = new Position();
  while (true) {
    const isChess960 = random.chance(chess960);
    loadFen(position, isChess960 ? drawStart(random) : START_FEN, isChess960);
    if (playRandomMoves(position, random, PLIES_MIN + random.below(PLIES_MORE + 1))) return formatFen(position);
  }
}

/** Draws an opening from a book of FENs; `null` if the game has ended. With `chess960`, castling follows Chess960. */
export function drawBookOpening(random: Random, book: readonly string[], chess960: boolean): string | null {
  const position = parseFen(book[random.below(book.length)], { chess960 });
  const plies = BOOK_PLIES_MIN + random.below(PLIES_MORE + 1);
  return playRandomMoves(position, random, plies) ? formatFen(position) : null;
}

/** Plays this many random moves, or fewer if the game ends. Returns whether there is a legal move afterwards. */
export function playRandomMoves(position: Position, random: Random, plies: number): boolean {
  let moves = legalMoves(position);
  for (let left = plies; left > 0 && moves.length > 0; left--) {
    position.make(moves[random.below(moves.length)]);
    moves = legalMoves(position);
  }
  return moves.length > 0;
}

/** Limits of the search that judges an opening. */
export function judgeLimits(nodes: number = JUDGE_NODES): SearchLimits {
  return { ...unlimited(), softNodes: nodes, nodes: 20 * nodes, threads: 1 };
}

/** Whether a score, in centipawns, is about even. */
export function isBalanced(score: number): boolean {
  return Math.abs(score) <= BALANCE_MAX;
}

function drawStart(random: Random): string {
  const white = random.below(960);
  return chess960Start(white, random.chance(DOUBLE_SHARE) ? random.below(960) : white);
}
