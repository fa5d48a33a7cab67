/** Where each game of some files lies, so that any of them can be read by its number. @module */

import { readGames } from "./game_files.ts";
import { decodeGame, type PlayedGame } from "./viriformat.ts";

/** Where games lie; game i is in file `files[i]`, from byte `begins[i]` on, and has `sizes[i]` bytes. */
export interface GameIndex {
  readonly paths: readonly string[];
  /** For each game the number of its file in `paths`. */
  readonly files: Uint32Array;
  /** For each game the byte of its file where it begins. */
  readonly begins: Float64Array;
  /** For each game its bytes. */
  readonly sizes: Uint32Array;
}

/** Reads some files and notes where their games are. Throws a SyntaxError if a file ends within a game. */
export function indexGames(paths: readonly string[]): GameIndex {
  const files: number[] = [];
  const begins: number[] = [];
  const sizes: number[] = [];
  paths.forEach((path, file) => {
    let begin = 0;
    for (const bytes of readGames(path)) {
      files.push(file);
      begins.push(begin);
      sizes.push(bytes.length);
      begin += bytes.length;
    }
  });
  return { paths, files: Uint32Array.from(files), begins: Float64Array.from(begins), sizes: Uint32Array.from(sizes) };
}

/** Reads a game, numbered from 0. Throws a SyntaxError if its file has changed. */
export function readIndexedGame(index: GameIndex, game: number): PlayedGame {
  const path = index.paths[index.files[game]];
  using file = Deno.openSync(path);
  file.seekSync(index.begins[game], Deno.SeekMode.Start);
  const bytes = new Uint8Array(index.sizes[game]);
  for (let filled = 0; filled < bytes.length;) {
    const read = file.readSync(bytes.subarray(filled));
    if (read === null) throw new SyntaxError(`File "${path}" has become shorter while it was read`);
    filled += read;
  }
  return decodeGame(bytes);
}
