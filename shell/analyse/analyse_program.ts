/**
 * `hindsight analyse`: what happens from the command line to the exit code.
 *
 * Everything that can fail early does: the games are read and checked and the files for the result are opened before
 * the first search. Then the permission to write files is given up, so the search never has it.
 *
 * @module
 */

import { messageOf } from "../../core/errors.ts";
import { giveUpWriting } from "../../uci/system/files.ts";
import { untilInterrupted } from "../../uci/system/interrupt.ts";
import type { ProgramContext } from "../../uci/system/program_context.ts";
import { isSameFile, openInput, OutputFile, readAll } from "../../uci/system/program_files.ts";
import { ENGINE_NAME, ENGINE_VERSION } from "../../engine/version.ts";
import { ANALYSE_HELP, type AnalyseOptions, readAnalyseOptions, STANDARD_STREAM } from "./analyse_options.ts";
import { analysePosition } from "./analyse_position.ts";
import { analyse, type AnalysedGame } from "../../engine/games/analysis.ts";
import { annotate } from "../../engine/games/annotate.ts";
import { drawEvaluationGraph } from "../../engine/view/evaluation_graph.ts";
import { describeGame, describeGames } from "./game_report.ts";
import { nameOf } from "../../engine/games/pgn.ts";
import { decodePgn, readPgn } from "../../engine/games/pgn_reader.ts";
import { writePgn } from "../../engine/games/pgn_writer.ts";
import { type ProgressBar, showProgress } from "./progress_bar.ts";
import { playThrough, type Replay } from "../../engine/games/replay.ts";
import { Thinker } from "../../engine/engine.ts";

/** Files that are open for the result. */
interface Outputs {
  /** For the games, `null` for standard output. */
  readonly games: OutputFile | null;
  /** For the pictures, one for each game that can be analysed. */
  readonly pictures: readonly OutputFile[];
}

/**
 * Runs the program.
 *
 * @param args The arguments behind `analyse`.
 * @returns The exit code: 0, 1 if something failed or the analysis was broken off, 2 if the arguments are wrong.
 */
export async function runAnalyse(args: readonly string[], context: ProgramContext): Promise<number> {
  let options: AnalyseOptions;
  try {
    options = readAnalyseOptions(args);
  } catch (error) {
    context.complain(`${messageOf(error)}; see hindsight analyse --help`);
    return 2;
  }
  if (options.help) {
    context.write(ANALYSE_HELP);
    return 0;
  }
  try {
    return options.fen === null
      ? await analyseFile(options, context)
      : await analysePosition(options.fen, options, context);
  } catch (error) {
    context.complain(messageOf(error));
    return 1;
  }
}

async function analyseFile(options: AnalyseOptions, context: ProgramContext): Promise<number> {
  const input = options.input ?? STANDARD_STREAM;
  using stack = new DisposableStack();
  const source = input === STANDARD_STREAM ? null : stack.adopt(openInput(input), closeQuietly);
  const games = readGames(await readAll(source ?? Deno.stdin));
  if (games.length === 0) throw new Error(`There is no game in '${input}'`);
  if (options.svg === STANDARD_STREAM && games.length > 1) {
    throw new Error(`Expected one game for '--svg -', but there are ${games.length} in '${input}'`);
  }
  const outputs = openOutputs(options, games, stack);
  giveUpWriting();
  const faults = games.flatMap(({ fault }) => fault ?? []);
  for (const fault of faults) context.complain(`${input}: ${fault}`);
  const isComplete = await untilInterrupted((signal) => analyseGames(games, options, context, signal));
  writeResults(games, options, outputs, context);
  if (!isComplete) {
    const last = games.findLast(({ analysis }) => analysis !== null)?.game.number ?? 1;
    context.complain(`Interrupted in game ${last} of ${games.length}; what is done so far was written`);
  }
  return isComplete && faults.length === 0 ? 0 : 1;
}

/** The games of a file, played through as far as they can be read. */
function readGames(bytes: Uint8Array): AnalysedGame[] {
  return readPgn(decodePgn(bytes)).map((game) => {
    try {
      return { game, replay: playThrough(game), fault: null, analysis: null };
    } catch (error) {
      return { game, replay: null, fault: messageOf(error), analysis: null };
    }
  });
}

/**
 * Opens every file that will be written. Throws an Error if one cannot be, would replace the input unasked, or is to
 * hold both the games and a picture.
 */
function openOutputs(options: AnalyseOptions, games: readonly AnalysedGame[], stack: DisposableStack): Outputs {
  const { input, svg } = options;
  const path = options.inPlace ? input : options.output === STANDARD_STREAM ? null : options.output;
  const open = (name: string): OutputFile => stack.use(new OutputFile(name));
  const result = path === null ? null : open(path);
  const playable = games.filter(({ replay }) => replay !== null);
  const names = svg === null || svg === STANDARD_STREAM
    ? []
    : playable.length === 1
    ? [svg]
    : playable.map(({ game }) => numbered(svg, game.number));
  const outputs: Outputs = { games: result, pictures: names.map(open) };
  for (const picture of outputs.pictures) {
    if (result !== null && isSameFile(picture.path, result.path)) {
      throw new Error(`Cannot write '${picture.path}': it is to hold the games already`);
    }
  }
  if (input !== null && input !== STANDARD_STREAM) {
    for (const file of [...(options.inPlace ? [] : [result]), ...outputs.pictures]) {
      if (file !== null && isSameFile(file.path, input)) {
        throw new Error(`Cannot write '${file.path}': it is the input; to replace it, use --in-place`);
      }
    }
  }
  return outputs;
}

/** A file name with a number before its extension. */
function numbered(name: string, number: number): string {
  const dot = /\.[^./\\]*$/.exec(name);
  return dot === null ? `${name}-${number}` : `${name.slice(0, dot.index)}-${number}${dot[0]}`;
}

/** Analyses the games one after the other; whether it came to the end. */
async function analyseGames(
  games: readonly AnalysedGame[],
  options: AnalyseOptions,
  context: ProgramContext,
  signal: AbortSignal,
): Promise<boolean> {
  const playable = games.filter((each): each is AnalysedGame & { replay: Replay } => each.replay !== null);
  const positions = playable.reduce((sum, { replay }) => sum + replay.record.moves.length + 1, 0);
  const thinker = new Thinker(context, options.settings);
  const bar: ProgressBar = await showProgress(positions);
  try {
    for (const each of playable) {
      if (signal.aborted) break;
      bar.describe(games.length === 1 ? "" : `game ${each.game.number} of ${games.length}`);
      each.analysis = await analyse(each.replay, thinker, options.effort, signal, () => bar.step());
    }
  } finally {
    bar.close();
    thinker.close();
  }
  return !signal.aborted;
}

function writeResults(
  games: readonly AnalysedGame[],
  options: AnalyseOptions,
  outputs: Outputs,
  context: ProgramContext,
): void {
  const pictures = games.flatMap(({ game, replay, analysis }) =>
    options.svg === null || replay === null || analysis === null
      ? []
      : [drawEvaluationGraph({ game, analysis, first: replay.first })]
  );
  pictures.forEach((picture, i) => outputs.pictures[i]?.write(`${picture}\n`));
  const text = options.json
    ? JSON.stringify(describeGames(games, options.effort), null, 2)
    : games.map((each) => formatGame(each, options.fresh)).join("\n\n");
  if (outputs.games !== null) outputs.games.write(`${text}\n`);
  else context.write(options.svg === STANDARD_STREAM ? pictures.join("\n") : text);
  writeSummary(games, options, outputs, context);
}

/** A game as PGN: annotated if it was analysed, else as it came. */
function formatGame({ game, replay, analysis }: AnalysedGame, fresh: boolean): string {
  if (replay === null || analysis === null || analysis.evaluations.every((each) => each === null)) return game.source;
  return writePgn(annotate(game, analysis, { fresh, annotator: `${ENGINE_NAME} ${ENGINE_VERSION}` }), replay.first);
}

/** Accuracy and errors, for people: never where a program reads. */
function writeSummary(
  games: readonly AnalysedGame[],
  options: AnalyseOptions,
  outputs: Outputs,
  context: ProgramContext,
): void {
  const summaries = games.flatMap(({ game, analysis }) =>
    analysis === null ? [] : [describeGame(nameOf(game), game.result, analysis)]
  );
  if (summaries.length === 0) return;
  const text = summaries.join("\n\n");
  if (outputs.games !== null && options.svg !== STANDARD_STREAM) context.write(text);
  else if (Deno.stderr.isTerminal()) context.complain(`\n${text}`);
}

function closeQuietly(file: Deno.FsFile): void {
  try {
    file.close();
  } catch {
    // Reading it to its end has closed it.
  }
}
