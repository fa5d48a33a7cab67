/** Tests whether a move gives check, without making the move. @module */

import { BETWEEN, BISHOP_RAYS, KNIGHT_ATTACKS, LINE, PAWN_ATTACKS, ROOK_RAYS } from "./attacks.ts";
import { isAttackedBySlider } from "./checks.ts";
import { castledKing, castledRook } from "./castling.ts";
import type { Position } from "./position.ts";
import { rookHi, rookIndex, rookLo } from "./sliders.ts";
import {
  BISHOP,
  CASTLING,
  EN_PASSANT,
  KNIGHT,
  moveFrom,
  moveKind,
  moveTo,
  PAWN,
  PROMOTION,
  promotionType,
  QUEEN,
  ROOK,
} from "./types.ts";

/** Whether a legal move gives check. */
export function givesCheck(position: Position, move: number): boolean {
  const us = position.sideToMove;
  const from = moveFrom(move);
  const to = moveTo(move);
  const kind = moveKind(move);
  const king = position.kings[us ^ 1];
  if (kind === CASTLING) return castlingGivesCheck(position, from, to, king);
  const type = kind === PROMOTION ? promotionType(move) : position.mailbox[from] & 7;
  if (attacks(position, us, type, from, to, king)) return true;
  // To uncover a check, the piece must stand on a line with the enemy king and must leave that line.
  const row = (king << 6 | from) << 1;
  if (kind !== EN_PASSANT && ((LINE[row] | LINE[row | 1]) === 0 || (LINE[row | to >> 5] >>> to & 1) !== 0)) {
    return false;
  }
  let occLo = position.occupiedLo;
  let occHi = position.occupiedHi;
  if (from < 32) occLo &= ~(1 << from);
  else occHi &= ~(1 << from);
  if (to < 32) occLo |= 1 << to;
  else occHi |= 1 << to;
  if (kind === EN_PASSANT) {
    if (to < 32) occLo &= ~(1 << (to ^ 8));
    else occHi &= ~(1 << (to ^ 8));
  }
  return isAttackedBySlider(position, king, us, occLo, occHi);
}

/** Whether a piece of `type` that has gone from `from` to `to` attacks `king`. */
function attacks(position: Position, us: number, type: number, from: number, to: number, king: number): boolean {
  const half = king >> 5;
  switch (type) {
    case PAWN:
      return (PAWN_ATTACKS[(us << 6 | to) << 1 | half] >>> king & 1) !== 0;
    case KNIGHT:
      return (KNIGHT_ATTACKS[to << 1 | half] >>> king & 1) !== 0;
    case BISHOP:
      return (BISHOP_RAYS[to << 1 | half] >>> king & 1) !== 0 && isClear(position, from, to, king);
    case ROOK:
      return (ROOK_RAYS[to << 1 | half] >>> king & 1) !== 0 && isClear(position, from, to, king);
    case QUEEN:
      return ((BISHOP_RAYS[to << 1 | half] | ROOK_RAYS[to << 1 | half]) >>> king & 1) !== 0 &&
        isClear(position, from, to, king);
    default:
      return false;
  }
}

/** Whether all squares between `to` and `king` are empty after the piece has left `from`. */
function isClear(position: Position, from: number, to: number, king: number): boolean {
  const row = (to << 6 | king) << 1;
  const lo = BETWEEN[row] & position.occupiedLo;
  const hi = BETWEEN[row | 1] & position.occupiedHi;
  return ((from < 32 ? lo & ~(1 << from) : lo) | (from < 32 ? hi : hi & ~(1 << from))) === 0;
}

function castlingGivesCheck(position: Position, from: number, to: number, king: number): boolean {
  const kingTo = castledKing(from, to);
  const rookTo = castledRook(from, to);
  const gone = 1 << from | 1 << to;
  const come = 1 << kingTo | 1 << rookTo;
  const occLo = from < 32 ? position.occupiedLo & ~gone | come : position.occupiedLo;
  const occHi = from < 32 ? position.occupiedHi : position.occupiedHi & ~gone | come;
  // The rook attacks the king if a rook on the king's square would attack the rook's new square.
  const index = rookIndex(king, occLo, occHi);
  return ((rookTo < 32 ? rookLo(index) : rookHi(index)) >>> rookTo & 1) !== 0;
}
