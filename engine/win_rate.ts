/**
 * What a score means: the chances to win, draw and lose, and the centipawns that people see.
 *
 * Between equal opponents, the chances are logistic curves of the score v:
 *
 *     P(win) = 1 / (1 + exp((a - v) / b)), P(loss) = the same at -v, P(draw) = the rest,
 *
 * where a is the score at which half of the games are won, and a larger b makes the curve rise more slowly. Both are
 * cubic polynomials of the remaining material, as in Stockfish's model. The coefficients come from games that this
 * engine played against itself (`deno task wdl`, docs/inference.md), and are valid for its embedded network.
 *
 * The search uses the units of its evaluation. Scores for people are scaled so that half of the games are won at 100
 * centipawns.
 *
 * @module
 */

import type { Position } from "../core/position.ts";
import { pieceType, POINTS } from "../core/types.ts";
import type { SearchInfo } from "../search/info.ts";
import { CERTAIN_WIN, isCertain, TABLEBASE_WIN } from "../core/score.ts";

/** Maximum points of material, as in the initial position. */
export const MAX_MATERIAL = 78;
/** Less material counts as this many points, because there were too few such games to fit the model. */
export const MIN_MATERIAL = 10;

/** Polynomials of t = material / `MAX_MATERIAL`: coefficients of 1, t, t², t³, in units of the evaluation. */
export type WinRateModel = { readonly a: readonly number[]; readonly b: readonly number[] };

/** The model, from 5174 games of self-play at 800 nodes per move; see docs/inference.md. */
export const WIN_RATE_MODEL: WinRateModel = { a: [230.0, -420.6, 361.5, -118.4], b: [15.8, 279.3, -341.3, 148.3] };

/** Chances in thousandths; they add up to 1000. */
export interface Chances {
  /** Chance to win. */
  win: number;
  /** Chance to draw. */
  draw: number;
  /** Chance to lose. */
  loss: number;
}

/** The points of both sides together: 1 for a pawn, 3 for a knight or bishop, 5 for a rook, 9 for a queen. */
export function materialOf({ mailbox }: Position): number {
  return mailbox.reduce((sum, piece) => sum + POINTS[pieceType(piece)], 0);
}

/** The parameters a and b of the curve, both positive, in units of the evaluation. */
export function curveAt(material: number, model: WinRateModel = WIN_RATE_MODEL): [a: number, b: number] {
  const t = Math.max(MIN_MATERIAL, Math.min(MAX_MATERIAL, material)) / MAX_MATERIAL;
  return [polynomial(model.a, t), polynomial(model.b, t)];
}

function polynomial(coefficients: readonly number[], t: number): number {
  return coefficients.reduceRight((sum, coefficient) => sum * t + coefficient, 0);
}

/** The chance to win, 0 … 1. The chance to lose is the chance to win at the opposite score. */
export function winRate(score: number, a: number, b: number): number {
  return 1 / (1 + Math.exp((a - score) / b));
}

/** The chances of a side from its score, which may also be a tablebase win, a mate, or a certain draw. */
export function chancesOf(
  { score, isDraw }: Pick<SearchInfo, "score" | "isDraw">,
  material: number,
  model: WinRateModel = WIN_RATE_MODEL,
): Chances {
  if (isDraw) return { win: 0, draw: 1000, loss: 0 };
  if (isCertain(score)) return { win: score > 0 ? 1000 : 0, draw: 0, loss: score > 0 ? 0 : 1000 };
  const [a, b] = curveAt(material, model);
  const win = Math.round(1000 * winRate(score, a, b));
  const loss = Math.round(1000 * winRate(0 - score, a, b));
  return { win, draw: 1000 - win - loss, loss };
}

/** Converts a score to centipawns for people. The score must be neither a mate nor a tablebase win. */
export function toCentipawns(score: number, material: number, model: WinRateModel = WIN_RATE_MODEL): number {
  return Math.round(100 * score / curveAt(material, model)[0]);
}

/** Reported centipawns for a tablebase win at the root. They are lower by 1 for each ply to the win. */
const TABLEBASE_CENTIPAWNS = 20000;

/** Converts a score that is not a mate to reported centipawns. Those of a tablebase win exceed all evaluations. */
export function reportedCentipawns(score: number, material: number): number {
  if (score >= CERTAIN_WIN) return score - TABLEBASE_WIN + TABLEBASE_CENTIPAWNS;
  if (score <= -CERTAIN_WIN) return score + TABLEBASE_WIN - TABLEBASE_CENTIPAWNS;
  return toCentipawns(score, material);
}
