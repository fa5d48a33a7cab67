/**
 * The numbers of moves as people read them: `12.` before a move of White, `12…` before one of Black where its number is
 * needed.
 *
 * @module
 */

/** Where the numbers of the moves start. */
export interface Numbering {
  /** The number of the first move. */
  readonly fullmove: number;
  /** Whether White makes it. */
  readonly isWhite: boolean;
}

/** A line of moves. */
export interface NumberedLine {
  /** The moves in standard algebraic notation. */
  readonly san: readonly string[];
  /** The numbers before the moves, "" for none. */
  readonly numbers: readonly string[];
}

/** Where the numbers start in a game from the position of a FEN. */
export function numberingOf(fen: string): Numbering {
  const [, side, , , , fullmove] = fen.split(" ");
  return { fullmove: Number(fullmove) || 1, isWhite: side !== "b" };
}

/** The number of the move after so many plies: `12.` or `12…`. */
export function labelOf(numbering: Numbering, ply: number): string {
  const offset = ply + (numbering.isWhite ? 0 : 1);
  return `${numbering.fullmove + (offset >> 1)}${isWhiteAt(numbering, ply) ? "." : "…"}`;
}

/** Whether White makes the move after so many plies. */
export function isWhiteAt({ isWhite }: Numbering, ply: number): boolean {
  return (ply % 2 === 0) === isWhite;
}

/**
 * Numbers the moves of a line.
 *
 * @param numbering Where the numbers of the game start.
 * @param ply Plies of the game before the line.
 * @param san The moves.
 */
export function numberLine(numbering: Numbering, ply: number, san: readonly string[]): NumberedLine {
  const numbers = san.map((_, i) => i === 0 || isWhiteAt(numbering, ply + i) ? labelOf(numbering, ply + i) : "");
  return { san, numbers };
}
