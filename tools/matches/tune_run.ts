/**
 * The run: hands batches out to players until all games are played, and keeps what is known.
 *
 * @module
 */

import { drawRun } from "./spsa_chart.ts";
import type { Session } from "./spsa_report.ts";
import type { TuneState } from "./spsa_state.ts";
import type { Player } from "./tune_players.ts";

/** Milliseconds between two progress lines. */
const TICK_MS = 500;
/** Milliseconds between two pictures. */
const PICTURE_MS = 60_000;

/** Path of the picture that belongs to a state file. */
export function picturePath(path: string): string {
  return `${path.replace(/\.json$/, "")}.svg`;
}

/** Draws the picture of a run. */
export function writePicture(state: TuneState, path: string): void {
  Deno.writeTextFileSync(picturePath(path), drawRun(state));
}

/**
 * Plays until the run is complete or stopped.
 *
 * @param state The run; it changes as games come in, and is saved after each batch.
 * @param path Its file.
 * @param players Play at the same time; they are closed when this settles.
 * @param onTick Called now and then.
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
  const session = { games: 0, extraGames: 0, seconds: 0 };
  const secondsNow = () => (performance.now() - startedAt) / 1000;
  let hasFailed = false;
  let pictureAt = performance.now() + PICTURE_MS;
  const save = () => {
    state.seconds = secondsBefore + secondsNow();
    state.save(path);
    if (performance.now() < pictureAt) return;
    pictureAt = performance.now() + PICTURE_MS;
    writePicture(state, path);
  };
  const stop = () => players.forEach((player) => player.stop());
  const work = async (player: Player): Promise<void> => {
    while (!signal.aborted && !hasFailed) {
      const assignment = state.takeBatch();
      if (assignment === null) return;
      let pairs = 0;
      const games = await player.play(assignment, () => {
        pairs++;
        session.games += 2;
        session.extraGames += 2;
      });
      session.extraGames -= 2 * pairs;
      if (games === null) return;
      state.finishBatch(assignment, games);
      save();
    }
  };
  const timer = setInterval(() => onTick({ ...session, seconds: secondsNow() }), TICK_MS);
  signal.addEventListener("abort", stop);
  try {
    // Written before a game is played: a file that cannot be written shall not be found out afterwards.
    save();
    const working = players.map((player) =>
      work(player).catch((error) => {
        hasFailed = true;
        stop();
        throw error;
      })
    );
    const outcomes = await Promise.allSettled(working);
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  } finally {
    clearInterval(timer);
    signal.removeEventListener("abort", stop);
    for (const player of players) player.close();
  }
  writePicture(state, path);
}
