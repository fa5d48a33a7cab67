/** An analysed game's positions as data, so that `web/report/report.js` need not know the rules of chess. @module */

import { formatFen, squareName } from "../../../core/fen.ts";
import { formatSan, parseSan, uciTarget } from "../../../core/notation.ts";
import type { Position } from "../../../core/position.ts";
import { moveFrom } from "../../../core/types.ts";
import type { AnalysedMove, Analysis } from "../../../engine/games/analysis.ts";
import { describeEvaluation, type Evaluation, winChance } from "../../../engine/games/evaluation.ts";
import { costOf, type Judgement, symbolOf } from "../../../engine/games/judgement.ts";
import { numberOf, type PgnGame } from "../../../engine/games/pgn.ts";
import { firstMove, positionAfter, type Replay } from "../../../engine/games/replay.ts";
import { capitalize, count } from "../../../engine/words.ts";

/** A position, and the move that led to it. */
export type ReportStep = {
  /** The move: `12... Nf6`. */
  readonly text: string;
  /** The first field of the FEN. */
  readonly board: string;
  /** The squares of the move: `g8f6`; "" for none. */
  readonly marks: string;
  readonly evaluation: string;
  /** White's chance to win as a percentage; `null` if unknown. */
  readonly chance: number | null;
};

/** The text about an error. */
export type ReportNote = {
  readonly text: string;
  readonly kind: Judgement;
  /** The better line from the position before the error. */
  readonly line: readonly ReportStep[];
};

/** A game. */
export type ReportGame = {
  readonly white: string;
  readonly black: string;
  readonly steps: readonly ReportStep[];
  /** The errors, keyed by ply from 1. */
  readonly notes: Readonly<Record<number, ReportNote>>;
};

/** Collects a game's positions and errors. */
export function reportGame({ tags }: PgnGame, { record }: Replay, analysis: Analysis): ReportGame {
  const position = positionAfter(record, 0);
  const steps = [stepOf(position, "Start", "", analysis.evaluations[0])];
  const notes: Record<number, ReportNote> = {};
  record.moves.forEach((move, ply) => {
    const found = analysis.moves[ply];
    if (found !== null && found.judgement !== null) notes[ply + 1] = noteOf(position, found, found.judgement);
    steps.push(play(position, move, formatSan(position, move), analysis.evaluations[ply + 1]));
  });
  return { white: tags.get("White") || "White", black: tags.get("Black") || "Black", steps, notes };
}

function play(position: Position, move: number, san: string, evaluation: Evaluation | null): ReportStep {
  const text = `${firstMove(position).label} ${san}`;
  position.make(move);
  return stepOf(position, text, squareName(moveFrom(move)) + squareName(uciTarget(move, false)), evaluation);
}

function stepOf(position: Position, text: string, marks: string, evaluation: Evaluation | null): ReportStep {
  return {
    text,
    board: formatFen(position).split(" ")[0],
    marks,
    evaluation: evaluation === null ? "" : describeEvaluation(evaluation),
    chance: evaluation === null ? null : Math.round(winChance(evaluation) * 10) / 10,
  };
}

function noteOf(position: Position, found: AnalysedMove, kind: Judgement): ReportNote {
  const { fullmove, isWhite, san, best, evaluation, reason } = found;
  const line = best.map((better) => play(position, parseSan(position, better), better, null));
  for (let i = 0; i < line.length; i++) position.undo();
  const cost = costOf(found);
  const text = [
    `${numberOf(fullmove, isWhite)} ${san}${symbolOf(kind)} · ${describeEvaluation(evaluation)}.`,
    `${capitalize(kind)}${cost > 0 ? `: it lowers the chance to win by ${count(cost, "percentage point")}` : ""}.`,
    reason,
    "Better:",
  ].filter((part) => part !== "").join(" ");
  return { text, kind, line };
}
