/** Lists the players for the error message if no game matches the options. @module */

import type { PgnGame } from "../../engine/games/pgn.ts";
import { count } from "../../engine/words.ts";

const LISTED_PLAYERS = 8;

/** Whether a player's name contains a string, ignoring case. */
export function playsAs({ tags }: Pick<PgnGame, "tags">, colour: "White" | "Black", name: string): boolean {
  return (tags.get(colour) ?? "").toLowerCase().includes(name.toLowerCase());
}

/** Counts games and collects players. */
export class Players {
  /** The number of games. */
  count = 0;
  readonly #names = new Set<string>();

  /** Counts a game. */
  add({ tags }: Pick<PgnGame, "tags">): void {
    this.count++;
    // Collect one more name than the list shows, to find out whether there are others.
    for (const tag of ["White", "Black"]) if (this.#names.size <= LISTED_PLAYERS) this.#names.add(tags.get(tag) || "?");
  }

  /** The error to throw if no game matches these options. */
  noneChosenBy(options: string): Error {
    const listed = [...this.#names].slice(0, LISTED_PLAYERS).map((name) => `'${name}'`).join(", ");
    const others = this.#names.size > LISTED_PLAYERS ? " and others" : "";
    return new Error(`${options} matched none of ${count(this.count, "game")}; the players are ${listed}${others}`);
  }
}
