/**
 * Tests whether a 16-bit number is a legal move, without generating moves. Also tests whether there is any legal move.
 *
 * A move from the transposition table may belong to another position, and an illegal move would corrupt the board. So
 * the test accepts exactly the numbers that `generate` would write.
 * @module
 */

import { BETWEEN, KING_ATTACKS, KNIGHT_ATTACKS, LINE, PAWN_ATTACKS } from "./attacks.ts";
import { hasMoreThanOne, hasSquare, isInTable, lowestSquare } from "./bitboard.ts";
import { canCastle } from "./castling.ts";
import { findChecks, isAttacked } from "./checks.ts";
import { isEnPassantSafe } from "./en_passant.ts";
import { CHECKERS_HI, CHECKERS_LO, PINNED_HI, PINNED_LO } from "./state.ts";
import { ALL, generate } from "./movegen.ts";
import type { Position } from "./position.ts";
import { bishopHi, bishopIndex, bishopLo, rookHi, rookIndex, rookLo } from "./sliders.ts";
import {
  BISHOP,
  CASTLING,
  EMPTY,
  EN_PASSANT,
  KING,
  KNIGHT,
  MAX_MOVES,
  moveFrom,
  moveKind,
  moveTo,
  NORMAL,
  PAWN,
  PROMOTION,
  relativeRank,
  ROOK,
  WHITE,
} from "./types.ts";

/** Receives the generated moves when only their number matters. */
const UNREAD = new Int32Array(MAX_MOVES);

/** Whether `move`, any integer from 0 to 65535, is a legal move of the position. */
export function isLegal(position: Position, move: number): boolean {
  const mailbox = position.mailbox;
  const us = position.sideToMove;
  const from = moveFrom(move);
  const to = moveTo(move);
  const kind = moveKind(move);
  const piece = mailbox[from];
  if (piece === EMPTY || piece >> 3 !== us) return false;
  // Only promotions use the two bits for the promotion piece.
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
  if (!isInTable(KING_ATTACKS, from, to)) return false;
  let occLo = position.occupiedLo;
  let occHi = position.occupiedHi;
  if (from < 32) occLo ^= 1 << from;
  else occHi ^= 1 << from;
  return !isAttacked(position, to, position.sideToMove ^ 1, occLo, occHi);
}

function isLegalEnPassant(position: Position, from: number, to: number): boolean {
  if (to !== position.enPassant) return false;
  if (!isInTable(PAWN_ATTACKS, position.sideToMove << 6 | from, to)) return false;
  return isEnPassantSafe(position, position.sideToMove, from, to);
}

/**
 * Whether a pawn can get from `from` to `to` by a push or ordinary capture. `to` must not hold a piece of its colour.
 */
function pawnReaches(position: Position, from: number, to: number): boolean {
  const mailbox = position.mailbox;
  const us = position.sideToMove;
  if (isInTable(PAWN_ATTACKS, us << 6 | from, to)) return mailbox[to] !== EMPTY;
  if (mailbox[to] !== EMPTY) return false;
  const forward = us === WHITE ? 8 : -8;
  if (to - from === forward) return true;
  return to - from === forward * 2 && relativeRank(us, from) === 1 && mailbox[from + forward] === EMPTY;
}

/** Whether a knight, bishop, rook or queen attacks `to` from `from`. */
function pieceReaches(position: Position, type: number, from: number, to: number): boolean {
  if (type === KNIGHT) return isInTable(KNIGHT_ATTACKS, from, to);
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

/** Whether a move by a piece other than the king keeps the king safe: it obeys any pin and answers any check. */
function keepsKingSafe(position: Position, from: number, to: number): boolean {
  findChecks(position);
  const states = position.states;
  const top = position.top;
  const kingRow = position.kings[position.sideToMove] << 6;
  if (
    hasSquare(states[top + PINNED_LO], states[top + PINNED_HI], from) &&
    !isInTable(LINE, kingRow | from, to)
  ) return false;
  const checkersLo = states[top + CHECKERS_LO];
  const checkersHi = states[top + CHECKERS_HI];
  if ((checkersLo | checkersHi) === 0) return true;
  if (hasMoreThanOne(checkersLo, checkersHi)) return false;
  const line = (kingRow | lowestSquare(checkersLo, checkersHi)) << 1;
  return hasSquare(checkersLo | BETWEEN[line], checkersHi | BETWEEN[line | 1], to);
}

/** Whether the side to move has a legal move. */
export function hasLegalMove(position: Position): boolean {
  return generate(position, UNREAD, 0, ALL) > 0;
}
