/** A game from a PGN file, and its players and move numbers as text. @module */

import type { RootNode } from "./game_node.ts";

/** A game that was read. */
export interface PgnGame {
  /** Its number in the file, from 1. */
  readonly number: number;
  /** The line of the file on which it begins, from 1. */
  readonly line: number;
  /** The tag pairs in the order of the file. */
  tags: Map<string, string>;
  /** The start of the game, with its moves, variations and comments. */
  readonly root: RootNode;
  /** `1-0`, `0-1`, `1/2-1/2`, `0-0` if both players lost, or `*`. */
  result: string;
  /** The text from which it was read. */
  readonly source: string;
  /**
   * The reason, with the line, if not all of its moves were read; otherwise `null`. The unread text is the tree's
   * `rest`.
   */
  readonly fault: string | null;
  /** Whether it is not a game of chess: other rules, or an impossible position. If so, none of its moves was read. */
  readonly isUnplayable: boolean;
  /** What was corrected or dropped, one sentence each. */
  readonly warnings: readonly string[];
}

/** The start of a game, on which its move numbers depend. */
export interface FirstMove {
  /** Number of the first move. */
  readonly fullmove: number;
  /** Whether White is to move. */
  readonly isWhite: boolean;
}

/** The players as `White – Black`, with `?` for a missing name. */
export function playersOf({ tags }: Pick<PgnGame, "tags">): string {
  const [white, black] = ["White", "Black"].map((tag) => tags.get(tag) || "?");
  return `${white} – ${black}`;
}

/** The name of a game in messages: `Game 2 (Anna – Bob)`. */
export function nameOf(game: Pick<PgnGame, "tags" | "number">): string {
  const isNamed = ["White", "Black"].some((tag) => !["", "?"].includes(game.tags.get(tag) ?? ""));
  return isNamed ? `Game ${game.number} (${playersOf(game)})` : `Game ${game.number}`;
}

/** The number of a move as text: `12.` for White's, `12...` for Black's. */
export function numberOf(fullmove: number, isWhite: boolean): string {
  return `${fullmove}.${isWhite ? "" : ".."}`;
}

/** The number and the side of the move after `plies` moves of a line. */
export function moveAfter({ fullmove, isWhite }: FirstMove, plies: number): FirstMove {
  const at = plies + (isWhite ? 0 : 1);
  return { fullmove: fullmove + (at >> 1), isWhite: at % 2 === 0 };
}

/** Moves with the numbers that a line needs: `12... Nc6 13. Bb5 a6`. */
export function numberedMoves(first: FirstMove, sans: readonly string[]): string {
  return sans.map((san, ply) => {
    const { fullmove, isWhite } = moveAfter(first, ply);
    return isWhite || ply === 0 ? `${numberOf(fullmove, isWhite)} ${san}` : san;
  }).join(" ");
}
