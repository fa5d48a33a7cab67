/**
 * A node of the main search whose children do not search: each answers with a score that the test chooses, and its
 * request is recorded.
 *
 * The answers replace those of the endgame tables, because only a look-up in these tables receives a node's remaining
 * depth before anything changes it. A node takes over a score from the tables if it is within ±2, or positive and at
 * least beta, or negative and at most alpha, so tests choose such scores. Nothing is stored, so a child that is
 * searched again answers again. The test also chooses the evaluations, so the board hardly matters.
 *
 * @module
 */

import { assert } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import type { Position } from "../../core/position.ts";
import { NO_MOVE } from "../../core/types.ts";
import type { Frame } from "../../search/frame.ts";
import { NO_SCORE } from "../../core/score.ts";
import { BOUND_NONE } from "../../search/bound.ts";
import type { Search } from "../../search/search.ts";
import { StatedEvaluator } from "./evaluators.ts";
import { createSearch, moveOf, names } from "./fixtures.ts";
import { setButterfly, setCaptureHistory, setPawnCorrection } from "./learned.ts";
import { frameAt, prepare, searchAt } from "./nodes.ts";
import { all, type Changes, NO_PRUNING, type Part, withOnly } from "./parameters.ts";

/** The ply of the node. */
export const PLY = 4;
/** White has many quiet moves with knights, king and pawn. */
export const KNIGHTS = "4k3/8/8/8/8/8/4P3/1N2KN2 w - - 0 1";
/** The name of the child after a null move. */
export const PASS = "pass";

/** With these numbers, nothing prunes, reduces or extends. Each test switches on what it tests. */
const PLAIN: Changes = {
  ...NO_PRUNING,
  improvingMargin: 0,
  worseningMargin: 0,
  hindsightDeeper: 1_000_000,
  hindsightShallower: 1_000_000,
  seeNoisyDepth: -1,
  singularDepth: 300,
  checkExtension: 0,
  ...all(/^lmr/, 0),
  lmrDepth: 300,
  lmrCutoffs: 3,
  pruneDepthHistory: 0,
  orderCheck: 0,
  deeperBase: 10_000,
  deeperSlope: 0,
  shallowerMargin: 0,
  orderButterfly: 1024,
  pruneButterfly: 1024,
  orderCapture: 1024,
  correctPawn: 128,
  bonusButterfly: 1024,
  malusButterfly: 1024,
};

/** A request to a child: the move that led to it, and the remaining depth. */
export interface Call {
  move: string;
  depth: number;
  /** Whether the node excluded a move to test whether that move is singular. */
  isExcluding: boolean;
}

/** The TT entry for the node. */
export type Knowledge = { move?: string; score?: number; depth?: number; bound?: number; isPv?: boolean };

/** A node, as the test describes it. Defaults: no knowledge, evaluation 0, every move fails low. */
export interface Node {
  fen?: string;
  alpha: number;
  /** One above alpha by default. */
  beta?: number;
  depth: number;
  cutNode?: boolean;
  /** Static evaluation from the point of view of the node's side to move. */
  evaluation?: number;
  known?: Knowledge;
  /** Tables and lessons that are on. */
  uses?: readonly Part[];
  numbers?: Changes;
  /** A move's score for the node's side to move; `times`: the number of earlier requests for it in the search. */
  scoreOf?: (move: string, times: number, isExcluding: boolean) => number;
  /** Last changes before the search. */
  change?: (search: Search, position: Position) => void;
}

/** The result of the node. */
export type Answer = { score: number; calls: Call[]; search: Search; position: Position };

/** Score of a move that fails low in every window that tests use. */
export const FAILS_LOW: number = -5000;

/** Searches a node whose children give scripted answers. */
export function searchScripted(node: Node): Answer {
  return withOnly(node.uses ?? [], { ...PLAIN, ...node.numbers }, () => {
    const position = parseFen(node.fen ?? KNIGHTS);
    const { sideToMove } = position;
    const { evaluation = 0 } = node;
    // The evaluation is the same on every board, from the point of view of the node's side to move.
    const evaluator = new StatedEvaluator(() => position.sideToMove === sideToMove ? evaluation : 0 - evaluation);
    const { search } = createSearch(1, evaluator);
    prepare(search, position);
    search.root.depth = 100;
    if (node.known !== undefined) {
      const { move, score = 0, depth = 1, bound = BOUND_NONE, isPv = false } = node.known;
      const code = move === undefined ? NO_MOVE : moveOf(position, move);
      search.tt.store(position, 0, code, score, evaluation, depth, bound, isPv);
    }
    node.change?.(search, position);
    const calls = scriptChildren(search, position, node);
    const score = searchAt(search, node.alpha, node.beta ?? node.alpha + 1, node.depth, PLY, node.cutNode ?? false);
    return { score, calls, search, position };
  });
}

/** Makes the children of the node at `PLY` give scripted answers. Returns the growing list of their requests. */
function scriptChildren(search: Search, position: Position, node: Node): Call[] {
  const calls: Call[] = [];
  const { tablebases } = search;
  const frame = frameAt(search, PLY);
  // The frame that excludes a move, if there is one.
  let inner: Frame | null = null;
  const twin = frame.twin.bind(frame);
  frame.twin = () => inner = twin();
  search.tt.store = () => {};
  Object.defineProperty(tablebases, "isInTree", { value: true });
  tablebases.probe = (_, depth, ply) => {
    if (ply === PLY) return NO_SCORE;
    const isExcluding = inner !== null && inner.excluded !== NO_MOVE;
    const move = position.lastMove === NO_MOVE ? PASS : names([position.lastMove])[0];
    assert(ply === PLY + 1, `the answer to ${move} does not decide`);
    const times = calls.filter((call) => call.move === move && call.isExcluding === isExcluding).length;
    calls.push({ move, depth, isExcluding });
    return 0 - (node.scoreOf?.(move, times, isExcluding) ?? FAILS_LOW);
  };
  return calls;
}

/** The requested depths of a move, in order, except in searches that exclude a move. */
export function depthsOf(answer: Answer, move: string): number[] {
  return answer.calls.filter((call) => !call.isExcluding && call.move === move).map(({ depth }) => depth);
}

/** A node in which a quiet move has this butterfly history. */
export function quietHistory(move: string, value: number): Pick<Node, "uses" | "change"> {
  return { uses: ["butterfly"], change: (search, position) => setButterfly(search, moveOf(position, move), value) };
}

/** A node in which a capture has this history. */
export function captureHistory(move: string, value: number): Pick<Node, "uses" | "change"> {
  const change: Node["change"] = (search, position) =>
    setCaptureHistory(search, position, moveOf(position, move), value);
  return { uses: ["capture"], change };
}

/** A node whose pawns have this entry in the correction history. */
export function pawnCorrection(entry: number): Pick<Node, "uses" | "change"> {
  return { uses: ["pawnCorrection"], change: (search, position) => setPawnCorrection(search, position, entry) };
}
