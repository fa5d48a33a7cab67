/** `hindsight analyse --fen`: finds a position's best lines, and shows them live on a terminal. @module */

import { formatFen, readFen } from "../../core/fen.ts";
import type { Position } from "../../core/position.ts";
import { WHITE } from "../../core/types.ts";
import { describeEvaluation, evaluationOf } from "../../engine/games/evaluation.ts";
import { outcomeOf } from "../../engine/games/outcome.ts";
import { numberedMoves } from "../../engine/games/pgn.ts";
import { firstMove } from "../../engine/games/replay.ts";
import type { Line } from "../../engine/line.ts";
import { ENGINE_TITLE } from "../../engine/version.ts";
import { giveUpWriting } from "../../system/files.ts";
import { untilInterrupted } from "../../system/interrupt.ts";
import { type ProgramContext, startEngine } from "../../system/program_context.ts";
import { OutputFile } from "../../system/program_files.ts";
import { LearningFile } from "../../system/learning_file.ts";
import type { AnalyseArguments } from "./analyse_arguments.ts";
import { STANDARD_STREAM } from "../arguments.ts";
import { describeBounds, toJson } from "./game_report.ts";
import { rewriteRows } from "../../terminal/progress.ts";

const SHOWN_PLIES = 16;
/** Lines are shown only after this many milliseconds. Before that, they change too fast to read. */
const LIVE_AFTER_MS = 100;

/** Searches a position and writes the best lines. Returns the exit code: 0, or 1 after an interruption. */
export async function analysePosition(
  fen: string,
  options: AnalyseArguments,
  context: ProgramContext,
): Promise<number> {
  const { position, mended } = readFen(fen);
  mended.forEach((each) => context.complain(each));
  const file = options.output === null || options.output === STANDARD_STREAM ? null : new OutputFile(options.output);
  if (file === null && options.learning === null) giveUpWriting();
  let isComplete = true;
  let lines: readonly Line[] = [];
  if (!outcomeOf(position)?.isFinal) {
    await untilInterrupted(async (signal) => {
      lines = await search(position, options, context, signal);
      isComplete = !signal.aborted;
    }, { onHangup: true });
  }
  const text = options.json ? JSON.stringify(toObject(position, lines, options), null, 2) : toText(position, lines);
  if (file !== null) file.write(`${text}\n`);
  else context.write(text);
  return isComplete ? 0 : 1;
}

/** Finds the best lines. On a terminal, shows each line as soon as it is found. */
async function search(
  position: Position,
  options: AnalyseArguments,
  context: ProgramContext,
  signal: AbortSignal,
): Promise<readonly Line[]> {
  const learning = options.learning === null ? undefined : new LearningFile(options.learning);
  const engine = await startEngine(context, { ...options.engine, learned: learning });
  try {
    const running = engine.analyse(formatFen(position), { ...options.bounds, lines: options.lines }).stopOn(signal);
    const isTerminal = Deno.stderr.isTerminal();
    const progress = new LineProgress(position);
    let count = 0;
    for await (const line of running) {
      if (!isTerminal || line.time < LIVE_AFTER_MS || progress.newsOf(line) === null) continue;
      rewriteRows(count, progress.rows);
      count = progress.rows.length;
    }
    // Remove these rows: the caller writes the final lines in their place.
    if (count > 0) rewriteRows(count, []);
    const { lines } = await running.result;
    if (learning !== undefined) await engine.keepLearned();
    return lines;
  } finally {
    engine.close();
  }
}

/** The lines to show during a search. A line is new only if it differs from the last one with the same rank. */
export class LineProgress {
  /** For each rank, the text of the latest line. `shown` omits the depth; `news` includes it. */
  private readonly shown: Map<number, string> = new Map();
  private readonly news: Map<number, string> = new Map();

  /** All lines start from this position. */
  constructor(private readonly position: Position) {}

  /** The latest lines, best first. */
  get rows(): string[] {
    return [...this.news].sort(([a], [b]) => a - b).map(([, text]) => text);
  }

  /** Returns a line's text if it is new. Returns `null` if it is not, or if its evaluation is only a bound. */
  newsOf(line: Line): string | null {
    if (line.bound !== "exact") return null;
    const text = describeLine(this.position, line);
    if (this.shown.get(line.rank) === text) return null;
    this.shown.set(line.rank, text);
    const news = `${`depth ${line.depth}`.padEnd(10)}${text}`;
    this.news.set(line.rank, news);
    return news;
  }
}

function toText(position: Position, lines: readonly Line[]): string {
  const rows = [`FEN: ${formatFen(position)}`];
  const outcome = outcomeOf(position);
  if (outcome !== null) rows.push(outcome.reason);
  const side = position.sideToMove === WHITE ? "White" : "Black";
  if (lines.length > 0) rows.push(`${side} to move; depth ${lines[0].depth}, ${lines[0].nodes} nodes`);
  rows.push(...lines.map((line) => `  ${describeLine(position, line)}`));
  return rows.join("\n");
}

/** An evaluation and moves: `  +0.35  12. Nf3 Nc6 13. Bb5`. */
function describeLine(position: Position, { score, san }: Line): string {
  const evaluation = describeEvaluation(evaluationOf(score, position.sideToMove === WHITE));
  const moves = numberedMoves(firstMove(position), san.slice(0, SHOWN_PLIES));
  return `${evaluation.padStart(7)}  ${moves}`;
}

function toObject(position: Position, lines: readonly Line[], { bounds }: AnalyseArguments): unknown {
  return {
    engine: ENGINE_TITLE,
    limits: describeBounds(bounds),
    fen: formatFen(position),
    outcome: outcomeOf(position)?.reason ?? null,
    lines: lines.map(({ score, moves, san, depth, nodes }) => ({
      evaluation: toJson(evaluationOf(score, position.sideToMove === WHITE)),
      depth,
      nodes,
      uci: moves,
      san,
    })),
  };
}
