/**
 * Chooses positions worth learning from, and packs them into 32-byte records. This is the layout of "bulletformat".
 *
 * A record shows the position from the side to move's point of view: if Black is to move, the colours are swapped and
 * the board is turned upside down. Castling, en passant and clocks are dropped. Numbers are little-endian.
 *
 * | bytes | content |
 * |---|---|
 * | 0–7 | occupied squares, one bit each, a1 = 0 … h8 = 63 |
 * | 8–23 | four bits for each occupied square from a1 on, low half of a byte first: type 0–5 = P N B R Q K; 8 is added for pieces of the side that is not to move |
 * | 24–25 | score of the search in centipawns, signed |
 * | 26 | result of the game: 0 lost, 1 drawn, 2 won |
 * | 27 | king square of the side to move |
 * | 28 | king square of the other side, as that side sees it: turned upside down once more |
 * | 29–31 | 0 |
 *
 * @module
 */

import type { Position } from "../../core/position.ts";
import { EMPTY, PAWN, WHITE } from "../../core/types.ts";
import { isMateScore } from "../../core/score.ts";

export const RECORD_BYTES = 32;
export const RECORDS_EXTENSION = ".bin";

const OTHER_BIT = 8;

export interface RecordFilter {
  readonly skip: number;
  /** Excludes mates, and positions with a score beyond this many centipawns. */
  readonly maxScore: number;
}

export type FilterReason = "skipped" | "in check" | "noisy" | "mate" | "score";

/** Says why training should not use a position, or returns `null`. A score just before a capture says little. */
export function reasonToDrop(
  position: Position,
  move: number,
  score: number,
  ply: number,
  filter: RecordFilter,
): FilterReason | null {
  if (ply < filter.skip) return "skipped";
  if (position.inCheck) return "in check";
  if (position.isNoisy(move)) return "noisy";
  if (isMateScore(score)) return "mate";
  return Math.abs(score) > filter.maxScore ? "score" : null;
}

/**
 * `score` is in centipawns from White's point of view. `result` is 0 if Black won, 1 for a draw, and 2 if White won.
 */
export function packRecord(
  position: Position,
  score: number,
  result: number,
  target: Uint8Array,
  offset: number,
): void {
  const us = position.sideToMove;
  const turn = us === WHITE ? 0 : 56;
  target.fill(0, offset, offset + RECORD_BYTES);
  let pieces = 0;
  for (let square = 0; square < 64; square++) {
    const piece = position.mailbox[square ^ turn];
    if (piece === EMPTY) continue;
    target[offset + (square >> 3)] |= 1 << (square & 7);
    const code = (piece & 7) - PAWN | (piece >> 3 === us ? 0 : OTHER_BIT);
    target[offset + 8 + (pieces >> 1)] |= code << 4 * (pieces & 1);
    pieces++;
  }
  const ownScore = us === WHITE ? score : -score;
  target[offset + 24] = ownScore & 0xff;
  target[offset + 25] = ownScore >> 8 & 0xff;
  target[offset + 26] = us === WHITE ? result : 2 - result;
  target[offset + 27] = position.kings[us] ^ turn;
  target[offset + 28] = position.kings[us ^ 1] ^ turn ^ 56;
}
