/**
 * Folders of games: many small files in viriformat, `games-<seed>-<thread>-<index of the first game>.vf`. To add a
 * game, the whole file is written again under a temporary name (`.part`), which is then renamed. So a file never holds
 * part of a game. Temporary files are never removed, because a running program may be using them.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { decodeGame, endOfGame, type PlayedGame, START_BYTES } from "./viriformat.ts";

const GAMES_EXTENSION = ".vf";
export const GAMES_PER_FILE = 256;

const READ_BYTES = 1 << 20;

export class GameWriter {
  private readonly prefix: string;
  private readonly part: string;
  private first: number;
  private games: Uint8Array[] = [];

  /** New games are numbered after those that the folder already has. */
  constructor(folder: string, seed: bigint, thread: number) {
    this.prefix = `${folder}/games-${seed}-${String(thread).padStart(2, "0")}-`;
    this.part = `${this.prefix}${crypto.randomUUID()}.part`;
    this.first = this.findNext(folder);
  }

  get next(): number {
    return this.first + this.games.length;
  }

  /** Throws an Error if another run with the same seed has already created the file. */
  add(game: Uint8Array): void {
    this.games.push(game);
    const path = `${this.prefix}${String(this.first).padStart(7, "0")}${GAMES_EXTENSION}`;
    if (this.games.length === 1 && isThere(path)) {
      throw new Error(`Expected no "${path}" yet, but there is one: does another run use the same seed?`);
    }
    Deno.writeFileSync(this.part, Buffer.concat(this.games));
    Deno.renameSync(this.part, path);
    if (this.games.length < GAMES_PER_FILE) return;
    this.first += this.games.length;
    this.games = [];
  }

  private findNext(folder: string): number {
    let next = 0;
    for (const path of listGameFiles(folder)) {
      if (!path.startsWith(this.prefix)) continue;
      const first = Number(path.slice(this.prefix.length, -GAMES_EXTENSION.length));
      next = Math.max(next, first + readGames(path).reduce((games) => games + 1, 0));
    }
    return next;
  }
}

/** Returns `path` if it is a file, or else the sorted game files below it. Throws a RangeError if it does not exist. */
export function listGameFiles(path: string): string[] {
  if (!isThere(path)) throw new RangeError(`Expected a folder or a file of games, but there is no "${path}"`);
  if (Deno.statSync(path).isFile) return [path];
  return Array.from(Deno.readDirSync(path)).flatMap(({ name, isDirectory }) => {
    if (isDirectory) return listGameFiles(`${path}/${name}`);
    return name.endsWith(GAMES_EXTENSION) ? [`${path}/${name}`] : [];
  }).sort();
}

export function gameFilesOf(paths: readonly string[]): string[] {
  return Array.from(new Map(paths.flatMap(listGameFiles).map((path) => [Deno.realPathSync(path), path])).values());
}

/** Returns 96 bits, which are enough to distinguish a billion games. */
export function hashGame(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("base64").slice(0, 16);
}

/**
 * Reads the games in a file, which may be larger than the available memory. Each game overwrites the bytes of the
 * previous one. Throws a SyntaxError if the last game is cut off.
 */
export function* readGames(path: string): Generator<Uint8Array<ArrayBuffer>> {
  const file = Deno.openSync(path);
  try {
    let buffer = new Uint8Array(READ_BYTES);
    let filled = 0;
    let begin = 0;
    let offset = 0;
    while (true) {
      const filledPart = buffer.subarray(0, filled);
      const end = filled - begin >= START_BYTES ? endOfGame(filledPart, begin) : -1;
      if (end >= 0) {
        yield filledPart.subarray(begin, end);
        offset += end - begin;
        begin = end;
        continue;
      }
      buffer.copyWithin(0, begin, filled);
      filled -= begin;
      begin = 0;
      if (filled === buffer.length) {
        const larger = new Uint8Array(2 * buffer.length);
        larger.set(buffer);
        buffer = larger;
      }
      const read = file.readSync(buffer.subarray(filled));
      if (read === null) break;
      filled += read;
    }
    if (filled > 0) throw new SyntaxError(`File "${path}" ends within the game that starts at byte ${offset}`);
  } finally {
    file.close();
  }
}

/**
 * Calls `visit` for each game in a file. The game's bytes are valid only during the call. If `decodeGame` or `visit`
 * throws an error, `onFault` gets it, with the game's number in the message. By default, it is thrown again.
 */
export function forEachGame(
  path: string,
  visit: (game: PlayedGame, bytes: Uint8Array) => void,
  onFault: (fault: Error) => void = (fault) => {
    throw fault;
  },
): void {
  let number = 0;
  for (const bytes of readGames(path)) {
    number++;
    try {
      visit(decodeGame(bytes), bytes);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      // Change only the message, because callers depend on the error's class.
      error.message = `Game ${number} of "${path}": ${error.message}`;
      onFault(error);
    }
  }
}

/** Throws a RangeError if the output folder is an input or inside one: its games would later count twice. */
export function expectOutside(folder: string, paths: readonly string[], out: string): void {
  const inner = Deno.realPathSync(folder);
  for (const path of paths) {
    const outer = Deno.realPathSync(path);
    if (!inner.startsWith(outer) || !/^(?:[\\/]|$)/.test(inner.slice(outer.length))) continue;
    throw new RangeError(`Expected --out to be outside "${path}", whose games it reads, but got "${out}"`);
  }
}

/** Returns true even for a broken link. */
export function isThere(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
