/** Recorded games for tests: made by hand, played, and read from files. @module */

import { assert } from "@std/assert";
import { parseFen } from "../../../core/fen.ts";
import { parseUci } from "../../../core/notation.ts";
import { Random } from "../../../core/random.ts";
import { listGameFiles, readGames } from "../../games/game_files.ts";
import { SelfPlay, type SelfPlayOptions } from "../../games/self_play.ts";
import { DRAWN, encodeGame, packStart } from "../../games/viriformat.ts";
import { NETWORK } from "../../../tests/search/evaluators.ts";

/** A game in viriformat, by default drawn with scores of 0. */
export function gameOf(
  fen: string,
  moves: readonly string[],
  scores: readonly number[] = moves.map(() => 0),
  result: number = DRAWN,
): Uint8Array<ArrayBuffer> {
  const position = parseFen(fen);
  const start = packStart(position);
  const played = moves.map((text) => {
    const move = parseUci(position, text);
    position.make(move);
    return move;
  });
  return encodeGame(start, played, scores, result);
}

/** The first games of self-play with a seed, at few nodes. */
export function selfPlay(count: number, seed: bigint, options: Partial<SelfPlayOptions> = {}) {
  const player = new SelfPlay({ nodes: 30, chess960: 0, network: NETWORK, ...options });
  return Array.from({ length: count }, (_, index) => {
    const game = player.play(new Random(seed, 0, index));
    assert(game !== null);
    return game;
  });
}

export function gamesIn(path: string): Uint8Array<ArrayBuffer>[] {
  return listGameFiles(path).flatMap((file) => Array.from(readGames(file), (bytes) => bytes.slice()));
}
