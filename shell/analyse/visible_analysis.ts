/** Analyses a game with a progress bar on a terminal. @module */

import type { Engine } from "../../engine/engine.ts";
import { analyse, type Analysis, type GameSearch } from "../../engine/games/analysis.ts";
import type { Replay } from "../../engine/games/replay.ts";
import { showProgress } from "../../terminal/progress.ts";

/** Analyses a game, and shows `what` after the progress bar. The signal ends the analysis early. */
export async function analyseVisibly(
  replay: Replay,
  engine: Pick<Engine, "analyse" | "newGame">,
  search: GameSearch,
  signal: AbortSignal,
  what: string = "",
): Promise<Analysis> {
  const bar = showProgress(replay.record.moves.length + 1);
  try {
    if (what !== "") bar.describe(what);
    return await analyse(replay, engine, search, signal, () => bar.step());
  } finally {
    bar.close();
  }
}
