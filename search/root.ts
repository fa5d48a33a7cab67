/** The root: its moves, the results for each move, and the moves that are being searched. @module */

import { legalMoves } from "../core/movegen.ts";
import type { Position } from "../core/position.ts";
import { INFINITE, NO_SCORE } from "../core/score.ts";
import { BOUND_EXACT, BOUND_LOWER, BOUND_UPPER } from "./bound.ts";
import type { Frame } from "./frame.ts";
import type { RootMoveListener } from "./info.ts";

/** A root move. */
export interface RootMove {
  readonly move: number;
  /** Score from the latest search of this move; `-INFINITE` if the move failed low. */
  score: number;
  previousScore: number;
  bound: number;
  /** Depth of the iteration in which `score` was found. */
  depth: number;
  /** The line that begins with this move in the latest completed iteration; `null` if there is none. */
  previousLine: Readonly<Pick<RootMove, "score" | "seldepth" | "pv"> & { rank: number }> | null;
  nodes: number;
  /** Greatest ply that the search of this move has reached. */
  seldepth: number;
  pv: number[];
  /** Rank from the tablebases; 0 if they do not contain the position. Only moves of equal rank are compared. */
  tablebaseRank: number;
  /** Score from the tablebases; `NO_SCORE` if they do not contain the position. */
  tablebaseScore: number;
}

/** Milliseconds after which a search reports the root move that it is searching. */
const REPORT_MOVES_AFTER_MS = 3000;

/** The root of one search thread. iterate.ts sets its fields, and the node at the root records its results. */
export class Root {
  moves: RootMove[] = [];
  /** Index in `moves` of the first move in the current MultiPV line. */
  pvIndex = 0;
  depth = 0;
  /** Width of the window. */
  delta = 1;
  /** Greatest ply that the current iteration has reached in the current line. */
  seldepth = 0;
  /** Average score of our previous search in centipawns, and its game ply; `null` at the start of a game. */
  previousAverage: { readonly score: number; readonly gamePly: number } | null = null;
  onDepth: ((depth: number) => void) | null = null;
  /** Called each time the search of a root move begins, but only in a long search. */
  onMove: RootMoveListener | null = null;

  /** The candidate moves for the current line, in the order of `moves`. */
  rivals(): number[] {
    return rivalsOf(this.moves, this.pvIndex);
  }

  /** Reports that a move's search begins, `elapsed` ms after the request. Does nothing for later MultiPV lines. */
  announce(move: number, moveCount: number, elapsed: number): void {
    if (this.pvIndex === 0 && elapsed >= REPORT_MOVES_AFTER_MS) this.onMove?.(this.depth, move, moveCount);
  }

  /** Stores the result of a move's search. A later move that does not beat alpha has no useful score. */
  record(move: number, score: number, alpha: number, beta: number, nodes: number, frame: Frame): void {
    const rootMove = this.moves.find((candidate) => candidate.move === move);
    if (rootMove === undefined) throw new RangeError(`Move ${move} is not a root move`);
    rootMove.nodes += nodes;
    if (frame.moveCount > 1 && score <= alpha) {
      rootMove.score = -INFINITE;
      return;
    }
    rootMove.score = score;
    rootMove.depth = this.depth;
    rootMove.bound = score >= beta ? BOUND_LOWER : score <= alpha ? BOUND_UPPER : BOUND_EXACT;
    rootMove.seldepth = this.seldepth;
    rootMove.pv = [move, ...frame.lineBelow()];
  }
}

/** The legal root moves, in the order in which they are generated; only those in `allowed` if it is not empty. */
export function createRootMoves(position: Position, allowed: readonly number[]): RootMove[] {
  const moves = legalMoves(position).filter((move) => allowed.length === 0 || allowed.includes(move));
  return moves.map((move) => ({
    move,
    score: -INFINITE,
    previousScore: -INFINITE,
    bound: 0,
    depth: 1,
    previousLine: null,
    nodes: 0,
    seldepth: 0,
    pv: [move],
    tablebaseRank: 0,
    tablebaseScore: NO_SCORE,
  }));
}

/** The moves from `start` on that have the same tablebase rank as the move at `start`. */
export function rivalsOf(rootMoves: readonly RootMove[], start: number): number[] {
  const rank = rootMoves[start].tablebaseRank;
  return rootMoves.slice(start).filter((rootMove) => rootMove.tablebaseRank === rank).map((rootMove) => rootMove.move);
}

/** Sorts the moves from `start` on by rank, then by score, best first. Equal moves keep their order. */
export function sortRootMoves(rootMoves: RootMove[], start: number): void {
  const tail = rootMoves.slice(start).sort((a, b) =>
    b.tablebaseRank - a.tablebaseRank || b.score - a.score || b.previousScore - a.previousScore
  );
  for (let i = 0; i < tail.length; i++) rootMoves[start + i] = tail[i];
}

/** After a completed iteration, stores its lines: those of the first `lines` moves. */
export function rememberLines(rootMoves: readonly RootMove[], lines: number): void {
  rootMoves.forEach((rootMove, i) => {
    const { score, seldepth, pv } = rootMove;
    rootMove.previousLine = i < lines ? { score, seldepth, pv, rank: i } : null;
  });
}

/**
 * Ranks the lines of an unfinished iteration. A move with an exact score from this iteration keeps that score. Any
 * other move gets its line from the previous iteration. The score of the last finished line is an upper bound for the
 * other moves of the same tablebase rank. The first move is the answer and stays first.
 *
 * @param rootMoves The sorted moves; sorted again afterwards.
 */
export function rankUnfinishedLines(rootMoves: RootMove[], finished: readonly RootMove[], depth: number): void {
  const first = rootMoves[0];
  const isExact = (line: RootMove): boolean =>
    line.score !== -INFINITE && line.bound === BOUND_EXACT && line.depth === depth;
  const { previousLine } = first;
  // All moves failed low, so this iteration has found nothing better than the previous one.
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

/** Gives a move its line from the iteration before `depth`, with the score capped at `limit`. */
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
