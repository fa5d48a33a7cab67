/**
 * A statement about a line: its gain and the idea behind it, in words.
 *
 * A gain is named if its idea belongs to the forced part of the line, or if the line wins it in the end. A line that
 * wins no material can have quiet gains, such as doubled pawns.
 *
 * @module
 */

import type { Score } from "../line.ts";
import { EMPTY, POINTS } from "../../core/types.ts";
import { classOf, type Gain, gainOf, isSharedGain, pointsAfter } from "./gain.ts";
import { mateIdea } from "./mates.ts";
import type { Cause } from "./ideas.ts";
import { doubleAttackOf, ideaOf } from "./motifs.ts";
import type { PlayedLine } from "./played_line.ts";
import { type QuietGain, quietGainsOf } from "./quiet.ts";
import { textOf } from "./texts.ts";
import { gainText, ideaText, listOf } from "./wording.ts";

/** The kinds of gain. */
export type GainKind = "mate" | "draw" | "material" | "promotion" | "position";

/** The name of an idea. */
export type MotifName =
  | ("undefended" | "stays" | "uncovered" | "unguarded" | "outnumbered" | "cheaper" | "exposes" | "removal")
  | ("discovery" | "trap" | "tempo" | "attack" | "pin" | "noTime" | "overload" | "pinnedGuard" | "attraction")
  | (
    | "deflection"
    | "clearance"
    | "interference"
    | "fork"
    | "skewer"
    | "discoveredCheck"
    | "doubleCheck"
    | "backRank"
    | "smothered"
    | "mateThreat"
  )
  | ("refuted" | "threatensMate" | "castling" | "keepsCastling" | "castles" | "pawnEnding" | "bishopPair")
  | ("pins" | "runs" | "doubles" | "avoidsDoubled");

/** The gain of a move, for programs. */
export interface NamedGain {
  /** The move in standard algebraic notation. */
  readonly san: string;
  /** What the move gains. */
  readonly gain: GainKind;
  /** The idea, such as `fork`; `null` if no idea is proven. */
  readonly motif: MotifName | null;
}

/** A gain and the words that describe it. */
export interface Statement {
  /** The gain, for programs. */
  readonly named: NamedGain;
  /** The material gained, in points; 0 if the gain is not material. */
  readonly points: number;
  /** The points of the most valuable piece gained. */
  readonly greatest: number;
  /** How many plies of the line are shown. */
  readonly plies: number;
  /** The moves of the line, the gain and the idea. */
  readonly words: Readonly<Record<"move" | "gain" | "idea", string>>;
}

/** How many plies of a quiet line are shown; up to `LONGEST` if its idea comes later. */
export const SHOWN_MOVES = 3;
const LONGEST = 5;
/** An idea that is reached by force may come after at most this many plies. */
const FORCED = 7;
/** Material won after this ply of the line does not count. */
const LATEST = 10;
/** Mates in at least this many moves are explained by what their line wins. */
const LONG_MATE = 4;
/** A score that means neither a mate nor a draw. */
const UNKNOWN: Score = { type: "cp", value: 1 };
/** The highest cost of a move, in pawns, that each quiet gain may explain. */
const SLOW: Partial<Record<QuietGain["name"], number>> = {
  castling: 3,
  keepsCastling: 3,
  castles: 3,
  pins: 3,
  doubles: 1.75,
  bishopPair: 2,
};

/**
 * Describes a gain or, if the line does not prove it, the gain of its first forced moves; `null` if neither is proven.
 *
 * @param owed Type of the piece that was lost before the line, or that the mistake takes, too; `EMPTY` if there is no
 * such piece.
 * @param cause The mistake that the line answers; `null` for the better line.
 */
export function statementOf(
  line: PlayedLine,
  gain: Gain,
  score: Score,
  owed: number,
  cause: Cause | null,
): Statement | null {
  // If there is no idea, the moves shown must contain the whole exchange.
  const isProven = (each: Gain, { plies, named: { motif } }: Statement): boolean =>
    motif !== null || each.kind !== "material" ||
    (plies === SHOWN_MOVES && plies <= line.forced && isTaker(line, each.step));
  const far = wordsOf(line, gain, cause);
  const nearer = gainOf(line, score, owed, cause === null, Math.min(line.reach, SHOWN_MOVES));
  const near = nearer === null ? null : wordsOf(line, nearer, cause);
  if (isProven(gain, far)) return far;
  return nearer !== null && near !== null && isProven(nearer, near) ? near : null;
}

/**
 * Names what a line wins in the end; `null` if it wins nothing, if the other line wins the same, or if the gain comes
 * too late.
 */
export function endStatementOf(
  line: PlayedLine,
  other: PlayedLine,
  owed: number,
  cause: Cause | null,
): Statement | null {
  const gain = gainOf(line, UNKNOWN, owed, cause === null, Infinity);
  if ((gain?.kind !== "material" && gain?.kind !== "promotion") || isSharedGain(line, other, gain, LATEST)) {
    return null;
  }
  const whole = wordsOf(line, gain, cause);
  return whole.named.motif !== null && whole.plies <= LONGEST && gain.step <= LATEST ? whole : null;
}

/**
 * Names a gain of a line that wins no material, with the evaluations; `null` if the line has no such gain, or if the
 * other line has it, too.
 *
 * @param evaluations The evaluations before and after the move, in words.
 * @param drop The cost of the move, in pawns.
 * @param owed Type of the piece that the mistake took (for the better line, only if both lines take it); `EMPTY` if
 * there is no such piece.
 * @param cause The mistake that the line answers; `null` for the better line.
 */
export function quietStatementOf(
  line: PlayedLine,
  other: PlayedLine,
  evaluations: string,
  drop: number,
  owed: number,
  cause: Cause | null,
): Statement | null {
  const fits = ({ name, plies }: QuietGain): boolean => {
    // If the line wins more than the mistake took, the quiet gain is not the reason.
    const least = Math.min(...[0, 1].map((more) => pointsAfter(line, plies + more)));
    const isGain = least > POINTS[owed];
    return drop <= (SLOW[name] ?? Infinity) && plies <= LONGEST &&
      (!isGain || ["castling", "keepsCastling"].includes(name));
  };
  const gain = line.steps.length === 0 || other.steps.length === 0
    ? undefined
    : quietGainsOf(line, other, cause).find(fits);
  if (gain === undefined) return null;
  return {
    named: { san: line.steps[0].san, gain: "position", motif: gain.name },
    points: 0,
    greatest: 0,
    plies: gain.plies,
    words: { move: lineTo(line, gain.plies), gain: whichText(ideaText(gain)), idea: textOf("moved", { evaluations }) },
  };
}

/** If a statement names only won pawns, adds that the move costs more than these pawns. */
export function withRest(statement: Statement, evaluations: string): Statement {
  const { words, greatest } = statement;
  return greatest > 1
    ? statement
    : { ...statement, words: { ...words, gain: textOf("andMore", { gain: words.gain, evaluations }) } };
}

/**
 * Removes the gain from a statement, because the other side wins it back later. The idea remains; `null` if there is no
 * idea.
 *
 * @param taken Type of the piece that the first move takes; `null` if that is not the gain.
 */
export function withoutGain(statement: Statement, evaluations: string, taken: number | null): Statement | null {
  const { named, words } = statement;
  if (named.motif === null) return null;
  const gain = taken === null ? "" : whichText(textOf("takes", { taken: listOf([taken]) }));
  return { ...statement, points: 0, words: { ...words, gain, idea: words.idea + textOf("moved", { evaluations }) } };
}

function whichText(gain: string): string {
  return textOf("which", { gain });
}

function wordsOf(line: PlayedLine, gain: Gain, cause: Cause | null): Statement {
  const found = gain.kind === "material"
    ? ideaOf(line, gain.step, cause)
    : gain.kind === "mate"
    ? mateIdea(line) ?? (gain.moves < LONG_MATE ? null : doubleAttackOf(line))
    : null;
  const idea = found !== null && found.plies <= Math.min(FORCED, line.reach) ? found : null;
  // If the line takes both a bishop and a knight, name the one that the idea is about.
  const target = idea !== null && "target" in idea.motif ? idea.motif.target : null;
  const isOther = gain.kind === "material" && target !== null && !gain.taken.includes(target.type) &&
    classOf(target.type) === classOf(gain.taken[0]) &&
    line.steps.some(({ captured }, i) => i <= gain.step && i % 2 === 0 && captured === target.type);
  const named = isOther ? { ...gain, taken: [target.type, ...gain.taken.slice(1)] } : gain;
  // Without an idea, the line up to the capture is shown as proof.
  const plies = idea?.plies ?? (gain.kind === "material" ? gain.step + 1 : 1);
  return {
    named: { san: line.steps[0].san, gain: gain.kind, motif: idea?.motif.name ?? null },
    points: gain.kind === "material" ? sumOf(gain.taken) - sumOf(gain.given) : 0,
    greatest: gain.kind === "material" ? POINTS[gain.taken[0]] : 0,
    plies,
    words: {
      move: lineTo(line, plies),
      gain: whichText(gainText(named)),
      idea: idea === null ? "" : textOf("idea", { idea: ideaText(idea.motif) }),
    },
  };
}

/** Whether the piece captured at a step has just captured the piece that moved to that square. */
function isTaker({ steps }: PlayedLine, at: number): boolean {
  return steps[at - 1].captured !== EMPTY && steps[at - 1].to === steps[at].victim &&
    steps[at - 2].to === steps[at].victim;
}

const sumOf = (types: readonly number[]): number => types.reduce((sum, type) => sum + POINTS[type], 0);

/** The first moves of a line, in words: "the line" and its moves if there are several. */
export function lineTo({ steps }: PlayedLine, plies: number): string {
  const moves = steps.slice(0, plies).map(({ san }) => san);
  return moves.length > 1 ? textOf("line", { moves: moves.join(" ") }) : moves.join();
}
