/**
 * Colours, pieces, squares and the bit layout of a move: the vocabulary of every other file. All these values are small
 * integers, so they can be indices of flat typed arrays.
 *
 * - A square is 0 … 63, a1 = 0, b1 = 1, … h8 = 63.
 * - A piece is `colour << 3 | type`, and 0 is an empty square; types run from 1 (pawn) to 6 (king).
 * - A move is 16 bits: `from | to << 6 | (promotion - KNIGHT) << 12 | kind << 14`, as in viriformat, a format for
 *   self-play games. Castling is "king takes own rook", the only form that is unambiguous in Chess960.
 * @module
 */

/** The sides; White moves first. */
export const WHITE = 0, BLACK = 1;

/** The types of pieces; `EMPTY` is the content of an empty square. */
export const EMPTY = 0, PAWN = 1, KNIGHT = 2, BISHOP = 3, ROOK = 4, QUEEN = 5, KING = 6;

/** The usual value of each type of piece in points; 0 for an empty square and a king. */
export const POINTS: readonly number[] = [0, 1, 3, 3, 5, 9, 0];

/** Number of piece codes, including unused codes: the stride of tables indexed by piece. */
export const PIECE_CODES = 16;

/** The piece of `type` that belongs to `colour`. */
export function makePiece(colour: number, type: number): number {
  return colour << 3 | type;
}

/** The type, `PAWN` … `KING`, of a piece; 0 for an empty square. */
export function pieceType(piece: number): number {
  return piece & 7;
}

/** The colour of a piece; meaningless for an empty square. */
export function pieceColour(piece: number): number {
  return piece >> 3;
}

/** Means "no square", usually a missing en-passant square. */
export const NO_SQUARE = 64;

/** The square in the given file and rank, both 0 … 7. */
export function makeSquare(file: number, rank: number): number {
  return rank << 3 | file;
}

/** The file of a square, 0 (a) … 7 (h). */
export function fileOf(square: number): number {
  return square & 7;
}

/** The rank of a square, 0 … 7. */
export function rankOf(square: number): number {
  return square >> 3;
}

const SQUARE_NAMES: readonly string[] = Array.from(
  { length: 64 },
  (_, square) => String.fromCharCode(97 + fileOf(square), 49 + rankOf(square)),
);

/** The name of a square: `a1` … `h8`. */
export function squareName(square: number): string {
  return SQUARE_NAMES[square];
}

/** The square with this name (`a1` … `h8`), or `NO_SQUARE` if there is none. */
export function parseSquare(name: string): number {
  return /^[a-h][1-8]$/.test(name) ? makeSquare(name.charCodeAt(0) - 97, name.charCodeAt(1) - 49) : NO_SQUARE;
}

/** The rank of a square as `colour` sees it: 0 is its own back rank. */
export function relativeRank(colour: number, square: number): number {
  return (square >> 3) ^ (colour === WHITE ? 0 : 7);
}

/** No move: the encoding of a1a1, which no piece can play. */
export const NO_MOVE = 0;

/** The kinds of moves; `NORMAL` moves, which include captures, need no special treatment. */
export const NORMAL = 0, EN_PASSANT = 1, CASTLING = 2, PROMOTION = 3;

/** Maximum number of moves in any position that `parseFen` accepts, rounded up. In a legal game, the maximum is 218. */
export const MAX_MOVES = 512;

/** Builds a move of kind `NORMAL`, `EN_PASSANT` or `CASTLING`. */
export function makeMove(from: number, to: number, kind: number = NORMAL): number {
  return from | to << 6 | kind << 14;
}

/** Builds the promotion to piece `type`, `KNIGHT` … `QUEEN`. */
export function makePromotion(from: number, to: number, type: number): number {
  return from | to << 6 | (type - KNIGHT) << 12 | PROMOTION << 14;
}

/** The square that a move leaves. */
export function moveFrom(move: number): number {
  return move & 63;
}

/** The square that a move enters; for castling, the square of the rook. */
export function moveTo(move: number): number {
  return (move >> 6) & 63;
}

/** Both squares of a move as one index, `to << 6 | from`. */
export function squaresOf(move: number): number {
  return move & 0xfff;
}

/** The kind of a move: `NORMAL`, `EN_PASSANT`, `CASTLING` or `PROMOTION`. */
export function moveKind(move: number): number {
  return move >> 14;
}

/** The type of piece that the pawn becomes, `KNIGHT` … `QUEEN`; meaningful only for promotions. */
export function promotionType(move: number): number {
  return KNIGHT + ((move >> 12) & 3);
}
