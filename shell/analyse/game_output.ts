/** Writes analysed games one by one. A file gets its final name only when it is complete. @module */

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

/** Writes games in one format. `end` is called after the last game. */
export type GameOutput = { add(game: GameOfFile): void; end(totals: Totals): void };

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

/** Returns a writer for games. `isNew` says whether the output is still empty. */
export function outputTo(write: (text: string) => void, options: AnalyseArguments, isNew: boolean = true): GameOutput {
  return options.json ? new JsonOutput(write, options) : new PgnOutput(write, options.fresh, isNew);
}

/** An output file. */
export class GameFile {
  /** Whether any game has a tag or a move. */
  hasGames: boolean;
  /** Whether the input may be text. A zero byte shows that it is something else, such as a picture. */
  isText = true;
  private readonly output: GameOutput;

  private constructor(readonly part: PartFile, readonly done: number, options: AnalyseArguments) {
    this.hasGames = done > 0;
    this.output = outputTo((text) => part.append(text), options, done === 0);
  }

  /** Opens the part file or, with `--resume`, continues an earlier one. Throws an Error if it cannot be written. */
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

  /** Completes the part file, which then replaces the output file. */
  complete(totals: Totals): void {
    this.output.end(totals);
    this.part.complete();
  }
}

/** Whether an earlier run left a part file that is not empty. */
export function hasPart(file: OutputFile): boolean {
  const part = statOrNull(partOf(file.path));
  return part?.isFile === true && part.size > 0;
}

/** Cuts off the last game in an earlier part file, because it may be incomplete, and counts the others. */
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
  // Also cut off the blank line before the last game.
  Deno.truncateSync(path, await startOfLine(path, line - 1));
  return count - 1;
}

/** The offset in bytes at which a line starts. Reads the file in pieces. */
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

function formatGame({ game, replay, analysis }: GameOfFile, fresh: boolean): string {
  if (replay === null || analysis === null || analysis.evaluations.every((each) => each === null)) return game.source;
  annotate(game, analysis, { fresh, annotator: ENGINE_TITLE });
  return writePgn(game);
}

/** Whether this program has analysed the whole game. */
export function isAnalysed({ game }: GameOfFile): boolean {
  const isOwn = (game.tags.get("Annotator") ?? "").startsWith(ENGINE_NAME);
  const line = game.root.line;
  return isOwn &&
    line.every((node, i) => node.evaluation !== null || (i === line.length - 1 && node.san.endsWith("#")));
}
