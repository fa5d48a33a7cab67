/**
 * Explains in words why a move was a mistake: what the answer gains, and what the better move would have gained.
 *
 * Every statement is checked against the positions in the two lines: the gain (gain.ts), the idea behind it
 * (motifs.ts), and whether the gain explains the mistake (comparison.ts). If neither line has a gain that can be named,
 * the text gives only the better line and the two evaluations.
 *
 * @module
 */

import { hasLegalMove } from "../../core/legality.ts";
import type { Position } from "../../core/position.ts";
import { victimType } from "../../core/see.ts";
import { CASTLING, EMPTY, moveFrom, moveKind, moveTo, PROMOTION, WHITE } from "../../core/types.ts";
import { expect, type Kind, LIST, objectWith } from "../arguments.ts";
import { describeEvaluation, evaluationOf } from "./evaluation.ts";
import type { Score } from "../line.ts";
import { type MoveInput, type PositionInput, readMove, readPosition } from "../position_input.ts";
import { reasonsOf } from "../mistakes/comparison.ts";
import { gainOf } from "../mistakes/gain.ts";
import type { Cause } from "../mistakes/ideas.ts";
import { PlayedLine } from "../mistakes/played_line.ts";
import { lineTo, type NamedGain, SHOWN_MOVES, statementOf } from "../mistakes/statement.ts";
import { textOf } from "../mistakes/texts.ts";

export type { GainKind, MotifName, NamedGain } from "../mistakes/statement.ts";

/** A line that a search found. */
export interface FoundLine {
  /** Its moves, in UCI or standard algebraic notation. */
  readonly moves: readonly string[];
  /** Its score, for the side that makes the first move. */
  readonly score: Score;
}

/** The two lines that explain a mistake. */
export interface MistakeLines {
  /** The best line in the position before the move. */
  readonly best: FoundLine;
  /** The best line after the move; `null` if the move ended the game. */
  readonly answer: FoundLine | null;
}

/** Why a move was a mistake. */
export interface MistakeExplanation {
  /** One or two sentences, with the better move; "" if the move was not a mistake. */
  readonly text: string;
  /** Only the sentences that give a reason; "" if there are none. */
  readonly reason: string;
  /** The text without the better move, for readers who want to find it themselves; "" if the answer wins nothing. */
  readonly hint: string;
  /** What the answer gains; `null` if nothing can be named. */
  readonly allows: NamedGain | null;
  /** What the better move would have gained; `null` if nothing can be named. */
  readonly misses: NamedGain | null;
}

const NO_MISTAKE: MistakeExplanation = { text: "", reason: "", hint: "", allows: null, misses: null };
const FOUND_LINE = objectWith("", "moves", "score");
/** Checks `MistakeLines`. */
export const MISTAKE_LINES: Kind = {
  words: "an object with 'best' and 'answer', lines with 'moves' and 'score'",
  fits: (value) => {
    const { best, answer }: { best?: unknown; answer?: unknown } = Object(value);
    const isLine = (line: unknown): boolean => FOUND_LINE.fits(line) && LIST.fits(Reflect.get(Object(line), "moves"));
    return isLine(best) && (answer === null || isLine(answer));
  },
};
/**
 * Explains a mistake from the lines that a search found: what the move allows, what it misses, and by which idea.
 *
 * @param position The position before the move.
 * @param move The move that was played.
 * @param lines The best line before the move and the best answer to the move, each with its score.
 * @returns The explanation as sentences and as data. These are "" and `null` if the move mates or begins the best line.
 * @throws {PositionError} If `position` is not a legal position, or a move is not legal.
 * @throws {TypeError} If `lines` is not a `MistakeLines` object.
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
  // Each line needs its own board.
  const after = readPosition(position, false).position;
  const isWhite = board.sideToMove === WHITE;
  after.make(played);
  if (played === best.steps[0]?.move || (after.inCheck && !hasLegalMove(after))) return NO_MISTAKE;
  if (lines.answer === null) return ended(best, missed);
  const answer = PlayedLine.of(after, lines.answer.moves);
  const { score } = lines.answer;
  const [before, then] = [evaluationOf(missed, isWhite), evaluationOf(score, !isWhite)].map(describeEvaluation);
  const { allows, misses } = reasonsOf({ best, missed, answer, score, cause, evaluations: `${before} → ${then}` });
  const hint = allows === null ? "" : textOf("allowsMove", allows.words);
  const sentences = allows === null ? [] : [hint];
  if (misses !== null) sentences.push(textOf(allows === null ? "misses" : "better", misses.words));
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

function ended(best: PlayedLine, missed: Score): MistakeExplanation {
  const gain = gainOf(best, missed);
  const misses = gain === null || gain.kind === "draw" ? null : statementOf(best, gain, missed, EMPTY, null);
  const better = textOf("better", misses === null ? { move: best.steps[0].san } : misses.words);
  const hint = textOf("draw");
  const text = `${hint} ${better}`;
  return { text, reason: misses === null ? hint : text, hint, allows: null, misses: misses?.named ?? null };
}

function causeOf(position: Position, move: number): Cause {
  return {
    from: moveFrom(move),
    to: moveTo(move),
    captured: moveKind(move) === CASTLING ? EMPTY : victimType(position, move),
    isPromotion: moveKind(move) === PROMOTION,
    before: position.mailbox.slice(),
  };
}
