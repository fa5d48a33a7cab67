/**
 * Compares the line that a mistake allows with the line that it misses: only their difference is a reason.
 *
 * Material counts by what the two lines win together for and against the side that made the mistake, soon and at their
 * ends. A reason must fit the cost of the move: material that is worth more than the cost is not named, and material
 * that is a small part of the cost is named as a part.
 *
 * @module
 */

import type { Score } from "../line.ts";
import { EMPTY, PAWN, POINTS } from "../../core/types.ts";
import { balanceOf, classOf, endPoints, firstGain, type Gain, gainOf, isSharedGain } from "./gain.ts";
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

/** The two lines, each with its score from the point of view of the side that moves first in it. */
export interface Lines {
  /** The better line. */
  readonly best: PlayedLine;
  /** Its score. */
  readonly missed: Score;
  /** The answer to the mistake. */
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
  /** What the answer gets. */
  readonly allows: Statement | null;
  /** What the better move would have got. */
  readonly misses: Statement | null;
}

/** How many points of material a mistake must cost for that to be the reason. */
const LEAST_POINTS = 1;
/** Pawns from which an evaluation is clear. */
const CLEAR = 2.5;
/** Points of a minor piece. */
const MINOR = 3;
/** By how many points a gain must be larger to be named in place of another. */
const LARGER = 2;
/** The number of plies of the better line that can take the same as the mistake. */
const SAME = 5;
/** The pawns, and the share of the cost, that named material must leave unexplained for it to be a part of the gain. */
const REST = 2;
const SMALL = 0.36;
/** The share of the cost that won pawns must explain: pawns that simply fall, and pawns that an idea wins. */
const LEAST_SHARES = [0.25, 0.2];
/**
 * The least cost of a move for each point of material: of a minor piece at most, and of more, where the evaluation
 * changes less. It does not matter if an evaluation is beyond this many pawns (`DECIDED`).
 */
const LEAST_COSTS = [0.65, 0.5];
const DECIDED = 8;
/** The largest costs, in pawns, of moves that are explained by the idea of a pawn or a piece that is lost again. */
const PASSING = [3, 5];
/** The largest number of pieces, without kings and pawns, with which pawns decide. */
const ENDGAME = 4;
/** The least cost of a move for each point of a piece that is taken and given back later. */
const LEAST_TAKEN = 0.25;

/** Points that a line wins: after its first exchanges, and at its end. */
interface Balances {
  readonly soon: number;
  readonly end: number;
}

/** The points and gains of both lines. */
interface Accounts {
  /** Type of the piece that both moves take, and of the piece that only the mistake takes; `EMPTY` for none. */
  readonly common: number;
  readonly owed: number;
  /** What the better line wins, and what the answer wins. */
  readonly won: Balances;
  readonly lost: Balances;
  /** The pawns that the move costs. */
  readonly drop: number;
  /** The number of pieces on the board, without kings and pawns. */
  readonly pieces: number;
}

/** The material that the lines win; if there is none, their other gains. */
export function reasonsOf(lines: Lines): Reasons {
  const { best, answer, cause, evaluations } = lines;
  const accounts = accountsOf(lines);
  const soon = soonReasons(lines, accounts);
  const fit = fitOf(lines, accounts, soon);
  if (fit === "all") return soon;
  const later = endReason(lines, accounts, soon, fit);
  if (later !== null) return later;
  const slow = (line: PlayedLine, other: PlayedLine, by: Cause | null): Statement | null =>
    quietStatementOf(line, other, evaluations, accounts.drop, by === null ? accounts.common : by.captured, by);
  const { allows, misses } = soon;
  const passing = passingReasons(lines, accounts);
  const greatest = (reasons: Reasons | null): number => (reasons?.allows ?? reasons?.misses)?.greatest ?? 0;
  // Pawns are the smaller reason if a piece is taken and given back.
  if (fit === "part" && greatest(passing) <= greatest(soon)) {
    // A missed pawn is the smaller reason if the answer has a gain.
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

/** How much of the cost of the move its named gains explain. */
function fitOf(lines: Lines, accounts: Accounts, { allows, misses }: Reasons): "all" | "part" | "none" {
  const { won, lost, drop } = accounts;
  const whole = allows ?? misses;
  if (whole === null) return "none";
  if (drop < leastCost(whole.points) && Math.max(pawnsOf(lines.missed), pawnsOf(lines.score)) < DECIDED) return "none";
  const points = pointsOf(Math.max(won.soon + lost.soon, won.end + lost.end), { allows, misses });
  if (isTiny(whole, accounts)) return "none";
  const isSmall = whole.named.gain === "material" && drop - points >= REST && points < drop * SMALL;
  return isSmall ? "part" : "all";
}

/** Whether what is named are pawns that are next to nothing beside the cost of the move, outside of an endgame. */
function isTiny({ named: { gain, motif }, points, greatest }: Statement, { drop, pieces }: Accounts): boolean {
  if (pieces <= ENDGAME) return false;
  const share = LEAST_SHARES[motif === null || isState(motif) ? 0 : 1];
  return gain === "material" && greatest === 1 && points < drop * share;
}

/** The points of the named gains, if the lines differ by any. */
function pointsOf(difference: number, { allows, misses }: Reasons): number {
  return difference < LEAST_POINTS ? 0 : (allows?.points ?? 0) + (misses?.points ?? 0);
}

/** The points of both lines. */
function accountsOf({ best, missed, answer, score, cause: { captured, to } }: Lines): Accounts {
  // What both moves take is no gain of either, unless as much is taken back immediately.
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
  const pieces = best.steps[0].before.filter((piece) => POINTS[piece & 7] > 1).length;
  return { common, owed, won, lost, drop: pawnsOf(missed) + pawnsOf(score), pieces };
}

/** The gains of the first moves of the lines, and whether the better line loses what the answer wins. */
function soonReasons(lines: Lines, accounts: Accounts): Reasons & { readonly isShared: boolean } {
  const { best, missed, answer, score, cause } = lines;
  const { common, owed, won, lost } = accounts;
  // Material that both lines win or lose is not the reason, nor is material that is lost again, unless the side that won
  // it is ahead.
  const isCost = Math.max(won.soon + lost.soon, won.end + lost.end) >= LEAST_POINTS;
  const counts = (gain: Gain | null, end: number, lead: number): Gain | null => {
    if (gain === null || gain.kind === "mate" || gain.kind === "draw") return gain;
    return isCost && (end >= LEAST_POINTS || lead > CLEAR) ? gain : null;
  };
  const isShared = (line: PlayedLine, other: PlayedLine, gain: Gain | null): boolean =>
    gain !== null && isSharedGain(line, other, gain, SAME) &&
    (gain.kind !== "material" || gain.taken[0] !== PAWN || gain.taken.length === 1 ||
      won.soon + lost.soon < LEAST_POINTS);
  // What the mistake took is named as the price, even if the better line takes it, too.
  const gained = gainOf(answer, score, cause.captured) ?? gainOf(answer, score, owed);
  const gainedBefore = gainOf(best, missed, common, true);
  // A new piece that is taken was a pawn.
  const isPawnTaken = cause.isPromotion && answer.steps[0]?.victim === cause.to;
  const isNothing = isPawnTaken || (isDrawn(score) && isDrawn(missed)) || isShared(answer, best, gained);
  const allowed = isNothing ? null : counts(gained, lost.end, pawnsOf(score));
  const isSame = isShared(best, answer, gainedBefore);
  const better = isSame ? null : counts(gainedBefore, won.end, pawnsOf(missed));
  // If a mate or far more material was missed, smaller gains do not count, nor does a draw if nothing was won.
  const isFarLess = allowed?.kind === "material" && better?.kind === "material" &&
    isLarger(won.soon - lost.soon, missed, score) && (lost.soon <= LEAST_POINTS || pawnsOf(score) < 0);
  const isLess = isFarLess || (allowed?.kind !== "mate" && better?.kind === "mate");
  const isHarmless = allowed?.kind === "draw" && !isWinning(missed);
  const allows = allowed === null || isLess || isHarmless ? null : statementOf(answer, allowed, score, owed, cause);
  const found = better === null || winsToo(lines, better, accounts)
    ? null
    : statementOf(best, better, missed, common, null);
  // If the answer wins something, another gain is mentioned only if it is plain and large enough.
  const isPawn = better?.kind === "material" && POINTS[better.taken[0]] === 1;
  const isPlain = found !== null && found.plies <= SHOWN_MOVES && pawnsOf(missed) > 0;
  return { allows, misses: allows !== null && (isPawn || !isPlain) ? null : found, isShared: isNothing };
}

/** The idea of material that one of the lines wins soon, and loses again later; `null` if there is none. */
function passingReasons(lines: Lines, accounts: Accounts): Reasons | null {
  const { best, missed, answer, score, cause, evaluations } = lines;
  const { common, won, lost, drop } = accounts;
  const passing = (isMissed: boolean): Statement | null => {
    const [line, other, own, taken] = isMissed ? [best, answer, missed, common] : [answer, best, score, EMPTY];
    const first = line.steps.length === 0 ? null : firstGain(line);
    const gain = first ?? ((isMissed ? won : lost).end < LEAST_POINTS ? gainOf(line, own, taken, isMissed) : null);
    if (gain?.kind !== "material" || isSharedGain(line, other, gain, SAME)) return null;
    const isPawn = gain.taken[0] === PAWN;
    // What takes back is no gain, nor is a pawn for what the mistake took, or a new piece that is taken.
    const isBack = line.steps[gain.step].victim === cause.to;
    const isPaid = isMissed
      ? winsToo(lines, gain, accounts)
      : (isBack && cause.isPromotion) || (cause.captured !== EMPTY && (isBack || isPawn));
    if (isPaid || (first !== null && drop < POINTS[gain.taken[0]] * LEAST_TAKEN)) return null;
    const statement = statementOf(line, gain, own, taken, isMissed ? null : cause);
    if (statement === null) return null;
    const { motif } = statement.named;
    const isPlain = isPawn && isState(motif);
    const isCost = won.soon + lost.soon >= LEAST_POINTS && motif !== "attack";
    if (drop > PASSING[isPlain ? 0 : 1] || (isPawn && !isPlain && !isCost)) return null;
    return withoutGain(statement, evaluations, first === null ? null : gain.taken[0]);
  };
  const allows = passing(false);
  const misses = allows === null ? passing(true) : null;
  return allows === null && misses === null ? null : { allows, misses };
}

/** The fewest pawns that a move must cost if it costs `points` points of material. */
function leastCost(points: number): number {
  return points * LEAST_COSTS[points > MINOR ? 1 : 0];
}

/** Whether the better line's gain counts rather than the answer's, which is smaller by `points`. */
function isLarger(points: number, missed: Score, score: Score): boolean {
  return pawnsOf(score) < 0 ? points > 0 : pawnsOf(missed) > 0 && points >= LARGER;
}

/** What one of the lines wins in the end, if the cost of the move fits what both win, and is more than the soon gains. */
function endReason(
  { best, answer, cause }: Lines,
  accounts: Accounts,
  soon: Reasons & { readonly isShared: boolean },
  fit: "part" | "none",
): Reasons | null {
  const { common, owed, won, lost, drop } = accounts;
  const points = won.end + lost.end;
  const least = fit === "part" ? pointsOf(won.soon + lost.soon, soon) + LARGER : LEAST_POINTS;
  if (points < least || drop < leastCost(points)) return null;
  // The line that wins a part may win more in the end.
  const isAnswer = lost.end >= LEAST_POINTS && !soon.isShared && (fit === "none" || soon.allows !== null);
  const isBetter = won.end >= LEAST_POINTS && (fit === "none" || soon.allows === null);
  const [allows, misses] = [
    isAnswer ? endStatementOf(answer, best, owed, cause) : null,
    isBetter ? endStatementOf(best, answer, common, null) : null,
  ].map((statement) => statement !== null && isTiny(statement, accounts) ? null : statement);
  return allows === null && misses === null ? null : { allows, misses: allows === null ? misses : null };
}

/** Whether the move that was played already takes what the other move wins, or as much, which is not taken back. */
function winsToo({ best, answer, cause: { captured, to } }: Lines, gain: Gain, { owed, lost }: Accounts): boolean {
  if (captured === EMPTY || gain.kind !== "material") return false;
  const isLost = (owed !== EMPTY && lost.soon >= 0) ||
    answer.steps.slice(0, 3).some((step, i) =>
      step.captured !== EMPTY && step.victim === to && (i === 0 || POINTS[step.captured] > POINTS[captured])
    );
  return best.steps[gain.step].victim === to || (POINTS[captured] >= POINTS[gain.taken[0]] && !isLost);
}

/** A score in pawns; beyond ten, and for mates, ten. */
function pawnsOf({ type, value }: Score): number {
  return type === "mate" ? (value > 0 ? 10 : -10) : Math.max(-10, Math.min(10, value / 100));
}

function isDrawn({ type, value }: Score): boolean {
  return type === "cp" && value === 0;
}

/** Whether the side that begins a line is so far ahead that a draw would be a loss for it. */
function isWinning({ type, value }: Score): boolean {
  return type === "mate" ? value > 0 : value >= 150;
}
