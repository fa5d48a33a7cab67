/**
 * Endings that are scored without a network: a lone king against mating material is lost, a lone king against a pawn is
 * looked up in a table, and material with which neither side can win by force is a draw.
 *
 * The score of a win is higher than any evaluation that the network gives to such material. It grows as the lone king
 * comes closer to the squares where it can be mated: the edge (Slate and Atkin, Chess 4.5, 1977) or, against bishop and
 * knight, a corner of the bishop's colour. If the winning side might lose a man, the position gets no score. So the
 * scores are correct, with one exception: of the positions scored as a win with bishop and knight, one in a thousand is
 * a draw.
 * @module
 */

import { KING_ATTACKS } from "../../core/attacks.ts";
import { FILE_A, FILE_H, hasMoreThanOne, lowestSquare, popcount } from "../../core/bitboard.ts";
import { isAttacked } from "../../core/checks.ts";
import { hasLegalMove } from "../../core/legality.ts";
import type { Position } from "../../core/position.ts";
import { DRAW, NO_SCORE } from "../../core/score.ts";
import {
  BISHOP,
  BLACK,
  fileOf,
  KING,
  KNIGHT,
  makePiece,
  PAWN,
  pieceType,
  QUEEN,
  rankOf,
  relativeRank,
  ROOK,
  WHITE,
} from "../../core/types.ts";
import { winsPawnEnding } from "./pawn_ending.ts";

/** The score in centipawns of a win with mating material, before the material's value is added. */
const MATING_WIN = 1600;
/** The score of a win with one pawn, before `PAWN_STEP` is added for each rank; always below a win with a queen. */
const PAWN_WIN = 1840;
/** Centipawns for each rank that the pawn has advanced. */
const PAWN_STEP = 40;
/** The value of each type of man, in centipawns. */
const VALUES: readonly number[] = [0, 100, 320, 330, 500, 900, 0];
/** Centipawns for each step that `edgeSteps`, `cornerSteps` and `kingDistance` count. */
const EDGE_STEP = 20, CORNER_STEP = 40, KINGS_STEP = 8;
/** The dark squares of a half-board; their bits are the same in both halves. */
const DARK = 0xaa55aa55 | 0;

/** The score in centipawns from the point of view of the side to move, which must not be in check; or `NO_SCORE`. */
export function knownScore(position: Position): number {
  const { bits } = position;
  const whiteLo = bits[0] ^ bits[KING << 1];
  const whiteHi = bits[1] ^ bits[KING << 1 | 1];
  const blackLo = bits[16] ^ bits[16 | KING << 1];
  const blackHi = bits[17] ^ bits[16 | KING << 1 | 1];
  const isWhiteAlone = (whiteLo | whiteHi) === 0;
  if (!isWhiteAlone && (blackLo | blackHi) !== 0) {
    const isOneEach = !hasMoreThanOne(whiteLo, whiteHi) && !hasMoreThanOne(blackLo, blackHi);
    return isOneEach && isMinor(position, whiteLo, whiteHi) && isMinor(position, blackLo, blackHi) ? DRAW : NO_SCORE;
  }
  const strong = isWhiteAlone ? BLACK : WHITE;
  const score = scoreAgainstLoneKing(position, strong);
  return score === NO_SCORE || strong === position.sideToMove ? score : 0 - score;
}

function isMinor(position: Position, lo: number, hi: number): boolean {
  const type = pieceType(position.mailbox[lowestSquare(lo, hi)]);
  return type === KNIGHT || type === BISHOP;
}

/** The score from the point of view of the side that has more than a king, or `NO_SCORE`. */
function scoreAgainstLoneKing(position: Position, strong: number): number {
  const pawns = countOf(position, strong, PAWN);
  const knights = countOf(position, strong, KNIGHT);
  const bishop = makePiece(strong, BISHOP) << 1;
  const dark = popcount(position.bits[bishop] & DARK) + popcount(position.bits[bishop | 1] & DARK);
  const light = countOf(position, strong, BISHOP) - dark;
  const hasMajor = countOf(position, strong, ROOK) + countOf(position, strong, QUEEN) > 0;
  if (hasMajor || (dark > 0 && light > 0) || (knights > 0 && dark + light > 0)) {
    if (position.sideToMove !== strong) {
      if (!hasLegalMove(position)) return DRAW;
      if (canTake(position, strong)) return NO_SCORE;
    }
    const lone = position.kings[strong ^ 1];
    const isCornerNeeded = !hasMajor && pawns === 0 && (dark === 0 || light === 0);
    if (isCornerNeeded && mayFork(position, strong)) return NO_SCORE;
    const drive = isCornerNeeded ? cornerSteps(lone, dark > 0) * CORNER_STEP : edgeSteps(lone) * EDGE_STEP;
    return MATING_WIN + materialOf(position, strong) + drive - kingDistance(position) * KINGS_STEP;
  }
  if (pawns === 0) return knights > 2 ? NO_SCORE : DRAW;
  if (pawns === 1 && knights + dark + light === 0) return scoreOfPawn(position, strong);
  return knights === 0 && isWrongCorner(position, strong, dark, light) ? DRAW : NO_SCORE;
}

function countOf({ bits }: Position, colour: number, type: number): number {
  const pair = makePiece(colour, type) << 1;
  return popcount(bits[pair]) + popcount(bits[pair | 1]);
}

function materialOf(position: Position, colour: number): number {
  let sum = 0;
  for (let type = PAWN; type <= QUEEN; type++) sum += VALUES[type] * countOf(position, colour, type);
  return sum;
}

/** Whether the lone king, whose side is to move, can take a man. */
function canTake(position: Position, strong: number): boolean {
  const { bits, kings } = position;
  const lone = kings[strong ^ 1];
  const occLo = position.occupiedLo;
  const occHi = position.occupiedHi;
  for (let half = 0; half < 2; half++) {
    let near = KING_ATTACKS[lone << 1 | half] & bits[strong << 4 | half];
    while (near !== 0) {
      const square = half << 5 | (31 - Math.clz32(near & -near));
      near &= near - 1;
      if (!isAttacked(position, square, strong, occLo, occHi)) return true;
    }
  }
  return false;
}

/** Whether the lone king may fork bishop and knight: it is near both, and their own king is near neither. */
function mayFork({ bits, kings }: Position, strong: number): boolean {
  const lone = kings[strong ^ 1];
  for (let type = KNIGHT; type <= BISHOP; type++) {
    const pair = makePiece(strong, type) << 1;
    const square = lowestSquare(bits[pair], bits[pair | 1]);
    if (movesBetween(lone, square) > 2 || movesBetween(kings[strong], square) < 2) return false;
  }
  return true;
}

/** The number of moves that a king needs from one square to another on an empty board. */
function movesBetween(a: number, b: number): number {
  return Math.max(Math.abs(fileOf(a) - fileOf(b)), Math.abs(rankOf(a) - rankOf(b)));
}

/** A king's distance from the four central squares: the steps along files plus the steps along ranks, 0 to 6. */
function edgeSteps(square: number): number {
  return stepsFromMiddle(fileOf(square)) + stepsFromMiddle(rankOf(square));
}

function stepsFromMiddle(line: number): number {
  return line < 4 ? 3 - line : line - 4;
}

/** A king's distance from one colour's long diagonal: 0 on it, 7 in a corner of the other colour (dark if `isDark`). */
function cornerSteps(square: number, isDark: boolean): number {
  const rank = isDark ? rankOf(square) : 7 - rankOf(square);
  return Math.abs(7 - fileOf(square) - rank);
}

/** The distance between the two kings: the steps along files plus the steps along ranks. */
function kingDistance({ kings }: Position): number {
  return Math.abs(fileOf(kings[0]) - fileOf(kings[1])) + Math.abs(rankOf(kings[0]) - rankOf(kings[1]));
}

function scoreOfPawn(position: Position, strong: number): number {
  const { bits, kings } = position;
  const pair = makePiece(strong, PAWN) << 1;
  const pawn = lowestSquare(bits[pair], bits[pair | 1]);
  const isToMove = position.sideToMove === strong;
  if (!winsPawnEnding(strong, isToMove, kings[strong], pawn, kings[strong ^ 1])) return DRAW;
  return PAWN_WIN + relativeRank(strong, pawn) * PAWN_STEP;
}

/** Whether all pawns are on one rook file, the lone king holds the promotion corner, and no bishop can attack it. */
function isWrongCorner({ bits, kings }: Position, strong: number, dark: number, light: number): boolean {
  const pair = makePiece(strong, PAWN) << 1;
  const files = bits[pair] | bits[pair | 1];
  const isFileA = (files & ~FILE_A) === 0;
  if (!isFileA && (files & ~FILE_H) !== 0) return false;
  const corner = (isFileA ? 0 : 7) | (strong === WHITE ? 56 : 0);
  const isCornerDark = (fileOf(corner) + rankOf(corner)) % 2 === 0;
  if ((isCornerDark ? dark : light) > 0) return false;
  return movesBetween(kings[strong ^ 1], corner) <= 1;
}
