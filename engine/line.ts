/** Converts the lines of a search to data for programs. @module */

import { formatSan, formatUci } from "../core/notation.ts";
import type { Position } from "../core/position.ts";
import { DRAW, isMateScore, mateIn } from "../core/score.ts";
import { BOUND_EXACT, BOUND_LOWER, BOUND_UPPER } from "../search/bound.ts";
import type { SearchInfo } from "../search/info.ts";
import { type Chances, chancesOf, materialOf, reportedCentipawns } from "./win_rate.ts";

/**
 * A score from the point of view of the side to move. The type `cp` means hundredths of a pawn, scaled so that a side
 * with a score of 100 wins half of its games. The type `mate` means moves: positive if the side mates, negative if it
 * will be mated, 0 if it has been mated.
 */
export type Score =
  | { readonly type: "cp"; readonly value: number }
  | { readonly type: "mate"; readonly value: number };

/** A line of moves that a search has found. */
export interface Line {
  /** The line's rank in the search; 1 is the best. */
  readonly rank: number;
  /** Depth of the search in plies. */
  readonly depth: number;
  /** Greatest depth of any line in plies. */
  readonly selectiveDepth: number;
  /** The score for the side to move. */
  readonly score: Score;
  /** Whether the true score equals `score`, or is at least (`lower`) or at most (`upper`) that. */
  readonly bound: "exact" | "lower" | "upper";
  /** The chances to win, draw and lose for the side to move, in thousandths. */
  readonly chances: Chances;
  /** The moves in UCI notation, beginning with the next move; empty if there is no legal move. */
  readonly moves: readonly string[];
  /** The moves in standard algebraic notation. */
  readonly san: readonly string[];
  /** Nodes visited so far. */
  readonly nodes: number;
  /** Milliseconds since the search started. */
  readonly time: number;
  /** Nodes per second so far. */
  readonly nodesPerSecond: number;
  /** Share of the transposition table that this search has filled, in thousandths. */
  readonly hashFull: number;
  /** Positions found in the tablebases. */
  readonly tablebaseHits: number;
}

/** Stands in for a line until the search has reported one. */
export const EMPTY_LINE: SearchInfo = {
  depth: 1,
  seldepth: 1,
  multipv: 1,
  score: DRAW,
  bound: BOUND_EXACT,
  isDraw: false,
  nodes: 0,
  timeMs: 0,
  hashfull: 0,
  tbhits: 0,
  pv: [],
};

/** Converts a line that a search has reported. The position is restored afterwards. */
export function lineOf(position: Position, info: SearchInfo): Line {
  const { score, bound, depth, pv } = info;
  const material = materialOf(position);
  const isMate = isMateScore(score);
  return {
    rank: info.multipv,
    depth,
    selectiveDepth: info.seldepth,
    // Adding 0 turns -0 into 0.
    score: isMate
      ? { type: "mate", value: mateIn(score) + 0 }
      : { type: "cp", value: reportedCentipawns(score, material) + 0 },
    bound: bound === BOUND_LOWER ? "lower" : bound === BOUND_UPPER ? "upper" : "exact",
    chances: chancesOf(info, material),
    moves: pv.map((move) => formatUci(move, position.chess960)),
    san: sanOf(position, pv),
    nodes: info.nodes,
    time: Math.max(0, Math.round(info.timeMs)),
    nodesPerSecond: nodesPerSecond(info.nodes, info.timeMs),
    hashFull: info.hashfull,
    tablebaseHits: info.tbhits,
  };
}

function sanOf(position: Position, moves: readonly number[]): string[] {
  const texts = moves.map((move) => {
    const text = formatSan(position, move);
    position.make(move);
    return text;
  });
  for (let i = 0; i < moves.length; i++) position.undo();
  return texts;
}

/** The speed of a search. A time below one millisecond counts as one millisecond. */
export function nodesPerSecond(nodes: number, timeMs: number): number {
  return Math.round(nodes * 1000 / Math.max(1, timeMs));
}
