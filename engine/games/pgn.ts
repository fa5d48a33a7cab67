/**
 * A game as a PGN file has it: tags, moves as text, comments, numeric annotation glyphs (NAGs), variations.
 *
 * The moves are text that has not been checked. Variations stay text, so that null moves and other remarks that are not
 * legal moves are written as they were read.
 *
 * @module
 */

/** A move with what is said about it. */
export interface PgnMove {
  /** The move as it was written, without annotation. */
  san: string;
  /** Its line in the file, from 1. */
  line: number;
  /** Numeric annotation glyphs: 1 `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`, and others of the standard. */
  nags: number[];
  /** Comments behind it, without braces. */
  comments: string[];
  /** What could have been played instead. */
  variations: PgnLine[];
}

/** A sequence of moves. */
export interface PgnLine {
  /** Comments before the first move. */
  comments: string[];
  /** The moves. */
  moves: PgnMove[];
}

/** A game. */
export interface PgnGame {
  /** Its place in the file, from 1. */
  number: number;
  /** Line of the file it begins on, from 1. */
  line: number;
  /** The tag pairs in the order of the file. */
  tags: Map<string, string>;
  /** What was played. */
  main: PgnLine;
  /** `1-0`, `0-1`, `1/2-1/2` or `*`. */
  result: string;
  /** The text it was read from. */
  source: string;
  /** What makes the text unreadable, with the line; `null` if it could be read. */
  fault: string | null;
}

/** Where a game starts: what its move numbers depend on. */
export interface FirstMove {
  /** Number of the first move. */
  readonly fullmove: number;
  /** Whether White is to move. */
  readonly isWhite: boolean;
}

/** The players as `White – Black`, with `?` for a missing name. */
export function playersOf(game: PgnGame): string {
  const [white, black] = ["White", "Black"].map((tag) => game.tags.get(tag) || "?");
  return `${white} – ${black}`;
}

/** How error messages name a game: `Game 2 (Anna – Bob)`. */
export function nameOf(game: PgnGame): string {
  const isNamed = ["White", "Black"].some((tag) => !["", "?"].includes(game.tags.get(tag) ?? ""));
  return isNamed ? `Game ${game.number} (${playersOf(game)})` : `Game ${game.number}`;
}

/** How a move is numbered: `12.` for White's, `12...` for Black's. */
export function numberOf(fullmove: number, isWhite: boolean): string {
  return `${fullmove}.${isWhite ? "" : ".."}`;
}

/** Moves with the numbers that a line needs: `12... Nc6 13. Bb5 a6`. */
export function numberedMoves(first: FirstMove, sans: readonly string[]): string {
  let { fullmove, isWhite } = first;
  const words: string[] = [];
  for (const san of sans) {
    if (isWhite || words.length === 0) words.push(numberOf(fullmove, isWhite));
    words.push(san);
    if (!isWhite) fullmove++;
    isWhite = !isWhite;
  }
  return words.join(" ");
}
