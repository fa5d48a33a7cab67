/**
 * Ranks the moves of a root position by the tables.
 *
 * The distance to the next capture or pawn move and the fifty-move clock show which wins are in time. All these wins
 * have the same rank, and the search may choose the quickest mate. But the search could keep a won position without
 * making progress. So after ten moves without a capture or pawn move, or after a repetition, a lower distance ranks
 * higher, so that the distance falls with every move until it is zero. All losing moves also have the same rank, until
 * the fifty-move rule comes within reach.
 *
 * Without distances, the results alone rank the moves.
 * @module
 */

import { HALFMOVES, SINCE_NULL, STATE_SIZE } from "../core/state.ts";
import type { Position } from "../core/position.ts";
import { FIFTY_MOVES_PLIES, isFiftyMoves, isThreefold, occurrences } from "../core/draws.ts";
import { BLESSED_LOSS, CURSED_WIN, DRAWN, LOSS, type Prober, UNKNOWN, WIN } from "./prober.ts";

/** Rank of a root move by the tables (higher is better), and its result, `LOSS` … `WIN`, with the fifty-move clock. */
export type Ranking = Readonly<Record<"rank" | "result", number>>;

/** Ranks and results of all moves of a root position by the tables. */
export interface RootRanking {
  /** One for each move, in the order of the moves. */
  readonly moves: readonly Ranking[];
  /** Whether distances were known, so that the ranks alone make progress in a win. */
  readonly isByDistance: boolean;
}

/** Rank of a win that comes in time, and of a win that the fifty-move rule turns into a draw. */
const WIN_RANK = 10000, CURSED_RANK = 5000;
/** Number of plies without a capture or pawn move in which the search may choose among the wins in time. */
const FREE_PLIES = 20;

/**
 * Ranks the legal moves of a position, which must include the past of its game; `null` if the tables have no answer for
 * one of the moves.
 */
export function rankMoves(
  prober: Prober,
  position: Position,
  moves: readonly number[],
  useFiftyMoves: boolean,
): RootRanking | null {
  const isRepeating = hasRepeated(position);
  const byDistance = rankAll(position, moves, (move) => {
    const distance = prober.distanceOfMove(position, move);
    return distance === UNKNOWN ? null : rankDistance(distance, position.halfmoves, isRepeating, useFiftyMoves);
  });
  if (byDistance !== null) return { moves: byDistance, isByDistance: true };
  const byResult = rankAll(position, moves, (move) => {
    position.make(move);
    const result = prober.result(position);
    position.undo();
    return result === UNKNOWN ? null : rankResult(0 - result, useFiftyMoves);
  });
  return byResult === null ? null : { moves: byResult, isByDistance: false };
}

function rankAll(
  position: Position,
  moves: readonly number[],
  rank: (move: number) => Ranking | null,
): Ranking[] | null {
  const ranked: Ranking[] = [];
  for (const move of moves) {
    const ranking = endsTheGame(position, move) ? { rank: 0, result: DRAWN } : rank(move);
    if (ranking === null) return null;
    ranked.push(ranking);
  }
  return ranked;
}

/** Whether the game is drawn by the rules after a move, regardless of the tables' result. */
function endsTheGame(position: Position, move: number): boolean {
  position.make(move);
  const isDraw = isThreefold(position) || isFiftyMoves(position);
  position.undo();
  return isDraw;
}

/**
 * The rank of a move by its distance in plies, including the move; see prober.ts. `clock` is the number of plies since
 * the last capture or pawn move; it also matters whether a position was repeated since then.
 */
export function rankDistance(distance: number, clock: number, isRepeating: boolean, useFiftyMoves: boolean): Ranking {
  if (distance === 0) return { rank: 0, result: DRAWN };
  const end = clock + latestZeroing(distance, clock);
  const isInTime = end <= FIFTY_MOVES_PLIES || !useFiftyMoves;
  if (distance > 0) {
    if (!isInTime) return { rank: CURSED_RANK - end, result: CURSED_WIN };
    // A distance may be one too low, so a win in the very last ply may be too late.
    const isFree = end < FIFTY_MOVES_PLIES && clock < FREE_PLIES && !isRepeating;
    return { rank: WIN_RANK - (isFree ? 0 : distance), result: WIN };
  }
  if (!isInTime) return { rank: end - CURSED_RANK, result: BLESSED_LOSS };
  const isWorthHoldingOut = clock - 2 * distance >= FIFTY_MOVES_PLIES;
  return { rank: (isWorthHoldingOut ? end : 0) - WIN_RANK, result: LOSS };
}

/**
 * The latest possible ply of the next capture or pawn move.
 *
 * A file that counts moves instead of plies gives an odd distance for the side to move that it contains. The winner
 * makes the capture or pawn move, so the true distance is odd for the winner and even for the loser. If the distance in
 * the file does not agree, a ply was lost by rounding. With the clock at zero that does not matter: the results of the
 * tables consider the fifty-move rule, and files that contain a distance at the limit of this rule count plies. The
 * distance must not be 0.
 */
function latestZeroing(distance: number, clock: number): number {
  const isWinnersPly = (distance & 1) === (distance > 0 ? 1 : 0);
  return Math.abs(distance) + (clock > 0 && !isWinnersPly ? 1 : 0);
}

/** The rank of a move with this result if distances are not known. */
function rankResult(result: number, useFiftyMoves: boolean): Ranking {
  if (!useFiftyMoves && result !== DRAWN) {
    return { rank: Math.sign(result) * WIN_RANK, result: result > 0 ? WIN : LOSS };
  }
  const size = result === WIN || result === LOSS ? WIN_RANK : CURSED_RANK;
  return { rank: Math.sign(result) * size, result };
}

/** Whether any position since the last capture or pawn move has occurred twice. */
export function hasRepeated(position: Position): boolean {
  const { states, top } = position;
  const reach = Math.min(states[top + HALFMOVES], states[top + SINCE_NULL]);
  for (let distance = 0; distance <= reach; distance++) {
    if (occurrences(position, top - distance * STATE_SIZE) > 1) return true;
  }
  return false;
}
