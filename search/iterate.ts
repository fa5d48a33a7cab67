/**
 * Iterative deepening with aspiration windows and MultiPV.
 *
 * Depth after depth, each ordered by what the one before found. A search of a depth first looks only at a small window around
 * the previous score; if the score falls outside, that side of the window is widened and the depth searched again.
 *
 * @module
 */

import { NO_MOVE } from "../core/types.ts";
import { BOUND_EXACT, type SearchInfo, type SearchResult } from "./info.ts";
import { searchNode } from "./node.ts";
import { P } from "./params.ts";
import { createRootMoves, sortRootMoves } from "./root.ts";
import { DRAW, INFINITE, MATE, MATE_IN_MAX, mateIn } from "./score.ts";
import type { Search } from "./search.ts";

/** Milliseconds after which a search also reports windows that failed. */
const REPORT_BOUNDS_AFTER_MS = 3000;

/** Searches deeper and deeper until a limit of `s.limits` is reached. */
export function iterate(s: Search, report: (info: SearchInfo) => void): SearchResult {
  const { limits } = s;
  s.rootMoves = createRootMoves(s.position, limits.searchMoves);
  if (s.rootMoves.length === 0) {
    const score = s.position.inCheck ? -MATE : DRAW;
    report({ ...describe(s, 1), depth: 0, score, bound: BOUND_EXACT, pv: [] });
    return { bestMove: NO_MOVE, ponderMove: NO_MOVE, nodes: 0, score };
  }
  const lines = Math.min(limits.multiPv, s.rootMoves.length);

  for (let depth = 1; depth <= limits.depth && !s.stopped; depth++) {
    s.rootDepth = depth;
    for (const rootMove of s.rootMoves) rootMove.previousScore = rootMove.score;
    for (s.pvIndex = 0; s.pvIndex < lines && !s.stopped; s.pvIndex++) {
      s.seldepth = 0;
      searchWindow(s, depth, report);
      sortRootMoves(s.rootMoves, 0);
    }
    reportLines(s, lines, report);
    if (!s.stopped && isEnough(s)) break;
  }

  const best = s.rootMoves[0];
  return { bestMove: best.move, ponderMove: best.pv[1] ?? NO_MOVE, nodes: s.nodes, score: best.score };
}

/** Searches one depth of one line, widening the window until the score is inside. */
function searchWindow(s: Search, depth: number, report: (info: SearchInfo) => void): void {
  const previous = s.rootMoves[s.pvIndex].previousScore;
  let delta = P.aspirationDelta;
  let alpha = -INFINITE;
  let beta = INFINITE;
  if (depth >= P.aspirationDepth && previous !== -INFINITE) {
    alpha = Math.max(previous - delta, -INFINITE);
    beta = Math.min(previous + delta, INFINITE);
  }
  while (true) {
    const score = searchNode(s, alpha, beta, depth, 0, false);
    if (s.stopped) return;
    sortRootMoves(s.rootMoves, s.pvIndex);
    if (score > alpha && score < beta) return;
    if (s.limits.multiPv === 1 && s.elapsed() > REPORT_BOUNDS_AFTER_MS) report(describe(s, 1));
    if (score <= alpha) {
      beta = (alpha + beta) >> 1;
      alpha = Math.max(score - delta, -INFINITE);
    } else {
      beta = Math.min(score + delta, INFINITE);
    }
    delta = Math.trunc(delta * P.aspirationGrowth / 100);
    if (score >= MATE_IN_MAX || score <= -MATE_IN_MAX) delta = INFINITE;
  }
}

/** Whether the last completed depth makes another one pointless. */
function isEnough(s: Search): boolean {
  const { limits } = s;
  const score = s.rootMoves[0].score;
  if (limits.mate > 0 && score >= MATE_IN_MAX && mateIn(score) <= limits.mate) return true;
  if (limits.infinite || s.isPondering()) return false;
  return s.elapsed() >= limits.softMs;
}

function reportLines(s: Search, lines: number, report: (info: SearchInfo) => void): void {
  for (let rank = 1; rank <= lines; rank++) report(describe(s, rank));
}

/** The line of the given rank as data. A line not finished in this depth is told with the depth and score before. */
function describe(s: Search, rank: number): SearchInfo {
  const line = s.rootMoves[rank - 1];
  const isFresh = line !== undefined && line.score !== -INFINITE;
  const known = line !== undefined && (isFresh || line.previousScore !== -INFINITE);
  const value = isFresh ? line.score : known ? line.previousScore : DRAW;
  return {
    depth: isFresh ? s.rootDepth : Math.max(1, s.rootDepth - 1),
    seldepth: line?.seldepth ?? 0,
    multipv: rank,
    score: value,
    bound: isFresh ? line.bound : BOUND_EXACT,
    nodes: s.nodes,
    timeMs: s.elapsed(),
    hashfull: s.table.hashfull(),
    tbhits: 0,
    pv: line?.pv ?? [],
  };
}
