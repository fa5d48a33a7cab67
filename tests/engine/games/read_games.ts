/** Games from text, and games as text, so that tests can compare them. */

import { assertEquals } from "@std/assert";
import { Game } from "../../../engine/games/game.ts";
import type { GameNode } from "../../../engine/games/game_node.ts";
import type { PgnGame } from "../../../engine/games/pgn.ts";
import { readPgn } from "../../../engine/games/pgn_reader.ts";

/** The moves after a node as text, with variations in brackets, and unread text between bars. */
export function movesOf(start: GameNode): string {
  const words = [...start.rest === "" ? [] : [`|${start.rest}|`]];
  for (let node = start.next; node !== null; node = node.next) {
    words.push(wordsOf(node));
    for (const variation of node.parent?.children.slice(1) ?? []) {
      words.push(`(${[wordsOf(variation), movesOf(variation)].filter((word) => word !== "").join(" ")})`);
    }
    if (node.rest !== "") words.push(`|${node.rest}|`);
  }
  return words.filter((word, i) => i === 0 || word !== "").join(" ");
}

function wordsOf({ san, glyphs, comments, commentsBefore }: GameNode): string {
  return [
    ...commentsBefore.map((text) => `{${text}}`),
    san,
    ...glyphs.map((glyph) => `$${glyph}`),
    ...comments.map((text) => `{${text}}`),
  ].join(" ");
}

/** A game with these moves in SAN, with or without numbers. */
export function play(moves: string, ...setup: ConstructorParameters<typeof Game>): Game {
  const game = new Game(...setup);
  for (const move of moves.replace(/\d+\./g, "").match(/\S+/g) ?? []) game.move(move);
  return game;
}

/** The only game in `text`. */
export function readOne(text: string): PgnGame {
  const games = readPgn(text);
  assertEquals(games.length, 1);
  return games[0];
}
