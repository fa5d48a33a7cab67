/** A game from a PGN file, and functions that write its players and move numbers as text. @module */

import type { RootNode } from "./game_node.ts";

/** A game from a file. What could not be read is kept as text. */
export type PgnGame = {
  readonly number: number;
  /** The line of the file where it begins, from 1. */
  readonly line: number;
  tags: Map<string, string>;
  readonly root: RootNode;
  /** `1-0`, `0-1`, `1/2-1/2`, `0-0` if both players lost, or `*`. */
  result: string;
  readonly source: string;
  /** Why some moves could not be read, and in which line; `null` if all were read. */
  readonly fault: string | null;
  /** Whether the game cannot be played, because it has other rules or an impossible position. */
  readonly isUnplayable: boolean;
  readonly warnings: readonly string[];
};

/** The number and the side of a line's first move. */
export type FirstMove = { readonly fullmove: number; readonly isWhite: boolean };

/** The players: `White – Black`, with `?` for a missing name. */
export function playersOf({ tags }: Pick<PgnGame, "tags">): string {
  const [white, black] = ["White", "Black"].map((tag) => tags.get(tag) || "?");
  return `${white} – ${black}`;
}

/** The name of a game: `Game 2 (Anna – Bob)`. */
export function nameOf(game: Pick<PgnGame, "tags" | "number">): string {
  const isNamed = ["White", "Black"].some((tag) => !["", "?"].includes(game.tags.get(tag) ?? ""));
  return isNamed ? `Game ${game.number} (${playersOf(game)})` : `Game ${game.number}`;
}

/** The number of a move: `12.` for White's, `12...` for Black's. */
export function numberOf(fullmove: number, isWhite: boolean): string {
  return `${fullmove}.${isWhite ? "" : ".."}`;
}

/** The number and side of the move after the first `plies` moves of a line. */
export function moveAfter({ fullmove, isWhite }: FirstMove, plies: number): FirstMove {
  const at = plies + (isWhite ? 0 : 1);
  return { fullmove: fullmove + (at >> 1), isWhite: at % 2 === 0 };
}

/** Moves with numbers: `12... Nc6 13. Bb5 a6`. */
export function numberedMoves(first: FirstMove, sans: readonly string[]): string {
  return sans.map((san, ply) => {
    const { fullmove, isWhite } = moveAfter(first, ply);
    return isWhite || ply === 0 ? `${numberOf(fullmove, isWhite)} ${san}` : san;
  }).join(" ");
}
