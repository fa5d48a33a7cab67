/** The errors in a reviewed game: the one on the board, the next one, and the worst. @module */

import type { AnalysedMove, Analysis } from "../../engine/games/analysis.ts";
import type { Side } from "./clock.ts";
import type { GameLine } from "./game_line.ts";

const WORST = 3;

export interface Mistake {
  /** The number of half-moves up to and including the error. */
  readonly ply: number;
  readonly move: AnalysedMove;
}

/** The errors by one side, or by both if `side` is `null`. Includes inaccuracies only if there are no worse errors. */
export function mistakesOf({ moves }: Analysis, side: Side | null): Mistake[] {
  const all = moves.flatMap((move, i): Mistake[] => {
    if (move === null || move.judgement === null || (side !== null && move.isWhite !== (side === "white"))) return [];
    return [{ ply: i + 1, move }];
  });
  const grave = all.filter(({ move }) => move.judgement !== "inaccuracy");
  return grave.length > 0 ? grave : all;
}

/** The worst of these errors, in game order. */
export function worstOf(mistakes: readonly Mistake[]): Mistake[] {
  const worst = mistakes.toSorted((a, b) => b.move.loss - a.move.loss).slice(0, WORST);
  return worst.sort((a, b) => a.ply - b.ply);
}

/** The first error after this many half-moves. If there is none, the first error in the game. */
export function nextOf(mistakes: readonly Mistake[], at: number): Mistake | null {
  return mistakes.find(({ ply }) => ply > at) ?? mistakes[0] ?? null;
}

/**
 * The error that led to the position on the board. In a variation, the error in the game move that the variation
 * replaces.
 */
export function mistakeAt(line: GameLine, review: Analysis | null): Mistake | null {
  const ply = line.onBranch ? line.gamePly + 1 : line.ply;
  const move = review?.moves[ply - 1] ?? null;
  return move === null || move.judgement === null ? null : { ply, move };
}

export function refutationOf({ moves }: Analysis, { ply }: Mistake): readonly string[] {
  return moves[ply]?.best ?? [];
}
