/** Games from PGN files. @module */

import { messageOf } from "../../core/errors.ts";
import { type AnalysedGame, toBeAnalysed } from "../../engine/games/analysis.ts";
import { streamPgn } from "../../engine/games/pgn_reader.ts";
import { openInput } from "../../system/program_files.ts";
import { STANDARD_STREAM } from "../arguments.ts";
import { unpacked } from "./unpack.ts";

/** A game and the name of its file; `-` is standard input. */
export type GameOfFile = AnalysedGame & { readonly file: string };

/** Reads up to `last` games from each file, which may be .gz or .zst. Calls `complain` for files without a game. */
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
