/**
 * Puzzles made from games. A puzzle is the position before an error, in which the user looks for the better move.
 * @module
 */

import type { GameRecord } from "../../core/game_record.ts";
import { parseUci } from "../../core/notation.ts";
import { WHITE } from "../../core/types.ts";
import type { Engine } from "../engine.ts";
import type { SearchBounds } from "../engine_options.ts";
import { type AnalysedMove, type Analysis, type EvaluatedPosition, evaluateEnd } from "./analysis.ts";
import { reasonIn } from "./annotate.ts";
import { evaluationOf } from "./evaluation.ts";
import { explainMistake } from "./explain_mistake.ts";
import { ERRORS, givesPiece, judge, type Judgement } from "./judgement.ts";
import type { PgnGame } from "./pgn.ts";
import { positionAfter, type Replay } from "./replay.ts";

/** An error in a game. `record` ends before the error. */
export type Puzzle =
  & Pick<AnalysedMove, "fullmove" | "isWhite" | "san" | "uci" | "best" | "bestUci" | "reason">
  & { readonly record: GameRecord; readonly judgement: Judgement };

/** The verdict on an answer. */
export interface Verdict {
  /** The engine's move, another good move, the move of the game, or an error. */
  readonly kind: "best" | "good" | "played" | "worse";
  /** Percentage points by which the answer lowers the chance to win. */
  readonly loss: number;
  /** Why the answer is an error, without the better move; "" if it is not one, or if no reason was found. */
  readonly reason: string;
}

/** The puzzles of an analysed game, in the order of the game. */
export function puzzlesOf({ record }: Replay, { moves }: Pick<Analysis, "moves">): Puzzle[] {
  return moves.flatMap((move, ply): Puzzle[] => {
    if (move === null || move.judgement === null) return [];
    const { fullmove, isWhite, san, uci, judgement, best, bestUci, reason } = move;
    const before = { ...record, moves: record.moves.slice(0, ply) };
    return [{ record: before, fullmove, isWhite, san, uci, judgement, best, bestUci, reason }];
  });
}

/**
 * The puzzles in a game that is annotated in the style of `hindsight analyse` or lichess: each move has an evaluation,
 * and each error has a mark and, as its first variation, the better line. Returns `null` if evaluations are missing, or
 * if they show an error but no error is annotated like this.
 */
export function puzzlesOfFile(game: PgnGame, { record }: Replay): Puzzle[] | null {
  const nodes = game.root.line.slice(0, record.moves.length);
  const evaluations = nodes.map(({ evaluation }) => evaluation);
  // A move that mates has no evaluation.
  const isMate = nodes.at(-1)?.san.includes("#") === true;
  if ((isMate ? evaluations.slice(0, -1) : evaluations).includes(null) || evaluations.length === 0) return null;
  const puzzles: Puzzle[] = [];
  let hasError = false;
  for (const [ply, node] of nodes.entries()) {
    const { fullmove, uci, san } = node;
    const isWhite = node.colour === "white";
    const [before, after] = [evaluations[ply - 1] ?? null, evaluations[ply]];
    hasError ||= before !== null && after !== null && judge(before, after, isWhite, false).judgement !== null;
    const error = ERRORS.find(({ nag }) => node.glyphs.includes(nag));
    const better = node.parent?.children[1];
    if (error === undefined || better === undefined || better.isNull || better.uci === uci) continue;
    const best = [better, ...better.line].map((each) => each.san);
    const reason = reasonIn(node.comments);
    const move = { fullmove, isWhite, san, uci, judgement: error.name, best, bestUci: better.uci, reason };
    puzzles.push({ record: { ...record, moves: record.moves.slice(0, ply) }, ...move });
  }
  return hasError && puzzles.length === 0 ? null : puzzles;
}

/** Whether `judgement` is at least as bad as `least`. */
export function isAtLeast(judgement: Judgement, least: Judgement): boolean {
  const place = (name: Judgement): number => ERRORS.findIndex((error) => error.name === name);
  return place(judgement) <= place(least);
}

/** Judges an answer, a legal move in UCI notation, with searches before and after it. The signal ends them early. */
export async function judgeAnswer(
  puzzle: Puzzle,
  uci: string,
  engine: Pick<Engine, "analyse">,
  bounds: SearchBounds,
  signal: AbortSignal,
): Promise<Verdict> {
  if (uci === puzzle.bestUci) return { kind: "best", loss: 0, reason: "" };
  const { record, isWhite } = puzzle;
  const position = positionAfter(record);
  const move = parseUci(position, uci);
  const evaluate = async (record: GameRecord, isLast: boolean): Promise<Omit<EvaluatedPosition, "others">> => {
    const reached = positionAfter(record);
    const end = evaluateEnd(reached, isLast);
    if (end !== null) return end;
    const { lines: [line] } = await engine.analyse({ record }, bounds).stopOn(signal).result;
    return { evaluation: evaluationOf(line.score, reached.sideToMove === WHITE), line };
  };
  // The game continued after this position, so nobody claimed a draw.
  const before = await evaluate(record, false);
  const after = await evaluate({ ...record, moves: [...record.moves, move] }, true);
  const isGiven = givesPiece(position, move, after.line?.moves[0]);
  const { judgement, loss } = judge(before.evaluation, after.evaluation, isWhite, false, isGiven);
  // The analysis says that the move of the game is an error. This shorter search may disagree.
  const kind = uci === puzzle.uci ? "played" : judgement === null ? "good" : "worse";
  // The result of an interrupted search is not reliable.
  const reason = judgement === null || before.line === null || signal.aborted
    ? ""
    : explainMistake({ record }, uci, { best: before.line, answer: after.line }).hint;
  return { kind, loss, reason };
}
