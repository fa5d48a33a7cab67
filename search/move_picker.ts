/**
 * Staged move ordering: returns the moves of a node one by one, starting with the likeliest refutation. So if a move
 * causes a cutoff, no work has been spent on the moves after it.
 *
 * Stages: the TT move; good captures and promotions, sorted by the victim's value and by capture history; quiet moves,
 * sorted by history, escapes and checks; the bad captures and promotions. A move is bad if it is an underpromotion, or
 * if static exchange evaluation (SEE) shows that it loses more than a small share of its score (`P.goodNoisyFactor`).
 * Slate and Atkin used this order in Chess 4.5 (1977); in Hindsight, histories replace their killer moves (quiet moves
 * that caused cutoffs at the same ply).
 * @module
 */

import { CheckSquares } from "../core/check_squares.ts";
import { isLegal } from "../core/legality.ts";
import { generate, NOISY, QUIET } from "../core/movegen.ts";
import type { Position } from "../core/position.ts";
import { SEE_VALUES, seeAtLeast, victimType } from "../core/see.ts";
import { BY_MINORS, BY_PAWNS, BY_ROOKS, isThreatened } from "../core/threats.ts";
import {
  KNIGHT,
  MAX_MOVES,
  moveFrom,
  moveKind,
  moveTo,
  NO_MOVE,
  PROMOTION,
  promotionType,
  QUEEN,
  ROOK,
} from "../core/types.ts";
import type { LearningFrame } from "../learning/frame.ts";
import type { Knowledge } from "../learning/lessons.ts";
import { HISTORY_MARGIN_SHIFT, P } from "./params.ts";

/** Bits of a key that hold the index of a move. Every sum of histories fits in the other 23 bits. */
const INDEX_BITS = 9;
const LAST_INDEX = MAX_MOVES - 1;

const STAGE_TT_MOVE = 0, STAGE_GENERATE_NOISY = 1, STAGE_GOOD_NOISY = 2, STAGE_GENERATE_QUIET = 3, STAGE_QUIET = 4;
const STAGE_BAD_NOISY = 5, STAGE_LIST = 6;

/** What a picker reads: the node's position and the move histories. */
export type MoveScorer = Pick<Knowledge, "position" | "histories">;

/** Returns the moves of one node. Each frame has a picker. */
export class MovePicker {
  /** Whether the latest move is a losing capture or an underpromotion. */
  isBadNoisy = false;
  skipQuiets = false;
  /** Which moves of the node give check; not valid after `startNoisy`. */
  readonly checks: CheckSquares = new CheckSquares();

  private readonly moves = new Int32Array(MAX_MOVES);
  /** Scores and indices of the moves (see `keyOf`). */
  private readonly keys = new Int32Array(MAX_MOVES);
  private stage = STAGE_LIST;
  private cursor = 0;
  private end = 0;
  private badEnd = 0;
  private pickedScore = 0;
  private ttMove = NO_MOVE;
  private noisyOnly = false;

  /** Prepares to return all moves of a node. `ttMove` need not be legal. */
  startAll(position: Position, ttMove: number): void {
    this.start(position, ttMove);
    this.checks.find(position);
    this.noisyOnly = false;
  }

  /** Prepares to return the good captures and promotions of a node. */
  startNoisy(position: Position, ttMove: number): void {
    this.start(position, ttMove !== NO_MOVE && position.isNoisy(ttMove) ? ttMove : NO_MOVE);
    this.noisyOnly = true;
  }

  /** Prepares to return the moves of a list in their order. */
  startList(position: Position, list: ArrayLike<number>): void {
    this.checks.find(position);
    this.isBadNoisy = false;
    this.skipQuiets = false;
    this.stage = STAGE_LIST;
    this.cursor = 0;
    this.end = list.length;
    for (let i = 0; i < list.length; i++) this.moves[i] = list[i];
  }

  /** The next move, or `NO_MOVE`. Before the first quiet move, the threats and the frame's rows must be known. */
  next(s: MoveScorer, frame: LearningFrame): number {
    const { position } = s;
    if (this.stage === STAGE_LIST) return this.cursor < this.end ? this.moves[this.cursor++] : NO_MOVE;

    if (this.stage === STAGE_TT_MOVE) {
      this.stage = STAGE_GENERATE_NOISY;
      return this.ttMove;
    }
    if (this.stage === STAGE_GENERATE_NOISY) {
      this.end = generate(position, this.moves, 0, NOISY);
      this.scoreNoisy(s);
      this.stage = STAGE_GOOD_NOISY;
    }
    if (this.stage === STAGE_GOOD_NOISY) {
      while (this.cursor < this.end) {
        const move = this.pickBest();
        if (move === this.ttMove) continue;
        if (
          !isUnderpromotion(move) &&
          seeAtLeast(position, move, 0 - (this.pickedScore * P.goodNoisyFactor >> HISTORY_MARGIN_SHIFT))
        ) {
          return move;
        }
        this.moves[this.badEnd++] = move;
      }
      if (this.noisyOnly) return NO_MOVE;
      this.stage = STAGE_GENERATE_QUIET;
    }
    if (this.stage === STAGE_GENERATE_QUIET) {
      // The bad noisy moves stay in front; the quiet moves are written after them.
      this.cursor = this.badEnd;
      this.end = this.cursor;
      if (!this.skipQuiets) {
        this.end = generate(position, this.moves, this.cursor, QUIET);
        this.scoreQuiets(s, frame);
      }
      this.stage = STAGE_QUIET;
    }
    if (this.stage === STAGE_QUIET) {
      while (!this.skipQuiets && this.cursor < this.end) {
        const move = this.pickBest();
        if (move !== this.ttMove) return move;
      }
      this.cursor = 0;
      this.isBadNoisy = true;
      this.stage = STAGE_BAD_NOISY;
    }
    return this.cursor < this.badEnd ? this.moves[this.cursor++] : NO_MOVE;
  }

  private start(position: Position, ttMove: number): void {
    this.isBadNoisy = false;
    this.skipQuiets = false;
    this.ttMove = ttMove !== NO_MOVE && isLegal(position, ttMove) ? ttMove : NO_MOVE;
    this.stage = this.ttMove !== NO_MOVE ? STAGE_TT_MOVE : STAGE_GENERATE_NOISY;
    this.cursor = 0;
    this.end = 0;
    this.badEnd = 0;
  }

  /**
   * Moves the best remaining move to the cursor, and advances the cursor. Among moves with equal scores, picks the
   * earliest. `Math.max` avoids a branch that the processor could not predict.
   */
  private pickBest(): number {
    const { moves, keys, end } = this;
    const first = this.cursor++;
    let best = keys[first];
    for (let i = first + 1; i < end; i++) best = Math.max(best, keys[i]);
    const at = LAST_INDEX - (best & LAST_INDEX);
    const move = moves[at];
    this.pickedScore = best >> INDEX_BITS;
    moves[at] = moves[first];
    keys[at] = keyOf(keys[first] >> INDEX_BITS, at);
    return move;
  }

  private scoreNoisy(s: MoveScorer): void {
    for (let i = 0; i < this.end; i++) this.keys[i] = keyOf(noisyScore(s, this.moves[i]), i);
  }

  private scoreQuiets({ position, histories }: MoveScorer, frame: LearningFrame): void {
    const { moves, keys, cursor, end, checks } = this;
    histories.scoreQuiets(position, frame, moves, keys, cursor, end);
    for (let i = cursor; i < end; i++) {
      const move = moves[i];
      keys[i] = keyOf(keys[i] + escapeScore(position, move) + checkScore(position, checks, move), i);
    }
  }
}

/** A number that is greater for a higher score and, if the scores are equal, for a lower index. */
function keyOf(score: number, index: number): number {
  return score << INDEX_BITS | LAST_INDEX - index;
}

/**
 * The bonus for moving a piece away from a square where a less valuable piece attacks it. The bonus is negative if the
 * move puts the piece on such a square. It is on the scale of history scores. Stockfish has a bonus for the same
 * squares.
 *
 * Histories say what worked elsewhere; this term looks at the current position. If a shallow node never tries the move
 * that saves a piece, it counts the piece as lost, and the node above counts it as won. The position's threats must be
 * known.
 */
export function escapeScore({ states, top, mailbox }: Position, move: number): number {
  const type = mailbox[moveFrom(move)] & 7;
  if (type < KNIGHT || type > QUEEN) return 0;
  const set = type === QUEEN ? BY_ROOKS : type === ROOK ? BY_MINORS : BY_PAWNS;
  const worth = type === QUEEN ? P.escapeQueen : type === ROOK ? P.escapeRook : P.escapeMinor;
  return (isThreatened(states, top, set, moveFrom(move)) - isThreatened(states, top, set, moveTo(move))) * worth;
}

/** The bonus for a quiet move that gives check and loses no material. */
export function checkScore(position: Position, checks: CheckSquares, move: number): number {
  return P.orderCheck !== 0 && checks.has(position, move) && seeAtLeast(position, move, 0) ? P.orderCheck : 0;
}

/** Score for ordering a capture or promotion, computed from its gain and its history. */
export function noisyScore({ position, histories }: MoveScorer, move: number): number {
  const gain = SEE_VALUES[victimType(position, move)] + promotionValue(move);
  return gain * P.victimWeight + histories.captureOrder(position, move);
}

/** Value of the piece that a move promotes to, in centipawns; 0 if the move is not a promotion. */
export function promotionValue(move: number): number {
  return moveKind(move) === PROMOTION ? SEE_VALUES[promotionType(move)] : 0;
}

function isUnderpromotion(move: number): boolean {
  return moveKind(move) === PROMOTION && promotionType(move) !== QUEEN;
}
