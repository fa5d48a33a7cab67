/** Matches between two players, on all cores. @module */

import { createControl } from "../../search/thread_slot.ts";
import { shareJobs } from "../job_thread.ts";
import type { Contestant, GameOptions } from "./pair_games.ts";
import { type Assignment, createThreads } from "./players.ts";
import { EMPTY_TALLY, type Game, type Tally, withGames } from "./statistics.ts";

export const WEAK_NODES = 400;
/** Game options for networks that may still be untrained: scores neither choose the openings nor end the games. */
export const WEAK_GAMES: GameOptions = {
  ...{ pace: { nodes: WEAK_NODES }, hash: 1, chess960: 0, adjudicate: false, openings: "material" },
};

export interface ContestOptions {
  readonly games: GameOptions;
  readonly seed: bigint;
  readonly threads: number;
  /** No pair begins after this many seconds, but each thread plays at least one pair. */
  readonly seconds: number;
  readonly pairs: number;
  /** The worker must call `servePlayer`. */
  readonly startWorker: () => Worker;
  /** Called with the seconds since the start and the results so far. */
  readonly onTick?: (seconds: number, tally: Tally) => void;
}

/** Plays a match until the signal is aborted, and returns its results from the plus side's point of view. */
export async function playContest(
  sides: readonly [plus: Contestant, minus: Contestant],
  { games, seed, threads, seconds, pairs, startWorker, onTick }: ContestOptions,
  signal: AbortSignal,
): Promise<Tally> {
  const deadline = performance.now() + 1000 * seconds;
  const control = createControl();
  const settings = { sides, parameters: [], fixed: {}, seed: `${seed}`, batchPairs: 1, games };
  const players = createThreads(settings, null, control, Math.min(threads, pairs), startWorker);
  let tally: Tally = EMPTY_TALLY;
  let begun = 0;
  const work = {
    next: () => {
      if (begun >= pairs || (begun >= players.length && performance.now() > deadline)) return null;
      return { batch: begun++, plus: [], minus: [] };
    },
    finish: (_: Assignment, played: readonly Game[]) => void (tally = withGames(tally, played)),
  };
  await shareJobs(work, players, control, (passed) => onTick?.(passed, tally), signal);
  return tally;
}
