/**
 * Squares by name, and where they are on the board.
 *
 * @module
 */

/** The files from the left, seen by White. */
export const FILES = "abcdefgh";

/** Every square, from a8 to h1: row by row as White sees them. */
export const SQUARES: readonly string[] = Array.from(
  { length: 64 },
  (_, i) => `${FILES[i & 7]}${8 - (i >> 3)}`,
);

/** The column and the row of a square from the upper left corner, 0 … 7. */
export function placeOf(square: string, isFlipped: boolean): [column: number, row: number] {
  const [column, row] = [FILES.indexOf(square[0]), 8 - Number(square[1])];
  return isFlipped ? [7 - column, 7 - row] : [column, row];
}

/** The square in a column and a row from the upper left corner, `null` beside the board. */
export function squareAt(column: number, row: number, isFlipped: boolean): string | null {
  if (column < 0 || column > 7 || row < 0 || row > 7) return null;
  return isFlipped ? `${FILES[7 - column]}${row + 1}` : `${FILES[column]}${8 - row}`;
}

/** The pieces of a FEN by square, as letters of the FEN. */
export function piecesOf(fen: string): Map<string, string> {
  const pieces = new Map<string, string>();
  let at = 0;
  for (const letter of fen.split(" ")[0]) {
    if (letter === "/") continue;
    if (letter >= "1" && letter <= "8") at += Number(letter);
    else pieces.set(SQUARES[at++], letter);
  }
  return pieces;
}
