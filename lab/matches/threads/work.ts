/** Plays batches of games until there are no more: gives them to players, and passes on their results. @module */

import { formatDuration } from "../../progress.ts";
import type { Game } from "../tally.ts";
import type { Assignment } from "./player_worker.ts";
import type { Player } from "./players.ts";

/** Milliseconds between two progress lines. */
const TICK_MS = 500;

/** How far this session of a run is. */
export interface Session {
  /** Games played in it, those of unfinished batches included. */
  readonly games: number;
  /** Games of batches that are not finished. */
  readonly extraGames: number;
  /** Seconds since it began. */
  readonly seconds: number;
}

/** How far some work is, in one line; the speed is that of the session. */
export function describeSession(done: number, total: number, { games, seconds }: Session): string {
  const rate = games / seconds;
  return `${done} of ${total} games, ${(60 * rate).toFixed(1)}/min, ${formatDuration((total - done) / rate)} left`;
}

export interface Work<Batch extends Assignment> {
  /** The next batch, `null` if there is none. */
  next(): Batch | null;
  /** The games of a batch, as the plus side sees them. */
  finish(assignment: Batch, games: readonly Game[]): void;
}

/**
 * Plays until there is no work left or the signal comes.
 *
 * @param players Play at the same time; they are closed when this settles.
 * @param signal Breaks the games in progress off; `work` learns nothing of them.
 * @throws Error if a player fails, or whatever `work` throws.
 */
export async function playWork<Batch extends Assignment>(
  work: Work<Batch>,
  players: readonly Player[],
  onTick: (session: Session) => void,
  signal: AbortSignal,
): Promise<void> {
  const startedAt = performance.now();
  const session = { games: 0, extraGames: 0 };
  let hasFailed = false;
  const stop = () => players.forEach((player) => player.stop());
  const occupy = async (player: Player): Promise<void> => {
    while (!signal.aborted && !hasFailed) {
      const assignment = work.next();
      if (assignment === null) return;
      let games = 0;
      const result = await player.play(assignment, () => {
        games += 2;
        session.games += 2;
        session.extraGames += 2;
      });
      session.extraGames -= games;
      if (result === null) return;
      work.finish(assignment, result);
    }
  };
  const timer = setInterval(() => onTick({ ...session, seconds: (performance.now() - startedAt) / 1000 }), TICK_MS);
  signal.addEventListener("abort", stop);
  try {
    // One player's error stops the others, and is thrown when all have ended.
    const outcomes = await Promise.allSettled(players.map((player) =>
      occupy(player).catch((error) => {
        hasFailed = true;
        stop();
        throw error;
      })
    ));
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  } finally {
    clearInterval(timer);
    signal.removeEventListener("abort", stop);
    for (const player of players) player.close();
  }
}
