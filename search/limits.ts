/** What bounds a search, field by field. @module */

import { MAX_PLY } from "../core/score.ts";

/**
 * Milliseconds below which a search is for the main thread alone: helpers could not find much, but on a busy machine
 * their waking up may keep the main thread from a processor when the clock is nearly out.
 */
const HELPERS_FROM_MS = 20;

/** How weak to play: 0, a beginner, up to `FULL_LEVEL`, need not be whole; and the seed of all draws, whole, below 2^53. */
export type Weakness = Readonly<Record<"level" | "seed", number>>;

/** The bounds of one search; the one that is reached first ends it. */
export interface SearchLimits {
  /** Last depth to complete, 1 … `MAX_PLY`. */
  depth: number;
  /** Nodes to visit, `Infinity` for no bound; the first line of depth 1 is finished in any case. */
  nodes: number;
  /** Nodes after which no new iteration starts, `Infinity` for no bound: for games that must not depend on a clock. */
  softNodes: number;
  /** Find a mate in this many moves, then end; 0 for no such bound. */
  mate: number;
  /**
   * Milliseconds after which no new iteration starts, `Infinity` for no bound. Scaled by how the search goes, unless it
   * is a given time: as long as `hardMs`, and of no clock.
   */
  softMs: number;
  /** Milliseconds after which the search breaks off. `Infinity` for no bound. */
  hardMs: number;
  /** Milliseconds after which the table's move is the answer, if the search has found none; `Infinity` for no such bound. */
  lastMs: number;
  /** Whether these milliseconds are a share of a game's clock, of which a forced move saves some for later moves. */
  isOnClock: boolean;
  /** When the clock started: milliseconds of `performance.now()` in this thread; see moment.ts for other threads. */
  startedAt: number;
  /** Nodes that pass for a millisecond of `softMs` and `hardMs`, for games that no load may change; 0 for the clock. */
  nodesPerMs: number;
  /** Whether the result is held back until `CONTROL_STOP` is set (or, pondering, `CONTROL_PONDER` cleared). */
  infinite: boolean;
  /** The only root moves to consider; empty for all. */
  searchMoves: number[];
  /** How many best lines to report, at least 1. */
  multiPv: number;
  /** Most men of a position to look up in the tablebases; 0 to use none. */
  tablebaseMen: number;
  /** Least depth at which positions with as many men as the largest tables are looked up. */
  tablebaseDepth: number;
  /** Whether the fifty-move rule makes draws of wins that the tablebases know. */
  useFiftyMoves: boolean;
  /** Most threads that take part; with 1 a search without a clock can be repeated. */
  threads: number;
  /** How weak to play on purpose; `null` for full strength. */
  weakness: Weakness | null;
}

/** Limits that bound nothing; spread and override them. */
export function unlimited(): SearchLimits {
  return {
    depth: MAX_PLY,
    nodes: Infinity,
    softNodes: Infinity,
    mate: 0,
    softMs: Infinity,
    hardMs: Infinity,
    lastMs: Infinity,
    isOnClock: false,
    startedAt: performance.now(),
    nodesPerMs: 0,
    infinite: false,
    searchMoves: [],
    multiPv: 1,
    tablebaseMen: 0,
    tablebaseDepth: 1,
    useFiftyMoves: true,
    threads: Infinity,
    weakness: null,
  };
}

/** Milliseconds until the search breaks off, `Infinity` where time is no bound. */
export function timeLeft({ hardMs, startedAt }: SearchLimits): number {
  return startedAt + hardMs - performance.now();
}

/** How many threads a search is for, if there are as many. */
export function threadsFor(limits: SearchLimits): number {
  return limits.weakness !== null || limits.hardMs < HELPERS_FROM_MS ? 1 : limits.threads;
}

/** The limits of a helper thread: the same moves, lines and tablebases, and no bound but the end of the main search. */
export function helperLimits(limits: SearchLimits): SearchLimits {
  const { startedAt, searchMoves, multiPv, tablebaseMen, tablebaseDepth, useFiftyMoves } = limits;
  return { ...unlimited(), startedAt, searchMoves, multiPv, tablebaseMen, tablebaseDepth, useFiftyMoves };
}
