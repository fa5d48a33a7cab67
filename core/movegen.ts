/**
 * Legal move generation: all moves, only noisy moves or only quiet moves. No move is made to test whether it is legal.
 *
 * In check, a piece must capture the checking piece or block its line. A pinned piece must stay on the line through its
 * king. The king may go to squares that are not attacked once it has left its own square. En passant captures are
 * tested with the occupancy after the capture. "Noisy" moves are captures and all promotions; "quiet" moves are all
 * others.
 * @module
 */

import { BETWEEN, KING_ATTACKS, KNIGHT_ATTACKS, LINE } from "./attacks.ts";
import { hasMoreThanOne, lowestSquare } from "./bitboard.ts";
import { canCastle } from "./castling.ts";
import { findChecks, isAttacked } from "./checks.ts";
import { CHECKERS_HI, CHECKERS_LO, EN_PASSANT_SQUARE, PINNED_HI, PINNED_LO, RIGHTS } from "./state.ts";
import { blackCaptures, blackPushes, enPassantMoves, whiteCaptures, whitePushes } from "./pawn_moves.ts";
import type { Position } from "./position.ts";
import { bishopHi, bishopIndex, bishopLo, rookHi, rookIndex, rookLo } from "./sliders.ts";
import { BISHOP, CASTLING, KNIGHT, makeMove, MAX_MOVES, NO_SQUARE, PAWN, QUEEN, ROOK, WHITE } from "./types.ts";

/** Which moves to generate: captures and promotions, all other moves, or every move. */
export const NOISY = 1, QUIET = 2, ALL = 3;

/**
 * Writes the legal moves of the given kinds (`NOISY`, `QUIET` or `ALL`) to `moves`, starting at index `start`, where
 * there must be room for `MAX_MOVES`. Returns the index after the last move.
 *
 * @example
 * ```ts
 * import { parseFen, START_FEN } from "./fen.ts";
 * import { MAX_MOVES } from "./types.ts";
 *
 * const moves = new Int32Array(MAX_MOVES);
 * const count = generate(parseFen(START_FEN), moves, 0, ALL); // 20
 * ```
 */
export function generate(position: Position, moves: Int32Array, start: number, kinds: number): number {
  findChecks(position);
  const states = position.states;
  const top = position.top;
  const bits = position.bits;
  const own = position.sideToMove << 4;
  const checkersLo = states[top + CHECKERS_LO];
  const checkersHi = states[top + CHECKERS_HI];

  // Noisy moves go to enemy pieces, quiet moves to empty squares.
  let targetLo = 0;
  let targetHi = 0;
  if ((kinds & NOISY) !== 0) {
    targetLo = bits[own ^ 16];
    targetHi = bits[own ^ 16 | 1];
  }
  if ((kinds & QUIET) !== 0) {
    targetLo |= ~(bits[0] | bits[16]);
    targetHi |= ~(bits[1] | bits[17]);
  }

  let n = kingMoves(position, moves, start, targetLo, targetHi);
  const pinnedLo = states[top + PINNED_LO];
  const pinnedHi = states[top + PINNED_HI];
  let allowedLo = -1;
  let allowedHi = -1;
  if ((checkersLo | checkersHi) !== 0) {
    if (hasMoreThanOne(checkersLo, checkersHi)) return n;
    const line = (position.kings[position.sideToMove] << 6 | lowestSquare(checkersLo, checkersHi)) << 1;
    allowedLo = checkersLo | BETWEEN[line];
    allowedHi = checkersHi | BETWEEN[line | 1];
    targetLo &= allowedLo;
    targetHi &= allowedHi;
  } else {
    if ((kinds & QUIET) !== 0 && (states[top + RIGHTS] & (3 << (own >> 3))) !== 0) {
      n = castlingMoves(position, moves, n);
    }
    // A pinned piece can never answer a check. If there is no check, it can move along the line of the pin.
    if ((pinnedLo | pinnedHi) !== 0) n = pinnedMoves(position, moves, n, kinds, targetLo, targetHi);
  }
  n = knightMoves(position, moves, n, targetLo, targetHi);
  n = bishopMoves(position, moves, n, targetLo, targetHi);
  n = rookMoves(position, moves, n, targetLo, targetHi);
  const pawnsLo = bits[own | PAWN << 1] & ~pinnedLo;
  const pawnsHi = bits[own | PAWN << 1 | 1] & ~pinnedHi;
  n = pawnMoves(position, moves, n, kinds, pawnsLo, pawnsHi, allowedLo, allowedHi);
  if ((kinds & NOISY) !== 0 && states[top + EN_PASSANT_SQUARE] !== NO_SQUARE) n = enPassantMoves(position, moves, n);
  return n;
}

/** Writes the moves of the given pawns, except en passant, to the allowed squares. */
function pawnMoves(
  position: Position,
  moves: Int32Array,
  n: number,
  kinds: number,
  pawnsLo: number,
  pawnsHi: number,
  allowedLo: number,
  allowedHi: number,
): number {
  if (position.sideToMove === WHITE) {
    if ((kinds & NOISY) !== 0) n = whiteCaptures(position, moves, n, pawnsLo, pawnsHi, allowedLo, allowedHi);
    if ((kinds & QUIET) !== 0) n = whitePushes(position, moves, n, pawnsLo, pawnsHi, allowedLo, allowedHi);
  } else {
    if ((kinds & NOISY) !== 0) n = blackCaptures(position, moves, n, pawnsLo, pawnsHi, allowedLo, allowedHi);
    if ((kinds & QUIET) !== 0) n = blackPushes(position, moves, n, pawnsLo, pawnsHi, allowedLo, allowedHi);
  }
  return n;
}

/** Writes the moves of pinned pieces along the lines of their pins. The king must not be in check. */
function pinnedMoves(
  position: Position,
  moves: Int32Array,
  n: number,
  kinds: number,
  targetLo: number,
  targetHi: number,
): number {
  const kingRow = position.kings[position.sideToMove] << 6;
  const occLo = position.occupiedLo;
  const occHi = position.occupiedHi;
  let lo = position.states[position.top + PINNED_LO];
  let hi = position.states[position.top + PINNED_HI];
  while ((lo | hi) !== 0) {
    const bitLo = lo & -lo;
    const bitHi = lo === 0 ? hi & -hi : 0;
    lo ^= bitLo;
    hi ^= bitHi;
    const from = lowestSquare(bitLo, bitHi);
    const lineLo = LINE[(kingRow | from) << 1];
    const lineHi = LINE[(kingRow | from) << 1 | 1];
    const type = position.mailbox[from] & 7;
    if (type === PAWN) {
      n = pawnMoves(position, moves, n, kinds, bitLo, bitHi, lineLo, lineHi);
      continue;
    }
    if (type === BISHOP || type === QUEEN) {
      const index = bishopIndex(from, occLo, occHi);
      n = addTargets(moves, n, from, bishopLo(index) & lineLo & targetLo, bishopHi(index) & lineHi & targetHi);
    }
    if (type === ROOK || type === QUEEN) {
      const index = rookIndex(from, occLo, occHi);
      n = addTargets(moves, n, from, rookLo(index) & lineLo & targetLo, rookHi(index) & lineHi & targetHi);
    }
  }
  return n;
}

/** Writes one move for each target square of a piece. */
function addTargets(moves: Int32Array, n: number, from: number, lo: number, hi: number): number {
  while (lo !== 0) {
    moves[n++] = makeMove(from, 31 - Math.clz32(lo & -lo));
    lo &= lo - 1;
  }
  while (hi !== 0) {
    moves[n++] = makeMove(from, 63 - Math.clz32(hi & -hi));
    hi &= hi - 1;
  }
  return n;
}

function kingMoves(position: Position, moves: Int32Array, n: number, targetLo: number, targetHi: number): number {
  const us = position.sideToMove;
  const king = position.kings[us];
  let lo = KING_ATTACKS[king << 1] & targetLo;
  let hi = KING_ATTACKS[king << 1 | 1] & targetHi;
  if ((lo | hi) === 0) return n;
  let occLo = position.occupiedLo;
  let occHi = position.occupiedHi;
  if (king < 32) occLo ^= 1 << king;
  else occHi ^= 1 << king;
  while (lo !== 0) {
    const to = 31 - Math.clz32(lo & -lo);
    lo &= lo - 1;
    if (!isAttacked(position, to, us ^ 1, occLo, occHi)) moves[n++] = makeMove(king, to);
  }
  while (hi !== 0) {
    const to = 63 - Math.clz32(hi & -hi);
    hi &= hi - 1;
    if (!isAttacked(position, to, us ^ 1, occLo, occHi)) moves[n++] = makeMove(king, to);
  }
  return n;
}

function castlingMoves(position: Position, moves: Int32Array, n: number): number {
  const us = position.sideToMove;
  for (let i = us << 1; i < (us << 1) + 2; i++) {
    if (canCastle(position, i)) moves[n++] = makeMove(position.kings[us], position.castlingRooks[i], CASTLING);
  }
  return n;
}

function knightMoves(position: Position, moves: Int32Array, n: number, targetLo: number, targetHi: number): number {
  const bits = position.bits;
  const knights = position.sideToMove << 4 | KNIGHT << 1;
  let lo = bits[knights] & ~position.states[position.top + PINNED_LO];
  let hi = bits[knights | 1] & ~position.states[position.top + PINNED_HI];
  while ((lo | hi) !== 0) {
    let from = 0;
    if (lo !== 0) {
      from = 31 - Math.clz32(lo & -lo);
      lo &= lo - 1;
    } else {
      from = 63 - Math.clz32(hi & -hi);
      hi &= hi - 1;
    }
    n = addTargets(moves, n, from, KNIGHT_ATTACKS[from << 1] & targetLo, KNIGHT_ATTACKS[from << 1 | 1] & targetHi);
  }
  return n;
}

/** Moves of bishops, and diagonal moves of queens. */
function bishopMoves(position: Position, moves: Int32Array, n: number, targetLo: number, targetHi: number): number {
  const bits = position.bits;
  const own = position.sideToMove << 4;
  const occLo = bits[0] | bits[16];
  const occHi = bits[1] | bits[17];
  let slidersLo = (bits[own | BISHOP << 1] | bits[own | QUEEN << 1]) & ~position.states[position.top + PINNED_LO];
  let slidersHi = (bits[own | BISHOP << 1 | 1] | bits[own | QUEEN << 1 | 1]) &
    ~position.states[position.top + PINNED_HI];
  while ((slidersLo | slidersHi) !== 0) {
    let from = 0;
    if (slidersLo !== 0) {
      from = 31 - Math.clz32(slidersLo & -slidersLo);
      slidersLo &= slidersLo - 1;
    } else {
      from = 63 - Math.clz32(slidersHi & -slidersHi);
      slidersHi &= slidersHi - 1;
    }
    const index = bishopIndex(from, occLo, occHi);
    n = addTargets(moves, n, from, bishopLo(index) & targetLo, bishopHi(index) & targetHi);
  }
  return n;
}

/** Moves of rooks, and moves of queens along ranks and files. */
function rookMoves(position: Position, moves: Int32Array, n: number, targetLo: number, targetHi: number): number {
  const bits = position.bits;
  const own = position.sideToMove << 4;
  const occLo = bits[0] | bits[16];
  const occHi = bits[1] | bits[17];
  let slidersLo = (bits[own | ROOK << 1] | bits[own | QUEEN << 1]) & ~position.states[position.top + PINNED_LO];
  let slidersHi = (bits[own | ROOK << 1 | 1] | bits[own | QUEEN << 1 | 1]) & ~position.states[position.top + PINNED_HI];
  while ((slidersLo | slidersHi) !== 0) {
    let from = 0;
    if (slidersLo !== 0) {
      from = 31 - Math.clz32(slidersLo & -slidersLo);
      slidersLo &= slidersLo - 1;
    } else {
      from = 63 - Math.clz32(slidersHi & -slidersHi);
      slidersHi &= slidersHi - 1;
    }
    const index = rookIndex(from, occLo, occHi);
    n = addTargets(moves, n, from, rookLo(index) & targetLo, rookHi(index) & targetHi);
  }
  return n;
}

/** The legal moves of a position, encoded. */
export function legalMoves(position: Position): number[] {
  const moves = new Int32Array(MAX_MOVES);
  return Array.from(moves.subarray(0, generate(position, moves, 0, ALL)));
}
