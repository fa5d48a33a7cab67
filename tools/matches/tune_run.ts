/**
 * Plays batches of games until there are no more: gives them to players, and passes on their results.
 *
 * @module
 */

import { drawRun } from "./spsa_chart.ts";
import type { Session } from "./spsa_report.ts";
import type { Assignment, TuneState } from "./spsa_state.ts";
import type { Game } from "./tally.ts";
import type { Player } from "./tune_players.ts";

/** Milliseconds between two progress lines. */
const TICK_MS = 500;
/** Milliseconds between two pictures. */
const PICTURE_MS = 60_000;

/** What is to be played. */
export interface Work {
  /** The next batch, `null` if there is none. */
  next(): Assignment | null;
  /** The games of a batch, as the plus side sees them. */
  finish(assignment: Assignment, games: readonly Game[]): void;
}

/** Path of the picture that belongs to a state file. */
export function picturePath(path: string): string {
  return `${path.replace(/\.json$/, "")}.svg`;
}

/** Draws the picture of a run. */
export function writePicture(state: TuneState, path: string): void {
  Deno.writeTextFileSync(picturePath(path), drawRun(state));
}

/**
 * Plays until there is no work left or the signal comes.
 *
 * @param work What is to be played.
 * @param players Play at the same time; they are closed when this settles.
 * @param onTick Called now and then.
 * @param signal Breaks the games in progress off; `work` learns nothing of them.
 * @throws Error if a player fails, or whatever `work` throws.
 */
export async function playWork(
  work: Work,
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
  let pictureAt = startedAt + PICTURE_MS;
  const save = () => {
    state.seconds = secondsBefore + (performance.now() - startedAt) / 1000;
    state.save(path);
    if (performance.now() < pictureAt) return;
    pictureAt = performance.now() + PICTURE_MS;
    writePicture(state, path);
  };
  const next = () => state.takeBatch();
  const finish = (assignment: Assignment, games: readonly Game[]) => {
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
  writePicture(state, path);
}
