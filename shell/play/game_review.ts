/**
 * The review of a game that was played: its errors, with what was better, and the game with that written in.
 *
 * @module
 */

import type { Engine } from "../../engine/engine.ts";
import { analyse, type Analysis } from "../../engine/games/analysis.ts";
import { annotate } from "../../engine/games/annotate.ts";
import { type PgnGame, playersOf } from "../../engine/games/pgn.ts";
import type { Replay } from "../../engine/games/replay.ts";
import { ENGINE_TITLE } from "../../engine/version.ts";
import { describeGame } from "../analyse/game_report.ts";
import { showProgress } from "../analyse/progress_bar.ts";

/** A game, analysed. */
export interface GameReview {
  /** What was analysed: start and moves. */
  readonly replay: Replay;
  /** Its analysis. */
  readonly analysis: Analysis;
}

/**
 * Searches every position of a game at full strength.
 *
 * @param ms Milliseconds for each position.
 * @param signal Ends it early.
 */
export async function reviewGame(
  replay: Replay,
  engine: Pick<Engine, "analyse" | "newGame">,
  ms: number,
  signal: AbortSignal,
): Promise<GameReview> {
  const bar = showProgress(replay.record.moves.length + 1);
  try {
    return { replay, analysis: await analyse(replay, engine, { time: ms }, signal, () => bar.step()) };
  } finally {
    bar.close();
  }
}

/** Whether a review is about these moves. */
export function isReviewOf({ replay }: GameReview, { record }: Replay): boolean {
  const { fen, moves } = replay.record;
  return fen === record.fen && moves.join() === record.moves.join();
}

/** The errors and the accuracy of both players, for people. */
export function describeReview(game: PgnGame, { analysis }: GameReview): string {
  return describeGame(playersOf(game), game.result, analysis);
}

/** Writes evaluations, marks and better lines into the game. */
export function annotateReview(game: PgnGame, { analysis }: GameReview): void {
  annotate(game, analysis, { fresh: false, annotator: ENGINE_TITLE });
}
