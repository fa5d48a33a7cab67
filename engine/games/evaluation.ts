/**
 * Evaluations for people: from White's point of view, in pawns or moves to mate, and as a chance to win.
 *
 * The chance to win and the accuracy of a move follow lichess (lichess.org/page/accuracy). The formulas were fitted to
 * games on lichess: "60 %" means that the side scored 60 % of the points in such positions.
 *
 * @module
 */

import { WHITE } from "../../core/types.ts";
import { expect, isObject, type Kind, number } from "../arguments.ts";
import type { Score } from "../line.ts";
import { type ColourInput, colourOf } from "./move_info.ts";

/** An evaluation from White's point of view. */
export interface Evaluation {
  /** Hundredths of a pawn; see `Score`. If there is a mate, only the sign of this number matters. */
  readonly cp: number;
  /** Moves to mate: positive if White mates, negative if Black does, 0 after the mate; `null` for none. */
  readonly mate: number | null;
}

const SCORE: Kind = {
  words: 'a score such as { type: "cp", value: 35 }, or an evaluation such as { cp: 35, mate: null }',
  fits: (value) => isObject(value) && ("type" in value && "value" in value || "cp" in value && "mate" in value),
};
/** Evaluations beyond this, and mates, count as this many hundredths of a pawn. */
const CP_LIMIT = 1000;
const CHANCE_SLOPE = 0.00368208;

/** Converts a score for the side to move into an evaluation. */
export function evaluationOf({ type, value }: Score, isWhite: boolean): Evaluation {
  const sign = isWhite ? 1 : -1;
  // Adding 0 turns -0 into 0.
  if (type === "cp") return { cp: sign * value + 0, mate: null };
  // A mate in 0 moves means that the side to move has been mated.
  return { cp: value > 0 ? sign * CP_LIMIT : -sign * CP_LIMIT, mate: sign * value + 0 };
}

/** White's chance to win, as a percentage; draws count half. */
export function winChance({ cp }: Evaluation): number {
  const limited = Math.max(-CP_LIMIT, Math.min(CP_LIMIT, cp));
  return 50 + 50 * (2 / (1 + Math.exp(-CHANCE_SLOPE * limited)) - 1);
}

/** White's chance to win, for a graph. It is 0 or 100 only after checkmate, not when a search has found a mate. */
export function graphChance(evaluation: Evaluation): number {
  if (evaluation.mate === 0) return evaluation.cp > 0 ? 100 : 0;
  return winChance(evaluation);
}

/** An evaluation as lichess writes it in `%eval`: `0.35`, `-1.4`, `#-3`. */
export function formatEval({ cp, mate }: Evaluation): string {
  if (mate !== null) return `#${mate}`;
  return (cp / 100).toFixed(2).replace(/0$/, "");
}

/** Reads an evaluation as `formatEval` writes it, and ignores what follows, such as a depth; `null` for other text. */
export function parseEval(text: string): Evaluation | null {
  const [, mate, pawns] = /^(?:#([+-]?\d+)|([+-]?(?:\d+(?:\.\d+)?|\.\d+)))/.exec(text) ?? [];
  if (mate !== undefined) {
    const moves = Number(mate);
    return { cp: moves > 0 ? CP_LIMIT : -CP_LIMIT, mate: moves };
  }
  return pawns === undefined ? null : { cp: Math.round(Number(pawns) * 100) + 0, mate: null };
}

/** An evaluation for people: `+0.35`, `−1.40` (with U+2212), `White mates in 3`. */
export function describeEvaluation({ cp, mate }: Evaluation): string {
  const winner = cp > 0 ? "White" : "Black";
  if (mate !== null) return mate === 0 ? `${winner} has mated` : `${winner} mates in ${Math.abs(mate)}`;
  return formatPawns(cp).replace("-", "\u2212");
}

/**
 * A score as text: `+1.23`, `-0.40`, `#5` for a mate in five moves, `-#3` for being mated in three.
 *
 * @param score A score for the side to move, as in the lines of a search, or an evaluation from White's point of view.
 * @param side With `"black"`, the sign is changed. Pass the side to move to get every score from White's point of view.
 * @throws {TypeError} If it is not a score, or not a side.
 *
 * @example
 * ```ts
 * import { Engine, formatScore, Position } from "@hindsight/engine";
 *
 * await using engine = await Engine.start();
 * const position = new Position().play("e4");
 * const { lines: [{ score }] } = await engine.analyse(position, { depth: 12 }).result;
 * console.log(formatScore(score), formatScore(score, position.turn)); // for Black, for White
 * ```
 */
export function formatScore(score: Score | Evaluation, side: ColourInput = "white"): string {
  expect(score, SCORE);
  expect("type" in score ? score.value : score.cp, number(-Infinity, Infinity));
  const sign = colourOf(side) === WHITE ? 1 : -1;
  const { cp, mate } = "type" in score ? evaluationOf(score, true) : score;
  const value = sign * (mate || cp);
  return mate === null ? formatPawns(value) : `${value < 0 ? "-" : ""}#${Math.abs(mate)}`;
}

/** Hundredths of a pawn as pawns: `+0.35`, `-1.40`, `0.00`. */
export function formatPawns(centipawns: number): string {
  return `${centipawns > 0 ? "+" : ""}${((centipawns + 0) / 100).toFixed(2)}`;
}

/** The accuracy of a move, computed from the player's chances to win before and after it. All three are percentages. */
export function moveAccuracy(before: number, after: number): number {
  if (after >= before) return 100;
  const accuracy = 103.1668 * Math.exp(-0.04354 * (before - after)) - 3.1669;
  return Math.max(0, Math.min(100, accuracy));
}
