/**
 * A game with its variations and comments as PGN, and from PGN.
 *
 * @module
 */

import { Game } from "../../engine/games/game.ts";
import type { PgnGame, PgnLine, PgnMove } from "../../engine/games/pgn.ts";
import { readPgn } from "../../engine/games/pgn_reader.ts";
import { writePgn } from "../../engine/games/pgn_writer.ts";
import { firstMove, playThrough, positionAfter } from "../../engine/games/replay.ts";
import { GameLine } from "./game_line.ts";
import { type MoveNode, movesAfter } from "./move_tree.ts";

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

/**
 * The games of a PGN text.
 *
 * A variation ends where it has something that is no legal move, a null move for example.
 */
export function gamesFromPgn(text: string): GamesOfText {
  const games: NumberedGame[] = [];
  const faults: string[] = [];
  for (const source of readPgn(text)) {
    try {
      playThrough(source);
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
      continue;
    }
    games.push({ number: source.number, line: lineOf(source) });
  }
  return { games, faults };
}

/** A game that can be played through. */
function lineOf({ source, main, result }: PgnGame): GameLine {
  const game = Game.fromPgn(source);
  const line = GameLine.of(game);
  line.root.comments.push(...main.comments.filter((comment) => comment !== ""));
  addMoves(line, line.root, { comments: [], moves: main.moves });
  // Some files give the result behind the moves alone.
  if (result !== "*") line.tags.set("Result", result);
  for (const [tag, value] of game.tags) line.tags.set(tag, value);
  line.goTo(0);
  return line;
}

/** Writes a game with its variations and comments; `tags` take the place of its own. */
export function gameToPgn(line: GameLine, tags: ReadonlyMap<string, string> = new Map()): string {
  const game = line.wholeGame;
  for (const [tag, value] of tags) game.tags.set(tag, value);
  const [plain] = readPgn(game.toPgn());
  const main = { comments: [...line.root.comments], moves: movesFrom(line.root) };
  return writePgn({ ...plain, main }, firstMove(positionAfter(game.record, 0)));
}

/** Adds the moves of a PGN line behind a place, as far as they are legal, with everything said about them. */
function addMoves(line: GameLine, from: MoveNode, { comments: before, moves }: PgnLine): void {
  let at = from;
  for (const { san, nags, comments, variations } of moves) {
    line.show(at);
    try {
      line.play(san);
    } catch {
      return;
    }
    const node = line.current;
    // What is said before the first move of a variation is said about that move.
    const said = at === from ? [...before, ...comments] : comments;
    node.comments.push(...said.filter((comment) => comment !== ""));
    node.nags.push(...nags);
    for (const variation of variations) addMoves(line, at, variation);
    at = node;
  }
}

/** The line behind a place, with its variations, as PGN has it. */
function movesFrom(place: MoveNode): PgnMove[] {
  return movesAfter(place).map((node) => {
    const others = node.parent?.children.slice(1) ?? [];
    return moveOf(node, others.map((head) => ({ comments: [], moves: [moveOf(head, []), ...movesFrom(head)] })));
  });
}

function moveOf({ step, nags, comments }: MoveNode, variations: PgnLine[]): PgnMove {
  return { san: step?.san ?? "", line: 0, nags: [...nags], comments: [...comments], variations };
}
