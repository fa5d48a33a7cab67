/**
 * The output of analysed games: each game is written as soon as it is analysed, to standard output or to a file. The
 * file gets its name only when it is complete.
 *
 * @module
 */

import { annotate } from "../../engine/games/annotate.ts";
import { streamPgn } from "../../engine/games/pgn_reader.ts";
import { writePgn } from "../../engine/games/pgn_writer.ts";
import { ENGINE_NAME, ENGINE_TITLE } from "../../engine/version.ts";
import { openInput, type OutputFile, type PartFile, partOf, statOrNull } from "../../system/program_files.ts";
import type { AnalyseArguments } from "./analyse_arguments.ts";
import type { GameOfFile } from "./game_files.ts";
import { describeGameAsJson, describeHead } from "./game_report.ts";
import type { Totals } from "./totals.ts";

const LINE_FEED = 10;

/** Takes games one after the other. */
export interface GameOutput {
  /** Writes a game. */
  add(game: GameOfFile): void;
  /** Writes what comes after the last game. */
  end(totals: Totals): void;
}

/** Writes games as PGN, separated by blank lines. */
class PgnOutput implements GameOutput {
  constructor(
    private readonly write: (text: string) => void,
    private readonly fresh: boolean,
    private isFirst: boolean,
  ) {}

  add(game: GameOfFile): void {
    this.write(`${this.isFirst ? "" : "\n"}${formatGame(game, this.fresh)}\n`);
    this.isFirst = false;
  }

  end(): void {}
}

/** Writes games as one JSON object. */
class JsonOutput implements GameOutput {
  private count = 0;

  constructor(private readonly write: (text: string) => void, private readonly options: AnalyseArguments) {}

  add(game: GameOfFile): void {
    const text = JSON.stringify(describeGameAsJson(game), null, 2).replaceAll("\n", "\n    ");
    this.write(`${this.count++ === 0 ? this.head() : ","}\n    ${text}`);
  }

  end(totals: Totals): void {
    const text = JSON.stringify(totals.toJson(), null, 2).replaceAll("\n", "\n  ");
    this.write(`${this.count === 0 ? this.head() : "\n  "}],\n  "players": ${text}\n}\n`);
  }

  private head(): string {
    const head = JSON.stringify(describeHead(this.options.bounds), null, 2);
    return `${head.slice(0, -"\n}".length)},\n  "games": [`;
  }
}

/** Turns games into text. `isNew`: no game was written to this output before. */
export function outputTo(write: (text: string) => void, options: AnalyseArguments, isNew: boolean = true): GameOutput {
  return options.json ? new JsonOutput(write, options) : new PgnOutput(write, options.fresh, isNew);
}

/** A file for games. */
export class GameFile {
  /** Whether the file has any part of a game: a tag or a move. */
  hasGames: boolean;
  /**
   * Whether the file can be text. A picture, for example, contains bytes that are 0, even if other bytes look like
   * moves.
   */
  isText = true;
  private readonly output: GameOutput;

  private constructor(readonly part: PartFile, readonly done: number, options: AnalyseArguments) {
    this.hasGames = done > 0;
    this.output = outputTo((text) => part.append(text), options, done === 0);
  }

  /**
   * Opens a file. `part` holds its games until the file is complete; `done` is the number of games that an earlier run
   * has written.
   *
   * @throws {Error} If the file cannot be written, or if an earlier run left a partial file behind and the options do
   *   not say that this run should continue it.
   */
  static async open(file: OutputFile, options: AnalyseArguments): Promise<GameFile> {
    const done = options.resume ? await gamesInPart(file) : 0;
    return new GameFile(file.openPart(done > 0), done, options);
  }

  /** Writes a game. */
  add(game: GameOfFile): void {
    const { tags, root, source } = game.game;
    this.hasGames ||= tags.size > 0 || root.children.some(({ isNull }) => !isNull);
    this.isText &&= !source.includes("\0");
    this.output.add(game);
  }

  /** Replaces the file with the games. */
  complete(totals: Totals): void {
    this.output.end(totals);
    this.part.complete();
  }
}

/** Whether an earlier run left a partial file behind; an empty one does not count. */
export function hasPart(file: OutputFile): boolean {
  const part = statOrNull(partOf(file.path));
  return part?.isFile === true && part.size > 0;
}

/**
 * The number of games in the partial file that an earlier run left behind. The last game, which may be incomplete, is
 * cut off.
 */
async function gamesInPart(file: OutputFile): Promise<number> {
  if (!hasPart(file)) return 0;
  const path = partOf(file.path);
  let count = 0;
  let line = 1;
  for await (const game of streamPgn(openInput(path).readable)) {
    count++;
    line = game.line;
  }
  if (count < 2) return 0;
  // The last game begins after a blank line.
  Deno.truncateSync(path, await startOfLine(path, line - 1));
  return count - 1;
}

/** The offset of a line in a file, in bytes. The file may be of any size: only a piece of it is in memory. */
async function startOfLine(path: string, line: number): Promise<number> {
  let offset = 0;
  let left = line - 1;
  for await (const bytes of openInput(path).readable) {
    let start = 0;
    while (left > 0) {
      const feed = bytes.indexOf(LINE_FEED, start);
      if (feed < 0) break;
      start = feed + 1;
      left--;
    }
    if (left === 0) return offset + start;
    offset += bytes.length;
  }
  return offset;
}

/** A game as PGN: annotated if it was analysed, otherwise unchanged. */
function formatGame({ game, replay, analysis }: GameOfFile, fresh: boolean): string {
  if (replay === null || analysis === null || analysis.evaluations.every((each) => each === null)) return game.source;
  annotate(game, analysis, { fresh, annotator: ENGINE_TITLE });
  return writePgn(game);
}

/** Whether this program has already analysed a game to its end. */
export function isAnalysed({ game }: GameOfFile): boolean {
  const isOwn = (game.tags.get("Annotator") ?? "").startsWith(ENGINE_NAME);
  const line = game.root.line;
  return isOwn &&
    line.every((node, i) => node.evaluation !== null || (i === line.length - 1 && node.san.endsWith("#")));
}
