/**
 * Uses the tables to rank the moves of a root position.
 *
 * Distances and the fifty-move clock show which wins come before a fifty-move draw. All these wins have the same rank,
 * so that the search chooses the quickest mate. But then the search might never make progress in a won position. So
 * after ten moves without a capture or pawn move, or after a repetition, a lower distance ranks higher. All losses also
 * have the same rank, until the fifty-move rule is within reach. If there are no distances, the results alone rank the
 * moves.
 *
 * @module
 */

import { HALFMOVES, SINCE_NULL, STATE_SIZE } from "../core/state.ts";
import type { Position } from "../core/position.ts";
import { FIFTY_MOVES_PLIES, isFiftyMoves, isThreefold, occurrences } from "../core/draws.ts";
import { BLESSED_LOSS, CURSED_WIN, DRAWN, LOSS, type Prober, UNKNOWN, WIN } from "./prober.ts";

/** A root move's rank, which is higher for better moves, and its result, `LOSS` … `WIN`. */
export type Ranking = Readonly<Record<"rank" | "result", number>>;

/** The rankings of the moves. If `isByDistance`, they are based on distances, so a won game makes progress. */
export type RootRanking = { readonly moves: readonly Ranking[]; readonly isByDistance: boolean };

/** The rank of a win, and of a win that the fifty-move rule turns into a draw. */
const WIN_RANK = 10000, CURSED_RANK = 5000;
/** Until this many plies have passed without a capture or pawn move, the search may choose freely among wins. */
const FREE_PLIES = 20;

/** Ranks legal moves. The position must contain its earlier moves. Returns `null` if some move is not in the tables. */
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

/** Whether this move makes the game a draw by the rules. */
function endsTheGame(position: Position, move: number): boolean {
  position.make(move);
  const isDraw = isThreefold(position) || isFiftyMoves(position);
  position.undo();
  return isDraw;
}

/** Ranks a move by its distance. `clock` is the number of plies since the last capture or pawn move. */
export function rankDistance(distance: number, clock: number, isRepeating: boolean, useFiftyMoves: boolean): Ranking {
  if (distance === 0) return { rank: 0, result: DRAWN };
  const end = clock + latestZeroing(distance, clock);
  const isInTime = end <= FIFTY_MOVES_PLIES || !useFiftyMoves;
  if (distance > 0) {
    if (!isInTime) return { rank: CURSED_RANK - end, result: CURSED_WIN };
    // A distance may be one too low, so a win at the very last ply may be too late.
    const isFree = end < FIFTY_MOVES_PLIES && clock < FREE_PLIES && !isRepeating;
    return { rank: WIN_RANK - (isFree ? 0 : distance), result: WIN };
  }
  if (!isInTime) return { rank: end - CURSED_RANK, result: BLESSED_LOSS };
  const isWorthHoldingOut = clock - 2 * distance >= FIFTY_MOVES_PLIES;
  return { rank: (isWorthHoldingOut ? end : 0) - WIN_RANK, result: LOSS };
}

/**
 * The latest possible ply of the next capture or pawn move. The winner makes this move, so the true distance is odd for
 * the winner and even for the loser. If the stored distance has the wrong parity, the file counts moves, and rounding
 * has dropped a ply. If the clock is at zero, that does not matter: results respect the fifty-move rule, and files with
 * distances near its limit count plies. The distance must not be 0.
 */
function latestZeroing(distance: number, clock: number): number {
  const isWinnersPly = (distance & 1) === (distance > 0 ? 1 : 0);
  return Math.abs(distance) + (clock > 0 && !isWinnersPly ? 1 : 0);
}

function rankResult(result: number, useFiftyMoves: boolean): Ranking {
  if (!useFiftyMoves && result !== DRAWN) {
    return { rank: Math.sign(result) * WIN_RANK, result: result > 0 ? WIN : LOSS };
  }
  const size = result === WIN || result === LOSS ? WIN_RANK : CURSED_RANK;
  return { rank: Math.sign(result) * size, result };
}

/** Whether any position since the last capture or pawn move has occurred more than once. */
export function hasRepeated(position: Position): boolean {
  const { states, top } = position;
  const reach = Math.min(states[top + HALFMOVES], states[top + SINCE_NULL]);
  for (let distance = 0; distance <= reach; distance++) {
    if (occurrences(position, top - distance * STATE_SIZE) > 1) return true;
  }
  return false;
}
