/**
 * One search thread: its tables, its stack, its bounds; how a search starts and when it stops.
 *
 * The tree itself is in node.ts and quiescence.ts, the loop over depths in iterate.ts. They are functions that take
 * the `Search`: all state is in this object, so several searches can run side by side.
 *
 * @module
 */

import { LAST_MOVE } from "../core/frame.ts";
import type { Position } from "../core/position.ts";
import { NO_MOVE } from "../core/types.ts";
import { Corrections } from "../learning/corrections.ts";
import type { Evaluator } from "./evaluate.ts";
import { Histories, pieceToOf } from "../learning/histories.ts";
import { type RootMoveListener, type SearchInfo, type SearchResult } from "./info.ts";
import { iterate } from "./iterate.ts";
import { type SearchLimits, unlimited } from "./limits.ts";
import { MovePicker } from "./move_picker.ts";
import type { RootMove } from "./root.ts";
import { BOUND_EXACT, BOUND_LOWER, BOUND_UPPER, INFINITE, MAX_PLY } from "../core/score.ts";
import { MARGIN, SearchStack } from "../learning/stack.ts";
import { Tablebases } from "./tablebases.ts";
import { CONTROL_PONDER, CONTROL_STOP, createSharedState, isInSharedMemory, ThreadSlot } from "./thread_slot.ts";
import type { TranspositionTable } from "./transposition.ts";
import { iterateWeaker } from "./weaker_search.ts";

/**
 * Nodes between two looks at the clock and the stop flag: about a tenth of a millisecond. It is so few because code
 * that V8 has just thrown back to its interpreter runs a hundred times slower for a moment, and the clock must not
 * run out in that moment.
 */
const POLL_INTERVAL = 64;
/** Longest sleep, in milliseconds, while a finished search waits to be told to stop. */
const WAIT_SLICE_MS = 50;
/** Milliseconds after which a search tells which root move it is at. */
const REPORT_MOVES_AFTER_MS = 3000;

/** A search thread. Between `run`s it keeps what it learned; `newGame` forgets it. */
export class Search {
  /** The position being searched; changed by make and undo, as it was when `run` returns. */
  position!: Position;
  /** Bounds of the current search. */
  limits: SearchLimits = unlimited();
  /** Shared with other threads. */
  table: TranspositionTable;
  /** What was learned about moves. */
  readonly histories: Histories = new Histories();
  /** What was learned about the static evaluation. */
  readonly corrections: Corrections = new Corrections();
  /** Per-ply state. */
  readonly stack: SearchStack = new SearchStack();
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
  /** Width of the root's window. */
  rootDelta = 1;
  /** Null moves are forbidden above this ply while one is being verified. */
  nullMoveMinPly = 0;
  /** Nodes visited by this thread. */
  nodes = 0;
  /** Greatest ply reached in the current iteration. */
  seldepth = 0;
  /** Whether the search must unwind: results are void from here on. */
  stopped = false;
  /** This thread's place among those that search together. */
  readonly seat: ThreadSlot;
  /** Hears which root move is searched once a search takes long; `null` for nobody. */
  onRootMove: RootMoveListener | null = null;

  /** Called at each look at the control words, before it: copies signals into them where they are not shared. */
  onPoll: (() => void) | null = null;

  private readonly control: Int32Array;
  private readonly pickers: MovePicker[] = [];
  private pickerDepth = 0;
  private nextPoll = 0;

  /**
   * A thread that has learned nothing yet.
   *
   * @param table The shared transposition table.
   * @param control Shared control words (`CONTROL_WORDS` of them), see limits.ts.
   * @param evaluator Static evaluation; other searches of the thread may use it too, but not during this one's `run`.
   * @param seat The thread's place in a team; by default it is alone.
   */
  constructor(
    table: TranspositionTable,
    control: Int32Array,
    evaluator: Evaluator,
    seat: ThreadSlot = new ThreadSlot(createSharedState(control, 1), 0),
  ) {
    this.table = table;
    this.control = control;
    this.evaluator = evaluator;
    this.seat = seat;
    for (let i = 0; i < 2 * MAX_PLY; i++) this.pickers.push(new MovePicker());
  }

  /** Uses another transposition table from now on. */
  setTable(table: TranspositionTable): void {
    this.table = table;
  }

  /** Forgets everything learned. The shared table is cleared by its owner. */
  newGame(): void {
    this.histories.clear();
    this.corrections.clear();
    this.stack.clear();
  }

  /**
   * Searches a position until a limit is reached.
   *
   * @param position Where to search; it is as it was when this returns.
   * @param limits What bounds the search.
   * @param report Called with each line worth telling.
   * @returns The best move, and the reply to expect.
   */
  run(position: Position, limits: SearchLimits, report: (info: SearchInfo) => void): SearchResult {
    this.limits = limits;
    this.nodes = 0;
    this.seldepth = 0;
    this.stopped = false;
    this.pickerDepth = 0;
    this.nextPoll = Math.min(POLL_INTERVAL, limits.nodes);
    this.nullMoveMinPly = 0;
    this.table.newSearch();
    this.histories.newSearch();
    this.setRoot(position);
    const { weakness } = limits;
    const result = weakness === null ? iterate(this, report) : iterateWeaker(this, weakness, report);
    this.seat.finish();
    if (this.seat.isMain) this.waitUntilAllowed();
    return { ...result, nodes: this.totalNodes() };
  }

  /**
   * Makes `position` the root: all that the stack knows are the last moves of the game, and the evaluation follows it.
   * `run` begins with it.
   */
  setRoot(position: Position): void {
    this.position = position;
    this.stack.clear();
    this.recallGame();
    this.evaluator.attach(position);
  }

  /** Counts a node and, now and then, looks whether the search must stop. */
  countNode(): void {
    if (++this.nodes >= this.nextPoll) this.poll();
  }

  /** Makes the next node look at the clock: what was just done may have waited for a disk. */
  pollSoon(): void {
    this.nextPoll = Math.min(this.nextPoll, this.nodes + 1);
  }

  /** Nodes visited by all threads of this search. */
  totalNodes(): number {
    return this.seat.totalNodes(this.nodes);
  }

  /** Positions that all threads of this search have found in the endgame tables. */
  totalTablebaseHits(): number {
    return this.seat.totalTablebaseHits(this.tablebases.hits);
  }

  /** Milliseconds since the clock started. */
  elapsed(): number {
    return performance.timeOrigin + performance.now() - this.limits.startedAt;
  }

  /** Whether the search ponders: bounds of time do not count yet. */
  isPondering(): boolean {
    return Atomics.load(this.control, CONTROL_PONDER) !== 0;
  }

  /**
   * The search of a root move begins: `moveCount` is its number, from 1. Told for the first line only, which comes to all
   * moves: with each of many lines, the messages would grow as the square of the moves.
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
    rootMove.bound = score >= beta ? BOUND_LOWER : score <= alpha ? BOUND_UPPER : BOUND_EXACT;
    rootMove.seldepth = this.seldepth;
    rootMove.pv = [move, ...this.stack.line(1)];
  }

  /** Whether the root is searched with all its moves: not one of the later lines of MultiPV, nor some moves only. */
  isRootWhole(): boolean {
    return this.pvIndex === 0 && this.limits.searchMoves.length === 0;
  }

  /** A picker for the next nesting level; give it back with `releasePicker`. */
  takePicker(): MovePicker {
    return this.pickers[this.pickerDepth++];
  }

  /** Gives the latest picker back. */
  releasePicker(): void {
    this.pickerDepth--;
  }

  /**
   * Writes the last moves of the game before the root into the stack, so that continuation tables know them at the
   * first plies. They are taken back to see which pieces moved, and made again.
   */
  private recallGame(): void {
    const { position, stack } = this;
    const moves: number[] = [];
    while (moves.length < MARGIN && position.states[position.top + LAST_MOVE] !== NO_MOVE) {
      moves.push(position.states[position.top + LAST_MOVE]);
      position.undo();
    }
    for (let back = moves.length; back > 0; back--) {
      const move = moves[back - 1];
      stack.move[MARGIN - back] = move;
      stack.pieceTo[MARGIN - back] = pieceToOf(position, move);
      position.make(move);
    }
  }

  private poll(): void {
    const { limits, seat } = this;
    seat.publish(this.nodes, this.tablebases.hits);
    this.nextPoll = this.nodes + POLL_INTERVAL;
    this.onPoll?.();
    if (Atomics.load(this.control, CONTROL_STOP) !== 0) this.stopped = true;
    // A helper has no bounds of its own.
    else if (!seat.isMain) this.stopped = seat.isOver();
    else if (limits.nodes !== Infinity && this.nodesLeft() <= 0) this.stopped = true;
    else if (limits.hardMs !== Infinity && this.elapsed() >= limits.hardMs && !this.isPondering()) {
      this.stopped = true;
    }
  }

  /** Nodes until the bound; the next look comes no later than this thread could reach it alone. */
  private nodesLeft(): number {
    const left = this.limits.nodes - this.totalNodes();
    this.nextPoll = Math.min(this.nextPoll, this.nodes + left);
    return left;
  }

  /** Holds a result back while `go infinite` or pondering forbids to tell it. */
  private waitUntilAllowed(): void {
    // A thread sleeps on shared words only; else the caller keeps the result back.
    if (!isInSharedMemory(this.control)) return;
    while (
      Atomics.load(this.control, CONTROL_STOP) === 0 && (this.limits.infinite || this.isPondering())
    ) Atomics.wait(this.control, CONTROL_STOP, 0, WAIT_SLICE_MS);
  }
}
