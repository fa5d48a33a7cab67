/**
 * Which squares are attacked, by a walk over the board: what the tests of threats and of escapes compare with.
 *
 * @module
 */

import type { Position } from "../../core/position.ts";
import { BISHOP, KING, KNIGHT, PAWN, ROOK, WHITE } from "../../core/types.ts";

const KNIGHT_STEPS = [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]];
const BISHOP_STEPS = [[1, 1], [1, -1], [-1, -1], [-1, 1]];
const ROOK_STEPS = [[0, 1], [1, 0], [0, -1], [-1, 0]];

/** Squares that a piece attacks, by walking from it step by step. */
function attacked(position: Position, from: number): number[] {
  const { mailbox } = position;
  const type = mailbox[from] & 7;
  const forward = mailbox[from] >> 3 === WHITE ? 1 : -1;
  const steps = type === PAWN
    ? [[-1, forward], [1, forward]]
    : type === KNIGHT
    ? KNIGHT_STEPS
    : type === BISHOP
    ? BISHOP_STEPS
    : type === ROOK
    ? ROOK_STEPS
    : [...BISHOP_STEPS, ...ROOK_STEPS];
  const squares: number[] = [];
  for (const [files, ranks] of steps) {
    for (let distance = 1; distance < 8; distance++) {
      const file = (from & 7) + distance * files;
      const rank = (from >> 3) + distance * ranks;
      if (file < 0 || file > 7 || rank < 0 || rank > 7) break;
      squares.push(rank << 3 | file);
      if (type < BISHOP || type === KING || mailbox[rank << 3 | file] !== 0) break;
    }
  }
  return squares;
}

/** What a move leaves (1) and reaches (2) of the squares that the opponent's pieces of some types attack. */
export function bitsByWalking(position: Position, move: number, attacks: (type: number) => boolean): number {
  let bits = 0;
  for (let square = 0; square < 64; square++) {
    const type = position.mailbox[square] & 7;
    if (type === 0 || position.mailbox[square] >> 3 === position.sideToMove || !attacks(type)) continue;
    const squares = attacked(position, square);
    if (squares.includes(move & 63)) bits |= 1;
    if (squares.includes(move >> 6 & 63)) bits |= 2;
  }
  return bits;
}
