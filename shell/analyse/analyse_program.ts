/**
 * `hindsight analyse`: what happens from the command line to the exit code.
 *
 * Everything that can fail early does: before the first search the games are read and checked, and so is whether every
 * file of the result can be written. The files are written when all is analysed or the analysis is interrupted. If no
 * file is to be written, the program gives up the permission to write before the first search.
 *
 * @module
 */

import { messageOf } from "../../core/errors.ts";
import { analyse, type AnalysedGame } from "../../engine/games/analysis.ts";
import { annotate } from "../../engine/games/annotate.ts";
import { nameOf } from "../../engine/games/pgn.ts";
import { writePgn } from "../../engine/games/pgn_writer.ts";
import type { Replay } from "../../engine/games/replay.ts";
import { ENGINE_NAME, ENGINE_VERSION } from "../../engine/version.ts";
import { drawEvaluationGraph } from "../../engine/view/evaluation_graph.ts";
import { giveUpWriting } from "../../uci/system/files.ts";
import { untilInterrupted } from "../../uci/system/interrupt.ts";
import { type ProgramContext, startEngine } from "../../uci/system/program_context.ts";
import { isSameFile, OutputFile } from "../../uci/system/program_files.ts";
import { ANALYSE_HELP, type AnalyseArguments, readAnalyseArguments } from "./analyse_arguments.ts";
import { analysePosition } from "./analyse_position.ts";
import { type GameOfFile, readGames, STANDARD_STREAM } from "./game_files.ts";
import { describeGame, describeGames } from "./game_report.ts";
import { type ProgressBar, showProgress } from "./progress_bar.ts";
import { writeHtmlReport } from "./report/html_report.ts";

/** Where the result goes. */
interface Outputs {
  /** Files for the games, with those that go there; none if the games go to standard output. */
  readonly games: readonly { readonly file: OutputFile; readonly games: readonly GameOfFile[] }[];
  /** Files for the pictures, by the game. */
  readonly pictures: ReadonlyMap<AnalysedGame, OutputFile>;
  /** File for the report, `null` for none. */
  readonly report: OutputFile | null;
}

/**
 * Runs the program.
 *
 * @param args The arguments behind `analyse`.
 * @returns The exit code: 0, 1 if something failed or the analysis was interrupted, 2 if the arguments are wrong.
 */
export async function runAnalyse(args: readonly string[], context: ProgramContext): Promise<number> {
  let options: AnalyseArguments;
  try {
    options = readAnalyseArguments(args);
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
      ? await analyseFiles(options, context)
      : await analysePosition(options.fen, options, context);
  } catch (error) {
    context.complain(messageOf(error));
    return 1;
  }
}

async function analyseFiles(options: AnalyseArguments, context: ProgramContext): Promise<number> {
  const games: GameOfFile[] = [];
  for (const input of options.inputs) games.push(...await readGames(input));
  if (options.svg === STANDARD_STREAM && games.length > 1) {
    throw new Error(
      `Expected one game for '--svg -', but there are ${games.length} in '${options.inputs.join("', '")}'`,
    );
  }
  const outputs = checkOutputs(options, games);
  if (outputs.games.length + outputs.pictures.size === 0 && outputs.report === null) giveUpWriting();
  const faulty = games.filter(({ fault }) => fault !== null);
  for (const { file, fault } of faulty) context.complain(`${file}: ${fault}`);
  const early = await untilInterrupted((signal) => analyseGames(games, options, context, signal), { onHangup: true });
  const isWritten = await writeResults(games, options, outputs, context);
  if (early !== null) context.complain(`${early}${isWritten ? "; what is done so far was written" : ""}`);
  return early === null && isWritten && faulty.length === 0 ? 0 : 1;
}

/**
 * Checks every file that will be written. Throws an Error if one cannot be written, if it is an input and `--in-place`
 * is not set, or if two of the results would go there.
 */
function checkOutputs(options: AnalyseArguments, games: readonly GameOfFile[]): Outputs {
  const { inputs, output, svg, html } = options;
  const files = options.inPlace
    ? inputs.map((path) => ({ file: new OutputFile(path), games: games.filter(({ file }) => file === path) }))
    : output === null || output === STANDARD_STREAM
    ? []
    : [{ file: new OutputFile(output), games }];
  const playable = games.filter(({ replay }) => replay !== null);
  const pictures = new Map<AnalysedGame, OutputFile>();
  for (const game of playable) {
    if (svg === null || svg === STANDARD_STREAM) break;
    pictures.set(game, new OutputFile(playable.length === 1 ? svg : numbered(svg, games.indexOf(game) + 1)));
  }
  const report = html === null || html === STANDARD_STREAM ? null : new OutputFile(html);
  const others = [...pictures.values(), ...(report === null ? [] : [report])];
  for (const other of others) {
    if (files.some(({ file }) => isSameFile(other.path, file.path))) {
      throw new Error(`Cannot write '${other.path}': the games are to be written there`);
    }
    if (report !== null && other !== report && isSameFile(other.path, report.path)) {
      throw new Error(`Cannot write '${other.path}': the report is to be written there`);
    }
  }
  for (const file of [...(options.inPlace ? [] : files.map(({ file }) => file)), ...others]) {
    if (inputs.some((input) => input !== STANDARD_STREAM && isSameFile(file.path, input))) {
      throw new Error(`Cannot write '${file.path}': it is the input; to replace it, use --in-place`);
    }
  }
  return { games: files, pictures, report };
}

/** A file name with a number before its extension. */
function numbered(name: string, number: number): string {
  const dot = /\.[^./\\]*$/.exec(name);
  return dot === null ? `${name}-${number}` : `${name.slice(0, dot.index)}-${number}${dot[0]}`;
}

/** Analyses the games one after the other. The result says why and where it ended early, `null` if it did not. */
async function analyseGames(
  games: readonly GameOfFile[],
  options: AnalyseArguments,
  context: ProgramContext,
  signal: AbortSignal,
): Promise<string | null> {
  const playable = games.filter((each): each is GameOfFile & { replay: Replay } => each.replay !== null);
  const positions = playable.reduce((sum, { replay }) => sum + replay.record.moves.length + 1, 0);
  const engine = await startEngine(context, options.engine);
  const bar: ProgressBar = await showProgress(positions);
  let place = "";
  try {
    for (const each of playable) {
      if (signal.aborted) break;
      place = `game ${games.indexOf(each) + 1} of ${games.length}`;
      bar.describe(games.length === 1 ? "" : place);
      each.analysis = await analyse(each.replay, engine, options.bounds, signal, () => bar.step());
    }
  } catch (error) {
    // What was analysed before must not be lost.
    return `${messageOf(error)}; ended in ${place}`;
  } finally {
    bar.close();
    engine.close();
  }
  if (!signal.aborted) return null;
  return place === "" ? "Interrupted" : `Interrupted in ${place}`;
}

/**
 * Writes everything. A file that cannot be written is complained about, and the others are written.
 *
 * @returns Whether all files were written.
 */
async function writeResults(
  games: readonly GameOfFile[],
  options: AnalyseArguments,
  outputs: Outputs,
  context: ProgramContext,
): Promise<boolean> {
  let isWritten = true;
  const save = (file: OutputFile, text: string): boolean => {
    try {
      file.write(text);
      return true;
    } catch (error) {
      context.complain(messageOf(error));
      isWritten = false;
      return false;
    }
  };
  const format = (part: readonly GameOfFile[]): string =>
    options.json
      ? JSON.stringify(describeGames(part, options.bounds), null, 2)
      : part.map((each) => formatGame(each, options.fresh)).join("\n\n");
  // The games first: they are what took the time.
  for (const { file, games: part } of outputs.games) save(file, `${format(part)}\n`);
  const drawn: string[] = [];
  for (const [game, file] of outputs.pictures) {
    const picture = draw(game);
    if (picture !== null && save(file, `${picture}\n`)) drawn.push(file.path);
  }
  const report = options.html === null ? null : await writeHtmlReport(games);
  const isReported = report !== null && outputs.report !== null && save(outputs.report, report);
  const streamed = options.svg === STANDARD_STREAM
    ? games.map(draw).filter((picture) => picture !== null).join("\n")
    : options.html === STANDARD_STREAM
    ? report?.trimEnd() ?? ""
    : outputs.games.length === 0 && (options.json || options.html === null || options.output === STANDARD_STREAM)
    ? format(games)
    : null;
  if (streamed !== null) context.write(streamed);
  // The summary never goes where a program may read the result.
  const write = streamed === null ? context.write : Deno.stderr.isTerminal() ? context.complain : () => {};
  const reports = isReported ? [`Report: ${options.html}`] : [];
  for (const line of summarizeResults(games, options, drawn, reports)) write(line);
  return isWritten;
}

/** The picture of a game, `null` if it was not analysed. */
function draw({ game, replay, analysis }: AnalysedGame): string | null {
  return replay === null || analysis === null ? null : drawEvaluationGraph({ game, analysis, first: replay.first });
}

/** A game as PGN: annotated if it was analysed, else as it came. */
function formatGame({ game, replay, analysis }: AnalysedGame, fresh: boolean): string {
  if (replay === null || analysis === null || analysis.evaluations.every((each) => each === null)) return game.source;
  annotate(game, analysis, { fresh, annotator: `${ENGINE_NAME} ${ENGINE_VERSION}` });
  return writePgn(game);
}

/** Accuracy and errors of each game, and the names of the pictures and the report, for people. */
function summarizeResults(
  games: readonly GameOfFile[],
  { inputs }: AnalyseArguments,
  pictures: readonly string[],
  reports: readonly string[],
): string[] {
  const paragraphs = games.flatMap(({ file, game, analysis }) =>
    analysis === null
      ? []
      : [describeGame(`${inputs.length > 1 ? `${file}: ` : ""}${nameOf(game)}`, game.result, analysis)]
  );
  if (pictures.length === 1) paragraphs.push(`Picture: ${pictures[0]}`);
  if (pictures.length > 1) {
    // A game that is no legal one has no picture, so two need not be neighbours.
    const range = pictures.length === 2 ? "and" : "to";
    paragraphs.push(`${pictures.length} pictures: ${pictures[0]} ${range} ${pictures[pictures.length - 1]}`);
  }
  paragraphs.push(...reports);
  return paragraphs.length === 0 ? [] : [paragraphs.join("\n\n")];
}
