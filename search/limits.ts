/** The limits of a search. @module */

import { MAX_PLY } from "../core/score.ts";

/** A search with less time than this uses no helpers: waking them could take processor time from the main thread. */
const HELPERS_FROM_MS = 20;

/** How weakly to play: a level from 0 (a beginner) to `FULL_LEVEL`, and a seed below 2^53 for random choices. */
export type Weakness = Readonly<Record<"level" | "seed", number>>;

/** The limits of one search; the first limit that is reached ends it. */
export interface SearchLimits {
  /** Last depth to complete, 1 … `MAX_PLY`. */
  depth: number;
  /** Maximum number of nodes; `Infinity` for no limit. The first line of depth 1 is always finished. */
  nodes: number;
  /** Nodes after which no new iteration starts; `Infinity` for no limit. */
  softNodes: number;
  /** The search ends when it finds a mate in this many moves; 0 for no such limit. */
  mate: number;
  /**
   * Milliseconds after which no new iteration starts; `Infinity` for no limit. The search scales this limit as it goes,
   * unless the limit equals `hardMs` and there is no game clock.
   */
  softMs: number;
  /** Milliseconds after which the search stops immediately; `Infinity` for no limit. */
  hardMs: number;
  /** Milliseconds after which a search without a result answers with the TT's move; `Infinity` for no such limit. */
  lastMs: number;
  /** Whether the time comes from a game clock. If it does, time saved now is available for later moves. */
  isOnClock: boolean;
  /** When the clock started, by `performance.now()` in this thread; see moment.ts for other threads. */
  startedAt: number;
  /** Number of nodes that count as one millisecond of `softMs` and `hardMs`; 0 to measure real time. */
  nodesPerMs: number;
  /** Whether the result is held back until `CONTROL_STOP` is set or, while pondering, `CONTROL_PONDER` is cleared. */
  infinite: boolean;
  /** The only root moves to consider; empty for all. */
  searchMoves: number[];
  multiPv: number;
  /** Maximum number of men for a tablebase look-up; 0 to use no tablebases. */
  tablebaseMen: number;
  /** Minimum remaining depth for looking up positions with as many men as the largest tables cover. */
  tablebaseDepth: number;
  /** Whether tablebase wins count as draws if the fifty-move rule makes them draws. */
  useFiftyMoves: boolean;
  /** Maximum number of threads; with 1, a search without time limits can be repeated exactly. */
  threads: number;
  /** Deliberate weakness; `null` for full strength. */
  weakness: Weakness | null;
  /** Whether weakness changes only the answer, not the reported lines. */
  fullLines: boolean;
}

/** Limits that limit nothing: spread this object and override some of its fields. */
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
    fullLines: false,
  };
}

/** Milliseconds until the search must stop; `Infinity` if time is not limited. */
export function timeLeft({ hardMs, startedAt }: SearchLimits): number {
  return startedAt + hardMs - performance.now();
}

/** The number of threads that a search with these limits should use, if there are that many. */
export function threadsFor(limits: SearchLimits): number {
  return limits.weakness !== null || limits.hardMs < HELPERS_FROM_MS ? 1 : limits.threads;
}

/** The limits of a helper thread, which searches until the main search ends. */
export function helperLimits(limits: SearchLimits): SearchLimits {
  const { startedAt, searchMoves, multiPv, tablebaseMen, tablebaseDepth, useFiftyMoves } = limits;
  return { ...unlimited(), startedAt, searchMoves, multiPv, tablebaseMen, tablebaseDepth, useFiftyMoves };
}
