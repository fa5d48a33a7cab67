/** Turns what a caller asks for, and the settings, into the limits of a search. @module */

import type { Position } from "../core/position.ts";
import { MAX_PLY } from "../core/score.ts";
import type { LearningWatch } from "../search/inspect.ts";
import { type SearchLimits, unlimited } from "../search/limits.ts";
import { allotTime, type ClockTimes } from "../search/time.ts";
import { FULL_LEVEL } from "../search/weaker_play.ts";
import type { AnalyseOptions, PlayOptions } from "./engine_options.ts";
import { readMove, type ReadPosition } from "./position_input.ts";
import { type Settings, strengthLevel } from "./settings.ts";

/** What one search is asked for. A field is `undefined` where the caller does not say. */
export interface SearchOrder {
  /** The clock of the game. */
  clock: ClockTimes;
  /** Last depth to complete, plies. */
  depth?: number;
  /** Nodes to visit. */
  nodes?: number;
  /** Moves to the mate to find. */
  mate?: number;
  /** Whether to search until it is stopped. */
  infinite: boolean;
  /** Whether the bounds of time hold only from `ponderhit` on. The time before it counts as time that the move had. */
  ponder: boolean;
  /** The only moves to consider, encoded; empty for all. */
  searchMoves: number[];
}

/** A search of the library that waits for its turn, or is running. */
export interface SearchTask {
  /** What to search. */
  readonly input: ReadPosition;
  /** Its limits and clocks. */
  readonly order: SearchOrder;
  /** The settings of the moment it was asked for. */
  readonly settings: Settings;
  /** How the caller sees what is learned meanwhile, `undefined` for not at all. */
  readonly watch: LearningWatch | undefined;
  /** Whether it was ended early. */
  isStopped: boolean;
  /** Whether it is running. */
  isRunning: boolean;
  /** Allows a search that ponders to return its result. */
  release: () => void;
}

/** What an analysis from a position is asked for. Throws a `PositionError` if a move to consider is not legal. */
export function analysisOrder(
  { depth, nodes, time, mate, searchMoves = [] }: AnalyseOptions,
  position: Position,
): SearchOrder {
  return {
    // An analysis may use all of its time: no time is kept back for what happens outside the search.
    clock: time === undefined ? {} : { movetime: time },
    depth,
    nodes,
    mate,
    infinite: false,
    ponder: false,
    searchMoves: searchMoves.map((text) => readMove(position, text)),
  };
}

/** What is asked for with a clock. */
export function playOrder(options: PlayOptions): SearchOrder {
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
    infinite: false,
    ponder: options.ponder ?? false,
    searchMoves: [],
  };
}

/** Whether anything bounds the search. */
export function isBounded(
  { clock, depth, nodes, mate }: Pick<SearchOrder, "clock" | "depth" | "nodes" | "mate">,
): boolean {
  const hasTime = [clock.wtime, clock.btime, clock.movetime].some((value) => value !== undefined);
  return hasTime || depth !== undefined || nodes !== undefined || mate !== undefined;
}

/**
 * The limits of a search from a position. Without any bound it goes on until it is stopped.
 *
 * @param startedAt When the clock started: milliseconds of this thread's `performance.now()`.
 */
export function limitsOf(
  order: SearchOrder,
  position: Position,
  settings: Settings,
  startedAt: number,
): SearchLimits {
  const limits: SearchLimits = {
    ...unlimited(),
    startedAt,
    infinite: order.infinite,
    multiPv: settings.multiPv,
    tablebaseMen: settings.syzygyProbeLimit,
    tablebaseDepth: settings.syzygyProbeDepth,
    useFiftyMoves: settings.syzygyFiftyMoves,
    searchMoves: order.searchMoves,
  };
  const level = strengthLevel(settings);
  // A search without end is for analysis, which is always at full strength.
  if (level < FULL_LEVEL && !order.infinite) {
    limits.weakness = { level, seed: Math.floor(Math.random() * Number.MAX_SAFE_INTEGER) };
  }
  if (order.depth !== undefined) limits.depth = Math.max(1, Math.min(order.depth, MAX_PLY));
  if (order.nodes !== undefined) limits.nodes = Math.max(1, order.nodes);
  if (order.mate !== undefined) limits.mate = order.mate;
  if (order.infinite) return limits;
  const { wtime, btime, movetime } = order.clock;
  limits.isOnClock = movetime === undefined && (wtime !== undefined || btime !== undefined);
  return { ...limits, ...allotTime(order.clock, position.sideToMove, settings.moveOverheadMs, position.gamePly) };
}
