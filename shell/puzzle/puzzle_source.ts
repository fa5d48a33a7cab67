/** Makes puzzles from games. Each game is analysed when its turn comes. @module */

import type { Engine } from "../../engine/engine.ts";
import { type PgnGame, playersOf } from "../../engine/games/pgn.ts";
import { isAtLeast, type Puzzle, puzzlesOf, puzzlesOfFile } from "../../engine/games/puzzle.ts";
import { ENGINE_NAME } from "../../engine/version.ts";
import type { GameOfFile } from "../analyse/game_files.ts";
import { playsAs } from "../analyse/players.ts";
import { analyseVisibly } from "../analyse/visible_analysis.ts";
import type { PuzzleArguments } from "./puzzle_arguments.ts";

/** A puzzle with its game. */
export type GamePuzzle = { readonly puzzle: Puzzle; readonly game: PgnGame };

/** Whether White's errors become puzzles, and whether Black's do. */
export type Sides = readonly [white: boolean, black: boolean];

/** Finds the puzzles that the options ask for. The signal ends the work early, even during an analysis. */
export async function* findPuzzles(
  games: readonly GameOfFile[],
  options: PuzzleArguments,
  engine: Pick<Engine, "analyse" | "newGame">,
  signal: AbortSignal,
): AsyncGenerator<GamePuzzle> {
  let left = options.count;
  for (const { game, replay } of games) {
    const sides = sidesOf(game, options);
    if (replay === null || !sides.includes(true)) continue;
    const found = puzzlesOfFile(game, replay) ??
      puzzlesOf(
        replay,
        await analyseVisibly(replay, engine, { ...options.bounds, praise: false }, signal, playersOf(game)),
      );
    if (signal.aborted) return;
    for (const puzzle of found) {
      if (!sides[puzzle.isWhite ? 0 : 1] || !isAtLeast(puzzle.judgement, options.least)) continue;
      yield { puzzle, game };
      if (--left <= 0) return;
    }
  }
}

/** The sides whose errors in a game become puzzles. */
export function sidesOf(game: PgnGame, { player, colour }: PuzzleArguments): Sides {
  const [white, black] = (["White", "Black"] as const).map((tag) => {
    if (colour !== null && colour !== "both" && colour !== tag.toLowerCase()) return false;
    if (player !== null) return playsAs(game, tag, player);
    // Unless a colour was chosen, leave out the engine's errors.
    return colour !== null || !(game.tags.get(tag) ?? "").startsWith(ENGINE_NAME);
  });
  return [white, black];
}
