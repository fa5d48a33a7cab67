/**
 * Uses the histories to explain, in points and in sentences, why the search prefers a move.
 *
 * Quiet moves are ordered by a sum over the histories. In most positions, most moves fail, so only differences matter:
 * points measure the distance from the average quiet move. A point is 2,000 units of the sum; the scale ends at ±100.
 * The points of the histories add up to the points of the move, except for rounding.
 *
 * A sentence names the histories that matter most, by their meaning on the board, and claims no more than the numbers
 * show: "worked" for a number above zero, "failed" below zero, "best" if no other quiet move has an equal or higher
 * number.
 *
 * @module
 */

import { formatSan, formatUci } from "../core/notation.ts";
import type { Position } from "../core/position.ts";
import { NO_MOVE, WHITE } from "../core/types.ts";
import type { Inspection } from "../search/inspect.ts";
import { capitalize } from "./words.ts";

/** Units of the ordering score per point. */
export const UNITS = 2000;
/** The maximum number of points; its negative is the minimum. */
export const FULL_POINTS = 100;

/** A quiet move, and what has been learned about it. */
export interface NamedQuiet {
  /** The move in UCI notation. */
  move: string;
  /** The move in standard algebraic notation. */
  san: string;
  /** The score by which the search orders quiet moves. */
  score: number;
  /** What each history adds to the score. */
  shares: Record<string, number>;
}

/** A capture or promotion, and what has been learned about it. */
export interface NamedCapture extends Omit<NamedQuiet, "shares"> {
  /** Value of the captured piece in centipawns. */
  victim: number;
  /** Value of the promoted piece in centipawns; 0 for none. */
  promotion: number;
  /** The number in the capture history. */
  history: number;
  /** Whether it is tried after the quiet moves. */
  afterQuiets: boolean;
}

/** The moves of a position, in the order in which the search tries them. */
export interface NamedMoves {
  /** The side to move. */
  sideToMove: "white" | "black";
  /** The move from the transposition table, in UCI notation; `null` for none. */
  ttMove: string | null;
  /** The quiet moves. */
  quiets: NamedQuiet[];
  /** Captures and promotions. */
  captures: NamedCapture[];
}

/** What the histories say about a quiet move. */
export interface Trust extends Readonly<Omit<NamedQuiet, "shares">> {
  /** Points above the average quiet move, from −100 to +100. */
  readonly points: number;
  /** The points of each history. */
  readonly shares: Readonly<Record<string, number>>;
  /** What each history adds to the score. */
  readonly raw: Readonly<Record<string, number>>;
}

/** Why the search tries a move early or late. */
export interface MoveExplanation {
  /** The move in UCI notation. */
  readonly move: string;
  /** The move in standard algebraic notation. */
  readonly san: string;
  /** The place of the move in the search's order, from 1. */
  readonly place: number;
  /** Number of legal moves. */
  readonly moves: number;
  /** Whether it was the best move in the search of this position. If so, it comes first. */
  readonly isBest: boolean;
  /** What the histories say about a quiet move; `null` for captures and promotions, which are ordered by their gain. */
  readonly trust: Trust | null;
  /** The reasons, in one or two sentences. */
  readonly text: string;
}

const EXPLAINED: readonly string[] = [
  ...["butterfly", "pawn", "low-ply", "escape", "check"],
  ...[1, 2, 3, 4, 6].map((plies) => `continuation ${plies}`),
];
/** A sentence can name a move that was played at most this many plies ago. */
const LONGEST_MEMORY = 6;

const PIECES: Readonly<Record<string, string>> = { N: "knight", B: "bishop", R: "rook", Q: "queen", K: "king" };
/** Minimum points for a second reason and for an objection, relative to the first reason's points. */
const LEAST_SECOND = 0.3;
const LEAST_OBJECTION = 0.4;
/** Minimum points for a reason. */
const LEAST_POINTS = 2;
const AVERAGE = "This is roughly an average quiet move: no history says much for it or against it.";
const UNKNOWN = "The search knows nothing about this move itself yet.";

/** Converts a score to points above the average. */
export function pointsOf(score: number, average: number): number {
  return Math.max(-FULL_POINTS, Math.min(FULL_POINTS, Math.round((score - average) / UNITS)));
}

/** The average score of the quiet moves; 0 if there are none. */
export function averageScore({ quiets }: Pick<NamedMoves, "quiets">): number {
  return mean(quiets.map(({ score }) => score));
}

/** What the histories say about the quiet moves, the preferred move first. */
export function trustOf(report: Pick<NamedMoves, "quiets">): Trust[] {
  const { quiets } = report;
  const average = averageScore(report);
  const tables = Object.keys(quiets[0]?.shares ?? {});
  const averages = new Map(tables.map((table) => [table, mean(quiets.map(({ shares }) => shares[table]))]));
  const trusts = quiets.map(({ move, san, score, shares }): Trust => ({
    move,
    san,
    score,
    points: pointsOf(score, average),
    raw: shares,
    shares: Object.fromEntries(tables.map((table) => [table, pointsOf(shares[table], averages.get(table) ?? 0)])),
  }));
  return trusts.sort((a, b) => b.score - a.score);
}

/** Adds notation to the moves of an inspection. `position` is restored afterwards. */
export function nameMoves(inspection: Inspection, position: Position): NamedMoves {
  const { ttMove, quiets, noisy, quietTables } = inspection;
  const named = (move: number): { move: string; san: string } => ({
    move: formatUci(move, position.chess960),
    san: formatSan(position, move),
  });
  return {
    sideToMove: position.sideToMove === WHITE ? "white" : "black",
    ttMove: ttMove === NO_MOVE ? null : named(ttMove).move,
    quiets: quiets.map(({ move, score, shares }) => ({
      ...named(move),
      score,
      shares: Object.fromEntries(quietTables.map((table, i) => [table, shares[i]])),
    })),
    captures: noisy.map(({ move, score, victim, promotion, history, isLate: afterQuiets }) => {
      return { ...named(move), score, victim, promotion, history, afterQuiets };
    }),
  };
}

/** The latest moves in standard algebraic notation, as far back as a sentence can name them. */
export function movesBefore(position: Position): string[] {
  const names: string[] = [];
  const taken: number[] = [];
  while (taken.length < LONGEST_MEMORY) {
    const move = position.lastMove;
    if (move === NO_MOVE) break;
    position.undo();
    names.unshift(formatSan(position, move));
    taken.unshift(move);
  }
  for (const back of taken) position.make(back);
  return names;
}

/** Explains a legal move, given in UCI notation. `played` contains the earlier moves, from `movesBefore`. */
export function explainMove(report: NamedMoves, move: string, played: readonly string[]): MoveExplanation {
  const { ttMove, captures } = report;
  const trusts = trustOf(report);
  const trust = trusts.find((known) => known.move === move) ?? null;
  const capture = captures.find((known) => known.move === move);
  const found = trust ?? capture;
  if (found === undefined) throw new RangeError(`Expected a move of the position, but got '${move}'`);
  const isBest = move === ttMove;
  const order = [
    ...captures.filter(({ afterQuiets }) => !afterQuiets),
    ...trusts,
    ...captures.filter(({ afterQuiets }) => afterQuiets),
  ].map((known) => known.move);
  const text = capture !== undefined
    ? captureReason(capture, isBest)
    : trust !== null
    ? reasonOf({ move: trust, trusts, played, isWhite: report.sideToMove === "white" })
    : "";
  return {
    move,
    san: found.san,
    place: isBest ? 1 : order.filter((other) => other !== ttMove).indexOf(move) + (ttMove === null ? 1 : 2),
    moves: order.length,
    isBest,
    trust,
    text,
  };
}

interface Case {
  readonly move: Trust;
  readonly trusts: readonly Trust[];
  readonly played: readonly string[];
  readonly isWhite: boolean;
}

function reasonOf(about: Case): string {
  const { move, played } = about;
  const parts = EXPLAINED.map((table) => ({ table, points: move.shares[table] ?? 0 }))
    .filter(({ table, points }) => Math.abs(points) >= LEAST_POINTS && isExplained(table, points, move, played))
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
  const sign = Math.sign(move.points) || 1;
  const [first, second] = parts.filter(({ points }) => Math.sign(points) === sign);
  const against = parts.find(({ points }) => Math.sign(points) === -sign);
  if (first === undefined) return Object.values(move.raw).every((share) => share === 0) ? UNKNOWN : AVERAGE;
  const most = Math.abs(first.points);
  const say = ({ table, points }: { readonly table: string; readonly points: number }): string =>
    clauseOf(table, points > 0, about);
  const reasons = [say(first)];
  if (second !== undefined && Math.abs(second.points) >= most * LEAST_SECOND) {
    const clause = say(second);
    // "It" would be unclear after another subject, such as "moves from a2 to a3".
    reasons.push(reasons[0].startsWith("it ") ? clause : clause.replace(/^it /, "this move "));
  }
  const text = `${capitalize(reasons.join(", and "))}.`;
  if (against === undefined || Math.abs(against.points) < most * LEAST_OBJECTION) return text;
  return `${text} ${sign > 0 ? "Against" : "For"} it: ${say(against)}.`;
}

/**
 * Whether a sentence can express a history's points. The earlier move that it names must exist, and a fact that it
 * states, such as a check, must agree with the points.
 */
function isExplained(table: string, points: number, { raw }: Trust, played: readonly string[]): boolean {
  const isFact = table === "escape" || table === "check";
  return played.length >= pliesBack(table) && (!isFact || Math.sign(raw[table]) === Math.sign(points));
}

/** How many plies ago the move that a history refers to was played; 0 if it refers to none. */
function pliesBack(table: string): number {
  return Number(/^continuation (\d)$/.exec(table)?.[1] ?? 0);
}

function clauseOf(table: string, isFor: boolean, { move, trusts, played, isWhite }: Case): string {
  const piece = pieceOf(move.san);
  const [from, to] = [move.move.slice(0, 2), move.move.slice(2, 4)];
  const result = resultOf(table, isFor, move, trusts);
  switch (table) {
    case "butterfly":
      return `moves from ${from} to ${to} ${result} in this search`;
    case "pawn":
      return `a ${piece} on ${to} ${result} with these pawns`;
    case "low-ply":
      return `it ${result} in this very position`;
    case "escape":
      return isFor ? `it takes the ${piece} out of danger` : `a cheaper piece can take the ${piece} there`;
    case "check":
      return "it gives check";
  }
  const plies = pliesBack(table);
  const isBlacks = isWhite === (plies % 2 === 1);
  const before = `${isBlacks ? "…" : ""}${played[played.length - plies]}`;
  if (plies === 1) return `it ${result} as an answer to ${before}`;
  if (plies === 2) return `it ${result} after ${before}`;
  return `it ${result} after ${before} ${plies > 4 ? "three" : "two"} moves earlier`;
}

/** Says how well a move has done in a history, compared with the other quiet moves. */
function resultOf(table: string, isFor: boolean, move: Trust, trusts: readonly Trust[]): string {
  const own = move.raw[table];
  if (own === 0) return `${table === "butterfly" ? "have" : "has"} neither worked nor failed yet`;
  if (!isFor) return own < 0 ? "failed more often than others" : "worked less often than others";
  if (own < 0) return "failed less often than others";
  const isBest = trusts.length > 1 && trusts.every((other) => other === move || other.raw[table] < own);
  return isBest ? "worked best" : "worked well";
}

function captureReason({ san, move, promotion, history, afterQuiets }: NamedCapture, isBest: boolean): string {
  const piece = pieceOf(san);
  const act = promotion > 0 ? "promotes" : "takes a piece of this kind";
  const result = history > 0 ? "worked" : "failed";
  const learned = history === 0
    ? UNKNOWN
    : `A ${piece} that ${act} on ${move.slice(2, 4)} mostly ${result} in this search.`;
  if (isBest) return learned;
  if (!afterQuiets) return `The search orders captures and promotions by what they win. ${learned}`;
  const why = /=[NBR]/.test(san) ? "it promotes to less than a queen" : "the exchange wins too little";
  return `It comes after the quiet moves, because ${why}. ${learned}`;
}

function pieceOf(san: string): string {
  return san.startsWith("O") ? "king" : PIECES[san[0]] ?? "pawn";
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
