/**
 * Whether an arbitrary 16-bit number is a legal move here, and whether there is any, without generating moves.
 *
 * A move from the transposition table may belong to another position with the same key, or two threads may have
 * written its parts. Playing one that is not legal would corrupt the board, so the test is exact: it accepts
 * precisely what `generate` would write, encoding included.
 *
 * Whether there is any legal move decides between mate, stalemate and a game that goes on. The same test tries the
 * moves one by one and stops at the first that it accepts, so no list is needed.
 *
 * @module
 */

import {
  BETWEEN,
  bishopHi,
  bishopIndex,
  bishopLo,
  KING_ATTACKS,
  KNIGHT_ATTACKS,
  LINE,
  PAWN_ATTACKS,
  rookHi,
  rookIndex,
  rookLo,
} from "./attacks.ts";
import { hasMoreThanOne, hasSquare, lowestSquare } from "./bitboard.ts";
import { canCastle } from "./castling.ts";
import { findChecks, isAttacked } from "./checks.ts";
import { isEnPassantSafe } from "./en_passant.ts";
import { CHECKERS_HI, CHECKERS_LO, PINNED_HI, PINNED_LO } from "./state.ts";
import type { Position } from "./position.ts";
import {
  BISHOP,
  CASTLING,
  EMPTY,
  EN_PASSANT,
  KING,
  KNIGHT,
  makeMove,
  makePromotion,
  moveFrom,
  moveKind,
  moveTo,
  NORMAL,
  PAWN,
  PROMOTION,
  QUEEN,
  relativeRank,
  ROOK,
  WHITE,
} from "./types.ts";

/** Whether `move`, any integer from 0 to 65535, is a legal move of the position. */
export function isLegal(position: Position, move: number): boolean {
  const mailbox = position.mailbox;
  const us = position.sideToMove;
  const from = moveFrom(move);
  const to = moveTo(move);
  const kind = moveKind(move);
  const piece = mailbox[from];
  if (piece === EMPTY || piece >> 3 !== us) return false;
  // Only promotions use the two bits that name a piece.
  if (kind !== PROMOTION && (move & 0x3000) !== 0) return false;
  if (kind === CASTLING) return isLegalCastling(position, from, to);
  const target = mailbox[to];
  if (target !== EMPTY && target >> 3 === us) return false;

  const type = piece & 7;
  if (type === KING) return kind === NORMAL && isLegalKingStep(position, from, to);
  if (type === PAWN) {
    if (kind === EN_PASSANT) return isLegalEnPassant(position, from, to);
    if ((kind === PROMOTION) !== (relativeRank(us, to) === 7)) return false;
    if (!pawnReaches(position, from, to)) return false;
  } else if (kind !== NORMAL || !pieceReaches(position, type, from, to)) {
    return false;
  }
  return keepsKingSafe(position, from, to);
}

function isLegalCastling(position: Position, from: number, to: number): boolean {
  const us = position.sideToMove;
  if (from !== position.kings[us] || position.inCheck) return false;
  const first = us << 1;
  const { castlingRooks } = position;
  return castlingRooks[first] === to && canCastle(position, first) ||
    castlingRooks[first | 1] === to && canCastle(position, first | 1);
}

function isLegalKingStep(position: Position, from: number, to: number): boolean {
  if ((KING_ATTACKS[from << 1 | to >> 5] >>> to & 1) === 0) return false;
  let occLo = position.occupiedLo;
  let occHi = position.occupiedHi;
  if (from < 32) occLo ^= 1 << from;
  else occHi ^= 1 << from;
  return !isAttacked(position, to, position.sideToMove ^ 1, occLo, occHi);
}

function isLegalEnPassant(position: Position, from: number, to: number): boolean {
  if (to !== position.enPassant) return false;
  if ((PAWN_ATTACKS[(position.sideToMove << 6 | from) << 1 | to >> 5] >>> to & 1) === 0) return false;
  return isEnPassantSafe(position, from, to);
}

/**
 * Whether a pawn gets from `from` to `to` by a push or an ordinary capture; `to` holds no own piece.
 */
function pawnReaches(position: Position, from: number, to: number): boolean {
  const mailbox = position.mailbox;
  const us = position.sideToMove;
  if ((PAWN_ATTACKS[(us << 6 | from) << 1 | to >> 5] >>> to & 1) !== 0) return mailbox[to] !== EMPTY;
  if (mailbox[to] !== EMPTY) return false;
  const forward = us === WHITE ? 8 : -8;
  if (to - from === forward) return true;
  return to - from === forward * 2 && relativeRank(us, from) === 1 && mailbox[from + forward] === EMPTY;
}

/** Whether a knight, bishop, rook or queen attacks `to` from `from`. */
function pieceReaches(position: Position, type: number, from: number, to: number): boolean {
  if (type === KNIGHT) return (KNIGHT_ATTACKS[from << 1 | to >> 5] >>> to & 1) !== 0;
  const occLo = position.occupiedLo;
  const occHi = position.occupiedHi;
  if (type !== ROOK) {
    const index = bishopIndex(from, occLo, occHi);
    if (hasSquare(bishopLo(index), bishopHi(index), to)) return true;
    if (type === BISHOP) return false;
  }
  const index = rookIndex(from, occLo, occHi);
  return hasSquare(rookLo(index), rookHi(index), to);
}

/** Whether a piece other than the king stays on its pin line and answers a check, if there is one. */
function keepsKingSafe(position: Position, from: number, to: number): boolean {
  findChecks(position);
  const states = position.states;
  const top = position.top;
  const kingRow = position.kings[position.sideToMove] << 6;
  if (
    hasSquare(states[top + PINNED_LO], states[top + PINNED_HI], from) &&
    (LINE[(kingRow | from) << 1 | to >> 5] >>> to & 1) === 0
  ) return false;
  const checkersLo = states[top + CHECKERS_LO];
  const checkersHi = states[top + CHECKERS_HI];
  if ((checkersLo | checkersHi) === 0) return true;
  if (hasMoreThanOne(checkersLo, checkersHi)) return false;
  const line = (kingRow | lowestSquare(checkersLo, checkersHi)) << 1;
  return hasSquare(checkersLo | BETWEEN[line], checkersHi | BETWEEN[line | 1], to);
}

/** Whether the side to move has a legal move. Nothing is allocated. */
export function hasLegalMove(position: Position): boolean {
  const own = position.sideToMove << 4;
  let lo = position.bits[own];
  let hi = position.bits[own | 1];
  while ((lo | hi) !== 0) {
    const from = lowestSquare(lo, hi);
    if (lo !== 0) lo &= lo - 1;
    else hi &= hi - 1;
    const type = position.mailbox[from] & 7;
    if (type === PAWN ? hasPawnMove(position, from) : hasPieceMove(position, from, type)) return true;
  }
  return hasCastling(position);
}

/** Whether a piece other than a pawn has a legal move, castling aside. */
function hasPieceMove(position: Position, from: number, type: number): boolean {
  const own = position.sideToMove << 4;
  let lo = 0;
  let hi = 0;
  if (type === KING || type === KNIGHT) {
    const attacks = type === KING ? KING_ATTACKS : KNIGHT_ATTACKS;
    lo = attacks[from << 1];
    hi = attacks[from << 1 | 1];
  } else {
    const bishop = bishopIndex(from, position.occupiedLo, position.occupiedHi);
    const rook = rookIndex(from, position.occupiedLo, position.occupiedHi);
    if (type !== ROOK) {
      lo = bishopLo(bishop);
      hi = bishopHi(bishop);
    }
    if (type !== BISHOP) {
      lo |= rookLo(rook);
      hi |= rookHi(rook);
    }
  }
  lo &= ~position.bits[own];
  hi &= ~position.bits[own | 1];
  while ((lo | hi) !== 0) {
    const to = lowestSquare(lo, hi);
    if (lo !== 0) lo &= lo - 1;
    else hi &= hi - 1;
    if (isLegal(position, makeMove(from, to))) return true;
  }
  return false;
}

/** Whether a pawn has a legal move. */
function hasPawnMove(position: Position, from: number): boolean {
  const us = position.sideToMove;
  const forward = us === WHITE ? 8 : -8;
  if (isLegalPawnMove(position, from, from + forward)) return true;
  // A double push can answer a check that a single one does not.
  if (relativeRank(us, from) === 1 && isLegalPawnMove(position, from, from + 2 * forward)) return true;
  let lo = PAWN_ATTACKS[(us << 6 | from) << 1];
  let hi = PAWN_ATTACKS[(us << 6 | from) << 1 | 1];
  while ((lo | hi) !== 0) {
    const to = lowestSquare(lo, hi);
    if (lo !== 0) lo &= lo - 1;
    else hi &= hi - 1;
    if (isLegalPawnMove(position, from, to) || isLegal(position, makeMove(from, to, EN_PASSANT))) return true;
  }
  return false;
}

/** Whether a push, a capture or a promotion of a pawn is legal; en passant aside. */
function isLegalPawnMove(position: Position, from: number, to: number): boolean {
  const isPromotion = relativeRank(position.sideToMove, to) === 7;
  return isLegal(position, isPromotion ? makePromotion(from, to, QUEEN) : makeMove(from, to));
}

/**
 * Whether a castling move is legal. In ordinary chess the king can then step towards the rook, too. But in Chess960
 * castling can be the only move: where king and rook only change places, or the king stays where it is.
 */
function hasCastling(position: Position): boolean {
  const us = position.sideToMove;
  for (let i = us << 1; i < (us << 1) + 2; i++) {
    if ((position.rights >> i & 1) === 0) continue;
    if (isLegal(position, makeMove(position.kings[us], position.castlingRooks[i], CASTLING))) return true;
  }
  return false;
}
