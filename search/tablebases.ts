/**
 * Tablebases in the search: at the root they select the best moves; in the tree they give a position its score, so that
 * it is not searched.
 *
 * If the tablebases have ranked the root moves by the distance to the next capture or pawn move, they are not used in
 * the tree. There, they would score every position as won, so the search would not find the mate. In the tree, a
 * position is looked up only right after a capture or pawn move: the tables are valid only if the fifty-move clock is
 * zero.
 * @module
 */

import type { Position } from "../core/position.ts";
import { countMen } from "../tablebase/material.ts";
import { CURSED_WIN, DRAWN, LOSS, type Prober, UNKNOWN, WIN } from "../tablebase/prober.ts";
import { rankMoves } from "../tablebase/ranking.ts";
import type { SearchLimits } from "./limits.ts";
import { type RootMove, sortRootMoves } from "./root.ts";
import { DRAW, isMateScore, NO_SCORE, TABLEBASE_WIN } from "../core/score.ts";
import { BOUND_EXACT, BOUND_LOWER, BOUND_UPPER } from "./bound.ts";

/** Score of a draw that would be a win without the fifty-move rule. */
const CURSED_SCORE = 2;

/** The tablebases of one search thread, and how the current search uses them. */
export class Tablebases {
  /** Successful probes since the search began; each ranked root move counts as one. */
  hits = 0;

  private prober: Prober | null = null;
  /** A position in the tree is looked up if it has at most this many men; 0 for no look-ups. */
  private treeMen = 0;
  private probeDepth = 1;
  private useFiftyMoves = true;

  /** Switches to other tables; `null` for none. Closes the files of the previous tables. */
  setProber(prober: Prober | null): void {
    this.prober?.tables.closeAll();
    this.prober = prober;
  }

  /**
   * Begins a search: ranks its root moves with the tablebases. Only the moves that share the best tablebase rank are
   * searched.
   */
  start(position: Position, limits: SearchLimits, rootMoves: RootMove[]): void {
    this.hits = 0;
    this.treeMen = 0;
    const { prober } = this;
    if (prober === null) return;
    this.treeMen = Math.min(prober.men, limits.tablebaseMen);
    this.probeDepth = limits.tablebaseDepth;
    this.useFiftyMoves = limits.useFiftyMoves;
    if (this.treeMen === 0 || countMen(position) > this.treeMen || position.rights !== 0) return;
    const ranking = rankMoves(prober, position, rootMoves.map((rootMove) => rootMove.move), this.useFiftyMoves);
    if (ranking === null) return;
    this.hits += rootMoves.length;
    rootMoves.forEach((rootMove, i) => {
      rootMove.tablebaseRank = ranking.moves[i].rank;
      rootMove.tablebaseScore = scoreOfResult(ranking.moves[i].result, true, 0);
    });
    sortRootMoves(rootMoves, 0);
    if (ranking.isByDistance || rootMoves[0].tablebaseScore <= DRAW) this.treeMen = 0;
  }

  /** Whether to look up any positions in the tree. */
  get isInTree(): boolean {
    return this.treeMen !== 0;
  }

  /** The tables' score for a position `ply` plies from the root, or `NO_SCORE`. */
  probe(position: Position, depth: number, ply: number): number {
    const { prober } = this;
    if (prober === null || position.halfmoves !== 0 || position.rights !== 0) return NO_SCORE;
    const men = countMen(position);
    if (men > this.treeMen || (men === this.treeMen && depth < this.probeDepth)) return NO_SCORE;
    const result = prober.result(position);
    if (result === UNKNOWN) return NO_SCORE;
    this.hits++;
    return scoreOfResult(result, this.useFiftyMoves, ply);
  }
}

/** The kind of bound for a tablebase score: a win or loss may turn out to be a mate, which is further from zero. */
export function boundOfTablebaseScore(score: number): number {
  return score > CURSED_SCORE ? BOUND_LOWER : score < -CURSED_SCORE ? BOUND_UPPER : BOUND_EXACT;
}

/** The score to show for a root move: a mate, the tablebases' score, or the search's score. */
export function shownScore(score: number, rootMove: RootMove): number {
  return rootMove.tablebaseScore === NO_SCORE || isMateScore(score) ? score : rootMove.tablebaseScore;
}

function scoreOfResult(result: number, useFiftyMoves: boolean, ply: number): number {
  if (result === DRAWN) return DRAW;
  if (result === WIN || (result === CURSED_WIN && !useFiftyMoves)) return TABLEBASE_WIN - ply;
  if (result === LOSS || !useFiftyMoves) return ply - TABLEBASE_WIN;
  return result === CURSED_WIN ? DRAW + CURSED_SCORE : DRAW - CURSED_SCORE;
}
