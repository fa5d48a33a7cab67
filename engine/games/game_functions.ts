/** What few programs need of games and positions: functions, so that bundlers leave them out of all others. @module */

import { perft as countLines } from "../../core/perft.ts";
import { boardAt } from "./board_at.ts";
import { gameOf, type ReadGame } from "./game.ts";
import type { PgnSource } from "./pgn_lines.ts";
import { streamPgn } from "./pgn_reader.ts";
import type { ReadablePosition } from "./readable_position.ts";

/**
 * The games of a source one by one, such as a file of any size: only one is in memory.
 *
 * @param source Text or bytes, at once, as a stream or in pieces.
 *
 * @example
 * ```ts
 * const { body } = await fetch("https://example.org/games.pgn");
 * for await (const { game, fault } of readGames(body)) console.log(game.tags.get("White"), fault);
 * ```
 */
export async function* readGames(source: PgnSource): AsyncGenerator<ReadGame> {
  for await (const pgn of streamPgn(source)) yield gameOf(pgn);
}

/**
 * Counts the lines of `depth` legal moves from a position, to check a move generator.
 *
 * @throws {RangeError} If the depth is not a whole number of plies.
 */
export function perft(position: ReadablePosition, depth: number): number {
  return countLines(boardAt(position.current), depth);
}
