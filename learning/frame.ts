/**
 * What the learning code reads of the plies of the line that is searched. search/frame.ts has the class.
 *
 * @module
 */

/** What the learning code reads of a ply of the line that is searched; search/frame.ts has it. */
export interface LearningFrame {
  /** Distance from the root, plies. */
  readonly ply: number;
  /** The frame of the previous ply; before the root, the last moves of the game have frames, too. */
  readonly parent: LearningFrame;
  /** The move being searched, as `Board.pieceTo` encodes it; 0 for a null move and for none. */
  readonly pieceTo: number;
  /** Rank of that move in the order of the node, from 1. */
  readonly moveCount: number;
  /** Static evaluation, corrected; `NO_SCORE` in check. */
  readonly staticEval: number;
  /** Where the row of the node begins in each history of quiet moves, see `Histories.locate`. */
  readonly rows: Int32Array;
  /** Where the entry of the node is in each correction history, see `Corrections.correction`. */
  readonly corrections: Int32Array;
  /** The moves that were searched. */
  readonly tried: TriedMoves;
}

/** The moves that a node has searched, by kind and in their order. It keeps at most `TRIED_MAX` of each kind. */
export interface TriedMoves {
  /** Quiet moves, the first `quietCount` of them. */
  readonly quiets: Int32Array;
  /** How many quiet moves there are. */
  readonly quietCount: number;
  /** Captures and promotions, the first `captureCount` of them. */
  readonly captures: Int32Array;
  /** How many captures and promotions there are. */
  readonly captureCount: number;
}
