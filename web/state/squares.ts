/** The names of the squares, and the pieces on them. @module */

export { placeOf } from "../../engine/view/board_picture.ts";

/** Keyed by FEN letter, in the order of the library's shapes. */
export const PIECES: Readonly<Record<string, string>> = {
  p: "pawn",
  n: "knight",
  b: "bishop",
  r: "rook",
  q: "queen",
  k: "king",
};

export const FILES = "abcdefgh";

/** Every square from a8 to h1, in the order of a FEN. */
export const SQUARES: readonly string[] = Array.from({ length: 64 }, (_, i) => `${FILES[i & 7]}${8 - (i >> 3)}`);

/** Returns `null` outside the board. */
export function squareAt(column: number, row: number, isFlipped: boolean): string | null {
  if (column < 0 || column > 7 || row < 0 || row > 7) return null;
  return isFlipped ? `${FILES[7 - column]}${row + 1}` : `${FILES[column]}${8 - row}`;
}

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

export function formatPlacement(pieces: ReadonlyMap<string, string>): string {
  const letters = SQUARES.map((square) => pieces.get(square) ?? "1").join("");
  const ranks = Array.from({ length: 8 }, (_, i) => letters.slice(8 * i, 8 * i + 8));
  return ranks.join("/").replace(/1+/g, (empty) => `${empty.length}`);
}
