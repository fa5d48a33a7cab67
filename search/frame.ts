/**
 * A frame: what a search knows about one ply of its current line.
 *
 * Each call to `searchNode` or `quiescence` has its own frame. A node finds the frames of earlier plies through
 * `parent`; the frames before the root hold the last moves of the game. A second search of the same position, such as
 * the test for a singular move, gets the `twin` of the frame, so that it cannot overwrite the first search's frame. The
 * window and the depth of a node are parameters, not fields of the frame.
 *
 * Frames are created when a search first reaches their ply, and then reused.
 * @module
 */

import { MAX_PLY, NO_SCORE } from "../core/score.ts";
import { NO_MOVE } from "../core/types.ts";
import { CORRECTIONS } from "../learning/corrections.ts";
import { QUIETS } from "../learning/histories.ts";
import { type LearningFrame, Tried } from "../learning/frame.ts";
import { MovePicker } from "./move_picker.ts";
import { TtEntry } from "./transposition.ts";

/** Number of frames before the root. Continuation history looks back six plies, sometimes from an earlier ply. */
export const PLIES_BEFORE_ROOT = 8;
/** A ply of the line being searched. */
export class Frame implements LearningFrame {
  /** Distance from the root in plies; negative before the root. */
  ply: number;
  /** The frame of the previous ply; the first frame is its own parent. */
  parent: Frame;
  /** Whether the frame belongs to a second search of its position, inside the first search. */
  isTwin = false;
  /** The move that is excluded from the search, to test whether it is singular; `NO_MOVE` if there is none. */
  excluded: number = NO_MOVE;

  // The node sets these fields before it searches its moves.

  /** The position's entry in the transposition table (TT). */
  readonly ttEntry: TtEntry = new TtEntry();
  /** Whether the node is on the principal variation, or was on it when the TT stored the position. */
  ttPv = false;
  isTtMoveNoisy = false;
  /** Static evaluation without correction; `NO_SCORE` in check. */
  rawEval: number = NO_SCORE;
  /** Correction by the correction histories, in centipawns. */
  correction = 0;
  /** Corrected static evaluation; `NO_SCORE` in check. */
  staticEval: number = NO_SCORE;
  /** The corrected evaluation, or the TT score if that is a better estimate; `NO_SCORE` in check. */
  estimate: number = NO_SCORE;
  /** Whether the side to move has a better evaluation than two plies ago. */
  isImproving = false;
  /** Whether the opponent's last move made the opponent's evaluation worse. */
  isOpponentWorsening = false;
  /** Bits that say which of the next two fields are valid for the node: `KNOWS_ROWS` and `KNOWS_CORRECTIONS`. */
  known = 0;
  /** Index of the node's row in each history of quiet moves (see `Histories.locate`). */
  readonly rows: Int32Array = new Int32Array(QUIETS.length);
  /** Index of the node's entry in each correction history (see `Corrections.correction`). */
  readonly corrections: Int32Array = new Int32Array(CORRECTIONS.length);
  readonly picker: MovePicker = new MovePicker();
  readonly tried: Tried = new Tried();

  // These fields describe the move that is being searched.

  /** The piece and the target square of this move, as `Board.pieceTo` encodes them; 0 for a null move. */
  pieceTo = 0;
  /** The rank of this move in the picker's order, counted from 1. */
  moveCount = 0;
  /** The reduction with which this move is being searched, in plies. */
  reduction = 0;
  /** Number of extensions by more than one ply on the line from the root to this move. */
  doubleExtensions = 0;

  /** Principal variation found so far: the first `lineLength` moves of this array. */
  private readonly line: Int32Array = new Int32Array(MAX_PLY);
  private lineLength = 0;
  private next: Frame | null = null;

  /** Creates a frame after `parent`, which is `null` for the first frame. */
  constructor(parent: Frame | null) {
    this.parent = parent ?? this;
    this.ply = parent === null ? -PLIES_BEFORE_ROOT : parent.ply + 1;
  }

  /** The frame of the position after the current move. */
  child(): Frame {
    const frame = this.next ?? this.grow();
    frame.ply = this.ply + 1;
    frame.parent = this;
    frame.isTwin = false;
    frame.known = 0;
    return frame;
  }

  /** A frame for another search of the same position. */
  twin(): Frame {
    const frame = this.next ?? this.grow();
    frame.ply = this.ply;
    frame.parent = this.parent;
    frame.isTwin = true;
    frame.known = 0;
    return frame;
  }

  /** Clears the principal variation. */
  clearLine(): void {
    this.lineLength = 0;
  }

  /** Sets the principal variation to the given move, followed by the principal variation of the child frame. */
  extendLine(move: number): void {
    const { line, next } = this;
    line[0] = move;
    const length = next === null ? 0 : Math.min(next.lineLength, MAX_PLY - 1);
    for (let i = 0; i < length; i++) line[i + 1] = next!.line[i];
    this.lineLength = length + 1;
  }

  /** A copy of the child frame's principal variation. */
  lineBelow(): number[] {
    return this.next === null ? [] : Array.from(this.next.line.subarray(0, this.next.lineLength));
  }

  private grow(): Frame {
    this.next = new Frame(this);
    return this.next;
  }
}

/** Creates the frame of the root, and empty frames before it. */
export function createRootFrame(): Frame {
  let frame = new Frame(null);
  while (frame.ply < 0) frame = frame.child();
  return frame;
}
