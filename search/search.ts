/**
 * One search thread: its tables, its stack, its bounds, its counters, and when it must stop.
 *
 * run.ts starts a search, iterate.ts has the loop over depths, node.ts and quiescence.ts have the tree. They are
 * functions that take the `Search`: all state is in this object, so several searches can run side by side.
 *
 * @module
 */

import type { Position } from "../core/position.ts";
import { BOUND_EXACT, BOUND_LOWER, BOUND_UPPER, INFINITE } from "../core/score.ts";
import { Corrections } from "../learning/corrections.ts";
import { Histories } from "../learning/histories.ts";
import { SearchStack } from "../learning/stack.ts";
import type { Evaluator } from "./evaluate.ts";
import { type RootMoveListener } from "./info.ts";
import { type SearchLimits, unlimited } from "./limits.ts";
import type { MovePicker } from "./move_picker.ts";
import { NodeState } from "./node_state.ts";
import { rivalsOf, type RootMove } from "./root.ts";
import { Tablebases } from "./tablebases.ts";
import { CONTROL_PONDER, CONTROL_STOP, createSharedState, ThreadSlot } from "./thread_slot.ts";
import { TableEntry, type TranspositionTable } from "./transposition.ts";

/**
 * Nodes between two checks of the clock and the stop flag: about a tenth of a millisecond. It is so few because code
 * that V8 has just moved back to its interpreter runs a hundred times slower for a moment, and the clock must not run
 * out in that moment.
 */
const POLL_INTERVAL = 64;
/** Milliseconds after which a search reports which root move it is at. */
const REPORT_MOVES_AFTER_MS = 3000;

/** What a search thread learns. */
export interface Learned {
  /** About moves. */
  readonly histories: Histories;
  /** About the static evaluation. */
  readonly corrections: Corrections;
}

/** A search thread. From one search to the next it keeps what it learned; `newGame` forgets it. */
export class Search {
  /** The position being searched; changed by make and undo, and as it was before once the search returns. */
  position!: Position;
  /** Bounds of the current search. */
  limits: SearchLimits = unlimited();
  /** Shared with other threads. */
  table: TranspositionTable;
  /** What was learned about moves. */
  readonly histories: Histories;
  /** What was learned about the static evaluation. */
  readonly corrections: Corrections;
  /** Per-ply state: what nodes know of the plies above and below them. */
  readonly stack: SearchStack = new SearchStack();
  /** The state of the node at the root, which refers to those of the nodes below. */
  readonly rootNode: NodeState = NodeState.chain();
  /** What is stored next in the transposition table. */
  readonly entry: TableEntry = new TableEntry();
  /** Static evaluation. */
  readonly evaluator: Evaluator;
  /** Endgame tables. */
  readonly tablebases: Tablebases = new Tablebases();
  /** Moves of the root, best first. */
  rootMoves: RootMove[] = [];
  /** Index in `rootMoves` of the first move of the current line: moves before it belong to better lines of MultiPV. */
  pvIndex = 0;
  /** Depth of the current iteration. */
  rootDepth = 0;
  /**
   * Running average of the scores of the search before, centipawns, and the ply of the game that it was made at; `null`
   * at the start of a game.
   */
  previousAverage: { readonly score: number; readonly gamePly: number } | null = null;
  /** Width of the root's window. */
  rootDelta = 1;
  /** Null moves are forbidden above this ply while one is being verified. */
  nullMoveMinPly = 0;
  /** Nodes visited by this thread. */
  nodes = 0;
  /** Greatest ply reached in the current iteration and line. */
  seldepth = 0;
  /** Whether the search must unwind: results are void from here on. */
  stopped = false;
  /** Whether a search that ponders has had the time that its move deserves: then it stops at the ponderhit. */
  endsAtPonderhit = false;
  /** This thread's place among those that search together. */
  readonly slot: ThreadSlot;
  /** Called with the root move that is searched, once a search takes long; `null` for no such calls. */
  onRootMove: RootMoveListener | null = null;
  /** Words shared with the thread that started this one: see thread_slot.ts. */
  readonly control: Int32Array;

  /** Called at each look at the control words, before it: copies signals into them where they are not shared. */
  onPoll: (() => void) | null = null;

  private nextPoll = 0;

  /**
   * A thread that has learned nothing yet.
   *
   * @param table The shared transposition table.
   * @param control Shared control words (`CONTROL_WORDS` of them), see thread_slot.ts.
   * @param evaluator Static evaluation; other searches of the thread may use it too, but not while this one runs.
   * @param slot The thread's place among others; by default it is alone.
   * @param learned What it begins with and adds to; by default nothing.
   */
  constructor(
    table: TranspositionTable,
    control: Int32Array,
    evaluator: Evaluator,
    slot: ThreadSlot = new ThreadSlot(createSharedState(control, 1), 0),
    learned: Learned = { histories: new Histories(), corrections: new Corrections() },
  ) {
    this.histories = learned.histories;
    this.corrections = learned.corrections;
    this.table = table;
    this.control = control;
    this.evaluator = evaluator;
    this.slot = slot;
  }

  /** Uses another transposition table from now on. */
  setTable(table: TranspositionTable): void {
    this.table = table;
  }

  /**
   * Forgets everything learned. The corrections may be those of all threads: the main thread forgets them for all. The
   * shared table is cleared by its owner.
   */
  newGame(): void {
    this.histories.clear();
    if (this.slot.isMain) this.corrections.clear();
    this.stack.clear();
    this.previousAverage = null;
  }

  /** Resets counters and flags for a search within `limits`. */
  begin(limits: SearchLimits): void {
    this.limits = limits;
    this.nodes = 0;
    this.seldepth = 0;
    this.stopped = false;
    this.endsAtPonderhit = false;
    this.nextPoll = Math.min(POLL_INTERVAL, limits.nodes);
    this.nullMoveMinPly = 0;
    this.table.newSearch();
    this.histories.newSearch();
    this.corrections.configure();
  }

  /** Counts a node; every few nodes, checks whether the search must stop. */
  countNode(): void {
    if (++this.nodes >= this.nextPoll) this.poll();
  }

  /** Makes the next node check the clock: the step before may have waited for a disk. */
  pollSoon(): void {
    this.nextPoll = Math.min(this.nextPoll, this.nodes + 1);
  }

  /** Nodes visited by all threads of this search. */
  totalNodes(): number {
    return this.slot.totalNodes(this.nodes);
  }

  /** Positions that all threads of this search have found in the endgame tables. */
  totalTablebaseHits(): number {
    return this.slot.totalTablebaseHits(this.tablebases.hits);
  }

  /** Milliseconds since the clock started. */
  elapsed(): number {
    return performance.timeOrigin + performance.now() - this.limits.startedAt;
  }

  /** Milliseconds of `limits.softMs` and `limits.hardMs` that are used up. */
  spent(): number {
    const { nodesPerMs } = this.limits;
    return nodesPerMs > 0 ? this.nodes / nodesPerMs : this.elapsed();
  }

  /** Whether the search ponders: bounds of time do not count yet. */
  isPondering(): boolean {
    return Atomics.load(this.control, CONTROL_PONDER) !== 0;
  }

  /**
   * Reports that the search of a root move starts: `moveCount` is its number, from 1. Only the first line reports, and
   * it searches all moves: with each of many lines, the messages would grow as the square of the moves.
   */
  announceRootMove(move: number, moveCount: number): void {
    if (this.onRootMove === null || this.pvIndex > 0 || this.elapsed() < REPORT_MOVES_AFTER_MS) return;
    this.onRootMove(this.rootDepth, move, moveCount);
  }

  /**
   * Keeps what the search of a root move found. Only the first move and moves that beat alpha have a score worth
   * keeping; the others sort behind them in the order they had.
   */
  recordRootMove(move: number, moveCount: number, score: number, alpha: number, beta: number, nodes: number): void {
    const rootMove = this.rootMoves.find((candidate) => candidate.move === move);
    if (rootMove === undefined) throw new RangeError(`Move ${move} is not a root move`);
    rootMove.nodes += nodes;
    if (moveCount > 1 && score <= alpha) {
      rootMove.score = -INFINITE;
      return;
    }
    rootMove.score = score;
    rootMove.depth = this.rootDepth;
    rootMove.bound = score >= beta ? BOUND_LOWER : score <= alpha ? BOUND_UPPER : BOUND_EXACT;
    rootMove.seldepth = this.seldepth;
    rootMove.pv = [move, ...this.stack.line(1)];
  }

  /**
   * Prepares a picker for the moves of the root that the current line has to choose from, in the order of the root.
   */
  startRootMoves(picker: MovePicker): void {
    picker.startList(this.position, rivalsOf(this.rootMoves, this.pvIndex));
  }

  /** Whether the root is searched with all its moves: not one of the later lines of MultiPV, nor some moves only. */
  isRootWhole(): boolean {
    return this.pvIndex === 0 && this.limits.searchMoves.length === 0;
  }

  private poll(): void {
    const { limits, slot } = this;
    slot.publish(this.nodes, this.tablebases.hits);
    this.nextPoll = this.nodes + POLL_INTERVAL;
    this.onPoll?.();
    if (Atomics.load(this.control, CONTROL_STOP) !== 0) this.stopped = true;
    // A helper has no bounds of its own.
    else if (!slot.isMain) this.stopped = slot.isOver();
    else if (limits.nodes !== Infinity && this.isNodeLimitReached()) this.stopped = true;
    else if (limits.hardMs !== Infinity && !this.isPondering()) {
      this.stopped = this.endsAtPonderhit || this.spent() >= limits.hardMs;
    }
  }

  /**
   * Whether all nodes are used up. If not, the next look comes no later than this thread could use them up alone. The
   * first line of depth 1 is finished all the same: without it, the best move would be the first of the list.
   */
  private isNodeLimitReached(): boolean {
    const left = this.limits.nodes - this.totalNodes();
    this.nextPoll = Math.min(this.nextPoll, this.nodes + left);
    return left <= 0 && (this.rootDepth > 1 || this.pvIndex > 0);
  }
}
