/**
 * The moves of the root, with what is known of each.
 *
 * @module
 */

import { ALL, generate } from "../core/movegen.ts";
import type { Position } from "../core/position.ts";
import { MAX_MOVES } from "../core/types.ts";
import { INFINITE, NO_SCORE } from "../core/score.ts";

/** A move of the root. */
export interface RootMove {
  /** The move. */
  readonly move: number;
  /** Score in the current iteration, `-INFINITE` if it only failed low. */
  score: number;
  /** Score in the iteration before. */
  previousScore: number;
  /** Bound of `score`. */
  bound: number;
  /** Score in the latest completed iteration that found one, `-INFINITE` if none has. */
  knownScore: number;
  /** Depth of that iteration. */
  knownDepth: number;
  /** Nodes spent on it in this search. */
  nodes: number;
  /** Greatest ply reached below it. */
  seldepth: number;
  /** Principal variation, the move itself first. */
  pv: number[];
  /** Rank by the endgame tables: a move is searched only among those of its rank. 0 for all if they know nothing. */
  tablebaseRank: number;
  /** Score by the endgame tables, `NO_SCORE` if they know nothing. */
  tablebaseScore: number;
}

/**
 * The root moves to search, in the order of generation.
 *
 * @param position The root.
 * @param allowed If not empty, only these.
 */
export function createRootMoves(position: Position, allowed: number[]): RootMove[] {
  const moves = new Int32Array(MAX_MOVES);
  const count = generate(position, moves, 0, ALL);
  const rootMoves: RootMove[] = [];
  for (let i = 0; i < count; i++) {
    if (allowed.length > 0 && !allowed.includes(moves[i])) continue;
    rootMoves.push({
      move: moves[i],
      score: -INFINITE,
      previousScore: -INFINITE,
      bound: 0,
      knownScore: -INFINITE,
      knownDepth: 1,
      nodes: 0,
      seldepth: 0,
      pv: [moves[i]],
      tablebaseRank: 0,
      tablebaseScore: NO_SCORE,
    });
  }
  return rootMoves;
}

/** The moves from `start` on that are to be compared with the one there: those that the endgame tables rank alike. */
export function rivalsOf(rootMoves: readonly RootMove[], start: number): number[] {
  const rank = rootMoves[start].tablebaseRank;
  return rootMoves.slice(start).filter((rootMove) => rootMove.tablebaseRank === rank).map((rootMove) => rootMove.move);
}

/** Sorts the moves from `start` on by rank, then by score, best first; equal ones keep their order. */
export function sortRootMoves(rootMoves: RootMove[], start: number): void {
  const tail = rootMoves.slice(start).sort((a, b) =>
    b.tablebaseRank - a.tablebaseRank || b.score - a.score || b.previousScore - a.previousScore
  );
  for (let i = 0; i < tail.length; i++) rootMoves[start + i] = tail[i];
}
