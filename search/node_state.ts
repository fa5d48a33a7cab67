/**
 * The state of a node of the search: its task (window, depth, ply), and what it finds before it searches its moves.
 *
 * Each call of `searchNode` and `quiescence` has a `NodeState` of its own. They are allocated once, one for each level
 * of the recursion, and each has a reference to the one of the next level. A search of the same position inside a node
 * (is the table's move singular? is the null move's cutoff right?) is a level of its own too, so it cannot overwrite
 * the state of the node around it. What nodes need of other plies is in learning/stack.ts.
 *
 * @module
 */

import { BOUND_NONE, INFINITE, MAX_PLY, NO_SCORE, scoreFromTt } from "../core/score.ts";
import { NO_MOVE } from "../core/types.ts";
import { TriedMoves } from "../learning/stack.ts";
import { MovePicker } from "./move_picker.ts";
import type { TranspositionTable } from "./transposition.ts";

/**
 * Levels of the recursion. Each ply has one, and one more for the search that leaves a move out; in a line, one null
 * move at a time is verified, and one node goes to quiescence search from the same ply.
 */
const LEVELS = 2 * MAX_PLY + 4;

/** One node of the search. */
export class NodeState {
  // The task, which the caller sets.

  /** Lower bound of the window. */
  alpha = 0;
  /** Upper bound of the window. */
  beta = 0;
  /** Remaining depth, plies. */
  depth = 0;
  /** Distance from the root, plies. */
  ply = 0;
  /** Whether a null-window node is expected to fail high. */
  cutNode = false;

  // What the transposition table knows: `readTable` sets it.

  /** Whether the table knows the position. */
  isHit = false;
  /** Move of the table, `NO_MOVE` if there is none; not checked to be legal. */
  ttMove: number = NO_MOVE;
  /** Bound of `ttScore`, `BOUND_NONE` if there is none. */
  ttBound: number = BOUND_NONE;
  /** Score of the table, as this node sees it; `NO_SCORE` if there is none. */
  ttScore: number = NO_SCORE;
  /** Depth of the table's result. */
  ttDepth = 0;
  /** Whether the node is in the principal variation, or was when the table stored it. */
  ttPv = false;

  // What the endgame tables know: `probeEndgameTables` sets it.

  /** Score of the node, if it is known. */
  tablebaseScore = 0;
  /** What the score is at least. */
  tablebaseFloor: number = -INFINITE;
  /** What the score is at most. */
  tablebaseCeiling: number = INFINITE;

  // What the node finds out before its moves.

  /** Whether the window is open: a node of the principal variation. */
  isPv = false;
  /** Whether the side to move is in check. */
  inCheck = false;
  /** Whether the table's move is a capture or promotion. */
  isTtMoveNoisy = false;
  /** Static evaluation without correction; `NO_SCORE` in check and while it is not known. */
  rawEval: number = NO_SCORE;
  /** What the correction histories add to it, centipawns. */
  correction = 0;
  /** Static evaluation, corrected; `NO_SCORE` in check. */
  staticEval: number = NO_SCORE;
  /** The corrected evaluation, or the table's score where that is the better estimate. */
  estimate: number = NO_SCORE;
  /** Whether the side to move has a better evaluation than two plies ago. */
  isImproving = false;
  /** Whether the opponent's evaluation fell with its last move. */
  isOpponentWorsening = false;
  /** Extensions by more than one ply on the way here. */
  doubleExtensions = 0;

  // The move at hand.

  /** Rank of the move in the order of the picker, from 1. */
  moveCount = 0;
  /** Whether the move is neither capture nor promotion. */
  isQuiet = false;
  /** Whether the move gives check. */
  isCheck = false;
  /** Its history: `Histories.pruningScore` of a quiet move, else `Histories.captureScore`. */
  history = 0;

  /** Hands out the moves. */
  readonly picker: MovePicker = new MovePicker();
  /** Moves already searched. */
  readonly tried: TriedMoves = new TriedMoves();

  /** The node of the next level; the deepest level has none, and no search reaches it. */
  private next!: NodeState;

  /** Sets the task of this node; returns it. */
  ask(alpha: number, beta: number, depth: number, ply: number, cutNode: boolean): this {
    this.alpha = alpha;
    this.beta = beta;
    this.depth = depth;
    this.ply = ply;
    this.cutNode = cutNode;
    return this;
  }

  /** The node below, for a search of the position after a move. */
  child(alpha: number, beta: number, depth: number, cutNode: boolean): NodeState {
    return this.next.ask(alpha, beta, depth, this.ply + 1, cutNode);
  }

  /** A node of its own for another search of the same position. */
  again(alpha: number, beta: number, depth: number, cutNode: boolean): NodeState {
    return this.next.ask(alpha, beta, depth, this.ply, cutNode);
  }

  /** Takes over what the latest probe of the table has found. */
  readTable({ hit }: TranspositionTable, isPv: boolean): void {
    this.isHit = true;
    this.ttMove = hit.move;
    this.ttBound = hit.bound;
    this.ttDepth = hit.depth;
    this.ttScore = hit.bound !== BOUND_NONE ? scoreFromTt(hit.score, this.ply) : NO_SCORE;
    this.ttPv = isPv || hit.isPv;
    this.rawEval = hit.rawEval;
  }

  /** The table knows nothing of this node. */
  readNothing(isPv: boolean): void {
    this.isHit = false;
    this.ttMove = NO_MOVE;
    this.ttBound = BOUND_NONE;
    this.ttDepth = 0;
    this.ttScore = NO_SCORE;
    this.ttPv = isPv;
    this.rawEval = NO_SCORE;
  }

  /** This move is to be tried first, instead of the table's; of the table, hit, depth and evaluation stay. */
  expectMove(move: number): void {
    this.ttMove = move;
    this.ttBound = BOUND_NONE;
    this.ttScore = NO_SCORE;
  }

  /** The node of the root, with all levels below it. */
  static chain(): NodeState {
    const root = new NodeState();
    let last = root;
    for (let level = 1; level < LEVELS; level++) {
      last.next = new NodeState();
      last = last.next;
    }
    return root;
  }
}
