/**
 * Plays a tuning run: hands out its batches and keeps its state in the file.
 *
 * @module
 */

import type { TuneAssignment, TuneState } from "./spsa_state.ts";
import type { Game } from "../tally.ts";
import type { Player } from "../threads/players.ts";
import { playWork, type Session } from "../threads/work.ts";

/**
 * Plays a tuning run until it is complete or the signal comes.
 *
 * @param state The run; it changes as games come in, and is saved after each batch.
 * @param path Its file.
 * @param players As for `playWork`.
 * @param onTick As for `playWork`.
 * @param signal Breaks the games in progress off. They are played again when the run goes on.
 * @throws Error if a player fails, or the state cannot be written.
 */
export async function playRun(
  state: TuneState,
  path: string,
  players: readonly Player[],
  onTick: (session: Session) => void,
  signal: AbortSignal,
): Promise<void> {
  const startedAt = performance.now();
  const secondsBefore = state.seconds;
  const save = () => {
    state.seconds = secondsBefore + (performance.now() - startedAt) / 1000;
    state.save(path);
  };
  const next = () => state.takeBatch();
  const finish = (assignment: TuneAssignment, games: readonly Game[]) => {
    state.finishBatch(assignment, games);
    save();
  };
  try {
    // Before a game is played: a file that cannot be written would cost the games of the first batch.
    save();
  } catch (error) {
    for (const player of players) player.close();
    throw error;
  }
  await playWork({ next, finish }, players, onTick, signal);
}
