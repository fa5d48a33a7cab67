/**
 * `hindsight analyse --fen`: the best lines of one position.
 *
 * @module
 */

import { messageOf } from "../../core/errors.ts";
import { formatFen, parseFen } from "../../core/fen.ts";
import { formatUci } from "../../core/notation.ts";
import type { Position } from "../../core/position.ts";
import { WHITE } from "../../core/types.ts";
import { giveUpWriting } from "../../uci/system/files.ts";
import { untilInterrupted } from "../../uci/system/interrupt.ts";
import type { ProgramContext } from "../../uci/system/program_context.ts";
import { OutputFile } from "../../uci/system/program_files.ts";
import { ENGINE_NAME, ENGINE_VERSION } from "../../engine/version.ts";
import { type AnalyseOptions, STANDARD_STREAM } from "./analyse_options.ts";
import { sanLine } from "../../engine/games/analysis.ts";
import { describeEvaluation, evaluationOf } from "../../engine/games/evaluation.ts";
import { describeEffort, toJson } from "./game_report.ts";
import { outcomeOf } from "../../engine/games/outcome.ts";
import { numberOf } from "../../engine/games/pgn.ts";
import { firstMove } from "../../engine/games/replay.ts";
import { Thinker, type Thought } from "../../engine/thinker.ts";

/** Longest line that is shown, plies. */
const SHOWN_PLIES = 16;

/**
 * Searches a position and writes what is best.
 *
 * @returns The exit code: 0, 1 if the search was broken off, 2 if there is no such position.
 * @throws {Error} If a file cannot be written or the search fails.
 */
export async function analysePosition(fen: string, options: AnalyseOptions, context: ProgramContext): Promise<number> {
  let position: Position;
  try {
    position = parseFen(fen);
  } catch (error) {
    context.complain(`${messageOf(error)}; see hindsight analyse --help`);
    return 2;
  }
  const file = options.output === null || options.output === STANDARD_STREAM ? null : new OutputFile(options.output);
  if (file === null) giveUpWriting();
  let isComplete = true;
  const thoughts = outcomeOf(position)?.isFinal ? [] : await untilInterrupted(async (signal) => {
    const thinker = new Thinker(context, options.settings);
    signal.addEventListener("abort", () => thinker.stop());
    try {
      return await thinker.think({ fen, chess960: position.chess960, moves: [] }, options.effort, options.lines);
    } finally {
      isComplete = !signal.aborted;
      thinker.close();
    }
  });
  const text = options.json
    ? JSON.stringify(toObject(position, thoughts, options), null, 2)
    : toText(position, thoughts);
  if (file !== null) file.write(`${text}\n`);
  else context.write(text);
  return isComplete ? 0 : 1;
}

function toText(position: Position, thoughts: readonly Thought[]): string {
  const lines = [`FEN: ${formatFen(position)}`];
  const outcome = outcomeOf(position);
  if (outcome !== null) lines.push(outcome.reason);
  const isWhite = position.sideToMove === WHITE;
  thoughts.forEach(({ score, line, depth, nodes }, i) => {
    if (i === 0) lines.push(`${isWhite ? "White" : "Black"} to move; depth ${depth}, ${nodes} nodes`);
    const evaluation = describeEvaluation(evaluationOf(score, position));
    lines.push(`  ${evaluation.padStart(7)}  ${numberedLine(position, line)}`);
  });
  return lines.join("\n");
}

/** A line with move numbers: `12. Nf3 Nc6 13. Bb5`. */
function numberedLine(position: Position, line: readonly number[]): string {
  let { fullmove, isWhite } = firstMove(position);
  const words: string[] = [];
  for (const san of sanLine(position, line, SHOWN_PLIES)) {
    if (isWhite || words.length === 0) words.push(numberOf(fullmove, isWhite));
    words.push(san);
    if (!isWhite) fullmove++;
    isWhite = !isWhite;
  }
  return words.join(" ");
}

function toObject(position: Position, thoughts: readonly Thought[], { effort }: AnalyseOptions): unknown {
  return {
    engine: `${ENGINE_NAME} ${ENGINE_VERSION}`,
    limits: describeEffort(effort),
    fen: formatFen(position),
    outcome: outcomeOf(position)?.reason ?? null,
    lines: thoughts.map(({ score, line, depth, nodes }) => ({
      evaluation: toJson(evaluationOf(score, position)),
      depth,
      nodes,
      uci: line.map((move) => formatUci(move, position.chess960)),
      san: sanLine(position, line, line.length),
    })),
  };
}
