/** Games from PGN. @module */

import { Game } from "../../engine/games/game.ts";
import type { GameNode } from "../../engine/games/game_node.ts";
import { nameOf } from "../../engine/games/pgn.ts";
import { GameLine } from "./game_line.ts";

/** A game of a text. */
export interface NumberedGame {
  /** Its place in the text, from 1. */
  readonly number: number;
  /** The game, with its first position shown. */
  readonly line: GameLine;
}

/** What was found in a text. */
export interface GamesOfText {
  /** The games that could be read. */
  readonly games: readonly NumberedGame[];
  /** Why others could not: which game, and where in it. */
  readonly faults: readonly string[];
}

/** The games of a PGN text. A variation ends where it has something that is not a legal move, a null move for example. */
export function gamesFromPgn(text: string): GamesOfText {
  const games: NumberedGame[] = [];
  const faults: string[] = [];
  for (const { game, number, fault } of Game.readAll(text)) {
    if (fault === null) {
      simplify(game, game.root);
      game.goTo(game.root);
      games.push({ number, line: new GameLine(game) });
    } else faults.push(`${nameOf({ tags: game.tags, number })}: ${fault}`);
  }
  return { games, faults };
}

/** Removes null moves behind a place. What is said before the first move of a variation is said about that move. */
function simplify(game: Game, place: GameNode): void {
  for (const node of place.children) {
    if (node.isNull) game.delete(node);
    else {
      node.comments = [...node.commentsBefore, ...node.comments];
      node.commentsBefore = [];
      simplify(game, node);
    }
  }
}
