/**
 * Move histories: what the search learns about moves.
 *
 * A table holds a number for each kind of move: positive if such moves usually caused cutoffs, negative if they usually
 * did not. descriptors.ts lists the tables, learning/tables/ has them, one file each; those for which no test found a
 * gain are in learning/retired/. This file has what they do together.
 *
 * Written: by lessons.ts alone, which says when and how much.
 *
 * Read: the move picker calls `order` once for each node with its quiet moves. The node calls `pruningScore` for each
 * quiet move: for history and futility pruning (its step 15) and reductions (step 18). `captureScore` does the same for
 * captures.
 *
 * @module
 */

import type { Position } from "../core/position.ts";
import { MOVE_PAIRS, QUIET_HISTORIES, type QuietDescriptor, type QuietKey, type QuietTables } from "./descriptors.ts";
import { L } from "./params.ts";
import { pieceToOf, QuietHistory, QuietList, WEIGHT_SHIFT } from "./quiet_history.ts";
import type { CounterMoveHistory } from "./retired/counter_move.ts";
import { TableMoveHistory } from "./retired/table_move_history.ts";
import { MARGIN, type SearchStack } from "./stack.ts";
import { butterflyIndex } from "./tables/butterfly_history.ts";
import { CaptureHistory } from "./tables/capture_history.ts";
import { ContinuationHistory } from "./tables/continuation_history.ts";

/** The histories that `order` reads itself. */
const ORDER_WRITTEN_OUT: readonly QuietKey[] = [
  ...["butterfly", "pawn"] as const,
  ...["continuation1", "continuation2", "continuation3", "continuation4", "continuation6"] as const,
];
/** The histories that `pruningScore` reads itself. */
const PRUNING_WRITTEN_OUT: readonly QuietKey[] = ["butterfly", "pawn", "continuation1", "continuation2"];

/** The move histories of one search thread. */
export class Histories {
  /** The histories of quiet moves, whether they are on or off. */
  readonly quiet: QuietTables;
  /** The memory that the continuation histories share. */
  readonly continuation: Int16Array = new Int16Array(MOVE_PAIRS);
  /** Captures and promotions. */
  readonly capture: CaptureHistory = new CaptureHistory();
  /** How far the moves of the transposition table are to be trusted. */
  readonly tableMove: TableMoveHistory = new TableMoveHistory();
  /** The quiet moves of the node that is being ordered. */
  readonly list: QuietList = new QuietList();

  /** The histories of quiet moves that are on and not written out in `order`. */
  private readonly ordering: QuietHistory[] = [];
  /** Those that have a weight in pruning and are not written out in `pruningScore`. */
  private readonly pruning: QuietHistory[] = [];
  /** Those that can learn about a move that was already made. */
  private readonly played: QuietHistory[] = [];
  /** The continuation histories that are on, the nearest first. */
  private readonly continuations: ContinuationHistory[] = [];
  /** All others that are on. */
  private readonly others: QuietHistory[] = [];
  /** The entries of butterfly history. */
  private readonly butterfly: Int16Array;
  /** The entries of pawn-structure history. */
  private readonly pawn: Int16Array;

  /** Histories without anything learned. */
  constructor() {
    const created = Object.entries<QuietDescriptor>(QUIET_HISTORIES).map(([key, row]) =>
      [key, row.create(this.continuation)] as const
    );
    // Each key has what its own row makes; the compiler does not follow that through a list of entries.
    this.quiet = Object.fromEntries(created) as QuietTables;
    this.butterfly = this.quiet.butterfly.entries;
    this.pawn = this.quiet.pawn.entries;
    this.configure();
  }

  /** Forgets everything. */
  clear(): void {
    for (const history of Object.values(this.quiet)) history.clear();
    this.capture.entries.fill(0);
    this.tableMove.entries.fill(0);
  }

  /** Starts a search: forgets what holds for one root only, and reads switches and weights. */
  newSearch(): void {
    this.quiet.lowPly.clear();
    this.configure();
  }

  /** Takes switches and weights over from params.ts. Tables that are off cost nothing. */
  configure(): void {
    this.ordering.length = 0;
    this.pruning.length = 0;
    this.played.length = 0;
    this.continuations.length = 0;
    this.others.length = 0;
    for (const [name, row] of Object.entries<QuietDescriptor>(QUIET_HISTORIES)) {
      const key = name as QuietKey;
      const history: QuietHistory = this.quiet[key];
      const isPruning = row.prune !== undefined && (row.usePruning === undefined || L[row.usePruning] !== 0);
      history.orderWeight = L[row.order];
      history.pruneWeight = isPruning ? L[row.prune!] : 0;
      if (row.bonus !== undefined) history.bonusFactor = L[row.bonus];
      if (row.malus !== undefined) history.malusFactor = L[row.malus];
      if (L[row.use] === 0) continue;
      if (!ORDER_WRITTEN_OUT.includes(key)) this.ordering.push(history);
      if (history.pruneWeight !== 0 && !PRUNING_WRITTEN_OUT.includes(key)) this.pruning.push(history);
      if (history.updatePlayed !== QuietHistory.prototype.updatePlayed) this.played.push(history);
      if (history instanceof ContinuationHistory) this.continuations.push(history);
      else this.others.push(history);
    }
  }

  /**
   * Sets the sums of a list to what all histories say about its moves, 1024ths. The seven histories of most nodes are
   * written out, so that each move is looked at once; any others come after them. A test compares the sums with what
   * `addTo` of each history adds.
   */
  order(list: QuietList): void {
    const { position, stack, ply, moves, pieceTos, sums, first, end } = list;
    const { butterfly, pawn, continuation, ordering } = this;
    const { sideToMove } = position;
    const at = ply + MARGIN;
    const pawnRow = this.quiet.pawn.row(position) << 10;
    const row1 = stack.pieceTo[at - 1] << 10;
    const row2 = stack.pieceTo[at - 2] << 10;
    const row3 = stack.pieceTo[at - 3] << 10;
    const row4 = stack.pieceTo[at - 4] << 10;
    const row6 = stack.pieceTo[at - 6] << 10;
    for (let i = first; i < end; i++) {
      const move = moves[i];
      const pieceTo = pieceToOf(position, move);
      let sum = 0;
      if (L.useButterfly !== 0) sum += L.orderButterfly * butterfly[butterflyIndex(sideToMove, stack, ply, move)];
      if (L.usePawnHistory !== 0) sum += L.orderPawn * pawn[pawnRow | pieceTo];
      if (L.useContinuation1 !== 0) sum += L.orderContinuation1 * continuation[row1 | pieceTo];
      if (L.useContinuation2 !== 0) sum += L.orderContinuation2 * continuation[row2 | pieceTo];
      if (L.useContinuation3 !== 0) sum += L.orderContinuation3 * continuation[row3 | pieceTo];
      if (L.useContinuation4 !== 0) sum += L.orderContinuation4 * continuation[row4 | pieceTo];
      if (L.useContinuation6 !== 0) sum += L.orderContinuation6 * continuation[row6 | pieceTo];
      pieceTos[i] = pieceTo;
      sums[i] = sum;
    }
    for (let i = 0; i < ordering.length; i++) ordering[i].addTo(list);
  }

  /** Score of one quiet move for ordering. The search itself orders lists. */
  orderingScore(position: Position, stack: SearchStack, ply: number, move: number): number {
    const list = new QuietList();
    list.setNode(position, stack, ply);
    list.setMoves(Int32Array.of(move), new Int32Array(1), 0, 1);
    this.order(list);
    return list.sums[0] >> WEIGHT_SHIFT;
  }

  /**
   * Score of a quiet move for pruning and reductions. The search reads it move by move, so the four histories that are
   * read here by default are written out; any other with a weight comes after them. A test compares the sum with
   * `pruningTerm` of each history.
   */
  pruningScore(position: Position, stack: SearchStack, ply: number, move: number): number {
    const { butterfly, pawn, continuation, pruning } = this;
    const pieceTo = pieceToOf(position, move);
    const at = ply + MARGIN;
    let sum = 0;
    if (L.useButterfly !== 0) {
      sum += L.pruneButterfly * butterfly[butterflyIndex(position.sideToMove, stack, ply, move)];
    }
    if (L.usePawnHistory !== 0) sum += L.prunePawn * pawn[this.quiet.pawn.row(position) << 10 | pieceTo];
    if (L.useContinuationPruning !== 0 && L.useContinuation1 !== 0) {
      sum += L.pruneContinuation1 * continuation[stack.pieceTo[at - 1] << 10 | pieceTo];
    }
    if (L.useContinuationPruning !== 0 && L.useContinuation2 !== 0) {
      sum += L.pruneContinuation2 * continuation[stack.pieceTo[at - 2] << 10 | pieceTo];
    }
    for (let i = 0; i < pruning.length; i++) sum += pruning[i].pruningTerm(position, stack, ply, move);
    return sum >> WEIGHT_SHIFT;
  }

  /** History of a capture or promotion. */
  captureScore(position: Position, move: number): number {
    return this.capture.score(position, move);
  }

  /**
   * Learns about a quiet move, legal in `position`, in every quiet table. The stack must know the threats of its ply.
   *
   * @param pieceTo The move, as `pieceToOf` encodes it.
   */
  updateQuiet(
    position: Position,
    stack: SearchStack,
    ply: number,
    move: number,
    pieceTo: number,
    bonus: number,
  ): void {
    const { others } = this;
    for (let i = 0; i < others.length; i++) {
      const history = others[i];
      history.update(position, stack, ply, move, pieceTo, history.ownBonus(bonus));
    }
    this.updateContinuation(stack, ply, pieceTo, bonus);
  }

  /** Learns about the quiet move that `colour` has made at `ply`, for itself alone. */
  updatePlayed(colour: number, stack: SearchStack, ply: number, bonus: number): void {
    const { played } = this;
    for (let i = 0; i < played.length; i++) played[i].updatePlayed(colour, stack, ply, bonus);
  }

  /** Learns about the move `pieceTo` at `ply` as a continuation of the moves before it. */
  updateContinuation(stack: SearchStack, ply: number, pieceTo: number, bonus: number): void {
    const { continuations } = this;
    for (let i = 0; i < continuations.length; i++) {
      const history = continuations[i];
      history.updateMove(stack, ply, pieceTo, history.ownBonus(bonus));
    }
  }

  /** Remembers the quiet move that refuted the opponent's last move, if counter-moves are on. */
  updateCounterMove(position: Position, stack: SearchStack, ply: number, move: number): void {
    if (L.useCounterMove !== 0) this.counterMove.remember(position, stack, ply, move);
  }

  /** The counter-moves, which know more than a score. */
  get counterMove(): CounterMoveHistory {
    return this.quiet.counterMove;
  }
}
