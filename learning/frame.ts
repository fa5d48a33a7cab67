/** A frame as the learning code sees it, and the moves that a node has tried. @module */

import { expectInvariant } from "../core/checked.ts";

/** Bits of `LearningFrame.known`. */
export const KNOWS_ROWS = 1, KNOWS_CORRECTIONS = 2;

/** The fields of a frame that the learning code uses; search/frame.ts describes them. */
export interface LearningFrame {
  readonly ply: number;
  readonly parent: LearningFrame;
  readonly pieceTo: number;
  readonly moveCount: number;
  readonly staticEval: number;
  readonly ttEntry: { readonly move: number };
  known: number;
  readonly rows: Int32Array;
  readonly corrections: Int32Array;
  readonly tried: Tried;
}

/** Checks that `KNOWS_ROWS` or `KNOWS_CORRECTIONS` is set in a frame. Only the checked build calls this function. */
export function expectKnown({ known, ply }: LearningFrame, part: number): void {
  expectInvariant((known & part) !== 0, `a frame at ply ${ply} with known bits ${known}, without ${part}`);
}

/** Maximum number of moves of each kind that a node remembers for the malus. */
export const TRIED_MAX = 64;

/** The moves that a node has searched, by kind, in the order in which they were searched. */
export class Tried {
  /** The quiet moves are the first `quietCount` entries. */
  readonly quiets: Int32Array = new Int32Array(TRIED_MAX);
  quietCount = 0;
  /** The captures and promotions are the first `captureCount` entries. */
  readonly captures: Int32Array = new Int32Array(TRIED_MAX);
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
