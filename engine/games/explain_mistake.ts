/**
 * Why a move was a mistake, in words: what the answer gets, and what the better move would have got.
 *
 * Every statement is a fact of the two lines that the search found, and of the boards along them: what is taken in the
 * end (gain.ts), and the idea behind it where the board proves one (motifs.ts). Where neither line gets anything that can
 * be named, the text has the better line and how far the evaluation falls, and no more.
 *
 * @module
 */

import { squareName } from "../../core/fen.ts";
import type { Position } from "../../core/position.ts";
import { victimType } from "../../core/see.ts";
import { BISHOP, CASTLING, EMPTY, KNIGHT, moveFrom, moveKind, moveTo, PAWN, ROOK, WHITE } from "../../core/types.ts";
import { expect, LIST, objectWith } from "../arguments.ts";
import { describeEvaluation, evaluationOf } from "./evaluation.ts";
import type { Score } from "../line.ts";
import { type MoveInput, type PositionInput, readMove, readPosition } from "../position_input.ts";
import { balanceOf, type Gain, gainOf } from "../mistakes/gain.ts";
import { type Cause, mateMotif, type Motif, motifOf, type Target } from "../mistakes/motifs.ts";
import { PlayedLine, POINTS } from "../mistakes/played_line.ts";
import { textOf, TEXTS } from "../mistakes/texts.ts";

/** A line of a search, as far as it is needed: a `Line` is one. */
export interface FoundLine {
  /** The moves, as UCI or in standard algebraic notation. */
  readonly moves: readonly string[];
  /** The score of the side that makes the first of them. */
  readonly score: Score;
}

/** What a search has found about a mistake. */
export interface MistakeLines {
  /** The best line in place of the move. */
  readonly best: FoundLine;
  /** The best line after it; `null` if it has ended the game. */
  readonly answer: FoundLine | null;
}

/** Why a move was a mistake. */
export interface MistakeExplanation {
  /** One or two sentences, with the better move. */
  readonly text: string;
  /** The same without the better move where that is all there is to say: "" if nothing can be named. */
  readonly reason: string;
  /** What the answer gets and by which idea, `null` for nothing that can be named. */
  readonly allows: NamedGain | null;
  /** The same of the better move. */
  readonly misses: NamedGain | null;
}

/** What kind of thing a move gets. */
export type GainKind = "mate" | "draw" | "material" | "promotion";

/** An idea, by its name. */
export type MotifName =
  | "undefended"
  | "stays"
  | "uncovered"
  | "outnumbered"
  | "cheaper"
  | "unguarded"
  | "removal"
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
  | "mateThreat";

/** What a move gets, for programs. */
export interface NamedGain {
  /** The move in standard algebraic notation. */
  readonly san: string;
  /** What it gets. */
  readonly gain: GainKind;
  /** The idea, such as `fork`; `null` if none is proven. */
  readonly motif: MotifName | null;
}

const FOUND_LINE = objectWith("a line with 'moves' and 'score'", "moves", "score");
/** Points that a mistake must cost in material for that to be the reason. */
const LEAST_POINTS = 1;
/** Moves of a line that are shown. */
const SHOWN_MOVES = 3;

/**
 * Explains a mistake by the lines that a search found: what it allows, what it misses, by which idea.
 *
 * @param position The position before the move.
 * @param move The move that was played.
 * @param lines The best line before it and the best answer to it, each with its score.
 * @returns A text, and the same for programs.
 * @throws {PositionError} If it is not a position, or a move is not legal.
 * @throws {TypeError} If the lines are none.
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
  expect(lines, objectWith("an object with 'best' and 'answer'", "best", "answer"));
  expect(lines.best, FOUND_LINE);
  expect(lines.best.moves, LIST);
  const { position: board } = readPosition(position, false);
  const played = readMove(board, move);
  const best = playedLine(board, lines.best.moves);
  const cause = causeOf(board, played);
  const missed = lines.best.score;
  const isWhite = board.sideToMove === WHITE;
  if (lines.answer === null) return ended(best, missed);
  expect(lines.answer, FOUND_LINE);
  expect(lines.answer.moves, LIST);
  // A line keeps its board, which the other one must not change.
  const after = readPosition(position, false).position;
  after.make(played);
  const answer = playedLine(after, lines.answer.moves);
  const { score } = lines.answer;
  const costs = balanceOf(best).points + balanceOf(answer, cause.captured).points;
  // Material that both lines win or lose is not the reason.
  const counts = (gain: Gain | null): Gain | null =>
    gain === null || gain.kind === "mate" || gain.kind === "draw" || costs >= LEAST_POINTS ? gain : null;
  const allowed = isDrawn(score) && isDrawn(missed) ? null : counts(gainOf(answer, score, cause.captured));
  const better = isDrawn(missed) && !isWinning(score) ? null : counts(gainOf(best, missed));
  // Beside a mate that was missed, nothing less counts; nor does a draw where nothing was won.
  const isLess = allowed?.kind !== "mate" && better?.kind === "mate";
  const isHarmless = allowed?.kind === "draw" && !isWinning(missed);
  const allows = allowed === null || isLess || isHarmless ? null : named(answer, allowed, cause);
  // What both moves take is not missed.
  const isTaken = better?.kind === "material" && better.step === 0 && cause.captured !== EMPTY &&
    cause.to === best.steps[0].to;
  const found = better === null || isTaken ? null : named(best, better, null);
  // Where the answer wins something, a pawn that was to be had besides is not worth a word.
  const isSmall = better?.kind === "material" && POINTS[better.taken[0]] === 1;
  const misses = allows !== null && isSmall ? null : found;
  const sentences: string[] = [];
  if (allows !== null) sentences.push(sentence("allowsMove", allows));
  if (misses !== null) sentences.push(sentence(allows === null ? "misses" : "betterGain", misses));
  const reason = sentences.join(" ");
  if (misses === null && allows !== null) sentences.push(textOf("better", { move: best.steps[0].san }));
  if (sentences.length === 0) sentences.push(quiet(best, answer, { missed, score, isWhite }));
  return { text: sentences.join(" "), reason, allows: allows?.named ?? null, misses: misses?.named ?? null };
}

/** A gain with its words. */
interface Told {
  readonly named: NamedGain;
  readonly gain: string;
  readonly idea: string;
}

/** Whether it is clear without an idea that a line takes a piece at a step: at once, or a greater one than a pawn soon. */
function isClear({ steps }: PlayedLine, step: number): boolean {
  return step === 0 || (step <= 4 && steps[step].captured !== PAWN);
}

/** A gain with its words; `null` where it comes late and the board does not prove why. */
function named(line: PlayedLine, gain: Gain, cause: Cause | null): Told | null {
  const motif = gain.kind === "material"
    ? motifOf(line, gain.step, cause)
    : gain.kind === "mate"
    ? mateMotif(line)
    : null;
  const [{ san }] = line.steps;
  if (gain.kind === "material" && motif === null && !isClear(line, gain.step)) return null;
  // A pawn that falls after a capture was answered on its square is not the answer's point.
  const isLater = gain.kind === "material" && gain.step > 0 && line.steps[gain.step].captured === PAWN;
  if (isLater && cause !== null && cause.captured !== EMPTY && line.steps[0].victim === cause.to) return null;
  return {
    named: { san, gain: gain.kind, motif: motif?.name ?? null },
    gain: gainText(gain),
    idea: motif === null ? "" : textOf("idea", { idea: motifText(motif) }),
  };
}

function sentence(name: "allowsMove" | "misses" | "betterGain", { named: { san }, gain, idea }: Told): string {
  return textOf(name, { move: san, gain, idea });
}

/** The move has ended the game. */
function ended(best: PlayedLine, missed: Score): MistakeExplanation {
  const gain = gainOf(best, missed);
  const misses = gain === null || gain.kind === "draw" ? null : named(best, gain, null);
  const better = misses === null ? textOf("better", { move: best.steps[0].san }) : sentence("betterGain", misses);
  const text = `${textOf("draw")} ${better}`;
  return { text, reason: misses === null ? textOf("draw") : text, allows: null, misses: misses?.named ?? null };
}

/** Neither line gets anything that can be named: the lines and their evaluations say what the move costs. */
function quiet(
  best: PlayedLine,
  answer: PlayedLine,
  { missed, score, isWhite }: { readonly missed: Score; readonly score: Score; readonly isWhite: boolean },
): string {
  const [line, reply] = [best, answer].map(({ steps }) => steps.slice(0, SHOWN_MOVES).map(({ san }) => san).join(" "));
  const before = describeEvaluation(evaluationOf(missed, isWhite));
  const after = describeEvaluation(evaluationOf(score, !isWhite));
  return textOf("quiet", { line, reply, before, after });
}

function gainText(gain: Gain): string {
  switch (gain.kind) {
    case "mate":
      return gain.moves === 1 ? textOf("mate1") : textOf("mate", { moves: gain.moves });
    case "draw":
      return textOf(gain.by === "stalemate" ? "stalemates" : gain.by);
    case "promotion":
      return textOf("promotes", { piece: pieceName(gain.type) });
    case "material": {
      const { taken, given } = gain;
      if (taken.length === 1 && taken[0] === ROOK && given.length === 1 && [KNIGHT, BISHOP].includes(given[0])) {
        return textOf("exchange");
      }
      return given.length === 0
        ? textOf("wins", { taken: listOf(taken) })
        : textOf("winsFor", { taken: listOf(taken), given: listOf(given) });
    }
  }
}

function motifText(motif: Motif): string {
  const words: Record<string, string> = {};
  if ("target" in motif) words.target = placed(motif.target);
  if ("behind" in motif) words.behind = placed(motif.behind);
  if ("guard" in motif) words.guard = placed(motif.guard);
  if ("other" in motif) words.other = squareName(motif.other);
  if ("square" in motif) words.other = squareName(motif.square);
  if ("targets" in motif) words.targets = joined(motif.targets.map(placed));
  return textOf(motif.name, words);
}

function placed({ type, square }: Target): string {
  return textOf("piece", { piece: pieceName(type), square: squareName(square) });
}

function pieceName(type: number): string {
  return TEXTS.pieces.split(" ")[type];
}

/** Pieces as words: `a rook and two pawns`. */
function listOf(types: readonly number[]): string {
  const kinds = [...new Set(types)];
  return joined(kinds.map((kind) => {
    const count = types.filter((type) => type === kind).length;
    const piece = pieceName(kind);
    return count === 1 ? textOf("a", { piece }) : textOf("many", { count: TEXTS.counts.split(" ")[count], piece });
  }));
}

function joined(words: readonly string[]): string {
  const last = words[words.length - 1];
  return words.length < 2 ? words.join("") : textOf("and", { list: words.slice(0, -1).join(", "), last });
}

function playedLine(position: Position, texts: readonly string[]): PlayedLine {
  const moves: number[] = [];
  for (const text of texts) {
    const move = readMove(position, text);
    moves.push(move);
    position.make(move);
  }
  for (const _ of moves) position.undo();
  return new PlayedLine(position, moves);
}

function causeOf(position: Position, move: number): Cause {
  return {
    from: moveFrom(move),
    to: moveTo(move),
    captured: moveKind(move) === CASTLING ? EMPTY : victimType(position, move),
    before: position.mailbox.slice(),
  };
}

function isDrawn({ type, value }: Score): boolean {
  return type === "cp" && value === 0;
}

/** Whether the side that makes the first move of a line has so much that a draw is a loss for it. */
function isWinning({ type, value }: Score): boolean {
  return type === "mate" ? value > 0 : value >= 150;
}
