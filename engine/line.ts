/**
 * What a search found, as data for other programs: scores in centipawns or moves to mate, chances, moves as text.
 *
 * @module
 */

import { formatSan, formatUci } from "../core/notation.ts";
import type { Position } from "../core/position.ts";
import { isMateScore, mateIn } from "../core/score.ts";
import { BOUND_LOWER, BOUND_UPPER } from "../search/bound.ts";
import type { SearchInfo } from "../search/info.ts";
import { type Chances, chancesOf, materialOf, reportedCentipawns } from "./win_rate.ts";

/**
 * A score from the side to move. Centipawns are scaled so that 100 of them win half of the games. A mate is counted in
 * moves: positive if the side to move mates, negative if it is mated, 0 if it is mated on the board.
 */
export type Score =
  | { readonly type: "cp"; readonly value: number }
  | { readonly type: "mate"; readonly value: number };

/** A line of analysis. */
export interface Line {
  /** Its rank among the lines of the search: 1 for the best. */
  readonly rank: number;
  /** Depth of the search, plies. */
  readonly depth: number;
  /** Greatest depth that was reached, plies. */
  readonly selectiveDepth: number;
  /** Its score from the side to move. */
  readonly score: Score;
  /** Whether the score is exact, or the true score is at least or at most this. */
  readonly bound: "exact" | "lower" | "upper";
  /** The chances of the side to move, in thousandths. */
  readonly chances: Chances;
  /** The moves as UCI writes them, the first one to play now; empty if there is no legal move. */
  readonly moves: readonly string[];
  /** The same moves in standard algebraic notation. */
  readonly san: readonly string[];
  /** Nodes visited so far. */
  readonly nodes: number;
  /** Milliseconds since the search started. */
  readonly time: number;
  /** Nodes visited in a second, so far. */
  readonly nodesPerSecond: number;
  /** Share of the transposition table that the search has filled, in thousandths. */
  readonly hashFull: number;
  /** Positions found in the tablebases. */
  readonly tablebaseHits: number;
}

/** Makes lines about one position. */
export class LineFormatter {
  private readonly material: number;

  /** For lines from this position, which is kept and is the same after each call. */
  constructor(private readonly position: Position) {
    this.material = materialOf(position);
  }

  /** The line that a search reported. */
  format(info: SearchInfo): Line {
    const { bound } = info;
    return {
      rank: info.multipv,
      depth: info.depth,
      selectiveDepth: info.seldepth,
      score: scoreOf(info.score, this.material),
      bound: bound === BOUND_LOWER ? "lower" : bound === BOUND_UPPER ? "upper" : "exact",
      chances: this.chances(info),
      moves: info.pv.map((move) => formatUci(move, this.position.chess960)),
      san: this.sanOf(info.pv),
      nodes: info.nodes,
      time: Math.max(0, Math.round(info.timeMs)),
      nodesPerSecond: nodesPerSecond(info.nodes, info.timeMs),
      hashFull: info.hashfull,
      tablebaseHits: info.tbhits,
    };
  }

  private chances({ score, depth }: SearchInfo): Chances {
    // A stalemate is a draw for certain, and not by an estimate.
    if (depth === 0 && !isMateScore(score)) return { win: 0, draw: 1000, loss: 0 };
    return chancesOf(score, this.material);
  }

  private sanOf(moves: readonly number[]): string[] {
    const { position } = this;
    const texts = moves.map((move) => {
      const text = formatSan(position, move);
      position.make(move);
      return text;
    });
    for (let i = 0; i < moves.length; i++) position.undo();
    return texts;
  }
}

/** A score for people, from one in internal units and the material at the root, see `materialOf`. */
export function scoreOf(score: number, material: number): Score {
  // Adding 0 turns -0 into 0.
  return isMateScore(score)
    ? { type: "mate", value: mateIn(score) + 0 }
    : { type: "cp", value: reportedCentipawns(score, material) + 0 };
}

/** Speed of a search, rounded; a search of no measurable time counts as one of a millisecond. */
export function nodesPerSecond(nodes: number, timeMs: number): number {
  return Math.round(nodes * 1000 / Math.max(1, timeMs));
}
