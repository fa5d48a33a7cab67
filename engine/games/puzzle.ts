/**
 * Puzzles from games: the position before an error. The task is to find the better move.
 *
 * The errors come from an analysis or from an annotated file. The move that the engine would have played solves a
 * puzzle. Another move also solves it if a search of the positions before and after it finds no error.
 *
 * @module
 */

import type { GameRecord } from "../../core/game_record.ts";
import { parseUci } from "../../core/notation.ts";
import { WHITE } from "../../core/types.ts";
import type { Engine } from "../engine.ts";
import type { SearchBounds } from "../engine_options.ts";
import type { Line } from "../line.ts";
import { type Analysis, evaluateEnd } from "./analysis.ts";
import { reasonIn } from "./annotate.ts";
import { type Evaluation, evaluationOf } from "./evaluation.ts";
import { explainMistake } from "./explain_mistake.ts";
import { ERRORS, judge, type Judgement } from "./judgement.ts";
import type { PgnGame } from "./pgn.ts";
import { positionAfter, type Replay } from "./replay.ts";

/** A position in which to find a better move. */
export interface Puzzle {
  /** The game up to the position. */
  readonly record: GameRecord;
  /** Number of the move. */
  readonly fullmove: number;
  /** Whether White is to move. */
  readonly isWhite: boolean;
  /** The move that was played. */
  readonly san: string;
  /** The move that was played, in UCI notation. */
  readonly uci: string;
  /** The kind of error. */
  readonly judgement: Judgement;
  /** The best move and the moves that would have followed. */
  readonly best: readonly string[];
  /** The best move in UCI notation. */
  readonly bestUci: string;
  /** Why the move that was played is an error; "" if nothing can be named. */
  readonly reason: string;
}

/** The verdict on an answer. */
export interface Verdict {
  /**
   * `best`: the engine's move; `good`: another move that is not an error; `played`: the move of the game; `worse`: an
   * error.
   */
  readonly kind: "best" | "good" | "played" | "worse";
  /** Percentage points of the chance to win that the answer costs. */
  readonly loss: number;
  /**
   * A sentence that says why the answer is an error, without the better move; "" if nothing can be named, or if the
   * answer is not an error.
   */
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
 * The puzzles of a game whose file has an engine's annotation: an evaluation after every move, and at errors a mark and
 * the better line as the first variation, as `hindsight analyse` and lichess write them.
 *
 * @returns `null` if evaluations are missing, or if some move is an error by its evaluation but no error has a mark and
 *   a better line.
 */
export function puzzlesOfFile(game: PgnGame, { record }: Replay): Puzzle[] | null {
  const nodes = game.root.line.slice(0, record.moves.length);
  const evaluations = nodes.map(({ evaluation }) => evaluation);
  // A position in which one side is mated has no evaluation.
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

/** Whether an error is at least as bad as an error of the kind `least`. */
export function isAtLeast(judgement: Judgement, least: Judgement): boolean {
  const place = (name: Judgement): number => ERRORS.findIndex((error) => error.name === name);
  return place(judgement) <= place(least);
}

/**
 * Judges an answer, a legal move in UCI form. If it is not the engine's move, two searches within the limits decide;
 * without limits, the first does not end. The signal ends them early.
 */
export async function judgeAnswer(
  puzzle: Puzzle,
  uci: string,
  engine: Pick<Engine, "analyse">,
  bounds: SearchBounds,
  signal: AbortSignal,
): Promise<Verdict> {
  if (uci === puzzle.bestUci) return { kind: "best", loss: 0, reason: "" };
  const { record, isWhite } = puzzle;
  const move = parseUci(positionAfter(record), uci);
  const evaluate = async (
    record: GameRecord,
    isLast: boolean,
  ): Promise<{ evaluation: Evaluation; line: Line | null }> => {
    const position = positionAfter(record);
    const end = evaluateEnd(position, isLast);
    if (end !== null) return { evaluation: end.evaluation, line: null };
    const { lines: [line] } = await engine.analyse({ record }, bounds).stopOn(signal).result;
    return { evaluation: evaluationOf(line.score, position.sideToMove === WHITE), line };
  };
  // The game continued although a draw could have been claimed, so it was not claimed.
  const before = await evaluate(record, false);
  const after = await evaluate({ ...record, moves: [...record.moves, move] }, true);
  const { judgement, loss } = judge(before.evaluation, after.evaluation, isWhite, false);
  // The move of the game counts as an error because the analysis says so, even if this shorter search disagrees.
  const kind = uci === puzzle.uci ? "played" : judgement === null ? "good" : "worse";
  // A search that was ended early proves nothing.
  const reason = judgement === null || before.line === null || signal.aborted
    ? ""
    : explainMistake({ record }, uci, { best: before.line, answer: after.line }).hint;
  return { kind, loss, reason };
}
