/**
 * Collects the lines that a search reports, and derives the answer: a legal move and its line.
 *
 * The best move may have no complete line. This happens if the search is stopped in the middle of a depth or fails, or
 * if the move comes from another thread or was chosen at reduced strength.
 *
 * @module
 */

import { legalMoves } from "../core/movegen.ts";
import type { Position } from "../core/position.ts";
import { DRAW, MATE } from "../core/score.ts";
import { NO_MOVE } from "../core/types.ts";
import { BOUND_EXACT } from "../search/bound.ts";
import type { SearchInfo, SearchResult } from "../search/info.ts";
import { EMPTY_LINE } from "./line.ts";

/** The answer of a search. `ponderMove` is the expected legal reply; both moves may be `NO_MOVE`. */
export type Answer = {
  readonly bestMove: number;
  readonly ponderMove: number;
  /** The lines. The first begins with the best move, unless the lines are at full strength and the move is not. */
  readonly lines: readonly [SearchInfo, ...SearchInfo[]];
  readonly isReported: boolean;
};

/** Collects the lines of one search. */
export class BestLines {
  /** The lines kept so far; rank 1 is at index 0. */
  private found: SearchInfo[] = [];
  /** The latest line with rank 1, even if it is incomplete. */
  private latest: SearchInfo | null = null;
  private readonly legal: readonly number[];

  /**
   * Keeps `count` lines that begin with one of `moves`, or with any move if `moves` is empty. With `fromAnswer`, the
   * first line must begin with the best move.
   */
  constructor(
    private readonly position: Position,
    private readonly count: number,
    moves: readonly number[],
    private readonly fromAnswer: boolean = true,
  ) {
    this.legal = legalMoves(position).filter((move) => moves.length === 0 || moves.includes(move));
  }

  /** Adds a reported line. */
  add(info: SearchInfo): void {
    if (info.multipv === 1) this.latest = info;
    // Several lines are reported together at the end of a depth. Drop those of the previous depth, because the ranks
    // may have changed. Skip a single line whose score is outside the window.
    if (this.count > 1 && info.multipv === 1) this.found = [];
    if ((this.count > 1 || info.bound === BOUND_EXACT) && info.pv.length > 0) this.found[info.multipv - 1] = info;
  }

  /** Returns the search's answer. `result` is `null` if the search failed. */
  answer(result: SearchResult | null): Answer {
    const { position, legal, latest } = this;
    if (legal.length === 0) {
      const score = result?.score ?? (position.inCheck ? -MATE : DRAW);
      const isDraw = !position.inCheck;
      const line = latest ?? { ...EMPTY_LINE, depth: 0, seldepth: 0, nodes: result?.nodes ?? 0, score, isDraw };
      return { bestMove: NO_MOVE, ponderMove: NO_MOVE, lines: [line], isReported: latest !== null };
    }
    const found = this.found.filter((info) => info !== undefined);
    const bestMove = [result?.bestMove, found[0]?.pv[0]].find((move) => move !== undefined && legal.includes(move)) ??
      legal[0];
    const isReported = found.length > 0 && (!this.fromAnswer || found[0].pv[0] === bestMove);
    const others = isReported ? found.slice(1) : found.filter((info) => info.pv[0] !== bestMove);
    return {
      bestMove,
      ponderMove: result?.bestMove === bestMove ? legalReply(position, bestMove, result.ponderMove) : NO_MOVE,
      lines: [isReported ? found[0] : this.lineOf(bestMove, result), ...others.slice(0, this.count - 1)],
      isReported,
    };
  }

  private lineOf(bestMove: number, result: SearchResult | null): SearchInfo {
    const { latest } = this;
    const isOfLatest = latest?.pv[0] === bestMove;
    const base = latest ?? { ...EMPTY_LINE, nodes: result?.nodes ?? 0 };
    const { score, depth, pv } = result ?? { score: DRAW, depth: 0, pv: [] };
    const isScore = score >= -MATE && score <= MATE;
    const line = {
      ...base,
      score: isScore ? score : base.score,
      bound: BOUND_EXACT,
      isDraw: isOfLatest && base.isDraw,
    };
    if (pv[0] !== bestMove) return { ...line, pv: isOfLatest ? base.pv : [bestMove] };
    // A move that a helper thread found, or that was chosen at reduced strength, comes from another depth.
    return { ...line, depth: isOfLatest ? base.depth : Math.max(1, depth), pv };
  }
}

function legalReply(position: Position, move: number, reply: number): number {
  position.make(move);
  const isLegal = legalMoves(position).includes(reply);
  position.undo();
  return isLegal ? reply : NO_MOVE;
}
