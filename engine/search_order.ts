/** A request for one search, with its limits. @module */

import type { Position } from "../core/position.ts";
import { MAX_PLY } from "../core/score.ts";
import { type SearchLimits, unlimited } from "../search/limits.ts";
import { allotTime, type ClockTimes } from "../search/time.ts";
import { FULL_LEVEL } from "../search/weaker_play.ts";
import type { AnalyseOptions, PlayOptions } from "./engine_options.ts";
import { readMove, type ReadPosition } from "./position_input.ts";
import { type Settings, strengthLevel } from "./settings.ts";

/** A search uses helper threads only if its time is at least this many times the longest recent delay. */
const HELPERS_FROM_DELAYS = 4;

/** The limits from the caller: a clock, plies, nodes, or moves to mate. */
export type OrderBounds = {
  readonly clock: ClockTimes;
  readonly depth?: number | undefined;
  readonly nodes?: number | undefined;
  readonly mate?: number | undefined;
};

/** What one search should do. */
export type SearchOrder = OrderBounds & {
  /** The game; its last position is searched. */
  readonly game: ReadPosition;
  readonly settings: Settings;
  /** The only moves to consider; empty for all. */
  readonly searchMoves: readonly number[];
  readonly infinite?: boolean;
  /** Whether to report lines at full strength even if the move is weaker. This has no effect on a clock. */
  readonly fullLines?: boolean;
  /** Whether time limits apply only after `ponderhit`. They then include the time before it. */
  readonly ponder?: boolean;
  /** The time (`performance.now()` in this thread) at which the clock started; by default, the start of the search. */
  readonly startedAt?: number;
  /** Aborts the search, even if it has not started yet. */
  readonly signal?: AbortSignal | undefined;
};

/** The bounds of an analysis, and the moves that it considers. Throws a `PositionError` if one of them is not legal. */
export function analysisBounds(
  { depth, nodes, time, mate, searchMoves = [] }: AnalyseOptions,
  position: Position,
): OrderBounds & Pick<SearchOrder, "searchMoves"> {
  // An analysis may use all of its time.
  const clock = time === undefined ? {} : { movetime: time };
  return { clock, depth, nodes, mate, searchMoves: searchMoves.map((text) => readMove(position, text)) };
}

/** The bounds of a search for a move to play. */
export function playBounds(options: PlayOptions): OrderBounds {
  return {
    clock: {
      wtime: options.whiteTime,
      btime: options.blackTime,
      winc: options.whiteIncrement,
      binc: options.blackIncrement,
      movestogo: options.movesToGo,
      movetime: options.time,
    },
    depth: options.depth,
    nodes: options.nodes,
  };
}

/** Whether the search has a limit. */
export function isBounded({ clock, depth, nodes, mate }: OrderBounds): boolean {
  const hasTime = [clock.wtime, clock.btime, clock.movetime].some((value) => value !== undefined);
  return hasTime || depth !== undefined || nodes !== undefined || mate !== undefined;
}

/** The limits of a search that starts now. `delayMs` is the longest recent delay in answering. */
export function limitsOf(order: SearchOrder, delayMs: number = 0): SearchLimits {
  const { settings, depth, nodes, mate, clock, infinite = false, fullLines = false, startedAt = performance.now() } =
    order;
  const limits: SearchLimits = {
    ...unlimited(),
    startedAt,
    infinite,
    multiPv: settings.multiPv,
    tablebaseMen: settings.syzygyProbeLimit,
    tablebaseDepth: settings.syzygyProbeDepth,
    useFiftyMoves: settings.syzygyFiftyMoves,
    searchMoves: [...order.searchMoves],
  };
  const level = strengthLevel(settings);
  // An infinite search is an analysis, so it is at full strength.
  if (level < FULL_LEVEL && !infinite) {
    limits.weakness = { level, seed: Math.floor(Math.random() * Number.MAX_SAFE_INTEGER) };
  }
  if (depth !== undefined) limits.depth = Math.max(1, Math.min(depth, MAX_PLY));
  if (nodes !== undefined) limits.nodes = Math.max(1, nodes);
  if (mate !== undefined) limits.mate = mate;
  if (infinite) return limits;
  const { wtime, btime, movetime } = clock;
  limits.isOnClock = movetime === undefined && (wtime !== undefined || btime !== undefined);
  limits.fullLines = fullLines && limits.weakness !== null && !limits.isOnClock;
  const { position: { sideToMove, gamePly } } = order.game;
  const times = allotTime(clock, sideToMove, settings.moveOverheadMs, gamePly, delayMs);
  // If threads have to wait for a processor, helpers would only slow down the main thread.
  if (times.hardMs < HELPERS_FROM_DELAYS * delayMs) limits.threads = 1;
  return { ...limits, ...times };
}
