/**
 * Static exchange evaluation (SEE): how much material a move wins or loses through captures on its target square.
 *
 * Both sides capture in turn with their least valuable attacker, and either may stop if another capture would lose
 * material (the swap algorithm). When a piece has captured, a slider behind it joins in (x-ray). The search only asks
 * whether the result reaches a threshold, and one or two captures usually decide that.
 *
 * A pinned attacker takes part only along the line of its pin, or after the pinning piece has captured. A king captures
 * only if nothing can recapture. The algorithm ignores checks, captures on other squares and promotions by recapturing
 * pawns. Nor does it consider that capturing with a more valuable piece may be better.
 * @module
 */

import { KING_ATTACKS, KNIGHT_ATTACKS, LINE, PAWN_ATTACKS } from "./attacks.ts";
import { hasSquare, lowestSquare } from "./bitboard.ts";
import type { Position } from "./position.ts";
import { bishopHi, bishopIndex, bishopLo, rookHi, rookIndex, rookLo } from "./sliders.ts";
import {
  BISHOP,
  BLACK,
  CASTLING,
  EN_PASSANT,
  KING,
  KNIGHT,
  moveFrom,
  moveKind,
  moveTo,
  PAWN,
  PROMOTION,
  promotionType,
  QUEEN,
  ROOK,
  WHITE,
} from "./types.ts";

/** Value of each piece in an exchange, in centipawns, `[piece]`. A king is never captured, so it has no value. */
export const SEE_VALUES: Int32Array = new Int32Array([
  ...[0, 100, 320, 330, 500, 950, 0, 0],
  ...[0, 100, 320, 330, 500, 950, 0, 0],
]);

/** Type of the piece that `move` takes; `EMPTY` if there is none. The move must be legal and not castling. */
export function victimType(position: Position, move: number): number {
  return moveKind(move) === EN_PASSANT ? PAWN : position.mailbox[moveTo(move)] & 7;
}

/**
 * Whether a legal move wins at least `threshold` centipawns in the exchange on its target square. The move's own
 * capture and promotion count; castling counts as 0.
 *
 * @example
 * ```ts
 * import { parseFen } from "./fen.ts";
 * import { parseUci } from "./notation.ts";
 *
 * const position = parseFen("4k3/8/3p4/4p3/8/8/8/K3R3 w - - 0 1");
 * seeAtLeast(position, parseUci(position, "e1e5"), -400); // true: a pawn for the rook
 * ```
 */
export function seeAtLeast(position: Position, move: number, threshold: number): boolean {
  const kind = moveKind(move);
  if (kind === CASTLING) return threshold <= 0;
  const mailbox = position.mailbox;
  const from = moveFrom(move);
  const to = moveTo(move);
  let onTarget = SEE_VALUES[mailbox[from]];
  let balance = (kind === EN_PASSANT ? SEE_VALUES[PAWN] : SEE_VALUES[mailbox[to]]) - threshold;
  if (kind === PROMOTION) {
    balance -= onTarget;
    onTarget = SEE_VALUES[promotionType(move)];
    balance += onTarget;
  }
  if (balance < 0) return false;
  // From here on, `balance` is the margin over the threshold if the piece that captured last is recaptured.
  balance -= onTarget;
  if (balance >= 0) return true;

  const bits = position.bits;
  const us = position.sideToMove;
  let occLo = bits[0] | bits[16];
  let occHi = bits[1] | bits[17];
  if (from < 32) occLo ^= 1 << from;
  else occHi ^= 1 << from;
  if (kind === EN_PASSANT) {
    const victim = to ^ 8;
    if (victim < 32) occLo ^= 1 << victim;
    else occHi ^= 1 << victim;
  }
  if (to < 32) occLo |= 1 << to;
  else occHi |= 1 << to;

  const queensLo = bits[QUEEN << 1] | bits[16 | QUEEN << 1];
  const queensHi = bits[QUEEN << 1 | 1] | bits[16 | QUEEN << 1 | 1];
  const diagonalLo = bits[BISHOP << 1] | bits[16 | BISHOP << 1] | queensLo;
  const diagonalHi = bits[BISHOP << 1 | 1] | bits[16 | BISHOP << 1 | 1] | queensHi;
  const straightLo = bits[ROOK << 1] | bits[16 | ROOK << 1] | queensLo;
  const straightHi = bits[ROOK << 1 | 1] | bits[16 | ROOK << 1 | 1] | queensHi;
  const bishops = bishopIndex(to, occLo, occHi);
  const rooks = rookIndex(to, occLo, occHi);
  let attackersLo = leapersTo(position, to, 0) | (bishopLo(bishops) & diagonalLo) | (rookLo(rooks) & straightLo);
  let attackersHi = leapersTo(position, to, 1) | (bishopHi(bishops) & diagonalHi) | (rookHi(rooks) & straightHi);

  for (let side = us ^ 1;; side ^= 1) {
    const own = side << 4;
    attackersLo &= occLo;
    attackersHi &= occHi;
    const lo = attackersLo & bits[own];
    const hi = attackersHi & bits[own | 1];
    const square = leastAttacker(position, side, to, lo, hi, occLo, occHi);
    if (square < 0) return side !== us;
    const type = mailbox[square] & 7;
    if (type === KING) {
      const enemies = (attackersLo & bits[own ^ 16]) | (attackersHi & bits[own ^ 16 | 1]);
      return (enemies === 0) === (side === us);
    }
    if (square < 32) occLo ^= 1 << square;
    else occHi ^= 1 << square;
    // A slider behind the capturing piece now attacks the square, too.
    if (type !== KNIGHT && type !== ROOK) {
      const index = bishopIndex(to, occLo, occHi);
      attackersLo |= bishopLo(index) & diagonalLo;
      attackersHi |= bishopHi(index) & diagonalHi;
    }
    if (type >= ROOK) {
      const index = rookIndex(to, occLo, occHi);
      attackersLo |= rookLo(index) & straightLo;
      attackersHi |= rookHi(index) & straightHi;
    }
    // Change to this side's point of view: the side must gain at least one centipawn, even if its piece is recaptured.
    balance = -balance - 1 - SEE_VALUES[type];
    if (balance >= 0) return side === us;
  }
}

/** The exact value of a legal move's exchange in centipawns. It takes about twelve times as long as `seeAtLeast`. */
export function see(position: Position, move: number): number {
  // At worst, the queen is lost for nothing. At best, a pawn takes a queen and promotes to a queen.
  let low = -SEE_VALUES[QUEEN];
  let high = 2 * SEE_VALUES[QUEEN];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (seeAtLeast(position, move, middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Pawns, knights and kings of both colours that attack a square, in one half-board. */
function leapersTo(position: Position, square: number, half: number): number {
  const bits = position.bits;
  const pair = square << 1 | half;
  return (KNIGHT_ATTACKS[pair] & (bits[KNIGHT << 1 | half] | bits[16 | KNIGHT << 1 | half])) |
    (KING_ATTACKS[pair] & (bits[KING << 1 | half] | bits[16 | KING << 1 | half])) |
    (PAWN_ATTACKS[BLACK << 7 | pair] & bits[PAWN << 1 | half]) |
    (PAWN_ATTACKS[WHITE << 7 | pair] & bits[16 | PAWN << 1 | half]);
}

/** The square of the least valuable attacker of `side` that may capture on `to`; −1 if there is none. */
function leastAttacker(
  position: Position,
  side: number,
  to: number,
  attackersLo: number,
  attackersHi: number,
  occLo: number,
  occHi: number,
): number {
  const bits = position.bits;
  const own = side << 4;
  let type = PAWN;
  while ((attackersLo | attackersHi) !== 0) {
    const lo = attackersLo & bits[own | type << 1];
    const hi = attackersHi & bits[own | type << 1 | 1];
    if ((lo | hi) === 0) {
      type++;
      continue;
    }
    const square = lowestSquare(lo, hi);
    if (type === KING || !isPinnedFrom(position, side, square, to, occLo, occHi)) return square;
    if (square < 32) attackersLo ^= 1 << square;
    else attackersHi ^= 1 << square;
  }
  return -1;
}

/** Whether the piece on `square` must not go to `to`, because it alone shields its king from a slider. */
function isPinnedFrom(
  position: Position,
  side: number,
  square: number,
  to: number,
  occLo: number,
  occHi: number,
): boolean {
  const king = position.kings[side];
  const line = (king << 6 | square) << 1;
  const lineLo = LINE[line];
  const lineHi = LINE[line | 1];
  if ((lineLo | lineHi) === 0 || hasSquare(lineLo, lineHi, to)) return false;
  const bits = position.bits;
  const enemy = side << 4 ^ 16;
  const isDiagonal = (king & 7) !== (square & 7) && king >> 3 !== square >> 3;
  const index = isDiagonal ? bishopIndex(square, occLo, occHi) : rookIndex(square, occLo, occHi);
  const reachLo = (isDiagonal ? bishopLo(index) : rookLo(index)) & lineLo;
  const reachHi = (isDiagonal ? bishopHi(index) : rookHi(index)) & lineHi;
  if (!hasSquare(reachLo, reachHi, king)) return false;
  const sliders = (isDiagonal ? BISHOP : ROOK) << 1;
  const slidersLo = (bits[enemy | sliders] | bits[enemy | QUEEN << 1]) & occLo;
  const slidersHi = (bits[enemy | sliders | 1] | bits[enemy | QUEEN << 1 | 1]) & occHi;
  return ((reachLo & slidersLo) | (reachHi & slidersHi)) !== 0;
}
