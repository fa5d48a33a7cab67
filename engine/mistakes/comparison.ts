/**
 * Compares the line that a mistake allows with the line that it misses. Only a difference between them is a reason.
 *
 * A mistake costs the material that the better line would have won, and the material that the answer wins. Each is
 * counted twice: early in its line and at the end. A reason must fit the cost of the move: material worth more is not
 * named, and if material explains only a small part of the cost, the text says so.
 *
 * @module
 */

import type { Score } from "../line.ts";
import { EMPTY, PAWN, POINTS } from "../../core/types.ts";
import { balanceOf, classOf, endPoints, firstGain, type Gain, gainOf, isSharedGain, pointsAfter } from "./gain.ts";
import type { Cause } from "./ideas.ts";
import { isState } from "./motifs.ts";
import type { PlayedLine } from "./played_line.ts";
import {
  endStatementOf,
  quietStatementOf,
  SHOWN_MOVES,
  type Statement,
  statementOf,
  withoutGain,
  withRest,
} from "./statement.ts";

/** Both lines. Each score is from the point of view of the side that moves first in its line. */
export interface Lines {
  /** The better line. */
  readonly best: PlayedLine;
  /** Its score. */
  readonly missed: Score;
  /** The line that answers the mistake. */
  readonly answer: PlayedLine;
  /** The score of the answer. */
  readonly score: Score;
  /** The mistake. */
  readonly cause: Cause;
  /** The evaluations before and after the mistake, in words. */
  readonly evaluations: string;
}

/** The statements about both lines. */
export interface Reasons {
  /** What the answer gains. */
  readonly allows: Statement | null;
  /** What the better move would have gained. */
  readonly misses: Statement | null;
}

/** The fewest points of material that count as a reason. */
const LEAST_POINTS = 1;
/** A side is clearly ahead if its evaluation is above this many pawns. */
const CLEAR = 2.5;
/** One gain is named instead of another if it is larger by at least this many points. */
const LARGER = 2;
/** A gain is shared if the other line has it within this many plies, beginning with the answer to the mistake. */
const SAME = 5;
/**
 * Named material explains only part of the cost if it leaves at least `REST` pawns unexplained and accounts for less
 * than the share `SMALL`.
 */
const REST = 2;
const SMALL = 0.36;
/** Won pawns must explain at least this share of the cost, unless a fork wins them. */
const LEAST_SHARE = 0.25;
/** For each point of named material, the move must cost at least this many pawns. */
const LEAST_COST = 0.65;
/**
 * Material that is won and lost again is a reason only if the move costs at most this many pawns. The first limit is
 * for an insufficiently guarded pawn, the second for other gains.
 */
const PASSING = [2, 5];
/**
 * Material that is lost again counts only if it is first kept for this many plies. A missed piece need not be kept if
 * the move costs enough.
 */
const PASSED = 4;
/**
 * If material is taken but lost again later, the move must cost at least this many pawns for each point of the piece
 * taken.
 */
const LEAST_TAKEN = 0.25;

/** The points of a line: after its first exchanges, and at its end. */
interface Balances {
  readonly soon: number;
  readonly end: number;
}

/** The points and gains of both lines. */
interface Accounts {
  /**
   * Type of the piece that both lines take (`common`) or that only the mistake takes (`owed`); `EMPTY` if there is
   * none.
   */
  readonly common: number;
  readonly owed: number;
  /** What the better line wins, and what the answer wins. */
  readonly won: Balances;
  readonly lost: Balances;
  /** The cost of the move, in pawns. */
  readonly drop: number;
}

/** Explains a mistake by the material that the lines win or, if that does not explain it, by their other gains. */
export function reasonsOf(lines: Lines): Reasons {
  const { best, answer, cause, evaluations } = lines;
  const accounts = accountsOf(lines);
  const soon = soonReasons(lines, accounts);
  const fit = fitOf(accounts, soon);
  if (fit === "all") return soon;
  const later = endReason(lines, accounts, soon, fit);
  if (later !== null) return later;
  const slow = (line: PlayedLine, other: PlayedLine, by: Cause | null): Statement | null =>
    quietStatementOf(line, other, evaluations, accounts.drop, by === null ? accounts.common : by.captured, by);
  const { allows, misses } = soon;
  const passing = passingReasons(lines, accounts);
  const greatest = (reasons: Reasons | null): number => (reasons?.allows ?? reasons?.misses)?.greatest ?? 0;
  // A larger piece that is won and lost again would be a better reason.
  if (fit === "part" && greatest(passing) <= greatest(soon)) {
    // A quiet gain of the answer is a better reason than a missed pawn.
    const quiet = allows === null ? slow(answer, best, cause) : null;
    if (quiet !== null) return { allows: quiet, misses: null };
    return allows === null
      ? { allows, misses: misses && withRest(misses, evaluations) }
      : { allows: withRest(allows, evaluations), misses };
  }
  if (passing !== null) return passing;
  const quiet = slow(answer, best, cause);
  return { allows: quiet, misses: quiet === null ? slow(best, answer, null) : null };
}

/** How much of the move's cost the named gains explain. */
function fitOf(accounts: Accounts, { allows, misses }: Reasons): "all" | "part" | "none" {
  const { won, lost, drop } = accounts;
  const whole = allows ?? misses;
  if (whole === null) return "none";
  if (drop < whole.points * LEAST_COST) return "none";
  const points = pointsOf(Math.max(won.soon + lost.soon, won.end + lost.end), { allows, misses });
  if (isTiny(whole, accounts)) return "none";
  const isSmall = whole.named.gain === "material" && drop - points >= REST && points < drop * SMALL;
  return isSmall ? "part" : "all";
}

/** Whether only pawns are named, and they explain too little of the cost. */
function isTiny({ named: { gain, motif }, points, greatest }: Statement, { drop }: Accounts): boolean {
  return gain === "material" && motif !== "fork" && greatest === 1 && points < drop * LEAST_SHARE;
}

/** The points of the named gains; 0 if the lines differ by less than `LEAST_POINTS`. */
function pointsOf(difference: number, { allows, misses }: Reasons): number {
  return difference < LEAST_POINTS ? 0 : (allows?.points ?? 0) + (misses?.points ?? 0);
}

function accountsOf({ best, missed, answer, score, cause: { captured, to } }: Lines): Accounts {
  // A piece that both lines take is not a gain of either line, unless the answer takes as much at once.
  const [{ colour }, reply] = [best.steps[0], answer.steps[0]];
  const isTakenBack = reply !== undefined && reply.captured !== EMPTY &&
    (reply.victim === to || POINTS[reply.captured] >= POINTS[captured]);
  const isTaken = captured !== EMPTY && !isTakenBack &&
    best.steps.slice(0, SAME).some((step) => step.colour === colour && classOf(step.captured) === classOf(captured));
  const [common, owed] = isTaken ? [captured, EMPTY] : [EMPTY, captured];
  const balancesOf = (line: PlayedLine, before: number): Balances => ({
    soon: balanceOf(line, before).points,
    end: endPoints(line, before),
  });
  const [won, lost] = [balancesOf(best, common), balancesOf(answer, owed)];
  return { common, owed, won, lost, drop: pawnsOf(missed) + pawnsOf(score) };
}

/**
 * Names the early gains of both lines. `isShared` means that the answer's gain is not a reason, because the better line
 * loses as much.
 */
function soonReasons(lines: Lines, accounts: Accounts): Reasons & { readonly isShared: boolean } {
  const { best, missed, answer, score, cause } = lines;
  const { common, owed, won, lost } = accounts;
  // Material that both lines win or lose is not a reason. Material that is lost again is a reason only if the side that
  // won it is still clearly ahead.
  const isCost = Math.max(won.soon + lost.soon, won.end + lost.end) >= LEAST_POINTS;
  const counts = (gain: Gain | null, end: number, lead: number): Gain | null => {
    if (gain === null || gain.kind === "mate" || gain.kind === "draw") return gain;
    return isCost && (end >= LEAST_POINTS || lead > CLEAR) ? gain : null;
  };
  const isShared = (line: PlayedLine, gain: Gain | null): boolean =>
    gain !== null && isInOtherLine(lines, line, gain) &&
    (gain.kind !== "material" || gain.taken[0] !== PAWN || gain.taken.length === 1 ||
      won.soon + lost.soon < LEAST_POINTS);
  // The pieces given for the answer's gain include the one that the mistake took, even if the better line takes it,
  // too.
  const gained = gainOf(answer, score, cause.captured) ?? gainOf(answer, score, owed);
  const gainedBefore = gainOf(best, missed, common, true);
  // A promoted piece that is taken counts as a pawn.
  const isPawnTaken = cause.isPromotion && answer.steps[0]?.victim === cause.to;
  const isNothing = isPawnTaken || isShared(answer, gained);
  const allowed = isNothing ? null : counts(gained, lost.end, pawnsOf(score));
  const isSame = isShared(best, gainedBefore);
  const better = isSame ? null : counts(gainedBefore, won.end, pawnsOf(missed));
  // If the mistake missed mate or far more material, smaller gains of the answer do not count. A draw counts only if
  // the better move was winning.
  const isFarLess = allowed?.kind === "material" && better?.kind === "material" &&
    isLarger(won.soon - lost.soon, missed, score) && (lost.soon <= LEAST_POINTS || pawnsOf(score) < 0);
  const isLess = isFarLess || (allowed?.kind !== "mate" && better?.kind === "mate");
  const isHarmless = allowed?.kind === "draw" && !isWinning(missed);
  const allows = allowed === null || isLess || isHarmless ? null : statementOf(answer, allowed, score, owed, cause);
  const found = better === null || winsToo(lines, better, accounts)
    ? null
    : statementOf(best, better, missed, common, null);
  // Besides the answer's gain, the text names a missed gain only if it is more than a pawn and the line to it is short.
  const isPawn = better?.kind === "material" && POINTS[better.taken[0]] === 1;
  const isPlain = found !== null && found.plies <= SHOWN_MOVES && pawnsOf(missed) > 0;
  return { allows, misses: allows !== null && (isPawn || !isPlain) ? null : found, isShared: isNothing };
}

/** Whether the other line has the same gain. The better line begins one ply before the answer, with the move itself. */
function isInOtherLine({ best, answer }: Lines, line: PlayedLine, gain: Gain): boolean {
  return line === best ? isSharedGain(best, answer, gain, SAME) : isSharedGain(answer, best, gain, SAME + 1);
}

/** Explains the mistake by material that one line wins soon and loses again later; `null` if neither does. */
function passingReasons(lines: Lines, accounts: Accounts): Reasons | null {
  const { best, missed, answer, score, cause, evaluations } = lines;
  const { common, won, lost, drop } = accounts;
  const passing = (isMissed: boolean): Statement | null => {
    const [line, own, taken] = isMissed ? [best, missed, common] : [answer, score, EMPTY];
    const first = line.steps.length === 0 ? null : firstGain(line);
    const gain = first ?? ((isMissed ? won : lost).end < LEAST_POINTS ? gainOf(line, own, taken, isMissed) : null);
    if (gain?.kind !== "material" || isInOtherLine(lines, line, gain)) return null;
    const isPawn = gain.taken[0] === PAWN;
    // Recaptures, captures of a promoted piece, and pawns won in return for what the mistake took are not gains.
    const isBack = line.steps[gain.step].victim === cause.to;
    const isPaid = isMissed
      ? winsToo(lines, gain, accounts)
      : (isBack && cause.isPromotion) || (cause.captured !== EMPTY && (isBack || isPawn));
    if (isPaid || (first !== null && drop < POINTS[gain.taken[0]] * LEAST_TAKEN)) return null;
    const statement = statementOf(line, gain, own, taken, isMissed ? null : cause);
    if (statement === null) return null;
    const isKept = pointsAfter(line, gain.step + PASSED) >= LEAST_POINTS ||
      (isMissed && !isPawn && drop >= POINTS[gain.taken[0]] * LEAST_COST);
    if (drop > PASSING[isPawn && isState(statement.named.motif) ? 0 : 1] || !isKept) return null;
    return withoutGain(statement, evaluations, first === null ? null : gain.taken[0]);
  };
  const allows = passing(false);
  const misses = allows === null ? passing(true) : null;
  return allows === null && misses === null ? null : { allows, misses };
}

/** Whether the better line's gain, which is larger by `points`, counts instead of the answer's gain. */
function isLarger(points: number, missed: Score, score: Score): boolean {
  return pawnsOf(score) < 0 ? points > 0 : pawnsOf(missed) > 0 && points >= LARGER;
}

/** Names what a line wins in the end; `null` if this adds too little to the early gains, or exceeds the move's cost. */
function endReason(
  { best, missed, answer, cause }: Lines,
  accounts: Accounts,
  soon: Reasons & { readonly isShared: boolean },
  fit: "part" | "none",
): Reasons | null {
  const { common, owed, won, lost, drop } = accounts;
  const points = won.end + lost.end;
  const least = fit === "part" ? pointsOf(won.soon + lost.soon, soon) + LARGER : LEAST_POINTS;
  if (points < least || drop < points * LEAST_COST) return null;
  // If an early gain explains part of the cost, only the line with that gain can explain the rest.
  const isAnswer = lost.end >= LEAST_POINTS && !soon.isShared && (fit === "none" || soon.allows !== null);
  // A piece that the mistake takes, too, is not a gain of the better line.
  const gain = gainOf(best, missed, common, true, Infinity);
  const isPaid = gain?.kind === "material" && gain.taken.length === 1 && best.steps[gain.step].victim === cause.to;
  const isBetter = won.end >= LEAST_POINTS && !isPaid && (fit === "none" || soon.allows === null);
  const [allows, misses] = [
    isAnswer ? endStatementOf(answer, best, owed, cause) : null,
    isBetter ? endStatementOf(best, answer, common, null) : null,
  ].map((statement) => statement !== null && isTiny(statement, accounts) ? null : statement);
  return allows === null && misses === null ? null : { allows, misses: allows === null ? misses : null };
}

/** Whether the mistake already takes what the better line wins, or takes as much and keeps it. */
function winsToo({ best, answer, cause: { captured, to } }: Lines, gain: Gain, { owed, lost }: Accounts): boolean {
  if (captured === EMPTY || gain.kind !== "material") return false;
  const isLost = (owed !== EMPTY && lost.soon >= 0) ||
    answer.steps.slice(0, 3).some((step, i) =>
      step.captured !== EMPTY && step.victim === to && (i === 0 || POINTS[step.captured] > POINTS[captured])
    );
  return best.steps[gain.step].victim === to || (POINTS[captured] >= POINTS[gain.taken[0]] && !isLost);
}

/** A score in pawns, from -10 to 10; a mate counts as 10 or -10. */
function pawnsOf({ type, value }: Score): number {
  return type === "mate" ? (value > 0 ? 10 : -10) : Math.max(-10, Math.min(10, value / 100));
}

/** Whether the side that begins a line is so far ahead that a draw would cost it the win. */
function isWinning({ type, value }: Score): boolean {
  return type === "mate" ? value > 0 : value >= 150;
}
