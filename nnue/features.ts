/**
 * The inputs of the network, and which of them a piece on a square switches on.
 *
 * There are 768 inputs, called features: own or opponent's × six types × 64 squares. Each side sees the board from its
 * own end, so the network cannot prefer a colour. The side from which the board is seen is called the perspective.
 *
 * Two things depend on the square of the perspective's own king:
 *
 * - **Mirroring.** In a mirrored network, a perspective whose king is on the files e to h sees the board with left and
 *   right exchanged. So the network learns every pattern only once.
 * - **King buckets.** A network may have several tables of feature weights, one for each bucket (region) of king
 *   squares, because a pawn in front of a castled king is worth more than one in front of a king in the centre.
 *
 * When a king leaves its half of a mirrored board or its bucket, all inputs of its perspective change.
 * @module
 */

import { BLACK, KING, makePiece, PAWN, WHITE } from "../core/types.ts";

/** Number of inputs for each perspective. */
export const FEATURES = 768;
/** The number of rows of output weights, and the maximum number of king buckets. */
export const OUTPUT_BUCKETS = 8, MAX_KING_BUCKETS = 16;

/**
 * `square ^ TURNED` is Black's view; `square ^ MIRRORED` swaps left and right. The bit `RIGHT_HALF` marks the files e
 * to h.
 */
const TURNED = 56, MIRRORED = 7, RIGHT_HALF = 4;

/** A view's orientation mask, and the shift of its king bucket. */
export const ORIENTATION_MASK = 63, BUCKET_SHIFT = 6;

/** The orientation of a perspective with its king on `king`: each square is seen as `square ^ orientation`. */
export function orientation(perspective: number, king: number, isMirrored: boolean): number {
  const turned = perspective === BLACK ? TURNED : 0;
  return isMirrored && (king & RIGHT_HALF) !== 0 ? turned | MIRRORED : turned;
}

/** The king bucket of a perspective with its king on `king`; `NetworkShape` describes `kingBuckets`. */
export function kingBucket(kingBuckets: Uint8Array, perspective: number, king: number): number {
  return kingBuckets[perspective === BLACK ? king ^ TURNED : king];
}

/**
 * A perspective's view: its king bucket and orientation, `bucket << 6 | orientation`. While the view stays the same, a
 * move changes only the features of the pieces that move.
 */
export function viewOf(
  network: { readonly isMirrored: boolean; readonly kingBuckets: Uint8Array },
  perspective: number,
  king: number,
): number {
  return kingBucket(network.kingBuckets, perspective, king) << BUCKET_SHIFT |
    orientation(perspective, king, network.isMirrored);
}

/**
 * The input, 0 … 767, that a piece on a square switches on for a perspective with the orientation `seenFrom`:
 * `(own or other's) · 384 + (pawn … king) · 64 + square as seen`.
 */
export function featureIndex(perspective: number, piece: number, square: number, seenFrom: number): number {
  const type = (piece & 7) - PAWN;
  return (((piece >> 3) ^ perspective) * 6 + type) << 6 | (square ^ seenFrom);
}

/** The row of output weights for this many pieces: 0 for 2 to 5 pieces, 1 for 6 to 9, … 7 for 30 to 32. */
export function outputBucket(pieces: number): number {
  const bucket = (pieces - 2) >> 2;
  return bucket < OUTPUT_BUCKETS ? bucket : OUTPUT_BUCKETS - 1;
}

/**
 * The byte offset of each feature's weights in king bucket 0's table, which begins at `start`:
 * `[perspective << 10 | piece << 6 | square as seen]`. The weights of a feature take `rowBytes`.
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
