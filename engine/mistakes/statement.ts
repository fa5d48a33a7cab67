/**
 * A statement about a line: its gain and the idea behind it, in words.
 *
 * A gain is named if its idea belongs to the forced part of the line, or as what the line wins in the end. A position
 * without material to win has slow gains, such as doubled pawns.
 *
 * @module
 */

import type { Score } from "../line.ts";
import { SEE_VALUES } from "../../core/see.ts";
import { POINTS } from "../../core/types.ts";
import { type Gain, gainOf, isSharedGain, pointsAfter } from "./gain.ts";
import { mateIdea } from "./mates.ts";
import type { Cause } from "./ideas.ts";
import { ideaOf } from "./motifs.ts";
import { type PlayedLine, winsBySee } from "./played_line.ts";
import { type QuietGain, quietGainOf } from "./quiet.ts";
import { textOf } from "./texts.ts";
import { gainText, ideaText, placed } from "./wording.ts";

/** The kinds of gains. */
export type GainKind = "mate" | "draw" | "material" | "promotion" | "position";

/** An idea, by its name. */
export type MotifName =
  | "undefended"
  | "stays"
  | "uncovered"
  | "outnumbered"
  | "cheaper"
  | "unguarded"
  | "removal"
  | "attraction"
  | "tempo"
  | "noTime"
  | "attack"
  | "poisoned"
  | "exposes"
  | "refuted"
  | "discovery"
  | "trap"
  | "pin"
  | "pinnedGuard"
  | "overload"
  | "deflection"
  | "fork"
  | "skewer"
  | "discoveredCheck"
  | "doubleCheck"
  | "backRank"
  | "smothered"
  | "between"
  | "mateThreat"
  | "mateAndMore"
  | "threatensMate"
  | "castling"
  | "doubles"
  | "drives"
  | "drivesAway"
  | "drivesAndWins";

/** The gain of a move, for programs. */
export interface NamedGain {
  /** The move in standard algebraic notation. */
  readonly san: string;
  /** What it gets. */
  readonly gain: GainKind;
  /** The idea, such as `fork`; `null` if none is proven. */
  readonly motif: MotifName | null;
}

/** A gain with its words. */
export interface Statement {
  /** The gain, for programs. */
  readonly named: NamedGain;
  /** The points of its material, 0 for another gain. */
  readonly points: number;
  /** The ply of the line at which it is won, 0 for a mate, a draw or a slow gain. */
  readonly step: number;
  /** How many plies of the line are shown. */
  readonly plies: number;
  /** The moves of the line, the gain and the idea. */
  readonly words: Readonly<Record<"move" | "gain" | "idea", string>>;
}

/** Number of plies of a line that are shown for a quiet move, and the maximum number up to its idea. */
export const SHOWN_MOVES = 3;
const LONGEST = 5;
/** The maximum number up to an idea that the moves before it force. */
const FORCED = 7;
/** The last ply of a line at which a single pawn counts, and at which other material counts. */
const LATEST = [6, 10];
/** The pawns by which a side must be ahead for a piece that could be taken back to be won. */
const DECLINED = 1;
/** A score that says nothing about a mate or a draw. */
const UNKNOWN: Score = { type: "cp", value: 1 };
/** A move that costs more pawns than this is not explained by a quiet gain of this name. */
const SLOW: Partial<Record<QuietGain["name"], number>> = {
  castling: 2,
  doubles: 1.75,
  drives: 2,
  drivesAway: 2,
  drivesAndWins: 3,
};

/**
 * The statement about a gain. If its idea comes later in the line, only the forced part of the line counts; `null` if
 * nothing is left.
 *
 * @param owed Type of the piece that was lost before the line, or that the mistake takes, too; `EMPTY` for none.
 * @param cause The mistake that the line answers, `null` for the better line.
 */
export function statementOf(
  line: PlayedLine,
  gain: Gain,
  score: Score,
  owed: number,
  cause: Cause | null,
): Statement | null {
  const isProven = (each: Gain, { plies, named: { motif } }: Statement): boolean =>
    motif !== null
      ? plies <= Math.min(FORCED, line.reach)
      : plies <= Math.min(LONGEST, line.forced) && !isDeclined(line, each);
  const far = wordsOf(line, gain, cause);
  if (isProven(gain, far)) return far;
  const nearer = gainOf(line, score, owed, cause === null, Math.min(line.reach, SHOWN_MOVES));
  const near = nearer === null ? null : wordsOf(line, nearer, cause);
  return nearer !== null && near !== null && isProven(nearer, near) ? near : null;
}

/**
 * What a line wins in the end; `null` for nothing, or if the other line wins it too, or if it comes too late.
 *
 * @param lead The pawns by which its side is ahead.
 */
export function endStatementOf(
  line: PlayedLine,
  lead: number,
  other: PlayedLine,
  owed: number,
  cause: Cause | null,
): Statement | null {
  const gain = gainOf(line, UNKNOWN, owed, cause === null, Infinity);
  if ((gain?.kind !== "material" && gain?.kind !== "promotion") || isSharedGain(line, other, gain, LATEST[1])) {
    return null;
  }
  if (lead < DECLINED && isDeclined(line, gain)) return null;
  const whole = wordsOf(line, gain, cause);
  const isNear = whole.named.motif !== null && whole.plies <= Math.min(LONGEST, line.reach);
  const isPawn = !isNear && whole.points <= 1;
  if (gain.kind === "material" && gain.step > LATEST[isPawn ? 0 : 1]) return null;
  const plies = isNear ? whole.plies : isSoon(whole) ? gain.step + 1 : 1;
  const text = isNear ? gainText(gain) : placedText(line, gain);
  // Without its moves, only the fall of a certain piece can be followed.
  if (gain.kind === "material" && !isNear && gain.step > plies && text === gainText(gain)) return null;
  return {
    ...whole,
    named: isNear ? whole.named : { ...whole.named, motif: null },
    plies,
    words: {
      move: lineTo(line, plies),
      gain: whichText(gain.step <= plies ? gainText(gain) : textOf("inTheEnd", { gain: text })),
      idea: isNear ? whole.words.idea : "",
    },
  };
}

/** Whether the line up to the gain is short enough to be shown. */
export function isSoon({ step }: Statement): boolean {
  return step < LONGEST;
}

/**
 * The gain of a line that wins no material, with the evaluations; `null` if the other line has the same gain, or if
 * there is none.
 *
 * @param evaluations The evaluations before and after the move, in words.
 * @param drop The pawns that the move costs.
 * @param moved Where the piece stands that the mistake moved, if the line answers it.
 */
export function quietStatementOf(
  line: PlayedLine,
  other: PlayedLine,
  evaluations: string,
  drop: number,
  moved: number | null,
): Statement | null {
  const gain = line.steps.length === 0 || other.steps.length === 0 ? null : quietGainOf(line, other, moved);
  if (gain === null || drop > (SLOW[gain.name] ?? Infinity) || gain.plies > LONGEST) return null;
  // A line that takes something has another reason, and so has one that takes something back.
  if (gain.name !== "drivesAndWins" && (pointsAfter(line, gain.plies) > 0 || winsPiece(line))) return null;
  return {
    named: { san: line.steps[0].san, gain: "position", motif: gain.name },
    points: 0,
    step: 0,
    plies: gain.plies,
    words: { move: lineTo(line, gain.plies), gain: whichText(ideaText(gain)), idea: textOf("moved", { evaluations }) },
  };
}

/** Whether the line wins a piece, if only for pawns. */
function winsPiece({ steps }: PlayedLine): boolean {
  const count = (parity: number): number =>
    steps.filter(({ captured }, at) => at % 2 === parity && POINTS[captured] > 1).length;
  return count(0) > count(1);
}

/** A statement that says that the gain is not the whole cost of the move. */
export function withRest(statement: Statement, evaluations: string): Statement {
  const { words } = statement;
  return { ...statement, words: { ...words, gain: textOf("andMore", { gain: words.gain, evaluations }) } };
}

/** A statement without its gain, which the other side wins back later: only its idea; `null` without one. */
export function withoutGain(statement: Statement, evaluations: string): Statement | null {
  const { named, words } = statement;
  if (named.motif === null) return null;
  return {
    ...statement,
    points: 0,
    words: { ...words, gain: "", idea: words.idea + textOf("moved", { evaluations }) },
  };
}

function whichText(gain: string): string {
  return textOf("which", { gain });
}

function wordsOf(line: PlayedLine, gain: Gain, cause: Cause | null): Statement {
  const idea = gain.kind === "material" ? ideaOf(line, gain.step, cause) : gain.kind === "mate" ? mateIdea(line) : null;
  // Without an idea, the line up to the capture is the proof.
  const plies = idea?.plies ?? (gain.kind === "material" ? gain.step + 1 : 1);
  return {
    named: { san: line.steps[0].san, gain: gain.kind, motif: idea?.motif.name ?? null },
    points: gain.kind === "material" ? sumOf(gain.taken) - sumOf(gain.given) : 0,
    step: "step" in gain ? gain.step : 0,
    plies,
    words: {
      move: lineTo(line, plies),
      gain: whichText(gainText(gain)),
      idea: idea === null ? "" : textOf("idea", { idea: ideaText(idea.motif) }),
    },
  };
}

/** Whether a line does not recapture although that would win as much: then the reason is not visible. */
function isDeclined(line: PlayedLine, gain: Gain): boolean {
  if (gain.kind !== "material") return false;
  const { to, captured } = line.steps[gain.step];
  const next = line.steps[gain.step + 1];
  return next !== undefined && next.victim !== to &&
    line.at(gain.step + 1, (position) => winsBySee(position, to, SEE_VALUES[captured]));
}

/** A gain in words: a single piece that stood there all the time with its square. */
function placedText({ steps }: PlayedLine, gain: Gain & { readonly step: number }): string {
  const { captured, victim } = steps[gain.step];
  const stood = steps.slice(0, gain.step).every(({ to }) => to !== victim);
  const isSingle = gain.kind === "material" && gain.taken.length === 1 && gain.given.length === 0 &&
    gain.taken[0] === captured && stood;
  return isSingle ? textOf("wins", { taken: placed({ type: captured, square: victim }) }) : gainText(gain);
}

const sumOf = (types: readonly number[]): number => types.reduce((sum, type) => sum + POINTS[type], 0);

/** The first moves of a line. */
export function lineTo({ steps }: PlayedLine, plies: number): string {
  return steps.slice(0, plies).map(({ san }) => san).join(" ");
}
