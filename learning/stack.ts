/**
 * What a search remembers of the plies between the root and the current node: parallel arrays indexed by ply.
 *
 * Nodes look up to seven plies back (six for continuation history, one more since the move before is credited, too)
 * and count cutoffs two plies ahead, so the arrays have a margin on both sides: element `ply + MARGIN` belongs to
 * `ply`.
 *
 * @module
 */

import { MAX_PLY, NO_SCORE } from "../core/score.ts";
import { Threats } from "./threats.ts";

/** Plies before the root that may be read. */
export const MARGIN = 8;
/** Moves of a kind that a node remembers for the malus; later ones are not worth the memory. */
export const TRIED_MAX = 64;

const SIZE = MAX_PLY + 2 * MARGIN;

/** The moves that a node has searched, by kind and in their order. Beyond `TRIED_MAX` of a kind none is added. */
export class TriedMoves {
  /** Quiet moves, the first `quietCount` of them. */
  readonly quiets: Int32Array = new Int32Array(TRIED_MAX);
  /** Captures and promotions, the first `captureCount` of them. */
  readonly captures: Int32Array = new Int32Array(TRIED_MAX);
  /** How many quiet moves there are. */
  quietCount = 0;
  /** How many captures and promotions there are. */
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

/** Per-ply state of one search thread. All arrays are indexed by `ply + MARGIN`. */
export class SearchStack {
  /** Static evaluation, corrected; `NO_SCORE` in check. */
  readonly staticEval: Int32Array = new Int32Array(SIZE);
  /** The move being searched at this ply, `NO_MOVE` for a null move. */
  readonly move: Int32Array = new Int32Array(SIZE);
  /** Piece and target of the move being searched, `piece << 6 | to`; 0 for a null move and before the root. */
  readonly pieceTo: Int32Array = new Int32Array(SIZE);
  /** Rank of the move being searched in the order of its node, from 1. */
  readonly moveCount: Int32Array = new Int32Array(SIZE);
  /** What the opponent attacks; set in nodes that try quiet moves. */
  readonly threats: Threats = new Threats(SIZE);
  /** Move left out of the search at this ply, to see whether it is singular. */
  readonly excluded: Int32Array = new Int32Array(SIZE);
  /** By how much the move being searched was reduced, plies. */
  readonly reduction: Int32Array = new Int32Array(SIZE);
  /**
   * Cutoffs among the nodes of this ply since its grandparent was entered. Ply 1 has none: it counts those of the whole
   * search.
   */
  readonly cutoffs: Int32Array = new Int32Array(SIZE);
  /** Extensions by more than one ply on the way here. */
  readonly doubleExtensions: Int32Array = new Int32Array(SIZE);
  /** Principal variation found at this ply, `[(ply + MARGIN) * MAX_PLY + i]`. */
  private readonly lines: Int32Array = new Int32Array(SIZE * MAX_PLY);
  /** Length of the variation. */
  private readonly lineLength: Int32Array = new Int32Array(SIZE);

  /** Forgets the previous search. */
  clear(): void {
    this.staticEval.fill(NO_SCORE);
    this.move.fill(0);
    this.pieceTo.fill(0);
    this.moveCount.fill(0);
    this.threats.clear();
    this.excluded.fill(0);
    this.reduction.fill(0);
    this.cutoffs.fill(0);
    this.doubleExtensions.fill(0);
    this.lineLength.fill(0);
  }

  /** Empties the variation at `ply`. */
  clearLine(ply: number): void {
    this.lineLength[ply + MARGIN] = 0;
  }

  /** Makes the variation at `ply` the given move followed by the variation one ply deeper. */
  updateLine(ply: number, move: number): void {
    const at = (ply + MARGIN) * MAX_PLY;
    const next = at + MAX_PLY;
    const length = Math.min(this.lineLength[ply + 1 + MARGIN], MAX_PLY - 1);
    this.lines[at] = move;
    for (let i = 0; i < length; i++) this.lines[at + 1 + i] = this.lines[next + i];
    this.lineLength[ply + MARGIN] = length + 1;
  }

  /** A copy of the variation at `ply`. */
  line(ply: number): number[] {
    const at = (ply + MARGIN) * MAX_PLY;
    return Array.from(this.lines.subarray(at, at + this.lineLength[ply + MARGIN]));
  }
}
