/**
 * The random numbers from which every hash key is made (Zobrist hashing, 1970).
 *
 * A position's key combines such numbers by exclusive or: one for each piece on its square, one for the castling
 * rights, one for the file of a possible en-passant capture, and one for the side to move. The seed is a constant, so
 * keys and node counts are the same on every machine.
 * @module
 */

import type { Board } from "./board.ts";
import { WHITE } from "./types.ts";

/** Keys for pieces on squares, `[(piece << 6 | square) << 1 | half]`. */
export const PIECE_KEYS: Int32Array = new Int32Array(16 * 64 * 2);
/** Keys for castling rights, `[rights << 1 | half]`; `rights` is as in `Board.rights`. */
export const CASTLING_KEYS: Int32Array = new Int32Array(16 * 2);
/** Keys for en-passant squares, `[square << 1 | half]`; the key for `NO_SQUARE` is 0. */
export const EN_PASSANT_KEYS: Int32Array = new Int32Array(65 * 2);
/** The two halves of the key for Black to move. */
export const SIDE_KEY: Int32Array = new Int32Array(2);

fillKeys();

/** A stream of 32-bit numbers: xorshift32 (Marsaglia, 2003) with a multiplicative scrambler. */
export function randomStream(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const mixed = Math.imul(state ^ state >>> 16, 0x45d9f3b);
    return mixed ^ mixed >>> 15;
  };
}

function fillKeys(): void {
  const next = randomStream(0x1571a5ee);
  for (let piece = 0; piece < 16; piece++) {
    const type = piece & 7;
    for (let i = 0; i < 128; i++) if (type >= 1 && type <= 6) PIECE_KEYS[piece << 7 | i] = next();
  }
  for (let i = 2; i < 32; i++) CASTLING_KEYS[i] = next();
  for (let file = 0; file < 8; file++) {
    const pair = [next(), next()];
    for (const rank of [2, 5]) EN_PASSANT_KEYS.set(pair, (rank << 3 | file) << 1);
  }
  SIDE_KEY[0] = next();
  SIDE_KEY[1] = next();
}

/** The full key of a position, computed from its pieces: `[lo, hi]`. Moves update the stored key instead. */
export function computeKey(board: Board): [number, number] {
  const rights = board.rights << 1;
  const passed = board.enPassant << 1;
  let lo = CASTLING_KEYS[rights] ^ EN_PASSANT_KEYS[passed] ^ (board.sideToMove === WHITE ? 0 : SIDE_KEY[0]);
  let hi = CASTLING_KEYS[rights | 1] ^ EN_PASSANT_KEYS[passed | 1] ^ (board.sideToMove === WHITE ? 0 : SIDE_KEY[1]);
  for (let square = 0; square < 64; square++) {
    const pair = (board.mailbox[square] << 6 | square) << 1;
    lo ^= PIECE_KEYS[pair];
    hi ^= PIECE_KEYS[pair | 1];
  }
  return [lo, hi];
}
