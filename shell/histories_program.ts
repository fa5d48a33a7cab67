/** `hindsight histories`: searches a position, and shows the learned tables. @module */

import { readFen, START_FEN } from "../core/fen.ts";
import { formatSan, parseUci } from "../core/notation.ts";
import { hasLegalMove } from "../core/legality.ts";
import { MAX_PLY } from "../core/score.ts";
import type { SearchBounds } from "../engine/engine_options.ts";
import { readMove, readPosition } from "../engine/position_input.ts";
import { formatPawns } from "../engine/games/evaluation.ts";
import { formatExplanation } from "../engine/view/explanation_view.ts";
import { drawHeatMap } from "../engine/view/heat_map.ts";
import { describeEnd, describeHistories, formatHistories } from "../engine/view/histories_view.ts";
import { giveUpWriting } from "../system/files.ts";
import { tokenize } from "../uci/parse.ts";
import { type ProgramContext, startEngine } from "../system/program_context.ts";
import { OutputFile } from "../system/program_files.ts";
import { boundsOf, fileOf, STANDARD_STREAM } from "./arguments.ts";
import { readOptions, textOf, wordsOf } from "../terminal/command_line.ts";

const DEFAULT_DEPTH = 16;

/** The text of `--help`. */
export const HISTORIES_HELP: string = `Usage: hindsight histories [options]

Searches a position and shows what the engine has learned from this search: which moves worked and which failed (the
move histories), and how it corrects its evaluation (the correction histories).

  --fen "FEN"      search this position instead of the initial one
  --depth N        how many half-moves deep to search, 1 to ${MAX_PLY} (${DEFAULT_DEPTH} if no limit is given)
  --time SECONDS   how many seconds to search
  --nodes N        how many positions to visit
  --moves "MOVES"  play these moves first, such as "e4 e5" or "e2e4 e7e5"; some histories depend on earlier moves
  --why MOVE       instead of showing the tables, explain why the search tries this move early or late
  --svg FILE       save a picture of the butterfly history, which rates moves by their squares, as FILE;
                   with -, write only the picture, to standard output
  --json           write JSON instead of text
  --help           show this help

Example: hindsight histories --moves "e2e4 e7e5 g1f3 b8c6" --svg learned.svg`;

/** The parsed command line. An option that was not given is `null` or has its default value. */
export type HistoriesOptions = Readonly<{
  fen: string;
  /** In SAN or UCI notation. */
  moves: readonly string[];
  bounds: SearchBounds;
  why: string | null;
  svg: string | null;
  json: boolean;
  help: boolean;
}>;

/** Reads the arguments after `histories`. Throws a SyntaxError, TypeError or RangeError. */
export function readHistoriesOptions(args: readonly string[]): HistoriesOptions {
  const flags = readOptions(HISTORIES_HELP, args);
  const given = boundsOf(flags, NaN);
  // The FEN may be given without quotes, or without `--fen`.
  const fen = [textOf(flags, "fen") ?? "", ...wordsOf(flags)].join(" ").trim();
  const options: HistoriesOptions = {
    fen: fen === "" || fen === "startpos" ? START_FEN : fen,
    moves: tokenize(textOf(flags, "moves") ?? ""),
    bounds: Number.isNaN(given.time) ? { depth: DEFAULT_DEPTH } : given,
    why: textOf(flags, "why") ?? null,
    svg: fileOf(flags, "svg"),
    json: flags.json === true,
    help: flags.help === true,
  };
  if (options.why !== null && (options.json || options.svg !== null)) {
    throw new SyntaxError("Expected '--why' alone, but got '--json' or '--svg' with it");
  }
  if (options.json && options.svg === STANDARD_STREAM) {
    throw new SyntaxError("Expected '--json' or '--svg -', but got both: only one of them can use standard output");
  }
  return options;
}

/** Runs the program. Returns exit code 0. Throws an Error if the position is invalid or has no legal move. */
export async function showHistories(options: HistoriesOptions, context: ProgramContext): Promise<number> {
  const { fen, mended } = readFen(options.fen);
  const { record, position: board } = readPosition({ fen, moves: options.moves }, false);
  mended.forEach((each) => context.complain(each));
  if (options.why !== null) readMove(board, options.why);
  // Without a legal move, the search would learn nothing.
  if (!hasLegalMove(board)) throw new RangeError(describeEnd(board));
  const file = options.svg === null || options.svg === STANDARD_STREAM ? null : new OutputFile(options.svg);
  if (file === null) giveUpWriting();
  const engine = await startEngine(context);
  try {
    const position = { record };
    const { move, lines, nodes, depth } = await engine.analyse(position, options.bounds).result;
    const inspection = await engine.inspect(position);
    const svg = options.svg === null
      ? ""
      : drawHeatMap({ position, butterfly: inspection.butterfly, depth, bestMove: move });
    file?.write(svg + "\n");
    if (options.svg === STANDARD_STREAM) context.write(svg);
    else if (options.json) {
      const { fen, sideToMove, ...learned } = describeHistories(inspection, position);
      const report = { fen, sideToMove, depth, nodes, bestMove: move, score: lines[0].score, ...learned };
      context.write(JSON.stringify(report, null, 2));
    } else if (options.why !== null) context.write(formatExplanation(await engine.explain(position, options.why)));
    else {
      const [{ score }] = lines;
      const san = formatSan(board, parseUci(board, move!));
      const judgement = score.type === "mate" ? `mate in ${score.value}` : formatPawns(score.value);
      context.write(`Searched to depth ${depth}, ${nodes} nodes: best move ${san}, score ${judgement}`);
      context.write(formatHistories(inspection, position));
      if (file !== null) context.write(`\nHeat map of the butterfly table: ${options.svg}`);
    }
    return 0;
  } finally {
    engine.close();
  }
}
