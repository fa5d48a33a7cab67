/**
 * Detects draws in a search, and repetitions that are one move away.
 *
 * These repetitions are found without making moves (Marcel van Kervinck, 2013). If two positions differ by one
 * reversible move, their keys differ by a value that depends only on that move. All 3668 such values are stored in a
 * cuckoo hash table, in which each key has two possible slots. So two probes find a move from the current position to
 * an earlier one.
 * @module
 */

import { BETWEEN, BISHOP_RAYS, KING_ATTACKS, KNIGHT_ATTACKS, ROOK_RAYS } from "./attacks.ts";
import { hasSquare } from "./bitboard.ts";
import { isFiftyMoves, isInsufficientMaterial } from "./draws.ts";
import type { Position } from "./position.ts";
import { HALFMOVES, KEY_HI, KEY_LO, SINCE_NULL, STATE_SIZE } from "./state.ts";
import { BLACK, KNIGHT, makePiece, moveFrom, moveTo, WHITE } from "./types.ts";
import { PIECE_KEYS, SIDE_KEY } from "./zobrist.ts";

const CUCKOO_SIZE = 8192;
/** Key differences of single reversible moves, `[slot << 1 | half]`; filled when this module loads. */
const CUCKOO_KEYS = new Int32Array(CUCKOO_SIZE * 2);
/** The move in each slot, `from | to << 6` in either direction; 0 marks an empty slot. */
const CUCKOO_MOVES = new Int32Array(CUCKOO_SIZE);

/** Number of reversible moves in the cuckoo table; a test derives this number from the geometry of the board. */
export const CUCKOO_ENTRIES: number = fillCuckoo();

/**
 * Whether the search should score this position as a draw by repetition. The root was `ply` plies ago. One earlier
 * occurrence is enough if it is after the root, because a side that could repeat once can repeat again. Otherwise, two
 * are needed, as in the rules.
 */
export function isRepetition(position: Position, ply: number): boolean {
  const states = position.states;
  const top = position.top;
  const reach = Math.min(states[top + HALFMOVES], states[top + SINCE_NULL]);
  const keyLo = states[top + KEY_LO];
  const keyHi = states[top + KEY_HI];
  let found = false;
  for (let distance = 4; distance <= reach; distance += 2) {
    const earlier = top - distance * STATE_SIZE;
    if (states[earlier + KEY_LO] !== keyLo || states[earlier + KEY_HI] !== keyHi) continue;
    if (found || distance < ply) return true;
    found = true;
  }
  return false;
}

/** Whether the position `ply` plies from the root is a draw by repetition, the fifty-move rule or lack of material. */
export function isDrawn(position: Position, ply: number): boolean {
  return isFiftyMoves(position) || isRepetition(position, ply) || isInsufficientMaterial(position);
}

/** Whether the side to move has a move after which `isRepetition(position, ply + 1)` holds. */
export function hasUpcomingRepetition(position: Position, ply: number): boolean {
  const states = position.states;
  const top = position.top;
  const reach = Math.min(states[top + HALFMOVES], states[top + SINCE_NULL]);
  if (reach < 3) return false;
  const keyLo = states[top + KEY_LO];
  const keyHi = states[top + KEY_HI];
  // How the opponent's moves since `earlier` changed the key. One move can lead back only if they cancel out.
  let earlier = top - STATE_SIZE;
  let theirsLo = keyLo ^ states[earlier + KEY_LO] ^ SIDE_KEY[0];
  let theirsHi = keyHi ^ states[earlier + KEY_HI] ^ SIDE_KEY[1];
  for (let distance = 3; distance <= reach; distance += 2) {
    const before = earlier - STATE_SIZE;
    earlier = before - STATE_SIZE;
    theirsLo ^= states[before + KEY_LO] ^ states[earlier + KEY_LO] ^ SIDE_KEY[0];
    theirsHi ^= states[before + KEY_HI] ^ states[earlier + KEY_HI] ^ SIDE_KEY[1];
    if ((theirsLo | theirsHi) !== 0) continue;
    if (!isOneMoveAway(position, keyLo ^ states[earlier + KEY_LO], keyHi ^ states[earlier + KEY_HI])) continue;
    // If the earlier position is not after the root, the move must lead to the third occurrence, as in the rules.
    if (distance < ply || occurredBefore(states, earlier, reach - distance)) return true;
  }
  return false;
}

/**
 * Whether the key difference belongs to a reversible move over empty squares. The move is legal, since it leads to an
 * earlier position, in which our king was not left in check.
 */
function isOneMoveAway(position: Position, lo: number, hi: number): boolean {
  let slot = firstSlot(lo);
  if (CUCKOO_KEYS[slot << 1] !== lo || CUCKOO_KEYS[slot << 1 | 1] !== hi) {
    slot = secondSlot(lo);
    if (CUCKOO_KEYS[slot << 1] !== lo || CUCKOO_KEYS[slot << 1 | 1] !== hi) return false;
  }
  const move = CUCKOO_MOVES[slot];
  if (move === 0) return false;
  const pair = (moveFrom(move) << 6 | moveTo(move)) << 1;
  return ((BETWEEN[pair] & position.occupiedLo) | (BETWEEN[pair | 1] & position.occupiedHi)) === 0;
}

/** Whether a state's position had already occurred at most `reach` plies earlier. */
function occurredBefore(states: Int32Array, state: number, reach: number): boolean {
  for (let distance = 4; distance <= reach; distance += 2) {
    const earlier = state - distance * STATE_SIZE;
    if (states[earlier + KEY_LO] === states[state + KEY_LO] && states[earlier + KEY_HI] === states[state + KEY_HI]) {
      return true;
    }
  }
  return false;
}

function firstSlot(lo: number): number {
  return lo & (CUCKOO_SIZE - 1);
}

function secondSlot(lo: number): number {
  return lo >>> 16 & (CUCKOO_SIZE - 1);
}

/**
 * Fills the cuckoo table with all moves of pieces other than pawns on an empty board. Each entry stands for both
 * directions.
 */
function fillCuckoo(): number {
  const queen = BISHOP_RAYS.map((half, i) => half | ROOK_RAYS[i]);
  let count = 0;
  for (const colour of [WHITE, BLACK]) {
    for (const [i, reached] of [KNIGHT_ATTACKS, BISHOP_RAYS, ROOK_RAYS, queen, KING_ATTACKS].entries()) {
      const piece = makePiece(colour, KNIGHT + i);
      for (let from = 0; from < 64; from++) {
        const [lo, hi] = [reached[from << 1], reached[from << 1 | 1]];
        for (let to = from + 1; to < 64; to++) {
          if (!hasSquare(lo, hi, to)) continue;
          insertCuckoo(piece, from, to);
          count++;
        }
      }
    }
  }
  return count;
}

/** Puts a move into one of its two slots. A move already there goes to its other slot, and so on. */
function insertCuckoo(piece: number, from: number, to: number): void {
  const a = (piece << 6 | from) << 1;
  const b = (piece << 6 | to) << 1;
  let lo = PIECE_KEYS[a] ^ PIECE_KEYS[b] ^ SIDE_KEY[0];
  let hi = PIECE_KEYS[a | 1] ^ PIECE_KEYS[b | 1] ^ SIDE_KEY[1];
  let move = from | to << 6;
  let slot = firstSlot(lo);
  for (let pushes = 0; pushes < CUCKOO_SIZE; pushes++) {
    const oldLo = CUCKOO_KEYS[slot << 1];
    const oldHi = CUCKOO_KEYS[slot << 1 | 1];
    const oldMove = CUCKOO_MOVES[slot];
    CUCKOO_KEYS[slot << 1] = lo;
    CUCKOO_KEYS[slot << 1 | 1] = hi;
    CUCKOO_MOVES[slot] = move;
    if (oldMove === 0) return;
    lo = oldLo;
    hi = oldHi;
    move = oldMove;
    slot = slot === firstSlot(lo) ? secondSlot(lo) : firstSlot(lo);
  }
  throw new RangeError("Cuckoo table has no room for the keys of zobrist.ts: choose another seed");
}
