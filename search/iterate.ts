/**
 * Iterative deepening with aspiration windows and MultiPV (several best lines), and the decision about when to stop.
 * Slate and Atkin described iterative deepening and such windows for Chess 4.5 (1977).
 * @module
 */

import { isFiftyMoves, isInsufficientMaterial, isThreefold } from "../core/draws.ts";
import { hasLegalMove } from "../core/legality.ts";
import type { Position } from "../core/position.ts";
import { NO_MOVE } from "../core/types.ts";
import { earlierLines, putKnownMovesFirst } from "./experience.ts";
import { type SearchInfo, type SearchResult } from "./info.ts";
import { searchNode } from "./node.ts";
import { P, PERCENT } from "./params.ts";
import { createRootMoves, rankUnfinishedLines, rememberLines, rivalsOf, type RootMove, sortRootMoves } from "./root.ts";
import { DRAW, INFINITE, isCertain, isMateScore, MATE, MATE_IN_MAX, mateIn, NO_SCORE } from "../core/score.ts";
import { BOUND_EXACT } from "./bound.ts";
import type { Search } from "./search.ts";
import { boundOfTablebaseScore, shownScore } from "./tablebases.ts";
import { TtEntry } from "./transposition.ts";
import { extendLine } from "./variation.ts";

/** Milliseconds after which a search also reports failed windows. */
const REPORT_BOUNDS_AFTER_MS = 3000;
/** In a timed game, a search with only one legal move stops at this depth. By then it has a reply to ponder on. */
const FORCED_MOVE_DEPTH = 8;

/** Minimum depth at which a helper thread reports its result; lower depths take very little time. */
const HELPER_REPORT_DEPTH = 6;

/** The parameters for the score's trend are in thousandths. */
const THOUSANDTHS = 1000;

/** How a search has gone so far. This decides how much time the move deserves. */
export interface Trend {
  bestMove: number;
  /** Number of consecutive depths for which `bestMove` has been the best move, at most `P.timeStabilityMax`. */
  stability: number;
  /** How often the best move changed. Each new depth halves the earlier count. */
  changes: number;
  /** Running average of the scores, in centipawns; the latest score counts half. */
  averageScore: number;
  /** Average score in the search for our previous move; `null` if there was none. */
  previousAverage: number | null;
}

/** Searches ever deeper until a limit is reached. `known` holds the records that experience has put into the TT. */
export function iterate(s: Search, report: (info: SearchInfo) => void, known: Int32Array | null = null): SearchResult {
  const { clock, root } = s;
  const { limits } = clock;
  root.moves = createRootMoves(s.position, limits.searchMoves);
  if (root.moves.length === 0) {
    const score = s.position.inCheck ? -MATE : DRAW;
    const isDraw = !s.position.inCheck;
    report({ depth: 0, seldepth: 0, multipv: 1, score, bound: BOUND_EXACT, isDraw, ...progressOf(s), pv: [] });
    return { bestMove: NO_MOVE, ponderMove: NO_MOVE, nodes: 0, score, depth: 0, pv: [], completed: [] };
  }
  if (known !== null && known.length > 0 && !limits.isOnClock) putKnownMovesFirst(root, s.position, s.tt);
  putTtMoveFirst(s);
  s.tablebases.start(s.position, limits, root.moves);
  const isForced = rivalsOf(root.moves, 0).length === 1;
  const lines = Math.min(limits.multiPv, root.moves.length);
  const previousAverage = averageBefore(s);
  const trend: Trend = { bestMove: NO_MOVE, stability: 0, changes: 0, averageScore: DRAW, previousAverage };
  let completed = known === null ? 0 : takeEarlierLines(s, known, lines);
  for (let rank = 1; completed > 0 && rank <= lines; rank++) report(describe(s, rank));

  for (let depth = completed + 1; depth <= limits.depth && !clock.stopped; depth++) {
    root.depth = depth;
    // Each score stays until its move is searched again. So if the best move turns out to be worse and the search
    // stops, the answer is the move with the best known score.
    for (const rootMove of root.moves) rootMove.previousScore = rootMove.score;
    for (root.pvIndex = 0; root.pvIndex < lines && !clock.stopped; root.pvIndex++) {
      root.seldepth = 0;
      searchWindow(s, depth, report);
      clock.hasLine = true;
      const finished = clock.stopped && lines > 1 ? root.moves.slice(0, root.pvIndex) : [];
      sortRootMoves(root.moves, 0);
      if (clock.stopped && lines > 1) rankUnfinishedLines(root.moves, finished, depth);
    }
    if (!clock.stopped) {
      completed = depth;
      rememberLines(root.moves, lines);
      root.onDepth?.(depth);
    }
    if (clock.slot.isMain) {
      for (let rank = 1; rank <= lines; rank++) {
        if (rank === 1 || isKnown(root.moves[rank - 1])) report(describe(s, rank));
      }
    } else if (!clock.stopped && depth >= HELPER_REPORT_DEPTH) report(describe(s, 1));
    if (!clock.stopped && isEnough(s, trend, isForced)) break;
  }

  if (completed > 0) root.previousAverage = { score: trend.averageScore, gamePly: s.position.gamePly };
  const best = root.moves[0];
  const score = lineScore(best);
  // The line needs at least two moves, because the second is the move to ponder on.
  const pv = extendLine(s.position, s.tt, best.pv, score, Math.max(2, root.depth));
  const [bestMove, ponderMove, { nodes }] = [best.move, pv[1] ?? NO_MOVE, clock];
  return { bestMove, ponderMove, nodes, score, depth: completed, pv, completed: completedLines(s) };
}

/** The average score of our last search, if it was for our previous move, or for this move after a ponder miss. */
function averageBefore({ root: { previousAverage }, position }: Search): number | null {
  if (previousAverage === null) return null;
  const plies = position.gamePly - previousAverage.gamePly;
  return plies === 0 || plies === 2 ? previousAverage.score : null;
}

/**
 * Continues an earlier search of the same root, if that search had at least as many lines: its moves come first, with
 * their scores, and its depth counts as completed. Returns this depth; 0 if there was no such search.
 *
 * Assumes: this search would find the same result at that depth.
 * Wrong when: the game reached the root by other moves, so other positions can be repeated.
 * Limited by: it is done only in analysis, because in a timed game each depth decides how much time the move deserves.
 */
function takeEarlierLines({ clock, position, root }: Search, known: Int32Array, lines: number): number {
  const { isOnClock, searchMoves, mate } = clock.limits;
  if (isOnClock || searchMoves.length > 0 || mate > 0) return 0;
  const earlier = earlierLines(position, known, lines);
  const found = earlier.map(({ move }) => root.moves.find((rootMove) => rootMove.move === move));
  const first = found.filter((rootMove) => rootMove?.tablebaseRank === root.moves[0].tablebaseRank) as RootMove[];
  if (first.length < lines) return 0;
  const [{ depth }] = earlier;
  first.forEach((rootMove, rank) => {
    rootMove.score = earlier[rank].score;
    rootMove.bound = BOUND_EXACT;
    rootMove.depth = depth;
    rootMove.seldepth = depth;
  });
  root.moves = [...first, ...root.moves.filter((rootMove) => !first.includes(rootMove))];
  root.depth = depth;
  clock.hasLine = true;
  rememberLines(root.moves, lines);
  return depth;
}

/** Puts the TT move first, so that the answer is not a random move if the search stops immediately. */
function putTtMoveFirst({ tt, position, root }: Search): void {
  const entry = new TtEntry();
  if (!tt.probe(position, 0, entry)) return;
  const index = root.moves.findIndex((rootMove) => rootMove.move === entry.move);
  if (index > 0) root.moves.unshift(...root.moves.splice(index, 1));
}

/**
 * Searches one depth of one line in a small window around the previous score (an aspiration window). If a score is
 * outside the window, widens the window on that side. After a fail-high, the next search is a ply shallower, because
 * the move has already proved better than expected.
 *
 * Assumes: the score changes little from one depth to the next, and a narrow window causes more cutoffs. Wrong when:
 * the search finds something new. Limited by: the first depths use the full window, and each failed window is widened
 * by a factor.
 */
function searchWindow(s: Search, depth: number, report: (info: SearchInfo) => void): void {
  const { clock, root } = s;
  const previous = root.moves[root.pvIndex].previousScore;
  let delta = P.aspirationDelta;
  let alpha = -INFINITE;
  let beta = INFINITE;
  let failedHigh = 0;
  if (depth >= P.aspirationDepth && previous !== -INFINITE) {
    alpha = Math.max(previous - delta, -INFINITE);
    beta = Math.min(previous + delta, INFINITE);
  }
  while (true) {
    root.delta = beta - alpha;
    const score = searchNode(s, s.rootFrame, alpha, beta, Math.max(1, depth - failedHigh), false);
    if (clock.stopped) return;
    sortRootMoves(root.moves, root.pvIndex);
    if (score > alpha && score < beta) return;
    if (clock.limits.multiPv === 1 && clock.slot.isMain && clock.elapsed() > REPORT_BOUNDS_AFTER_MS) {
      report(describe(s, 1));
    }
    if (score <= alpha) {
      // The score is below the window, so the middle of the window can be its new upper end.
      beta = (alpha + beta) >> 1;
      alpha = Math.max(score - delta, -INFINITE);
      failedHigh = 0;
    } else {
      beta = Math.min(score + delta, INFINITE);
      if (!isCertain(score)) failedHigh++;
    }
    delta = isCertain(score) ? INFINITE : (delta * P.aspirationGrowth / PERCENT | 0) + 1;
  }
}

/** Whether the search may stop after the last completed depth. */
function isEnough(s: Search, trend: Trend, isForced: boolean): boolean {
  const { clock, root } = s;
  const { limits } = clock;
  const best = root.moves[0];
  const scale = timeScale(trend, best, clock.nodes, root.depth);
  if (limits.mate > 0 && best.score >= MATE_IN_MAX && mateIn(best.score) <= limits.mate) return true;
  if (clock.totalNodes() >= limits.softNodes) return true;
  if (limits.infinite || limits.softMs === Infinity) return false;
  const isTimeOver = isSoftTimeOver(s, scale, isForced);
  clock.endsAtPonderhit = isTimeOver;
  return isTimeOver && !clock.isPondering();
}

/** Whether the move has had enough time. A fixed time for the move is not scaled. */
function isSoftTimeOver({ clock, root }: Search, scale: number, isForced: boolean): boolean {
  const { softMs, hardMs, isOnClock } = clock.limits;
  if (isForced && isOnClock && root.depth >= FORCED_MOVE_DEPTH) return true;
  // If both limits are equal and there is no game clock, the move has a fixed time. Use all of it.
  const isGiven = softMs === hardMs && !isOnClock;
  return clock.spent() >= (isGiven ? softMs : softMs * scale);
}

/**
 * The share of the soft limit that the move deserves. It is larger if the best move got few of this thread's nodes or
 * changed recently, or if the score fell. Adds the latest depth to the trend.
 *
 * Assumes: a move that has long been the best and has taken most of the nodes will stay the best. Wrong when: the
 * refutation of the move is deeper. Limited by: the factors are bounded.
 */
export function timeScale(
  trend: Trend,
  best: Pick<RootMove, "move" | "score" | "nodes">,
  nodes: number,
  depth: number,
): number {
  const isChange = best.move !== trend.bestMove;
  trend.stability = isChange ? 0 : Math.min(trend.stability + 1, P.timeStabilityMax);
  trend.changes = trend.changes / 2 + (isChange && depth > 1 ? 1 : 0);
  trend.bestMove = best.move;
  const drop = depth === 1 ? 0 : trend.averageScore - best.score;
  trend.averageScore = depth === 1 ? best.score : (trend.averageScore + best.score) >> 1;

  const share = best.nodes / Math.max(1, nodes);
  const byNodes = (P.timeNodeBase - P.timeNodeFactor * share) / PERCENT;
  const byStability = (P.timeStabilityBase - P.timeStabilityStep * trend.stability) / PERCENT;
  const byChanges = 1 + P.timeChangeFactor * trend.changes / PERCENT;
  const earlierDrop = trend.previousAverage === null ? 0 : trend.previousAverage - best.score;
  const byDrop = drop * P.timeScoreFactor + earlierDrop * P.timePreviousFactor;
  const byScore = 1 + Math.max(-P.timeScoreRise, Math.min(P.timeScoreLimit, byDrop)) / THOUSANDTHS;
  return byNodes * byStability * byChanges * byScore;
}

/** The lines of the latest completed iteration. Since then, an unfinished iteration may have changed the root moves. */
function completedLines({ position, root, tt }: Search): SearchResult["completed"] {
  const lines = root.moves.flatMap((line) => line.previousLine === null ? [] : { ...line, ...line.previousLine });
  lines.sort((a, b) => a.rank - b.rank);
  return lines.map((line, i) => {
    const score = shownScore(line.score, line);
    return { score, pv: i === 0 ? extendLine(position, tt, line.pv, score, root.depth) : line.pv };
  });
}

function isKnown(line: RootMove): boolean {
  return line.score !== -INFINITE || line.tablebaseScore !== NO_SCORE;
}

/** The score to report for a root move. A move without a score counts as a draw. */
function lineScore(line: RootMove): number {
  return shownScore(line.score !== -INFINITE ? line.score : DRAW, line);
}

function describe(s: Search, rank: number): SearchInfo {
  const line = s.root.moves[rank - 1];
  const { depth, seldepth } = line;
  const score = lineScore(line);
  const bound = line.tablebaseScore !== NO_SCORE ? BOUND_EXACT : line.bound;
  const isDraw = isCertainDraw(s.position, line, score);
  return { depth, seldepth, multipv: rank, score, bound, isDraw, ...progressOf(s), pv: lineMoves(s, line, score) };
}

/**
 * Whether a root move with this score is a certain draw: by the rules, before or after the move, or by the tablebases.
 */
function isCertainDraw(position: Position, { move, tablebaseScore }: RootMove, score: number): boolean {
  if (tablebaseScore !== NO_SCORE) return score === tablebaseScore && boundOfTablebaseScore(score) === BOUND_EXACT;
  if (score !== DRAW) return false;
  if (isInsufficientMaterial(position)) return true;
  position.make(move);
  const isDraw = isFiftyMoves(position) || isThreefold(position) || isInsufficientMaterial(position) ||
    (!position.inCheck && !hasLegalMove(position));
  position.undo();
  return isDraw;
}

function progressOf({ clock, tt }: Search): Pick<SearchInfo, "nodes" | "timeMs" | "hashfull" | "tbhits"> {
  const [nodes, tbhits] = [clock.totalNodes(), clock.totalTablebaseHits()];
  return { nodes, timeMs: clock.elapsed(), hashfull: tt.hashfull(), tbhits };
}

/** The line to report for a root move, completed from the transposition table. */
function lineMoves(s: Search, line: RootMove, score: number): number[] {
  // A score outside the window has no line. But in MultiPV mode, each line should still show a continuation.
  if (line.bound !== BOUND_EXACT && (s.clock.limits.multiPv === 1 || isMateScore(score))) return line.pv;
  return extendLine(s.position, s.tt, line.pv, score, line.depth);
}
