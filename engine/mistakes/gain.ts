/**
 * The gain of a line for the side that moves first: mate, a draw, material or a promotion.
 *
 * Material is counted in quiet positions, where no capture follows and none would win anything. A gain must still exist
 * in the last quiet position of the line, so an unfinished exchange does not count.
 *
 * @module
 */

import type { Score } from "../line.ts";
import type { Position } from "../../core/position.ts";
import { SEE_VALUES } from "../../core/see.ts";
import { BISHOP, EMPTY, KNIGHT, PAWN, POINTS } from "../../core/types.ts";
import { afterPass, isTakenBack, type PlayedLine, type Step, winsBySee } from "./played_line.ts";

/** The gain of a line. */
export type Gain =
  /** Mate in this many moves. */
  | { readonly kind: "mate"; readonly moves: number }
  /** A draw, and its kind. */
  | { readonly kind: "draw"; readonly by: "stalemate" | "perpetual" | "repetition" }
  /**
   * The captured pieces and the pieces given for them; equal pieces cancel each other out. The move at `step` captures
   * the most valuable piece.
   */
  | {
    readonly kind: "material";
    readonly taken: readonly number[];
    readonly given: readonly number[];
    readonly step: number;
  }
  /** A pawn becomes a piece that survives. */
  | { readonly kind: "promotion"; readonly type: number; readonly step: number };

/**
 * Gains count only within this many plies of a line, because later ones are no longer due to its first move. The second
 * limit applies if the line wins nothing within the first.
 */
const HORIZONS = [8, 12];
/**
 * Points of a minor piece. A gain of this size or more is named if at least the share `LEFT` of it remains after a
 * later exchange.
 */
const MINOR = 3;
const LEFT = 0.6;
/** Exchanges at least this many plies apart are separate events. */
const APART = 4;
/** In-between moves can delay the capture of a hanging piece by this many plies. */
const BETWEEN_MOVES = [1, 2, 3, 4, 6];
/** A drawn line that ends with this many checks is a perpetual check, even if no position occurs twice. */
const PERPETUAL = 5;
/** A gain that is lost again by this ply does not count. */
const KEPT = 16;

/** The points that a line wins, and when it has won them. */
export interface Balance {
  /** Points won; negative if points are lost. */
  readonly points: number;
  /** The gain was complete after this many plies. */
  readonly plies: number;
  /** The gain was still incomplete after this many plies. */
  readonly from: number;
}

/** A quiet position in a line. */
interface Place extends Omit<Balance, "from"> {
  /** How many pieces other than pawns have been captured by then. */
  readonly pieces: number;
}

/**
 * The points that a line soon wins for the side that moves first.
 *
 * @param owed The type of the piece that the opponent took with the move before the line.
 * @param horizon How many plies count; by default, `HORIZONS` applies.
 */
export function balanceOf(line: PlayedLine, owed: number = EMPTY, horizon?: number): Balance {
  const places = quietPlaces(line, owed);
  const [soon, late] = (horizon === undefined ? HORIZONS : [horizon, horizon]).map((each) =>
    balanceUntil(places, each, owed)
  );
  return soon.points < 1 && late.points > 0 ? late : soon;
}

/** The points of a line in its last quiet position. */
export function endPoints(line: PlayedLine, owed: number): number {
  return balanceUntil(quietPlaces(line, owed), Infinity, owed).points;
}

/**
 * The points in the last quiet position up to a horizon, and the first quiet position from which the line keeps its
 * gain.
 */
function balanceUntil(places: readonly Place[], horizon: number, owed: number): Balance {
  // If no position up to the horizon is quiet, the first quiet one after it counts.
  const soon = places.filter(({ plies }, i) => plies <= horizon || i === 0);
  const end = soon.at(-1);
  // Material that is soon lost again was not won.
  const isLower = ({ points, plies }: Place): boolean =>
    end !== undefined && plies > end.plies && plies <= KEPT && points > 0 && points < end.points;
  const least = Math.min(...places.filter(isLower).map(({ points }) => points));
  const lowest = places.findIndex((place) => isLower(place) && place.points === least);
  const quiet = lowest < 0 ? soon : places.slice(0, lowest + 1);
  const last = quiet[quiet.length - 1] ?? { points: -POINTS[owed], plies: 0, pieces: 0 };
  // The gain is complete in the first position that has almost as many points as the last one, or that has more points
  // and comes an exchange earlier.
  const isEnough = ({ points, plies, pieces }: Place): boolean =>
    points === last.points ||
    (points > 0 && points === last.points - 1 && (points >= MINOR || pieces === last.pieces)) ||
    (points > last.points && points * LEFT <= last.points && points >= MINOR &&
      plies <= HORIZONS[0] && plies <= last.plies - APART);
  const isKept = (place: Place): boolean =>
    isEnough(place) &&
    quiet.every(({ points, plies }) => plies < place.plies || points >= Math.min(place.points, last.points));
  const done = quiet.find(isKept) ?? last;
  const from = quiet.findLast(({ points, plies }) => plies < done.plies && points < done.points)?.plies ?? 0;
  return { points: last.points, plies: done.plies, from };
}

/** The points of a line in its first quiet position. */
export function firstBalance(line: PlayedLine): number {
  return quietPlaces(line)[0]?.points ?? 0;
}

const PLACES = new WeakMap<PlayedLine, readonly Place[]>();

/** The quiet positions in a line, from a cache. The points of the owed piece are subtracted. */
function quietPlaces(line: PlayedLine, owed: number = EMPTY): Place[] {
  const places = PLACES.get(line) ?? findQuietPlaces(line);
  PLACES.set(line, places);
  return places.map(({ points, ...rest }) => ({ points: points - POINTS[owed], ...rest }));
}

function findQuietPlaces(line: PlayedLine): Place[] {
  const piecesAfter = (plies: number): number =>
    line.steps.slice(0, plies).filter(({ captured }) => POINTS[captured] > 1).length;
  return [0, ...line.steps.map((_, i) => i + 1)].filter((plies) => isQuietAfter(line, plies))
    .map((plies) => ({ points: pointsAfter(line, plies), plies, pieces: piecesAfter(plies) }));
}

/** The points won after this many plies, for the side that moves first. */
export function pointsAfter({ steps }: PlayedLine, plies: number): number {
  return steps.slice(0, plies).reduce((points, { captured, promoted, colour }) => {
    const won = POINTS[captured] + (promoted === EMPTY ? 0 : POINTS[promoted] - 1);
    return points + (colour === steps[0].colour ? won : -won);
  }, 0);
}

/** Whether no exchange is under way after this many plies. */
function isQuietAfter(line: PlayedLine, plies: number): boolean {
  const [last, next, third] = [plies - 1, plies, plies + 1].map((i) => line.steps[i]);
  // A check followed by another forcing move is part of an exchange.
  if (last?.isCheck && third !== undefined && (third.isCheck || third.captured !== EMPTY)) return false;
  if (next !== undefined) return next.captured === EMPTY && next.promoted === EMPTY && !hangs(line, plies);
  return plies > 0 && !line.at(plies, (position) => winsBySee(position));
}

/**
 * Whether a piece hangs here: it could be won at once, but the line captures it only after some in-between moves.
 */
function hangs(line: PlayedLine, plies: number): boolean {
  const { before } = line.steps[plies];
  const forces = (step: Step): boolean => step.isCheck || step.captured !== EMPTY;
  return BETWEEN_MOVES.some((later) => {
    const step = line.steps[plies + later];
    if (step === undefined || step.captured === EMPTY || before[step.victim] !== step.before[step.victim]) return false;
    const own = [...line.steps.slice(plies, plies + later).filter((_, i) => i % 2 === 0)];
    if (later > 2 && !own.every(forces)) return false;
    const wins = (position: Position): boolean => winsBySee(position, step.victim);
    return line.at(plies, later % 2 === 1 ? (position) => afterPass(position, wins) !== false : wins);
  });
}

/**
 * The gain of a line for the side that moves first; `null` if no gain can be named. The score is for the same side.
 *
 * @param owed Type of a piece that does not count, because the opponent took one before the line, or because the other
 * line takes one, too.
 * @param isShared Whether the other line takes that piece. If so, it is deducted only if this line takes an equal
 * piece.
 */
export function gainOf(
  line: PlayedLine,
  score: Score,
  owed: number = EMPTY,
  isShared = false,
  horizon?: number,
): Gain | null {
  const { steps } = line;
  if (score.type === "mate") return score.value > 0 ? { kind: "mate", moves: score.value } : null;
  if (score.value === 0) {
    const own = steps.filter((_, i) => i % 2 === 0);
    const checks = own.length - 1 - own.findLastIndex(({ isCheck }) => !isCheck);
    if (checks >= PERPETUAL) return { kind: "draw", by: "perpetual" };
    if (line.isStalemate) return { kind: "draw", by: "stalemate" };
    // An even score alone does not prove a draw.
    if (line.repeated !== null && line.repeated[0] <= APART) {
      const isPerpetual = steps.slice(...line.repeated).every(({ colour, isCheck }) =>
        isCheck || colour !== steps[0].colour
      );
      return { kind: "draw", by: isPerpetual ? "perpetual" : "repetition" };
    }
  }
  const { points, plies, from } = balanceOf(line, owed, horizon);
  if (points < 1) return null;
  const done = steps.slice(0, plies);
  const own = done.filter(({ colour }) => colour === steps[0].colour);
  const shared = own.find(({ captured }) => classOf(captured) === classOf(owed));
  // A piece that the first move takes in return for the owed piece is not a gain either.
  const isReturned = !isShared && owed !== EMPTY && shared === steps[0];
  const gains = isReturned ? own.slice(1) : own;
  const before = isShared ? shared?.captured ?? EMPTY : isReturned ? EMPTY : owed;
  const promotion = own.find(({ promoted, to }) => promoted !== EMPTY && !isTakenLater(done, to));
  if (promotion !== undefined) return { kind: "promotion", type: promotion.promoted, step: steps.indexOf(promotion) };
  const [taken, given] = withoutEqual(
    gains.map((step) => takenType(done, step)),
    [before, ...done.filter((step) => !own.includes(step)).map((step) => takenType(done, step))],
  );
  // Name a capture of the most valuable kind of piece: if possible, one that follows the smaller gains and is not taken
  // back.
  const takes = gains.filter(({ captured }) => classOf(captured) === classOf(taken[0]));
  const isKept = (step: Step): boolean => !isTakenBack(step, steps[steps.indexOf(step) + 1]);
  const step = takes.find((each) => steps.indexOf(each) >= from && isKept(each)) ?? takes.find(isKept) ?? takes[0];
  if (step === undefined) return null;
  return { kind: "material", taken, given, step: steps.indexOf(step) };
}

/**
 * The gain of a line whose first move captures and wins a piece, even if the line loses as much later. A pawn counts
 * only if the reply takes neither a pawn nor a piece elsewhere.
 */
export function firstGain(line: PlayedLine): Gain | null {
  const [{ captured, victim, to }, reply] = line.steps;
  const least = SEE_VALUES[PAWN] * Math.min(2, POINTS[captured]);
  if (captured === EMPTY || !line.at(0, (position) => winsBySee(position, victim, least))) return null;
  const isTraded = captured === PAWN && reply !== undefined && reply.captured !== EMPTY &&
    (reply.captured === PAWN || reply.victim !== to);
  return isTraded ? null : { kind: "material", taken: [captured], given: [], step: 0 };
}

/**
 * Whether another line has the same gain: the same side takes the same piece on the same square within `plies` plies
 * and keeps its gain, or promotes a pawn to the same piece.
 */
export function isSharedGain({ steps }: PlayedLine, { steps: others }: PlayedLine, gain: Gain, plies: number): boolean {
  if (gain.kind !== "material" && gain.kind !== "promotion") return false;
  const { colour, captured, victim, promoted } = steps[gain.step];
  const own = (step: Step): boolean => step.colour === colour;
  if (gain.kind === "promotion") return others.some((step) => own(step) && step.promoted === promoted);
  return others.slice(0, plies).some((step, i) =>
    own(step) && step.captured === captured && step.victim === victim &&
    others.slice(0, i).every(({ to }) => to !== victim) &&
    others.slice(i + 1, i + 1 + APART).every((next) => own(next) || !isTakenBack(step, next))
  );
}

/** Type of the piece that a step captures; a promoted piece counts as a pawn. */
function takenType(steps: readonly Step[], { captured, victim, before }: Step): number {
  const wasPawn = steps.some(({ promoted, to, after }) =>
    promoted !== EMPTY && to === victim && after[to] === before[victim]
  );
  return wasPawn && captured !== EMPTY ? PAWN : captured;
}

function isTakenLater(steps: readonly Step[], square: number): boolean {
  const made = steps.findLastIndex(({ to, promoted }) => to === square && promoted !== EMPTY);
  return steps.slice(made + 1).some(({ victim, captured }) => captured !== EMPTY && victim === square);
}

/** Removes the types that two lists have in common, and puts the most valuable types first. */
function withoutEqual(ones: readonly number[], others: readonly number[]): [number[], number[]] {
  const left = ones.filter((type) => type !== EMPTY);
  const right = others.filter((type) => type !== EMPTY);
  for (const kindOf of [(type: number): number => type, classOf]) {
    for (let i = left.length - 1; i >= 0; i--) {
      const place = right.findIndex((type) => kindOf(type) === kindOf(left[i]));
      if (place < 0) continue;
      left.splice(i, 1);
      right.splice(place, 1);
    }
  }
  const byPoints = (a: number, b: number): number => POINTS[b] - POINTS[a] || b - a;
  return [left.sort(byPoints), right.sort(byPoints)];
}

/** The type of a piece, with bishops counted as knights, because their values are equal. */
export function classOf(type: number): number {
  return type === BISHOP ? KNIGHT : type;
}
