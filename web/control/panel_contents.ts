/**
 * What the panels for playing and analysing show, from the state of the page.
 *
 * @module
 */

import { textOf } from "../state/comments.ts";
import { labelOf, numberingOf } from "../state/numbering.ts";
import type { AnalysisContent } from "../views/analysis_panel.ts";
import type { PlayContent } from "../views/play_panel.ts";
import type { AnalysisControl } from "./analysis_control.ts";
import { describeOutcome } from "./board_state.ts";
import type { Host } from "./host.ts";
import type { MatchControl } from "./match_control.ts";

/** What the panel for playing shows. */
export function playContent(control: MatchControl): PlayContent {
  const { match } = control;
  return {
    phase: match === null ? "none" : match.isRunning ? "running" : "over",
    status: control.describe(),
    canUndo: control.canUndo,
    isEngineToMove: control.isEngineToMove,
    isStuck: control.isStuck,
  };
}

/**
 * What the panel for analysing shows.
 *
 * @param isPlaying Whether a game against the engine goes on: it is neither reviewed nor commented before its end.
 */
export function analysisContent(
  { line, link, texts }: Host,
  analysis: AnalysisControl,
  isPlaying: boolean,
): AnalysisContent {
  const { report, verdict } = analysis;
  return {
    isOn: analysis.isOn,
    end: line.game.moves().length === 0 ? describeOutcome(line.game.outcome, texts) : "",
    lines: analysis.shownLines(),
    progress: report === null ? null : { ...report, threads: link.threads },
    review: analysis.reviewProgress,
    canReview: line.moves.length > 0 && !isPlaying,
    // While a game runs, the players' moves alone change it.
    comment: isPlaying ? null : {
      node: line.current,
      move: line.lastStep === null ? "" : `${labelOf(numberingOf(line.start.fen), line.ply - 1)} ${line.lastStep.san}`,
      text: textOf(line.current.comments),
    },
    verdict: verdict === null
      ? null
      : { san: verdict.san, judgement: verdict.judgement ?? "inaccuracy", best: verdict.best },
  };
}
