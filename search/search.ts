/**
 * The state of one search thread: its position, its tables, its clock and its root.
 *
 * run.ts starts a search, iterate.ts loops over the depths, and node.ts and quiescence.ts search the tree.
 * @module
 */

import type { Position } from "../core/position.ts";
import { MAX_PLY } from "../core/score.ts";
import type { Snapshot } from "../experience/snapshot.ts";
import { Corrections } from "../learning/corrections.ts";
import { Histories } from "../learning/histories.ts";
import type { Knowledge } from "../learning/lessons.ts";
import { countMen } from "../tablebase/material.ts";
import { Clock } from "./clock.ts";
import type { Evaluator } from "./evaluate.ts";
import { createRootFrame, type Frame } from "./frame.ts";
import type { SearchLimits } from "./limits.ts";
import { Root } from "./root.ts";
import { Tablebases } from "./tablebases.ts";
import { createSharedState, ThreadSlot } from "./thread_slot.ts";
import type { TranspositionTable } from "./transposition.ts";

/** Number of men in the initial position. */
const ALL_MEN = 32;

/** The learned data of a search thread. */
export type LearnedTables = Omit<Knowledge, "position">;

/** A search thread. Until `newGame`, it keeps what its searches have learned. */
export class Search {
  /** The position being searched; unchanged after the search. */
  position!: Position;
  /** The transposition table, shared with other threads. */
  tt: TranspositionTable;
  readonly histories: Histories;
  readonly corrections: Corrections;
  /** The root's frame; every other frame can be reached from it. */
  readonly rootFrame: Frame = createRootFrame();
  readonly evaluator: Evaluator;
  readonly tablebases: Tablebases = new Tablebases();
  readonly clock: Clock;
  readonly root: Root = new Root();
  /** Null moves are forbidden before this ply. It is above 0 in a verifying search and in a mate search. */
  nullMoveMinPly = 0;
  /** The number of recent cutoffs at each ply. A node begins a new count two plies below it. */
  readonly cutoffs: Int32Array = new Int32Array(MAX_PLY + 3);

  /** Creates a thread's state; by default, it is the only thread. Searches with the same evaluator must not overlap. */
  constructor(
    tt: TranspositionTable,
    control: Int32Array,
    evaluator: Evaluator,
    slot: ThreadSlot = new ThreadSlot(createSharedState(control, 1), 0),
    learned: LearnedTables = { histories: new Histories(), corrections: new Corrections() },
  ) {
    this.histories = learned.histories;
    this.corrections = learned.corrections;
    this.tt = tt;
    this.evaluator = evaluator;
    this.clock = new Clock(control, slot, this.tablebases);
  }

  /** Forgets all lessons. The main thread also forgets the corrections, which all threads share. */
  newGame(): void {
    this.histories.clear();
    if (this.clock.slot.isMain) this.corrections.clear();
    this.root.previousAverage = null;
  }

  /** Loads histories from an earlier process. Only the main thread loads the corrections, which are shared. */
  recall({ histories, corrections }: Snapshot): void {
    this.histories.entries.set(histories);
    if (this.clock.slot.isMain) this.corrections.entries.set(corrections);
  }

  /**
   * Starts a search of a position within `limits`. Forgets the corrections if the position comes earlier in the game
   * than the previous root, as can happen in game analysis.
   *
   * Assumes: the evaluation has different errors in earlier positions. After long searches, even positions that have
   * nothing in common share most table entries, so errors found in a won ending would be "corrected" in the opening.
   * Wrong when: the position is only a few plies earlier. Limited by: a game that is being played never goes back. Move
   * number 1 with fewer than 32 men is ignored, because some programs write it into every FEN.
   */
  begin(position: Position, limits: SearchLimits): void {
    const { previousAverage } = this.root;
    const { gamePly } = position;
    const isNumbered = gamePly > 1 || countMen(position) === ALL_MEN;
    const isEarlier = isNumbered && previousAverage !== null && gamePly < previousAverage.gamePly;
    if (isEarlier && this.clock.slot.isMain) this.corrections.clear();
    this.clock.begin(limits);
    this.tt.newSearch();
    this.histories.newSearch();
    this.cutoffs.fill(0);
    this.nullMoveMinPly = limits.mate > 0 ? MAX_PLY : 0;
  }

  /** Whether all root moves are searched: this is the first MultiPV line, and the user has not selected moves. */
  isRootWhole(): boolean {
    return this.root.pvIndex === 0 && this.clock.limits.searchMoves.length === 0;
  }
}
