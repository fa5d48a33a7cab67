/**
 * A game with its variations and comments as PGN, and from PGN.
 *
 * @module
 */

import { Game } from "../../engine/games/game.ts";
import type { GameNode } from "../../engine/games/game_node.ts";
import { nameOf } from "../../engine/games/pgn.ts";
import { GameLine } from "./game_line.ts";
import type { MoveNode } from "./move_tree.ts";

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
    if (fault === null) games.push({ number, line: lineOf(game) });
    else faults.push(`${nameOf({ tags: game.tags, number })}: ${fault}`);
  }
  return { games, faults };
}

/** A game with its first position shown. */
function lineOf(game: Game): GameLine {
  const { fen, chess960, comments } = game.root;
  const line = new GameLine({ fen, chess960 });
  line.root.comments.push(...comments);
  addMoves(line, line.root, game.root);
  for (const [tag, value] of game.tags) line.tags.set(tag, value);
  line.goTo(0);
  return line;
}

/** The game of the library with the variations and comments of a line; `tags` take the place of its own. */
export function gameOf(line: GameLine, tags: ReadonlyMap<string, string> = new Map()): Game {
  const game = new Game(line.start.fen, { chess960: line.start.chess960 });
  for (const [tag, value] of [...line.tags, ...tags]) game.tags.set(tag, value);
  game.root.comments = [...line.root.comments];
  const copy = (from: MoveNode, to: GameNode): void => {
    for (const child of from.children) {
      const node = game.add(to, child.step?.uci ?? "");
      node.comments = [...child.comments];
      node.glyphs = [...child.nags];
      copy(child, node);
    }
  };
  copy(line.root, game.root);
  return game;
}

/** Adds the moves behind a place of a game, up to null moves, with everything said about them. */
function addMoves(line: GameLine, to: MoveNode, from: GameNode): void {
  for (const child of from.children) {
    if (child.isNull) continue;
    line.show(to);
    line.play(child.uci);
    const node = line.current;
    // What is said before the first move of a variation is said about that move.
    node.comments.push(...child.commentsBefore, ...child.comments);
    node.nags.push(...child.glyphs);
    addMoves(line, node, child);
  }
}
