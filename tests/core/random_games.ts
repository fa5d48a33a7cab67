/** Reproducible random games, in which positions may repeat, and positions made from boards. @module */

import { chess960Start, parseFen } from "../../core/fen.ts";
import { ALL, generate } from "../../core/movegen.ts";
import { Position } from "../../core/position.ts";
import { MAX_MOVES, NO_SQUARE } from "../../core/types.ts";
import { randomStream } from "../../core/zobrist.ts";

/** Returns whole numbers from 0 to `bound` − 1; the same seed gives the same numbers. */
export function randomIntegers(seed: number): (bound: number) => number {
  const next = randomStream(seed);
  return (bound) => (next() >>> 0) % bound;
}

export interface GameOptions {
  games: number;
  /** Maximum number of plies in a game. */
  plies: number;
  seed: number;
  /** Whether to start from Chess960 positions with two independent back ranks; default false. */
  chess960?: boolean;
  /** The share of moves, in eighths, that take back the mover's last move if that is legal; default 0. */
  shuffling?: number;
}

/** Looks at a position; its legal moves are the first `count` elements of `moves`. */
export type Visit = (position: Position, moves: Int32Array, count: number) => void;

/** Plays random games, and calls `visit` at every position, which it must not change. */
export function playRandomGames(options: GameOptions, visit: Visit): void {
  const random = randomIntegers(options.seed);
  const moves = new Int32Array(MAX_MOVES);
  for (let game = 0; game < options.games; game++) {
    const numbers = options.chess960 ? [random(960), random(960)] : [518, 518];
    const position = parseFen(chess960Start(numbers[0], numbers[1]), { chess960: options.chess960 });
    const played: number[] = [];
    for (let ply = 0; ply <= options.plies; ply++) {
      const count = generate(position, moves, 0, ALL);
      visit(position, moves, count);
      if (count === 0) break;
      let move = moves[random(count)];
      if (random(8) < (options.shuffling ?? 0) && played.length >= 2) {
        const last = played[played.length - 2];
        const back = (last >> 6 & 63) | (last & 63) << 6;
        if (moves.subarray(0, count).includes(back)) move = back;
      }
      played.push(move);
      position.make(move);
    }
  }
}

/** Plays random games of ordinary chess and as many of Chess960, see `playRandomGames()`. */
export function playBothKinds(options: GameOptions, visit: Visit): void {
  for (const chess960 of [false, true]) playRandomGames({ ...options, chess960 }, visit);
}

/** A position with this board, legal or not. */
export function positionOf(board: Uint8Array, sideToMove: number, castlingRooks?: number[], into = new Position()) {
  const none = [NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE];
  const rest = { enPassant: NO_SQUARE, halfmoves: 0, fullmoves: 1, chess960: castlingRooks !== undefined };
  into.load({ board, sideToMove, castlingRooks: castlingRooks ?? none, ...rest });
  return into;
}
