/**
 * Move histories: what the search learns about moves.
 *
 * A table holds, for each kind of move, how often it refuted (positive) or failed to (negative). All use the gravity
 * update: an entry moves towards its bound by `bonus − entry · |bonus| / bound`; it never leaves ± bound, and a
 * surprise moves it more than a confirmation.
 *
 * | table | index | bound | what it knows |
 * |---|---|---|---|
 * | butterfly | [from attacked][to attacked][side][to][from] | 8192 | quiet moves by their squares |
 * | piece-to | [piece][to] | 8192 | quiet moves by piece and target |
 * | pawn | [pawn key % 512][piece][to] | 8192 | quiet moves in this pawn structure |
 * | low-ply | [ply < 4][to][from] | 8192 | quiet moves near the root |
 * | continuation | [piece][to] of a move 1, 2, 3, 4, 6 plies ago → [piece][to] | 16384 | answers and follow-ups |
 * | counter-move | [side][to][from] of the last move → move | – | the latest quiet refutation |
 * | capture | [piece][victim][to] | 16384 | captures and promotions |
 * | table move | – | 8192 | how far the moves of the transposition table are to be trusted |
 *
 * Written: at a beta cutoff the cutting move gets a bonus; a malus goes to every capture tried before it, and to every
 * quiet move if it is quiet itself (`updateCutoff`). Smaller updates come from table cutoffs, re-searches, evaluation
 * swings and fail-lows (`updateQuiet`, `updateMain`, `updateContinuation`, called by learning.ts and node.ts).
 *
 * Read: the move picker asks `prepareOrdering` once for each node and then `preparedScore` for each quiet move. The
 * node asks `pruningScore` for each quiet move: for history and futility pruning (its step 15) and reductions (step 18).
 * `captureScore` orders captures, says how much a good one may lose, and moves the margin of exchange pruning and the
 * reduction of captures.
 *
 * After Schaeffer ("The history heuristic and alpha-beta search enhancements in practice", 1989) and Uiterwijk ("The
 * countermove heuristic", 1992); gravity and continuation tables are the chess programmers' own, from the 2010s on.
 *
 * Sizes for each thread: 2 MB continuation, 1 MB pawn, under 150 KB for the rest.
 *
 * @module
 */

import type { Position } from "../core/position.ts";
import { victimType } from "../core/see.ts";
import { NO_MOVE } from "../core/types.ts";
import { L } from "./params.ts";
import { MARGIN, type SearchStack } from "./stack.ts";

/** Bound of the butterfly, piece-to, pawn, low-ply and table-move tables. */
export const HISTORY_MAX = 8192;
/** Bound of the continuation table. */
export const CONTINUATION_MAX = 16384;
/** Bound of the capture table. */
export const CAPTURE_MAX = 16384;
/** Plies from the root that the low-ply table covers. */
export const LOW_PLIES = 4;
const PAWN_STRUCTURES = 512;
/** Weights of `Histories.orderingScore` are in 1024ths: shift by this. */
export const WEIGHT_SHIFT = 10;

/** The move histories of one search thread. */
export class Histories {
  /** `[bits of threats << 13 | side << 12 | to << 6 | from]`, see `Threats.bitsOf` */
  readonly butterfly: Int16Array = new Int16Array(4 * 2 * 4096);
  /** `[piece << 6 | to]` */
  readonly pieceTo: Int16Array = new Int16Array(1024);
  /** `[pawn structure << 10 | piece << 6 | to]` */
  readonly pawn: Int16Array = new Int16Array(PAWN_STRUCTURES * 1024);
  /** `[ply << 12 | to << 6 | from]` */
  readonly lowPly: Int16Array = new Int16Array(LOW_PLIES * 4096);
  /** `[earlier piece-to << 10 | piece-to]`; row 0 belongs to no move and stays zero */
  readonly continuation: Int16Array = new Int16Array(1024 * 1024);
  /** `[side << 12 | to << 6 | from]` of the last move → the quiet move that refuted it */
  readonly counterMove: Uint16Array = new Uint16Array(2 * 4096);
  /** `[piece << 9 | victim type << 6 | to]` */
  readonly capture: Int16Array = new Int16Array(16 * 8 * 64);
  /** One entry: positive if the table's moves were mostly the best ones. */
  readonly ttMove: Int16Array = new Int16Array(1);

  private pawnStructureRow = 0;
  private continuationRow1 = 0;
  private continuationRow2 = 0;
  private continuationRow3 = 0;
  private continuationRow4 = 0;
  private continuationRow6 = 0;
  private orderingPly = 0;
  private orderingCounterMove: number = NO_MOVE;

  /** Forgets everything. */
  clear(): void {
    this.butterfly.fill(0);
    this.pieceTo.fill(0);
    this.pawn.fill(0);
    this.ttMove.fill(0);
    this.continuation.fill(0);
    this.counterMove.fill(NO_MOVE);
    this.capture.fill(0);
    this.newSearch();
  }

  /** Forgets what holds for one root only. */
  newSearch(): void {
    this.lowPly.fill(0);
  }

  /** Score of a quiet move for ordering. */
  orderingScore(position: Position, stack: SearchStack, ply: number, move: number): number {
    this.prepareOrdering(position, stack, ply);
    return this.preparedScore(position, stack, move);
  }

  /** Looks up what all moves of a node share, for `preparedScore`: where their rows begin in each table. */
  prepareOrdering(position: Position, stack: SearchStack, ply: number): void {
    const earlier = stack.pieceTo;
    const at = ply + MARGIN;
    this.pawnStructureRow = pawnRow(position);
    this.continuationRow1 = earlier[at - 1] << 10;
    this.continuationRow2 = earlier[at - 2] << 10;
    this.continuationRow3 = earlier[at - 3] << 10;
    this.continuationRow4 = earlier[at - 4] << 10;
    this.continuationRow6 = earlier[at - 6] << 10;
    this.orderingPly = ply;
    this.orderingCounterMove = L.useCounterMove !== 0 ? this.counterMoveFor(position, stack, ply) : NO_MOVE;
  }

  /** The ordering score of a quiet move of the node that was prepared last. */
  preparedScore(position: Position, stack: SearchStack, move: number): number {
    const squares = move & 0xfff;
    const pieceTo = pieceToOf(position, move);
    const table = this.continuation;
    let sum = 0;
    if (L.useButterfly !== 0) {
      sum += L.orderButterfly * this.butterfly[butterflyIndex(position.sideToMove, stack, this.orderingPly, move)];
    }
    if (L.usePieceTo !== 0) sum += L.orderPieceTo * this.pieceTo[pieceTo];
    if (L.usePawnHistory !== 0) sum += L.orderPawn * this.pawn[this.pawnStructureRow | pieceTo];
    if (L.useContinuation1 !== 0) sum += L.orderContinuation1 * table[this.continuationRow1 | pieceTo];
    if (L.useContinuation2 !== 0) sum += L.orderContinuation2 * table[this.continuationRow2 | pieceTo];
    if (L.useContinuation3 !== 0) sum += L.orderContinuation3 * table[this.continuationRow3 | pieceTo];
    if (L.useContinuation4 !== 0) sum += L.orderContinuation4 * table[this.continuationRow4 | pieceTo];
    if (L.useContinuation6 !== 0) sum += L.orderContinuation6 * table[this.continuationRow6 | pieceTo];
    if (L.useLowPly !== 0 && this.orderingPly < LOW_PLIES) {
      sum += L.orderLowPly * this.lowPly[this.orderingPly << 12 | squares] / (1 + this.orderingPly) | 0;
    }
    const score = sum >> WEIGHT_SHIFT;
    return move === this.orderingCounterMove ? score + L.counterMoveBonus : score;
  }

  /**
   * Score of a quiet move for pruning and reductions: butterfly or piece-to, the two nearest continuations, and pawn
   * history if it is given a weight; it has none by default.
   */
  pruningScore(position: Position, stack: SearchStack, ply: number, move: number): number {
    const pieceTo = pieceToOf(position, move);
    const at = ply + MARGIN;
    let sum = 0;
    if (L.useButterfly !== 0) {
      sum += L.pruneButterfly * this.butterfly[butterflyIndex(position.sideToMove, stack, ply, move)];
    }
    if (L.usePieceTo !== 0) sum += L.prunePieceTo * this.pieceTo[pieceTo];
    if (L.usePawnHistory !== 0 && L.prunePawn !== 0) sum += L.prunePawn * this.pawn[pawnRow(position) | pieceTo];
    if (L.useContinuationPruning !== 0) {
      if (L.useContinuation1 !== 0) {
        sum += L.pruneContinuation1 * this.continuation[stack.pieceTo[at - 1] << 10 | pieceTo];
      }
      if (L.useContinuation2 !== 0) {
        sum += L.pruneContinuation2 * this.continuation[stack.pieceTo[at - 2] << 10 | pieceTo];
      }
    }
    return sum >> WEIGHT_SHIFT;
  }

  /** History of a capture or promotion. */
  captureScore(position: Position, move: number): number {
    return L.useCapture !== 0 ? this.capture[captureIndex(position, move)] : 0;
  }

  /** The quiet move that last refuted the opponent's last move, `NO_MOVE` if there is none. */
  counterMoveFor(position: Position, stack: SearchStack, ply: number): number {
    const last = stack.move[ply - 1 + MARGIN];
    return last === NO_MOVE ? NO_MOVE : this.counterMove[position.sideToMove << 12 | last & 0xfff];
  }

  /** Remembers the quiet move that refuted the opponent's last move. */
  updateCounterMove(position: Position, stack: SearchStack, ply: number, move: number): void {
    if (L.useCounterMove === 0) return;
    const last = stack.move[ply - 1 + MARGIN];
    if (last !== NO_MOVE) this.counterMove[position.sideToMove << 12 | last & 0xfff] = move;
  }

  /** Credits a quiet move, legal in `position`, in every quiet table. The stack must know the threats of its ply. */
  updateQuiet(position: Position, stack: SearchStack, ply: number, move: number, bonus: number): void {
    const squares = move & 0xfff;
    const pieceTo = pieceToOf(position, move);
    this.updateMain(position.sideToMove, stack, ply, move, pieceTo, bonus);
    if (L.usePawnHistory !== 0) addGravity(this.pawn, pawnRow(position) | pieceTo, bonus, HISTORY_MAX);
    if (L.useLowPly !== 0 && ply < LOW_PLIES) addGravity(this.lowPly, ply << 12 | squares, bonus, HISTORY_MAX);
    this.updateContinuation(stack, ply, pieceTo, bonus);
  }

  /** Credits a quiet move of `colour` at `ply` for itself alone: by its squares, or by its piece and target. */
  updateMain(colour: number, stack: SearchStack, ply: number, move: number, pieceTo: number, bonus: number): void {
    if (L.useButterfly !== 0) {
      addGravity(this.butterfly, butterflyIndex(colour, stack, ply, move), bonus, HISTORY_MAX);
    }
    if (L.usePieceTo !== 0) addGravity(this.pieceTo, pieceTo, bonus, HISTORY_MAX);
  }

  /** Credits the move `pieceTo` at `ply` as continuation of the moves before it. */
  updateContinuation(stack: SearchStack, ply: number, pieceTo: number, bonus: number): void {
    if (L.useContinuation1 !== 0) this.continue(stack, ply - 1, pieceTo, bonus);
    if (L.useContinuation2 !== 0) this.continue(stack, ply - 2, pieceTo, bonus);
    if (L.useContinuation3 !== 0) this.continue(stack, ply - 3, pieceTo, bonus);
    if (L.useContinuation4 !== 0) this.continue(stack, ply - 4, pieceTo, bonus);
    if (L.useContinuation6 !== 0) this.continue(stack, ply - 6, pieceTo, bonus);
  }

  /** Credits a capture or promotion, legal in `position`. */
  updateCapture(position: Position, move: number, bonus: number): void {
    if (L.useCapture !== 0) addGravity(this.capture, captureIndex(position, move), bonus, CAPTURE_MAX);
  }

  /** Learns whether the table's move of a node was its best. */
  updateTtMove(wasBest: boolean): void {
    if (L.useTtMoveHistory === 0) return;
    addGravity(this.ttMove, 0, wasBest ? L.ttMoveBonus : -L.ttMoveBonus, HISTORY_MAX);
  }

  /** What the history of table moves takes off the margins of double and triple extensions, centipawns. */
  singularEase(): number {
    return L.useTtMoveHistory !== 0 ? L.ttMoveHistoryMargin * this.ttMove[0] >> WEIGHT_SHIFT : 0;
  }

  private continue(stack: SearchStack, earlierPly: number, pieceTo: number, bonus: number): void {
    const earlier = stack.pieceTo[earlierPly + MARGIN];
    if (earlier !== 0) addGravity(this.continuation, earlier << 10 | pieceTo, bonus, CONTINUATION_MAX);
  }
}

/** Bonus of a quiet move for a cutoff at `depth`. */
export function quietBonus(depth: number): number {
  return Math.min(L.quietBonusSlope * depth - L.quietBonusOffset, L.quietBonusMax);
}

/** Malus, as a positive number, of quiet moves tried before a cutoff at `depth`. */
export function quietMalus(depth: number): number {
  return Math.min(L.quietMalusSlope * depth - L.quietMalusOffset, L.quietMalusMax);
}

/** Bonus of a capture for a cutoff at `depth`. */
export function captureBonus(depth: number): number {
  return Math.min(L.captureBonusSlope * depth - L.captureBonusOffset, L.captureBonusMax);
}

/** Malus, as a positive number, of captures tried before a cutoff at `depth`. */
export function captureMalus(depth: number): number {
  return Math.min(L.captureMalusSlope * depth - L.captureMalusOffset, L.captureMalusMax);
}

/** The gravity update: moves an entry by `bonus`, less the closer it is to the bound in that direction. */
export function addGravity(table: Int16Array, index: number, bonus: number, bound: number): void {
  const clamped = bonus > bound ? bound : bonus < -bound ? -bound : bonus;
  const entry = table[index];
  table[index] = entry + clamped - (entry * Math.abs(clamped) / bound | 0);
}

/** Moving piece and target square as one index, `piece << 6 | to`; never 0, which stands for "no move". */
export function pieceToOf(position: Position, move: number): number {
  return position.mailbox[move & 63] << 6 | (move >> 6) & 63;
}

/** Where the entries for the pawn structure of `position` begin in the pawn table. */
export function pawnRow(position: Position): number {
  return (position.pawnKey & (PAWN_STRUCTURES - 1)) << 10;
}

/** Where the entry of a quiet move of `colour` is in the butterfly table, by the threats that the stack knows. */
export function butterflyIndex(colour: number, stack: SearchStack, ply: number, move: number): number {
  const bits = L.useThreats !== 0 ? stack.threats.bitsOf(ply + MARGIN, move) : 0;
  return bits << 13 | colour << 12 | move & 0xfff;
}

/** Quiet promotions have victim 0; castling never comes here. */
function captureIndex(position: Position, move: number): number {
  const to = (move >> 6) & 63;
  return position.mailbox[move & 63] << 9 | victimType(position, move) << 6 | to;
}
