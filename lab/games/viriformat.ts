/**
 * Encodes self-play games in viriformat, a format that several trainers of chess networks read
 * (https://github.com/cosmobobak/viriformat).
 *
 * A file is a sequence of games. A game consists of its start position in 32 bytes, four bytes for each ply, and four
 * zero bytes. Numbers are little-endian, and squares run from a1 = 0 to h8 = 63.
 *
 * | bytes | start position (the board of "marlinformat") |
 * |---|---|
 * | 0–7 | occupied squares, one bit each |
 * | 8–23 | four bits for each occupied square from a1 on, low half of a byte first: type 0–5 = P N B R Q K, 6 = rook that may castle; 8 is added for Black |
 * | 24 | en-passant square or 64; 128 is added if Black is to move |
 * | 25 | plies since the last capture or pawn move |
 * | 26–27 | move number |
 * | 28–29 | a score, unused: 0 |
 * | 30 | result: 0 Black won, 1 draw, 2 White won |
 * | 31 | free: 0 |
 *
 * | bytes | ply |
 * |---|---|
 * | 0–1 | the move, encoded as in `core/types.ts`; castling is king takes rook |
 * | 2–3 | score of the search in centipawns from White's point of view, signed |
 *
 * @module
 */

import { fullmoveOf, isStandardRight } from "../../core/fen.ts";
import type { Position, Setup } from "../../core/position.ts";
import { BLACK, EMPTY, KING, makePiece, NO_SQUARE, PAWN, rankOf, relativeRank, ROOK, WHITE } from "../../core/types.ts";

export const BLACK_WON = 0;
export const DRAWN = 1;
export const WHITE_WON = 2;

/** Sizes in bytes. The zeros at the end of a game take as many bytes as a ply. */
export const START_BYTES = 32;
export const PLY_BYTES = 4;

/** Stands for a rook that may castle, in place of its type. */
const UNMOVED_ROOK = 6;
const BLACK_BIT = 8, BLACK_TO_MOVE = 128;

export interface PlayedGame {
  readonly start: Setup;
  /** Encoded as in `core/types.ts`. */
  readonly moves: ArrayLike<number>;
  /** Centipawns from White's point of view, -32768 … 32767. */
  readonly scores: ArrayLike<number>;
  readonly result: number;
}

/** `start` must come from `packStart`, called before the first move. Throws a RangeError if a number does not fit. */
export function encodeGame(
  start: Uint8Array,
  moves: readonly number[],
  scores: readonly number[],
  result: number,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(START_BYTES + PLY_BYTES * (moves.length + 1));
  bytes.set(start);
  bytes[30] = result;
  const view = new DataView(bytes.buffer);
  for (let ply = 0; ply < moves.length; ply++) {
    const move = moves[ply];
    const score = scores[ply];
    if (!(move > 0 && move <= 0xffff)) {
      throw new RangeError(`Expected a move of 16 bits at ply ${ply}, but got ${move}`);
    }
    if (!(score >= -0x8000 && score <= 0x7fff)) {
      throw new RangeError(`Expected a score of 16 bits at ply ${ply}, but got ${score}`);
    }
    view.setUint16(START_BYTES + PLY_BYTES * ply, move, true);
    view.setInt16(START_BYTES + PLY_BYTES * ply + 2, score, true);
  }
  return bytes;
}

/** Encodes a start position, without the game's result. Move counters that are too large are lowered to the maximum. */
export function packStart(position: Position): Uint8Array {
  const bytes = new Uint8Array(START_BYTES);
  const view = new DataView(bytes.buffer);
  let pieces = 0;
  for (let square = 0; square < 64; square++) {
    const piece = position.mailbox[square];
    if (piece === EMPTY) continue;
    bytes[square >> 3] |= 1 << (square & 7);
    const type = mayCastle(position, square) ? UNMOVED_ROOK : (piece & 7) - PAWN;
    const code = type | (piece >> 3 === BLACK ? BLACK_BIT : 0);
    bytes[8 + (pieces >> 1)] |= code << 4 * (pieces & 1);
    pieces++;
  }
  bytes[24] = position.enPassant | (position.sideToMove === BLACK ? BLACK_TO_MOVE : 0);
  bytes[25] = Math.min(position.halfmoves, 0xff);
  view.setUint16(26, Math.min(fullmoveOf(position), 0xffff), true);
  bytes[30] = DRAWN;
  return bytes;
}

/** Throws a SyntaxError if the bytes are not a position. Does not check whether the other side's king can be taken. */
export function unpackStart(bytes: Uint8Array): Setup {
  const view = new DataView(bytes.buffer, bytes.byteOffset, START_BYTES);
  const board = new Uint8Array(64);
  const kings = [NO_SQUARE, NO_SQUARE];
  const unmoved: number[] = [];
  let pieces = 0;
  for (let square = 0; square < 64; square++) {
    if ((bytes[square >> 3] >> (square & 7) & 1) === 0) continue;
    if (pieces === 32) throw new SyntaxError("Expected at most 32 pieces on the board of a game, but there are more");
    const code = bytes[8 + (pieces >> 1)] >> 4 * (pieces & 1) & 15;
    pieces++;
    const colour = (code & BLACK_BIT) !== 0 ? BLACK : WHITE;
    const type = code & 7;
    if (type > UNMOVED_ROOK) throw new SyntaxError(`Expected a piece type of 0 to 6, but got ${type}`);
    if (type === UNMOVED_ROOK) unmoved.push(square);
    board[square] = makePiece(colour, type === UNMOVED_ROOK ? ROOK : PAWN + type);
    if (board[square] === makePiece(colour, KING)) {
      if (kings[colour] !== NO_SQUARE) throw new SyntaxError("Expected one king of each colour, but there are more");
      kings[colour] = square;
    }
  }
  if (kings.includes(NO_SQUARE)) throw new SyntaxError("Expected a king of each colour, but one is missing");
  const castlingRooks = castlingRooksOf(board, kings, unmoved);
  return {
    board,
    sideToMove: (bytes[24] & BLACK_TO_MOVE) !== 0 ? BLACK : WHITE,
    castlingRooks,
    enPassant: Math.min(bytes[24] & ~BLACK_TO_MOVE, NO_SQUARE),
    halfmoves: bytes[25],
    fullmoves: Math.max(1, view.getUint16(26, true)),
    chess960: castlingRooks.some((rook, right) =>
      rook !== NO_SQUARE && !isStandardRight(right, kings[right >> 1], rook)
    ),
  };
}

/** Throws a SyntaxError if the bytes are not a game. */
export function decodeGame(bytes: Uint8Array): PlayedGame {
  const start = unpackStart(bytes);
  const result = bytes[30];
  if (result > WHITE_WON) throw new SyntaxError(`Expected the result of a game to be 0 to 2, but got ${result}`);
  const plies = (bytes.length - START_BYTES) / PLY_BYTES - 1;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const moves = new Uint16Array(plies);
  const scores = new Int16Array(plies);
  for (let ply = 0; ply < plies; ply++) {
    moves[ply] = view.getUint16(START_BYTES + PLY_BYTES * ply, true);
    scores[ply] = view.getInt16(START_BYTES + PLY_BYTES * ply + 2, true);
  }
  return { start, moves, scores, result };
}

/** The index after the final zeros of the game that starts at `begin`; -1 if they are missing. */
export function endOfGame(bytes: Uint8Array, begin: number): number {
  for (let at = begin + START_BYTES; at + PLY_BYTES <= bytes.length; at += PLY_BYTES) {
    if ((bytes[at] | bytes[at + 1] | bytes[at + 2] | bytes[at + 3]) === 0) return at + PLY_BYTES;
  }
  return -1;
}

function mayCastle({ rights, castlingRooks }: Position, square: number): boolean {
  return [0, 1, 2, 3].some((right) => (rights >> right & 1) !== 0 && castlingRooks[right] === square);
}

/** The castling rooks, indexed by the bits of the castling rights. */
function castlingRooksOf(board: Uint8Array, kings: readonly number[], unmoved: readonly number[]): number[] {
  const rooks = [NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE];
  for (const rook of unmoved) {
    const colour = board[rook] >> 3;
    const king = kings[colour];
    const right = colour << 1 | (rook > king ? 0 : 1);
    if (relativeRank(colour, king) !== 0 || rankOf(rook) !== rankOf(king) || rooks[right] !== NO_SQUARE) {
      throw new SyntaxError("Expected castling rooks on the back rank, at most one on each side of the king");
    }
    rooks[right] = rook;
  }
  return rooks;
}
