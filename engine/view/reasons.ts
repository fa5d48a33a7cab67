/**
 * Why the search prefers a quiet move to others: what its histories say, in points and in a sentence.
 *
 * The score by which quiet moves are ordered is a sum over the histories. Most moves of most positions fail, so most
 * scores are below zero, and what counts is the difference between two moves. So points count how far a move is from the
 * average quiet move of the position, in 2,000 units of the score: at +40 it stands 80,000 above that average. Points of the
 * histories are made in the same way, so they add up to those of the move, but for rounding. The scale ends at ±100.
 *
 * A sentence names the histories that say most, each as what it means on the board. It claims what the numbers say and
 * no more: better or worse than the average move, best where no other move has more.
 *
 * @module
 */

import type { HistoriesReport } from "./histories_view.ts";

/** Units of the ordering score in a point. */
export const UNITS = 2000;
/** The end of the scale. */
export const FULL_POINTS = 100;

/** What the histories say about a quiet move. */
export interface Trust {
  /** The move as UCI. */
  readonly move: string;
  /** The move in standard algebraic notation. */
  readonly san: string;
  /** The score by which the search orders it. */
  readonly score: number;
  /** How far it is above the average quiet move, −100 … +100. */
  readonly points: number;
  /** The same for each history, by name. */
  readonly shares: Readonly<Record<string, number>>;
  /** What each history adds to the score, as the search has it. */
  readonly raw: Readonly<Record<string, number>>;
}

/** Histories that are one thing on the board. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  squares: ["butterfly"],
  pawns: ["pawn"],
  answer: ["continuation 1"],
  plan: ["continuation 2"],
  before: ["continuation 3", "continuation 4", "continuation 6"],
  here: ["low-ply"],
  danger: ["escape"],
  check: ["check"],
};

/** Pieces by the first letter of a move. */
const PIECES: Readonly<Record<string, string>> = { N: "knight", B: "bishop", R: "rook", Q: "queen", K: "king" };
/** A second reason has at least this share of the first one's points, an objection this. */
const LEAST_SECOND = 0.3;
const LEAST_OBJECTION = 0.4;

/** A score as points above the average. */
export function pointsOf(score: number, average: number): number {
  return Math.max(-FULL_POINTS, Math.min(FULL_POINTS, Math.round((score - average) / UNITS)));
}

/** The average score of the quiet moves, 0 if there is none. */
export function averageScore({ quiets }: HistoriesReport): number {
  return mean(quiets.map(({ score }) => score));
}

/** What the histories say about every quiet move, the preferred first. */
export function trustOf(report: HistoriesReport): Trust[] {
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

/**
 * Why a move has its points, in one or two sentences.
 *
 * @param move One of `trusts`.
 * @param trusts All quiet moves.
 * @param played The moves that led to the position, in standard algebraic notation.
 */
export function reasonOf(move: Trust, trusts: readonly Trust[], played: readonly string[]): string {
  const groups = Object.keys(GROUPS).map((name) => ({ name, points: sumOf(move, name) }))
    .filter(({ name, points }) => points !== 0 && isTold(name, points, move, played))
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
  const sign = Math.sign(move.points) || 1;
  const [first, second] = groups.filter(({ points }) => Math.sign(points) === sign);
  const against = groups.find(({ points }) => Math.sign(points) === -sign);
  if (first === undefined) return "The search knows nothing of its own about it yet.";
  const most = Math.abs(first.points);
  const say = ({ name, points }: { readonly name: string; readonly points: number }): string =>
    clauseOf(name, points > 0, move, isBest(name, move, trusts), played);
  const reasons = [say(first)];
  if (second !== undefined && Math.abs(second.points) >= most * LEAST_SECOND) reasons.push(say(second));
  const text = `${capital(reasons.join(", and "))}.`;
  if (against === undefined || Math.abs(against.points) < most * LEAST_OBJECTION) return text;
  return `${text} ${sign > 0 ? "Against" : "For"} it: ${say(against)}.`;
}

/** Whether a group can be spoken of: there are moves before, or the fact on the board is one of this move. */
function isTold(group: string, points: number, { raw }: Trust, played: readonly string[]): boolean {
  if (group === "plan") return played.length > 1;
  const isFact = group === "danger" || group === "check";
  return !isFact || Math.sign(raw[GROUPS[group][0]] ?? 0) === Math.sign(points);
}

/** The points of a move in a group of histories. */
function sumOf({ shares }: Trust, group: string): number {
  return GROUPS[group].reduce((sum, table) => sum + (shares[table] ?? 0), 0);
}

function isBest(group: string, move: Trust, trusts: readonly Trust[]): boolean {
  return trusts.length > 1 && trusts.every((other) => other === move || sumOf(other, group) < sumOf(move, group));
}

/** What a group of histories says. */
function clauseOf(
  group: string,
  isFor: boolean,
  { move, san }: Trust,
  isBest: boolean,
  played: readonly string[],
): string {
  const [last = "", own = ""] = played.toReversed();
  const isWhite = played.length % 2 === 0;
  const answered = `${isWhite ? "…" : ""}${last}`;
  const piece = san.startsWith("O") ? "king" : PIECES[san[0]] ?? "pawn";
  const [from, to] = [move.slice(0, 2), move.slice(2, 4)];
  switch (group) {
    case "squares":
      return isFor
        ? `${from} to ${to} worked ${isBest ? "best of all steps" : "more often than other steps"} in this search`
        : `${from} to ${to} was refuted more often than other steps in this search`;
    case "pawns":
      return `a ${piece} on ${to} did ${isFor ? "well" : "badly"} with these pawns`;
    case "answer":
      if (isFor) return isBest ? `it is the best answer to ${answered} so far` : `it answered ${answered} well`;
      return `as an answer to ${answered} it failed more often than others`;
    case "plan":
      return isFor ? `it goes well with ${own} before it` : `it did not go well with ${own} before it`;
    case "before":
      return isFor ? "it worked after moves like the last ones" : "it failed after moves like the last ones";
    case "here":
      return isFor
        ? `it did ${isBest ? "best" : "well"} in this very position`
        : "in this very position it failed more often than others";
    case "danger":
      return isFor ? `it takes the ${piece} out of danger` : `a cheaper piece can take the ${piece} there`;
    default:
      return "it gives check";
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function capital(text: string): string {
  // A square stays small.
  return /^[a-h][1-8]/.test(text) ? `The step ${text}` : text[0].toUpperCase() + text.slice(1);
}
