/**
 * What the network sees of a position: which of its inputs a piece on a square switches on.
 *
 * There are 768 inputs, "features": own or other's × six types × 64 squares. Each side looks at the board from its
 * own end, so a position is seen twice: a perspective is the colour whose eyes are meant. Turning the board and
 * exchanging the colours exchanges the two views and changes nothing else, so the network cannot prefer a colour.
 *
 * A mirrored network goes one step further: a perspective whose king stands on the files e to h sees the board with
 * left and right exchanged, so that its king is always seen on a to d and every pattern has to be learned once only.
 * The price: when a king crosses the middle, everything looks different to its owner.
 *
 * @module
 */

import { BLACK, KING, makePiece, PAWN, WHITE } from "../core/types.ts";

/** Number of inputs of a perspective. */
export const FEATURES = 768;
/** How many rows of output weights there are; the number of pieces on the board chooses one. */
export const OUTPUT_BUCKETS = 8;

/** Turns the board upside down: the view of Black. */
const TURNED = 56;
/** Exchanges left and right. */
const MIRRORED = 7;
/** Set in a square of the files e to h. */
const RIGHT_HALF = 4;

/**
 * How a perspective sees squares: `square ^ orientation`, with 0 for squares as they are, 56 for the board upside down,
 * 7 for left and right exchanged, 63 for both.
 *
 * @param perspective `WHITE` or `BLACK`.
 * @param king Square of that colour's king.
 * @param isMirrored Whether the network exchanges left and right by the king's file.
 */
export function orientation(perspective: number, king: number, isMirrored: boolean): number {
  const turned = perspective === BLACK ? TURNED : 0;
  return isMirrored && (king & RIGHT_HALF) !== 0 ? turned | MIRRORED : turned;
}

/**
 * The input, 0 … 767, that a piece on a square switches on: `(own or other's) · 384 + (pawn … king) · 64 + square as
 * seen`.
 *
 * @param perspective `WHITE` or `BLACK`.
 * @param seenFrom The orientation of that perspective.
 */
export function featureIndex(perspective: number, piece: number, square: number, seenFrom: number): number {
  const type = (piece & 7) - PAWN;
  return (((piece >> 3) ^ perspective) * 6 + type) << 6 | (square ^ seenFrom);
}

/**
 * Which row of output weights, 0 … 7, serves a position with so many pieces, kings included: four numbers of pieces
 * share one, 2 to 5 the first; the last is that of 30 to 32.
 */
export function outputBucket(pieces: number): number {
  const bucket = (pieces - 2) >> 2;
  return bucket < OUTPUT_BUCKETS ? bucket : OUTPUT_BUCKETS - 1;
}

/**
 * Where the weights of a feature begin, for code that has no time to compute it: a table by `perspective << 10 |
 * piece << 6 | square as seen`.
 *
 * @param start Offset of the weights of the first feature, bytes.
 * @param rowBytes Bytes of the weights of a feature.
 */
export function featureRows(start: number, rowBytes: number): Int32Array {
  const rows = new Int32Array(2 << 10);
  for (let perspective = WHITE; perspective <= BLACK; perspective++) {
    for (let type = PAWN; type <= KING; type++) {
      for (let colour = WHITE; colour <= BLACK; colour++) {
        const piece = makePiece(colour, type);
        for (let square = 0; square < 64; square++) {
          const feature = featureIndex(perspective, piece, square, 0);
          rows[perspective << 10 | piece << 6 | square] = start + feature * rowBytes;
        }
      }
    }
  }
  return rows;
}
