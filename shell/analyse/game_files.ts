/**
 * Games from PGN files.
 *
 * @module
 */

import { messageOf } from "../../core/errors.ts";
import { type AnalysedGame, toBeAnalysed } from "../../engine/games/analysis.ts";
import { decodePgn } from "../../engine/games/pgn_lines.ts";
import { readPgn } from "../../engine/games/pgn_reader.ts";
import { openInput, readAll } from "../../uci/system/program_files.ts";

/** The name that means standard input and output. */
export const STANDARD_STREAM = "-";
/** Most bytes of a file that are read, so that the games fit into memory. */
const MAX_PGN_BYTES = 256 * 1024 * 1024;

/** A game with the file that it came from, as the user named it; `-` is standard input. */
export interface GameOfFile extends AnalysedGame {
  /** The file. */
  readonly file: string;
}

/**
 * The games of a file, played through as far as they can be read.
 *
 * @throws {Error} If the file cannot be read, or there are no games in it.
 */
export async function readGames(file: string): Promise<GameOfFile[]> {
  let bytes: Uint8Array;
  const source = file === STANDARD_STREAM ? null : openInput(file);
  try {
    bytes = await readAll((source ?? Deno.stdin).readable, MAX_PGN_BYTES, source?.statSync().size);
  } catch (error) {
    throw new Error(`Cannot read '${file}': ${messageOf(error)}`);
  }
  const games = readPgn(decodePgn(bytes)).map((game): GameOfFile => ({ file, ...toBeAnalysed(game) }));
  if (games.length === 0) throw new Error(`There is no game in '${file}'`);
  return games;
}
