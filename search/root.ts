/**
 * The moves of the root, with what is known of each.
 *
 * @module
 */

import { ALL, generate } from "../core/movegen.ts";
import type { Position } from "../core/position.ts";
import { MAX_MOVES } from "../core/types.ts";
import { BOUND_EXACT, BOUND_UPPER, INFINITE, NO_SCORE } from "../core/score.ts";

/** What a completed iteration found about a move that is one of its lines. */
export interface FoundLine {
  /** Its exact score. */
  readonly score: number;
  /** Greatest ply reached below the move. */
  readonly seldepth: number;
  /** Principal variation, the move itself first. */
  readonly pv: number[];
}

/** A move of the root. */
export interface RootMove {
  /** The move. */
  readonly move: number;
  /** Score of its latest search, `-INFINITE` if it only failed low. */
  score: number;
  /** Score in the iteration before. */
  previousScore: number;
  /** Bound of `score`. */
  bound: number;
  /** Depth of the iteration that found `score`. */
  depth: number;
  /** What the latest completed iteration found, `null` if the move was none of its lines. */
  previousLine: FoundLine | null;
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
      depth: 1,
      previousLine: null,
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

/** Keeps what a completed iteration found about its lines, which are the first so many moves. */
export function rememberLines(rootMoves: readonly RootMove[], lines: number): void {
  rootMoves.forEach((rootMove, i) => {
    const { score, seldepth, pv } = rootMove;
    rootMove.previousLine = i < lines ? { score, seldepth, pv } : null;
  });
}

/**
 * Ranks the lines of an iteration that was broken off. A move with an exact score of this iteration keeps it. Any other
 * move gets the line of the iteration before, if it had one. The result is in the order of the scores, and no line is
 * more than one iteration old. Where the endgame tables rank the moves, it is so among the moves of one rank.
 *
 * A move that did not get into the finished lines failed to be better than the last of them. So that line's score
 * bounds the score of the iteration before from above. The first move is the answer and stays the first.
 *
 * @param rootMoves All root moves, sorted. They are changed and sorted anew.
 * @param finished The lines that the iteration has finished, best first.
 * @param depth Depth of the iteration.
 */
export function rankUnfinishedLines(rootMoves: RootMove[], finished: readonly RootMove[], depth: number): void {
  const first = rootMoves[0];
  const isExact = (line: RootMove): boolean =>
    line.score !== -INFINITE && line.bound === BOUND_EXACT && line.depth === depth;
  const { previousLine } = first;
  // It failed low, so all others did, too: the iteration has found nothing that is better than the one before.
  if (first.bound === BOUND_UPPER && previousLine !== null && previousLine.score >= first.score) {
    takePreviousLine(first, depth, INFINITE);
  }
  for (const line of rootMoves) {
    if (line === first || isExact(line)) continue;
    const last = finished.findLast((other) => other.tablebaseRank === line.tablebaseRank) ?? first;
    takePreviousLine(line, depth, last.tablebaseRank === line.tablebaseRank ? last.score : INFINITE);
  }
  sortRootMoves(rootMoves, 1);
}

/** Gives a move the line of the iteration before `depth`, with a score of at most `limit`. */
function takePreviousLine(line: RootMove, depth: number, limit: number): void {
  const { previousLine } = line;
  if (previousLine === null) {
    line.score = -INFINITE;
    return;
  }
  const isLimited = previousLine.score > limit;
  line.score = isLimited ? limit : previousLine.score;
  line.bound = isLimited ? BOUND_UPPER : BOUND_EXACT;
  line.depth = isLimited ? depth : depth - 1;
  line.seldepth = previousLine.seldepth;
  line.pv = previousLine.pv;
}
