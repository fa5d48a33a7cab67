/**
 * Explains in words why a move was a mistake: what the answer wins, and what the better move would have won.
 *
 * Every statement is a fact about the two lines of the search and the boards along them: what is captured in the end
 * (gain.ts), and the idea behind it if the board proves one (motifs.ts). If neither line wins anything that can be
 * named, the text only has the better line and the fall of the evaluation.
 *
 * @module
 */

import { hasLegalMove } from "../../core/legality.ts";
import type { Position } from "../../core/position.ts";
import { SEE_VALUES, victimType } from "../../core/see.ts";
import { CASTLING, EMPTY, moveFrom, moveKind, moveTo, PAWN, POINTS, WHITE } from "../../core/types.ts";
import { expect, type Kind, LIST, objectWith } from "../arguments.ts";
import { describeEvaluation, evaluationOf } from "./evaluation.ts";
import type { Score } from "../line.ts";
import { type MoveInput, type PositionInput, readMove, readPosition } from "../position_input.ts";
import { balanceOf, endPoints, type Gain, gainOf, isTakenBack, pointsAfter } from "../mistakes/gain.ts";
import { mateIdea } from "../mistakes/mates.ts";
import { type Cause, ideaOf } from "../mistakes/motifs.ts";
import { PlayedLine, winsBySee } from "../mistakes/played_line.ts";
import { quietGainOf } from "../mistakes/quiet.ts";
import { textOf } from "../mistakes/texts.ts";
import { gainText, ideaText } from "../mistakes/wording.ts";

/** The needed part of a line of a search; a `Line` has it. */
export interface FoundLine {
  /** The moves, as UCI or in standard algebraic notation. */
  readonly moves: readonly string[];
  /** The score of the side that makes the first of them. */
  readonly score: Score;
}

/** The results of a search about a mistake. */
export interface MistakeLines {
  /** The best line in place of the move. */
  readonly best: FoundLine;
  /** The best line after it; `null` if it has ended the game. */
  readonly answer: FoundLine | null;
}

/** Why a move was a mistake. */
export interface MistakeExplanation {
  /** One or two sentences, with the better move; "" if the move was no mistake. */
  readonly text: string;
  /** The text, but "" if it could only name the better move. */
  readonly reason: string;
  /** The text without the better move, for readers who want to find it themselves: "" if the answer wins nothing. */
  readonly hint: string;
  /** The gain of the answer and its idea, `null` if nothing can be named. */
  readonly allows: NamedGain | null;
  /** The gain of the better move and its idea, `null` if nothing can be named. */
  readonly misses: NamedGain | null;
}

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
  | "discovery"
  | "trap"
  | "pin"
  | "pinnedGuard"
  | "overload"
  | "deflection"
  | "fork"
  | "skewer"
  | "discoveredCheck"
  | "backRank"
  | "smothered"
  | "between"
  | "mateThreat"
  | "mateAndMore"
  | "threatensMate"
  | "checks"
  | "castling"
  | "passed"
  | "king"
  | "seventh";

const NO_MISTAKE: MistakeExplanation = { text: "", reason: "", hint: "", allows: null, misses: null };

/** The gain of a move, for programs. */
export interface NamedGain {
  /** The move in standard algebraic notation. */
  readonly san: string;
  /** What it gets. */
  readonly gain: GainKind;
  /** The idea, such as `fork`; `null` if none is proven. */
  readonly motif: MotifName | null;
}

const FOUND_LINE = objectWith("", "moves", "score");
/** The lines that explain a mistake. */
export const MISTAKE_LINES: Kind = {
  words: "an object with 'best' and 'answer', lines with 'moves' and 'score'",
  fits: (value) => {
    const { best, answer }: { best?: unknown; answer?: unknown } = Object(value);
    const isLine = (line: unknown): boolean => FOUND_LINE.fits(line) && LIST.fits(Reflect.get(Object(line), "moves"));
    return isLine(best) && (answer === null || isLine(answer));
  },
};
/** How many points of material a mistake must cost for that to be the reason. */
const LEAST_POINTS = 1;
/** The share of a gain's points that the evaluation must show, if the material of the lines does not prove the gain. */
const SHARE = 0.7;
/** Pawns from which an evaluation is clear, and pawns that it must fall if something is captured immediately. */
const CLEAR = 1.5;
const AT_ONCE = 0.8;
/** Points of a minor piece. */
const MINOR = 3;
/** Plies of a line that are shown for a quiet move, and up to the idea of one at most. */
const SHOWN_MOVES = 3;
const LONGEST = 5;
/** The number of plies within which two lines must capture the same piece. */
const SAME = 5;
/** If a move costs at least this many pawns more than the lost material explains, there is another reason. */
const REST = 2;

/**
 * Explains a mistake by the lines of a search: what it allows, what it misses, and by which idea.
 *
 * @param position The position before the move.
 * @param move The move that was played.
 * @param lines The best line before it and the best answer to it, each with its score.
 * @returns A text, and the same for programs; the texts are "" if the move mates or is the best line's first move.
 * @throws {PositionError} If it is not a position, or a move is not legal.
 * @throws {TypeError} If the lines do not have the form of lines.
 *
 * @example
 * ```ts
 * import { Engine, explainMistake } from "@hindsight/engine";
 *
 * await using engine = await Engine.start();
 * const moves = ["e4", "e5", "Nf3"];
 * const { lines: [best] } = await engine.analyse({ moves }, { depth: 12 }).result;
 * const { lines: [answer] } = await engine.analyse({ moves: [...moves, "f6"] }, { depth: 12 }).result;
 * console.log(explainMistake({ moves }, "f6", { best, answer }).text);
 * ```
 */
export function explainMistake(position: PositionInput, move: MoveInput, lines: MistakeLines): MistakeExplanation {
  expect(lines, MISTAKE_LINES);
  const { position: board } = readPosition(position, false);
  const played = readMove(board, move);
  const best = PlayedLine.of(board, lines.best.moves);
  const cause = causeOf(board, played);
  const missed = lines.best.score;
  // Each line has its own board, so that the other line does not change it.
  const after = readPosition(position, false).position;
  const isWhite = board.sideToMove === WHITE;
  after.make(played);
  if (played === best.steps[0]?.move || (after.inCheck && !hasLegalMove(after))) return NO_MISTAKE;
  if (lines.answer === null) return ended(best, missed);
  const answer = PlayedLine.of(after, lines.answer.moves);
  const { score } = lines.answer;
  const [before, then] = [evaluationOf(missed, isWhite), evaluationOf(score, !isWhite)].map(describeEvaluation);
  const { allows, misses } = tell({ best, missed, answer, score, cause, evaluations: `${before} → ${then}` });
  const hint = allows === null ? "" : textOf("allowsMove", allows.words);
  const sentences = allows === null ? [] : [hint];
  if (misses !== null) sentences.push(textOf(allows === null ? "misses" : "betterGain", misses.words));
  const reason = sentences.join(" ");
  if (misses === null && (allows !== null || answer.steps.length === 0)) {
    sentences.push(textOf("better", { move: best.steps[0].san }));
  } else if (sentences.length === 0) {
    sentences.push(textOf("quiet", {
      line: lineTo(best, SHOWN_MOVES),
      reply: lineTo(answer, SHOWN_MOVES),
      before,
      after: then,
    }));
  }
  return { text: sentences.join(" "), reason, hint, allows: allows?.named ?? null, misses: misses?.named ?? null };
}

/** A gain with its words. */
interface Told {
  readonly named: NamedGain;
  /** How many plies of the line are shown. */
  readonly plies: number;
  readonly words: Readonly<Record<"move" | "gain" | "idea", string>>;
}

/** The results of the lines. */
interface Compared {
  readonly best: PlayedLine;
  readonly missed: Score;
  readonly answer: PlayedLine;
  readonly score: Score;
  readonly cause: Cause;
  /** The evaluations before and after the move. */
  readonly evaluations: string;
}

/** The statements about both lines. */
interface Both {
  readonly allows: Told | null;
  readonly misses: Told | null;
}

/** The material that the lines win; if there is none, their other gains. */
function tell({ best, missed, answer, score, cause, evaluations }: Compared): Both {
  // What both moves take does not count, unless it is taken back immediately.
  const [first, reply] = [best.steps[0], answer.steps[0]];
  const isTaken = first.captured !== EMPTY && first.victim === cause.to &&
    !(reply?.captured && reply.victim === cause.to);
  const owed = isTaken ? EMPTY : cause.captured;
  const [won, lost] = [balancesOf(best, EMPTY), balancesOf(answer, owed)];
  const drop = pointsOf(missed) + pointsOf(score);
  // Material that both lines win or lose, or that is lost again, is not the reason, unless the evaluation shows it; for
  // later captures it must show it more clearly.
  const counts = (gain: Gain | null, { soon, end }: Balances, lead: number): Gain | null => {
    if (gain === null || gain.kind === "mate" || gain.kind === "draw") return gain;
    const [least, ahead] = gain.step === 0 ? [AT_ONCE, 0] : [CLEAR, CLEAR];
    const isCost = won.end + lost.end >= LEAST_POINTS || (won.soon + lost.soon >= LEAST_POINTS && drop >= least) ||
      (soon >= MINOR && drop >= soon * SHARE);
    return isCost && (end >= LEAST_POINTS || lead > ahead) ? gain : null;
  };
  const [gained, gainedBefore] = [gainOf(answer, score, owed), gainOf(best, missed)];
  const isNothing = (isDrawn(score) && isDrawn(missed)) || takesAlso(best, answer, gained, won.soon + lost.soon);
  const allowed = isNothing ? null : counts(gained, lost, pointsOf(score));
  const isSame = (isDrawn(missed) && !isWinning(score)) || takesAlso(answer, best, gainedBefore, won.soon + lost.soon);
  const better = isSame ? null : counts(gainedBefore, won, pointsOf(missed));
  // If a mate or far more material was missed, smaller gains do not count, nor does a draw if nothing was won.
  const isFarLess = allowed?.kind === "material" && better?.kind === "material" && won.soon - lost.soon >= MINOR &&
    lost.soon <= LEAST_POINTS;
  const isLess = isFarLess || (allowed?.kind !== "mate" && better?.kind === "mate");
  const isHarmless = allowed?.kind === "draw" && !isWinning(missed);
  const allows = allowed === null || isLess || isHarmless ? null : named(answer, allowed, cause, score);
  const found = better !== null && !winsToo(cause, best, better, answer) ? named(best, better, null, missed) : null;
  // If the answer wins something, another gain is mentioned only if it is plain and large enough.
  const isSmall = better?.kind === "material" && POINTS[better.taken[0]] === 1;
  const isPlain = found !== null && found.plies <= SHOWN_MOVES && pointsOf(missed) > 0;
  const misses = allows !== null && (isSmall || !isPlain) ? null : found;
  // The captured or missed material may be the smaller part of the cost of the move.
  const isPart = (gain: Gain | null, points: number): boolean => gain?.kind === "material" && drop - points >= REST;
  const isAlone = allows === null && (misses === null || isPart(better, won.soon));
  const isSmaller = allows?.named.motif === null && lost.soon <= LEAST_POINTS && isPart(allowed, lost.soon);
  const other = isAlone || isSmaller ? quiet(answer, best, evaluations) : null;
  return {
    allows: other ?? allows,
    misses: misses ??
      (allows === null && other === null ? quiet(best, answer, evaluations) : null),
  };
}

/** Whether a line also soon wins, for good, the piece that another line wins: the same piece on the same square. */
function takesAlso({ steps }: PlayedLine, { steps: others }: PlayedLine, gain: Gain | null, more: number): boolean {
  if (gain?.kind !== "material" || (gain.taken[0] !== PAWN && more >= LEAST_POINTS)) return false;
  const { colour, captured, victim } = others[gain.step];
  return steps.slice(0, SAME).some((step, i) =>
    step.colour === colour && step.captured === captured && step.victim === victim &&
    steps.slice(0, i).every(({ to }) => to !== victim) && !isTakenBack(step, steps[i + 1])
  );
}

/** Whether the move that was played already takes what the other move wins, or as much, which is not taken back. */
function winsToo({ captured, to }: Cause, best: PlayedLine, gain: Gain, { steps }: PlayedLine): boolean {
  if (captured === EMPTY || gain.kind !== "material") return false;
  const isLost = steps.slice(0, 3).some((step, i) =>
    step.captured !== EMPTY && step.victim === to && (i === 0 || POINTS[step.captured] > POINTS[captured])
  );
  return best.steps[gain.step].victim === to || (POINTS[captured] >= POINTS[gain.taken[0]] && !isLost);
}

/** Points that a line wins: after its first exchanges, and at its end. */
interface Balances {
  readonly soon: number;
  readonly end: number;
}

function balancesOf(line: PlayedLine, owed: number): Balances {
  return { soon: balanceOf(line, owed).points, end: endPoints(line, owed) };
}

/**
 * The gain of a line that wins no material, with the evaluations; `null` if the other line has the same gain, or if
 * there is none.
 */
function quiet(line: PlayedLine, other: PlayedLine, evaluations: string): Told | null {
  const gain = line.steps.length === 0 || other.steps.length === 0 ? null : quietGainOf(line, other);
  // A line that takes something has another reason, and so has one that takes something back.
  if (gain === null || gain.plies > LONGEST || pointsAfter(line, gain.plies) > 0) return null;
  return {
    named: { san: line.steps[0].san, gain: "position", motif: gain.name },
    plies: gain.plies,
    words: { move: lineTo(line, gain.plies), gain: ideaText(gain), idea: textOf("moved", { evaluations }) },
  };
}

/**
 * A gain with its words. If its idea comes later in the line, only the forced part of the line counts; `null` if
 * nothing is left.
 */
function named(line: PlayedLine, gain: Gain, cause: Cause | null, score: Score): Told | null {
  const isProven = (each: Gain, { plies, named: { motif } }: Told): boolean =>
    plies <= LONGEST && (motif !== null ? plies <= line.reach : plies <= line.forced && !isDeclined(line, each));
  const far = wordsOf(line, gain, cause);
  if (isProven(gain, far)) return far;
  const nearer = gainOf(line, score, cause?.captured ?? EMPTY, Math.min(line.reach, SHOWN_MOVES));
  const near = nearer === null ? null : wordsOf(line, nearer, cause);
  return nearer !== null && near !== null && isProven(nearer, near) ? near : null;
}

function wordsOf(line: PlayedLine, gain: Gain, cause: Cause | null): Told {
  const idea = gain.kind === "material" ? ideaOf(line, gain.step, cause) : gain.kind === "mate" ? mateIdea(line) : null;
  // Without an idea, the line up to the capture is the proof.
  const plies = idea?.plies ?? (gain.kind === "material" ? gain.step + 1 : 1);
  return {
    named: { san: line.steps[0].san, gain: gain.kind, motif: idea?.motif.name ?? null },
    plies,
    words: {
      move: lineTo(line, plies),
      gain: gainText(gain),
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

/** The move has ended the game. */
function ended(best: PlayedLine, missed: Score): MistakeExplanation {
  const gain = gainOf(best, missed);
  const misses = gain === null || gain.kind === "draw" ? null : named(best, gain, null, missed);
  const better = misses === null ? textOf("better", { move: best.steps[0].san }) : textOf("betterGain", misses.words);
  const hint = textOf("draw");
  const text = `${hint} ${better}`;
  return { text, reason: misses === null ? hint : text, hint, allows: null, misses: misses?.named ?? null };
}

/** The first moves of a line. */
function lineTo({ steps }: PlayedLine, plies: number): string {
  return steps.slice(0, plies).map(({ san }) => san).join(" ");
}

function causeOf(position: Position, move: number): Cause {
  return {
    from: moveFrom(move),
    to: moveTo(move),
    captured: moveKind(move) === CASTLING ? EMPTY : victimType(position, move),
    before: position.mailbox.slice(),
  };
}

/** A score in pawns; beyond ten, and for mates, ten. */
function pointsOf({ type, value }: Score): number {
  return type === "mate" ? (value > 0 ? 10 : -10) : Math.max(-10, Math.min(10, value / 100));
}

function isDrawn({ type, value }: Score): boolean {
  return type === "cp" && value === 0;
}

/** Whether the side that begins a line is so far ahead that a draw would be a loss for it. */
function isWinning({ type, value }: Score): boolean {
  return type === "mate" ? value > 0 : value >= 150;
}
