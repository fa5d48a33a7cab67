/**
 * Judges moves: errors, losses and accuracy, computed from evaluations.
 *
 * A move is an error if it lowers the chance to win too much: by 5, 10 or 15 percentage points, as on lichess. A loss
 * in pawns would be misleading, since half a pawn matters only in an even position. Missing a mate is worse if little
 * advantage is left; allowing a mate is worse if the position was good. Giving a piece away is always at least an
 * inaccuracy, even in a decided game, where it hardly changes the chance to win.
 *
 * A player's accuracy is the average of two means of the move accuracies. The first gives more weight to moves where
 * the evaluation changes a lot. The second is the harmonic mean, which blunders lower a lot.
 *
 * @module
 */

import type { Position } from "../../core/position.ts";
import { SEE_VALUES, seeAtLeast, victimType } from "../../core/see.ts";
import { CASTLING, moveKind } from "../../core/types.ts";
import { readMove } from "../position_input.ts";
import { type Evaluation, moveAccuracy, winChance } from "./evaluation.ts";

/** The severity of an error. */
export type Judgement = "inaccuracy" | "mistake" | "blunder";

/** A kind of error. `nag` is its numeric annotation glyph. */
export type ErrorKind = {
  readonly name: Judgement;
  readonly plural: string;
  /** Minimum loss, in percentage points of the chance to win. */
  readonly loss: number;
  readonly nag: number;
  readonly symbol: string;
};

/** The errors, worst first. */
export const ERRORS: readonly ErrorKind[] = [
  { name: "blunder", plural: "blunders", loss: 15, nag: 4, symbol: "??" },
  { name: "mistake", plural: "mistakes", loss: 10, nag: 2, symbol: "?" },
  { name: "inaccuracy", plural: "inaccuracies", loss: 5, nag: 6, symbol: "?!" },
];

/** The sign after a move with this judgement. */
export function symbolOf(judgement: Judgement): string {
  return ERRORS.find(({ name }) => name === judgement)?.symbol ?? "";
}

/** The loss as a whole number. It is 0 if the loss alone would not make the move an error. */
export function costOf({ loss, judgement }: Pick<JudgedMove, "loss" | "judgement">): number {
  const least = ERRORS.find(({ name }) => name === judgement)?.loss ?? 0;
  return loss < least ? 0 : Math.floor(loss);
}

/** The judgement of a move. */
export interface JudgedMove {
  /** Percentage points by which the move lowered the chance to win, at least 0. Round down: 9.9 is not a mistake. */
  readonly loss: number;
  /** Hundredths of a pawn that the move cost, at least 0. Evaluations beyond ten pawns count as ten. */
  readonly cpLoss: number;
  /** How close the move came to the best move, as a percentage. */
  readonly accuracy: number;
  /** The kind of error; `null` if the move is not an error. */
  readonly judgement: Judgement | null;
}

/** Totals for a player's moves. */
export interface PlayerSummary {
  /** Number of moves that could be judged. */
  readonly moves: number;
  /** Accuracy as a percentage; `null` if there are no moves. */
  readonly accuracy: number | null;
  /** Mean loss in hundredths of a pawn; `null` if there are no moves. */
  readonly meanCpLoss: number | null;
  /** Number of errors by kind. */
  readonly errors: Readonly<Record<Judgement, number>>;
}

/** The judged moves of a game in order; `null` for each that could not be judged. */
export type JudgedMoves = readonly (JudgedMove | null)[];
/** White's chances to win, as percentages, before the first move and after each move; `null` for unknown ones. */
export type Chances = readonly (number | null)[];

/** Minimum and maximum length of a move's window, in plies. Between them, it is a tenth of the game. */
const WINDOW_MIN = 2;
const WINDOW_MAX = 8;
/** Minimum and maximum of a move's weight. The weight is the standard deviation of the chances in the move's window. */
const WEIGHT_MIN = 0.5;
const WEIGHT_MAX = 12;
/** Lower accuracies count as this in the harmonic mean, so that one bad move does not make the mean 0. */
const HARMONIC_MIN = 1;
/** A move gives a piece away if it loses at least this much material and evaluation, in centipawns. */
const PIECE = 200;
const PIECE_FALL = 300;

/**
 * Judges a move by the evaluations before and after it. The best move is never an error. `isGiven` means that the move
 * gives a piece away.
 */
export function judge(
  before: Evaluation,
  after: Evaluation,
  isWhite: boolean,
  isBest: boolean,
  isGiven: boolean = false,
): JudgedMove {
  const sign = isWhite ? 1 : -1;
  const chances = [before, after].map((evaluation) => isWhite ? winChance(evaluation) : 100 - winChance(evaluation));
  const [cpBefore, cpAfter] = [before, after].map(({ cp }) => sign * Math.max(-1000, Math.min(1000, cp)));
  return {
    loss: Math.max(0, chances[0] - chances[1]),
    cpLoss: Math.max(0, cpBefore - cpAfter),
    accuracy: moveAccuracy(chances[0], chances[1]),
    judgement: isBest ? null : findError(before, after, sign, chances[0] - chances[1]) ??
      (isGiven && falls(before, after, sign) ? "inaccuracy" : null),
  };
}

/** Whether a move gives a piece away: the best answer starts an exchange that wins much more than the move did. */
export function givesPiece(position: Position, move: number, answer: string | undefined): boolean {
  if (answer === undefined) return false;
  const taken = moveKind(move) === CASTLING ? 0 : SEE_VALUES[victimType(position, move)];
  position.make(move);
  const isGiven = seeAtLeast(position, readMove(position, answer), taken + PIECE);
  position.undo();
  return isGiven;
}

/** Whether the evaluation falls by at least `PIECE_FALL`. A mate counts as infinite. */
function falls(before: Evaluation, after: Evaluation, sign: number): boolean {
  const [was, is] = [before, after].map(({ cp, mate }) => mate === null ? sign * cp : sign * cp * Infinity);
  return was - is >= PIECE_FALL;
}

function findError(before: Evaluation, after: Evaluation, sign: number, loss: number): Judgement | null {
  const hadMate = before.mate !== null && sign * before.cp > 0;
  const hasMate = after.mate !== null && sign * after.cp > 0;
  const wasLost = before.mate !== null && !hadMate;
  const isLost = after.mate !== null && !hasMate;
  if (hadMate && isLost) return "blunder";
  if (hadMate && !hasMate) return mateError(sign * after.cp);
  if (isLost && !wasLost) return mateError(-sign * before.cp);
  return ERRORS.find((error) => loss >= error.loss)?.name ?? null;
}

/** How a missed or allowed mate is judged; `null` if `cp`, the lead without the mate, still decides the game. */
function mateError(cp: number): Judgement | null {
  if (cp >= 1000) return null;
  return cp >= 700 ? "mistake" : "blunder";
}

/** Totals for the player who moves first (`parity` 0) or second (`parity` 1). */
export function summarizePlayer(moves: JudgedMoves, chances: Chances, parity: number): PlayerSummary {
  const errors: Record<Judgement, number> = { inaccuracy: 0, mistake: 0, blunder: 0 };
  const own = moves.flatMap((move, ply) => move !== null && ply % 2 === parity ? [{ ...move, ply }] : []);
  for (const { judgement } of own) if (judgement !== null) errors[judgement]++;
  const accuracy = accuracyOf(moves, chances, own.map(({ ply }) => ply));
  const meanCpLoss = accuracy === null ? null : own.reduce((sum, { cpLoss }) => sum + cpLoss, 0) / own.length;
  return { moves: own.length, accuracy, meanCpLoss, errors };
}

/** The accuracy over the moves with these indices; `null` if there are no moves, or if a chance to win is unknown. */
export function accuracyOf(moves: JudgedMoves, chances: Chances, plies: readonly number[]): number | null {
  if (plies.length === 0 || chances.includes(null)) return null;
  const window = Math.max(WINDOW_MIN, Math.min(WINDOW_MAX, Math.floor(moves.length / 10)));
  let [weights, weighted, reciprocals] = [0, 0, 0];
  for (const ply of plies) {
    const accuracy = moves[ply]?.accuracy ?? 0;
    const weight = volatility(chances, ply + 1, window);
    weights += weight;
    weighted += weight * accuracy;
    reciprocals += 1 / Math.max(HARMONIC_MIN, accuracy);
  }
  return (weighted / weights + plies.length / reciprocals) / 2;
}

function volatility(chances: Chances, at: number, window: number): number {
  const end = Math.min(chances.length, at + Math.ceil(window / 2));
  const known = chances.slice(Math.max(0, end - window), end).filter((chance) => chance !== null);
  const mean = known.reduce((sum, chance) => sum + chance, 0) / known.length;
  const variance = known.reduce((sum, chance) => sum + (chance - mean) ** 2, 0) / known.length;
  return Math.max(WEIGHT_MIN, Math.min(WEIGHT_MAX, Math.sqrt(variance)));
}
