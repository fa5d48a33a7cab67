/** The part of a frame that the learning code reads. @module */

import { expectInvariant } from "../core/checked.ts";

/** Bits of `LearningFrame.known`. */
export const KNOWS_ROWS = 1, KNOWS_CORRECTIONS = 2;

/** The fields that the learning code reads from a frame (search/frame.ts). */
export interface LearningFrame {
  /** Distance from the root, plies. */
  readonly ply: number;
  /** The frame of the previous ply. The last moves of the game, before the root, have frames, too. */
  readonly parent: LearningFrame;
  /** The move being searched, as `Board.pieceTo` encodes it; 0 for a null move and for none. */
  readonly pieceTo: number;
  /** The rank of that move in the node's order of moves, from 1. */
  readonly moveCount: number;
  /** Static evaluation, corrected; `NO_SCORE` in check. */
  readonly staticEval: number;
  /** The node's entry in the transposition table (TT). */
  readonly ttEntry: { readonly move: number };
  /** Which of the next two fields are valid. */
  known: number;
  /** Index of the node's row in each history of quiet moves (`Histories.locate`), if `KNOWS_ROWS` is set. */
  readonly rows: Int32Array;
  /** Index of the node's entry in each correction history (`Corrections.correction`), if `KNOWS_CORRECTIONS` is set. */
  readonly corrections: Int32Array;
  /** The moves that the node has searched. */
  readonly tried: Tried;
}

/** Checks that `KNOWS_ROWS` or `KNOWS_CORRECTIONS` is set in a frame. Only the checked build calls this function. */
export function expectKnown({ known, ply }: LearningFrame, part: number): void {
  expectInvariant((known & part) !== 0, `a frame at ply ${ply} that knows ${known}, not ${part}`);
}

/** Maximum number of moves of each kind that a node remembers for the malus. */
export const TRIED_MAX = 64;

/** The moves that a node has searched, by kind and in their order. */
export class Tried {
  /** The quiet moves are the first `quietCount` entries. */
  readonly quiets: Int32Array = new Int32Array(TRIED_MAX);
  /** Number of quiet moves. */
  quietCount = 0;
  /** The captures and promotions are the first `captureCount` entries. */
  readonly captures: Int32Array = new Int32Array(TRIED_MAX);
  /** Number of captures and promotions. */
  captureCount = 0;

  /** Forgets all moves. */
  clear(): void {
    this.quietCount = 0;
    this.captureCount = 0;
  }

  /** Adds a move. */
  add(move: number, isQuiet: boolean): void {
    if (isQuiet) {
      if (this.quietCount < TRIED_MAX) this.quiets[this.quietCount++] = move;
    } else if (this.captureCount < TRIED_MAX) this.captures[this.captureCount++] = move;
  }
}
