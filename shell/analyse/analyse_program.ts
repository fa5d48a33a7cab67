/**
 * Runs `hindsight analyse`.
 *
 * Before the first search, the program reads the first games and checks that it can write all output files. If there is
 * no output file, it gives up its permission to write. Games are analysed one by one, so files can be of any size.
 *
 * @module
 */

import { messageOf } from "../../core/errors.ts";
import type { Engine } from "../../engine/engine.ts";
import { KIND_BYTES, packingOf } from "../../engine/file_kind.ts";
import { analyse } from "../../engine/games/analysis.ts";
import { nameOf } from "../../engine/games/pgn.ts";
import { drawEvaluationGraph } from "../../engine/view/evaluation_graph.ts";
import { giveUpWriting } from "../../system/files.ts";
import { untilInterrupted } from "../../system/interrupt.ts";
import { type ProgramContext, startEngine } from "../../system/program_context.ts";
import { isSameFile, openInput, OutputFile } from "../../system/program_files.ts";
import { LearningFile } from "../../system/learning_file.ts";
import type { AnalyseArguments } from "./analyse_arguments.ts";
import { analysePosition } from "./analyse_position.ts";
import { STANDARD_STREAM } from "../arguments.ts";
import { type GameOfFile, streamGames } from "./game_files.ts";
import { GameFile, hasPart, isAnalysed, outputTo } from "./game_output.ts";
import { describeGame } from "./game_report.ts";
import { Players, playsAs } from "./players.ts";
import { type ProgressBar, showProgress } from "../../terminal/progress.ts";
import { writeHtmlReport } from "./report/html_report.ts";
import { Totals } from "./totals.ts";

/** Number of games to read before the first search. If the input has no more, the program can show the total. */
const READ_AHEAD = 500;
/** Number of digits in picture names if the number of games is unknown. */
const USUAL_DIGITS = 6;

/** Runs the program. Returns the exit code: 0, or 1 after a fault or an interruption. */
export function analyseGames(options: AnalyseArguments, context: ProgramContext): Promise<number> {
  if (options.fen !== null) return analysePosition(options.fen, options, context);
  return new AnalysisJob(options, context).run();
}

/** Throws an Error if a file cannot be read or replaced. */
function checkInput(path: string, isReplaced: boolean): void {
  if (isReplaced && isOther(path)) throw new Error(`Cannot replace '${path}': it is not an ordinary file`);
  const file = openInput(path);
  const start = new Uint8Array(KIND_BYTES);
  try {
    // Do not read from a pipe here, because its data can be read only once.
    if (isOther(path) || packingOf(start.subarray(0, file.readSync(start) ?? 0)) === null || !isReplaced) return;
  } catch (error) {
    throw new Error(`Cannot read '${path}': ${messageOf(error)}`);
  } finally {
    file.close();
  }
  throw new Error(`Cannot replace '${path}': it is packed, but games are written unpacked; use '--output'`);
}

/** Whether a path names a pipe or a device. */
function isOther(path: string): boolean {
  try {
    const { isFile, isDirectory } = Deno.statSync(path);
    return !isFile && !isDirectory;
  } catch {
    return false;
  }
}

class AnalysisJob {
  private readonly totals = new Totals();
  /** Games that have been read but not yet analysed. */
  private readonly ahead: GameOfFile[] = [];
  private isWhole = false;
  private bar: ProgressBar | null = null;
  /** Whether there was a fault in a game or a file. */
  private hasFailed = false;
  private isWritten = true;
  /** Number of chosen games before the current one. */
  private place = 0;
  private readonly pictures: string[] = [];
  private readonly reported: GameOfFile[] = [];
  private hasSummary = false;

  constructor(private readonly options: AnalyseArguments, private readonly context: ProgramContext) {}

  async run(): Promise<number> {
    const { options, context } = this;
    for (const input of options.inputs) if (input !== STANDARD_STREAM) checkInput(input, options.inPlace);
    const places = options.places?.map(([, to]) => to) ?? [];
    // Games after the last chosen one are needed only if the file is replaced.
    const last = places.length === 0 || options.inPlace ? Infinity : Math.max(...places);
    const games = streamGames(options.inputs, (message) => this.complain(message), last);
    while (this.ahead.length < READ_AHEAD && !this.isWhole) {
      const { done, value } = await games.next();
      if (done === true) this.isWhole = true;
      else this.ahead.push(value);
    }
    if (this.ahead.length === 0) return 1;
    await this.expectChosen(games);
    const chosen = this.ahead.filter((game) => this.isChosen(game));
    if (options.svg === STANDARD_STREAM && (chosen.length > 1 || !this.isWhole)) {
      const count = this.isWhole ? `${chosen.length}` : "many";
      throw new Error(`Expected one game for '--svg -', but found ${count} in '${options.inputs.join("', '")}'`);
    }
    if (this.isWhole) {
      this.digits = chosen.filter(({ replay }) => replay !== null).length === 1 ? 0 : `${chosen.length}`.length;
    }
    const files = this.checkOutputs(chosen);
    const isWriting = files.length > 0 || [options.svg, options.html, options.learning].some((file) => file !== null);
    if (!isWriting) giveUpWriting();
    chosen.forEach((game) => this.complainAbout(game));
    this.bar = await showProgress(this.isWhole ? positionsIn(chosen, options) : null);
    const early = await untilInterrupted((signal) => this.work(games, files, signal), { onHangup: true });
    await this.report();
    if (early !== null) context.complain(`${early}${this.isWritten ? "; the results so far were written" : ""}`);
    return early === null && !this.hasFailed ? 0 : 1;
  }

  /** Whether the options send the games to standard output. If a picture or a report goes there, the games do not. */
  private get isStreamed(): boolean {
    const { inPlace, output, json, html } = this.options;
    return !inPlace && (output === STANDARD_STREAM || (output === null && (json || html === null)));
  }

  private isChosen({ game }: GameOfFile): boolean {
    const { player, places } = this.options;
    const isThere = places === null || places.some(([from, to]) => game.number >= from && game.number <= to);
    return isThere && (player === null || playsAs(game, "White", player) || playsAs(game, "Black", player));
  }

  /** Reads games up to the first chosen one. If no game matches the options, throws an Error that lists the players. */
  private async expectChosen(games: AsyncGenerator<GameOfFile>): Promise<void> {
    const { inputs, inPlace, player, places } = this.options;
    let players = new Players();
    const isFound = (game: GameOfFile): boolean => {
      players.add(game.game);
      return this.isChosen(game);
    };
    if (this.ahead.some(isFound)) return;
    // With `--in-place`, every game must be written back. So keep the games that have been read, and read the files
    // again to find a chosen game. Otherwise, drop them.
    const others = inPlace ? streamGames(inputs, () => {}) : games;
    if (!inPlace) this.ahead.length = 0;
    else if (!this.isWhole) players = new Players();
    while (!this.isWhole) {
      const { done, value } = await others.next();
      if (done === true) break;
      if (!isFound(value)) continue;
      if (inPlace) await others.return(undefined);
      else this.ahead.push(value);
      return;
    }
    const options = [player === null ? "" : `'--player ${player}'`, places === null ? "" : "'--games'"];
    const reason = options.filter((option) => option !== "").join(" and ");
    throw players.noneChosenBy(reason);
  }

  private complain(message: string): void {
    this.hasFailed = true;
    this.bar?.clear();
    this.context.complain(message);
  }

  private complainAbout({ file, game, fault }: GameOfFile): void {
    if (fault !== null) this.complain(`${file}: ${fault}`);
    for (const warning of game.warnings) this.context.complain(`${file}: ${nameOf(game)}: ${warning}`);
  }

  private fail(message: string): void {
    this.isWritten = false;
    this.complain(message);
  }

  /** Checks every output file. Throws an Error if one cannot be written, is an input, or would be written twice. */
  private checkOutputs(chosen: readonly GameOfFile[]): OutputFile[] {
    const { inputs, output, inPlace, svg, html, resume } = this.options;
    const isOutput = output !== null && output !== STANDARD_STREAM;
    const files = inPlace ? inputs.map((path) => new OutputFile(path)) : isOutput ? [new OutputFile(output)] : [];
    const pictures = svg === null || svg === STANDARD_STREAM
      ? []
      : chosen.flatMap(({ replay }, i) => replay === null ? [] : new OutputFile(this.pictureOf(svg, i + 1)));
    const others = [...pictures, ...(html === null || html === STANDARD_STREAM ? [] : [new OutputFile(html)])];
    for (const other of others) {
      if (files.some((file) => isSameFile(other.path, file.path))) {
        throw new Error(`Cannot write '${other.path}': the games will be written there`);
      }
      if (html !== null && other.path !== html && isSameFile(other.path, html)) {
        throw new Error(`Cannot write '${other.path}': the report will be written there`);
      }
    }
    for (const { path } of [...(inPlace ? [] : files), ...others]) {
      if (inputs.some((input) => input !== STANDARD_STREAM && isSameFile(path, input))) {
        throw new Error(`Cannot write '${path}': it is the input; to replace it, use --in-place`);
      }
    }
    const left = resume ? undefined : files.find(hasPart);
    if (left !== undefined) {
      const way = this.options.json ? "delete it" : "continue with --resume, or delete it";
      throw new Error(`'${left.path}.part' has games from an interrupted run: ${way}`);
    }
    return files;
  }

  /** Analyses and writes the games. Returns why the work ended early, or `null` if it did not. */
  private async work(
    games: AsyncGenerator<GameOfFile>,
    files: readonly OutputFile[],
    signal: AbortSignal,
  ): Promise<string | null> {
    const { options, context } = this;
    const learning = options.learning === null ? undefined : new LearningFile(options.learning);
    const engine = await startEngine(context, { ...options.engine, learned: learning });
    const isStreamed = this.isStreamed && options.svg !== STANDARD_STREAM && options.html !== STANDARD_STREAM;
    const stream = isStreamed ? outputTo(inLines(context.write), options) : null;
    let early: string | null = null;
    let file: GameFile | null = null;
    let name = "";
    try {
      for await (const each of this.all(games)) {
        const isChosen = this.isChosen(each);
        if (!isChosen && !options.inPlace) continue;
        if (files.length > 0 && (file === null || (options.inPlace && each.file !== name))) {
          if (file !== null) this.complete(file, name);
          name = each.file;
          file = await GameFile.open(files[options.inPlace ? options.inputs.indexOf(name) : 0], options);
          this.left = file.done;
        }
        // An earlier run has already written this game.
        if (this.left-- > 0) continue;
        if (isChosen && early === null) {
          early = await this.analyseOne(each, engine, signal);
          if (early !== null) this.bar?.describe("writing the other games unchanged");
          if (learning !== undefined) await engine.keepLearned();
        }
        if (isChosen) this.place++;
        stream?.add(each);
        if (isChosen) this.show(each);
        file?.add(each);
      }
      if (file !== null) this.complete(file, name);
      stream?.end(this.totals);
    } catch (error) {
      file?.part.abandon();
      this.fail(messageOf(error));
    } finally {
      this.bar?.close();
      engine.close();
    }
    return early;
  }

  /** Completes the output. With `--in-place`, keeps a file unchanged if it has no game or is not text. */
  private complete(file: GameFile, name: string): void {
    if ((file.hasGames && file.isText) || !this.options.inPlace) return file.complete(this.totals);
    file.part.discard();
    this.fail(`'${name}' ${file.isText ? "has no game" : "is not text"}, so it stays unchanged`);
  }

  /** Number of games that an earlier run wrote and this one skips. */
  private left = 0;

  private async *all(games: AsyncGenerator<GameOfFile>): AsyncGenerator<GameOfFile> {
    for (let each = this.ahead.shift(); each !== undefined; each = this.ahead.shift()) yield each;
    for await (const each of games) {
      if (this.isChosen(each)) this.complainAbout(each);
      yield each;
    }
  }

  /** Analyses a game. Returns the reason to stop, or `null` to continue. */
  private async analyseOne(each: GameOfFile, engine: Engine, signal: AbortSignal): Promise<string | null> {
    const { options } = this;
    const place = `game ${this.place + 1}${this.isWhole ? ` of ${this.place + 1 + this.chosenAhead}` : ""}`;
    if (signal.aborted) return this.place === 0 ? "Interrupted" : `Interrupted in ${place}`;
    if (each.replay === null || positionsIn([each], options) === 0) return null;
    this.bar?.describe(this.isWhole && this.place + this.chosenAhead === 0 ? "" : place);
    try {
      const bounds = { ...options.bounds, lines: options.lines };
      each.analysis = await analyse(each.replay, engine, bounds, signal, () => this.bar?.step());
    } catch (error) {
      // The game has no analysis, so the caller writes it unchanged.
      return `${messageOf(error)}; ended in ${place}`;
    }
    return signal.aborted ? `Interrupted in ${place}` : null;
  }

  private get chosenAhead(): number {
    return this.ahead.filter((game) => this.isChosen(game)).length;
  }

  private show(each: GameOfFile): void {
    const { game, analysis } = each;
    const { inputs, html, svg } = this.options;
    this.totals.add(each);
    if (html !== null) this.reported.push(each);
    if (svg !== null) this.draw(each, svg);
    if (analysis === null) return;
    const file = inputs.length > 1 ? `${each.file}: ` : "";
    this.summarize(describeGame(`${file}${nameOf(game)}`, game.result, analysis));
  }

  /** Writes a summary for the user to standard output, or to standard error if results go to standard output. */
  private summarize(text: string): void {
    const { svg, html } = this.options;
    const isResult = this.isStreamed || svg === STANDARD_STREAM || html === STANDARD_STREAM;
    if (isResult && !Deno.stderr.isTerminal()) return;
    this.bar?.clear();
    const write = isResult ? this.context.complain : this.context.write;
    write(`${this.hasSummary ? "\n" : ""}${text}`);
    this.hasSummary = true;
  }

  private draw({ game, replay, analysis }: GameOfFile, svg: string): void {
    if (replay === null || analysis === null) return;
    const picture = drawEvaluationGraph({ game, analysis, first: replay.first });
    if (svg === STANDARD_STREAM) return this.context.write(picture);
    const path = this.pictureOf(svg, this.place);
    if (this.save(path, `${picture}\n`)) this.pictures.push(path);
  }

  /** The path of a picture, numbered unless there is only one. */
  private pictureOf(svg: string, place: number): string {
    return this.digits === 0 ? svg : numbered(svg, String(place).padStart(this.digits, "0"));
  }

  /** Number of digits in picture names; 0 for a single picture, which has no number. */
  private digits = USUAL_DIGITS;

  private save(path: string, text: string): boolean {
    try {
      new OutputFile(path).write(text);
      return true;
    } catch (error) {
      this.fail(messageOf(error));
      return false;
    }
  }

  private async report(): Promise<void> {
    const { options, context, pictures } = this;
    const report = options.html === null ? null : await writeHtmlReport(this.reported);
    if (report !== null && options.html === STANDARD_STREAM) context.write(report.trimEnd());
    const isReported = report !== null && options.html !== null && options.html !== STANDARD_STREAM &&
      this.save(options.html, report);
    const total = this.totals.describe();
    if (total !== "") this.summarize(total);
    if (pictures.length === 1) this.summarize(`Picture: ${pictures[0]}`);
    if (pictures.length > 1) {
      // A game with illegal moves has no picture, so the numbers may have gaps.
      const range = pictures.length === 2 ? "and" : "to";
      this.summarize(`${pictures.length} pictures: ${pictures[0]} ${range} ${pictures.at(-1)}`);
    }
    if (isReported) this.summarize(`Report: ${options.html}`);
  }
}

function positionsIn(games: readonly GameOfFile[], { resume }: AnalyseArguments): number {
  return games.reduce((sum, each) => {
    if (each.replay === null || (resume && isAnalysed(each))) return sum;
    return sum + each.replay.record.moves.length + 1;
  }, 0);
}

/** Passes on whole lines only, without the last line break, which the writer adds. */
function inLines(write: (text: string) => void): (text: string) => void {
  let rest = "";
  return (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    if (lines.length > 0) write(lines.join("\n"));
  };
}

function numbered(name: string, number: string): string {
  const dot = /\.[^./\\]*$/.exec(name);
  return dot === null ? `${name}-${number}` : `${name.slice(0, dot.index)}-${number}${dot[0]}`;
}
