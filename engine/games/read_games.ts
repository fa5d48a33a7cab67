/**
 * Reads games from PGN. These are functions, not methods of `Game`, so that bundlers can drop the reader if nothing
 * uses it.
 * @module
 */

import { PositionError } from "../errors.ts";
import { Game } from "./game.ts";
import { nameOf, type PgnGame } from "./pgn.ts";
import type { PgnSource } from "./pgn_lines.ts";
import { readPgn, streamPgn } from "./pgn_reader.ts";

/** A game from a PGN text. */
export interface ReadGame {
  /** The game. Its current node is the last move. */
  readonly game: Game;
  /** Its number in the text, from 1. */
  readonly number: number;
  /** The line of the text where it begins, from 1. */
  readonly line: number;
  /** Why some of its moves could not be read; otherwise `null`. `GameNode.rest` contains the unread text. */
  readonly fault: string | null;
  /** What was corrected or dropped, one sentence each. */
  readonly warnings: readonly string[];
}

const NO_GAME = "Expected a game in PGN, but found none";

/**
 * Reads the first game in a PGN text with its comments, glyphs, variations, tags and result. The current node is the
 * last move.
 *
 * @throws {PositionError} If there is no game, or if part of it cannot be read.
 *
 * @example
 * ```ts
 * import { gameFromPgn } from "@hindsight/engine/rules";
 *
 * const game = gameFromPgn('[White "Anna"]\n\n1. e4 e5 (1... c5) 2. Nf3 *');
 * console.log(game.history(), game.tags.get("White")); // ["e4", "e5", "Nf3"] Anna
 * ```
 */
export function gameFromPgn(text: string): Game {
  const [first] = readPgn(text);
  if (first === undefined) throw new PositionError(NO_GAME);
  return wholeGame(first);
}

/** Reads all games in a PGN text. Throws a `PositionError` if there is none or one is faulty; see `readAllGames`. */
export function gamesFromPgn(text: string): Game[] {
  const games = readPgn(text);
  if (games.length === 0 && text.trim() !== "") throw new PositionError(NO_GAME);
  return games.map(wholeGame);
}

/** Reads all games in a PGN text. If a game is faulty, reads as much as possible, and continues with the next one. */
export function readAllGames(text: string): ReadGame[] {
  return readPgn(text).map(gameOf);
}

/**
 * Reads the games in a source one by one. A source is text or bytes of any size: whole, in pieces, or as a stream.
 *
 * @example
 * ```ts
 * import { readGames } from "@hindsight/engine/rules";
 *
 * const { body } = await fetch("https://example.org/games.pgn");
 * for await (const { game, fault } of readGames(body ?? "")) console.log(game.tags.get("White"), fault);
 * ```
 */
export async function* readGames(source: PgnSource): AsyncGenerator<ReadGame> {
  for await (const pgn of streamPgn(source)) yield gameOf(pgn);
}

function gameOf({ number, line, fault, warnings, root, tags, result }: PgnGame): ReadGame {
  const game = new Game(root);
  for (const [tag, value] of tags) game.tags.set(tag, value);
  // Keep the result, because the moves do not show a resignation.
  if (result !== "*" && root.contradiction === null) game.tags.set("Result", result);
  game.goTo(game.end);
  return { game, number, line, fault, warnings };
}

function wholeGame(pgn: PgnGame): Game {
  if (pgn.fault !== null) throw new PositionError(`${nameOf(pgn)}: ${pgn.fault}`);
  return gameOf(pgn).game;
}
