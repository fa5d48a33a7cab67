/** Games from PGN files. @module */

import { messageOf } from "../../core/errors.ts";
import { type AnalysedGame, toBeAnalysed } from "../../engine/games/analysis.ts";
import { streamPgn } from "../../engine/games/pgn_reader.ts";
import { openInput } from "../../system/program_files.ts";
import { STANDARD_STREAM } from "../arguments.ts";
import { unpacked } from "./unpack.ts";

/** A game with the name of its file as the user typed it; `-` is standard input. */
export interface GameOfFile extends AnalysedGame {
  /** The file. */
  readonly file: string;
}

/**
 * Yields the games of files, each played through as far as it can be read. The files may be of any size, and packed as
 * .gz or .zst: only one game and a piece of the file are in memory.
 *
 * @param complain Called with a message for each file without a game; the other files are read.
 * @param last Number of games to read from each file; all by default.
 * @throws {Error} If a file cannot be read.
 */
export async function* streamGames(
  files: readonly string[],
  complain: (message: string) => void,
  last = Infinity,
): AsyncGenerator<GameOfFile> {
  for (const file of files) {
    const source = file === STANDARD_STREAM ? Deno.stdin : openInput(file);
    let count = 0;
    try {
      for await (const game of streamPgn(unpacked(source.readable))) {
        count++;
        yield { file, ...toBeAnalysed(game) };
        if (count >= last) break;
      }
    } catch (error) {
      throw new Error(`Cannot read '${file}': ${messageOf(error)}`);
    }
    if (count === 0) complain(`There is no game in '${file}'`);
  }
}
