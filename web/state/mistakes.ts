/** The errors of a reviewed game: which one the board shows, which comes next, which were the worst. @module */

import type { AnalysedMove, Analysis } from "../../engine/games/analysis.ts";
import type { Side } from "./clock.ts";
import type { GameLine } from "./game_line.ts";

/** How many of the worst errors are listed. */
const WORST = 3;

/** An error of the game. */
export interface Mistake {
  /** How many moves lead to the position after it. */
  readonly ply: number;
  readonly move: AnalysedMove;
}

/** The errors of a side, or of both (`null`), in the order of the game; inaccuracies only where there is nothing worse. */
export function mistakesOf({ moves }: Analysis, side: Side | null): Mistake[] {
  const all = moves.flatMap((move, i): Mistake[] => {
    if (move === null || move.judgement === null || (side !== null && move.isWhite !== (side === "white"))) return [];
    return [{ ply: i + 1, move }];
  });
  const grave = all.filter(({ move }) => move.judgement !== "inaccuracy");
  return grave.length > 0 ? grave : all;
}

/** The worst of them, in the order of the game. */
export function worstOf(mistakes: readonly Mistake[]): Mistake[] {
  const worst = mistakes.toSorted((a, b) => b.move.loss - a.move.loss).slice(0, WORST);
  return worst.sort((a, b) => a.ply - b.ply);
}

/** The next one after the position that is shown, after the last the first again; `null` if there is none at all. */
export function nextOf(mistakes: readonly Mistake[], line: GameLine): Mistake | null {
  const at = shownPly(line);
  return mistakes.find(({ ply }) => ply > at) ?? mistakes[0] ?? null;
}

/** The error that led to the position on the board, or in whose place its variation came; `null` if it was none. */
export function mistakeAt(line: GameLine, review: Analysis | null): Mistake | null {
  const ply = shownPly(line);
  const move = review?.moves[ply - 1] ?? null;
  return move === null || move.judgement === null ? null : { ply, move };
}

/** How the game continued by the best answers to an error, as far as the review knows; empty for unknown. */
export function refutationOf({ moves }: Analysis, { ply }: Mistake): readonly string[] {
  return moves[ply]?.best ?? [];
}

/** In a variation, the place of the move that it replaces. After the error itself, that is the error. */
function shownPly(line: GameLine): number {
  return line.onBranch ? line.gamePly + 1 : line.ply;
}
