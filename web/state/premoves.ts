/** The squares to which the user may move a piece before the engine has answered: as on an empty board. @module */

import { FILES, SQUARES } from "./squares.ts";

/** Whether a piece, given by its FEN letter, can move by this many files and ranks from a rank of an empty board. */
function canGo(letter: string, files: number, ranks: number, rank: number): boolean {
  const [wide, high] = [Math.abs(files), Math.abs(ranks)];
  const isLine = wide === 0 || high === 0;
  const isDiagonal = wide === high;
  const isWhite = letter === letter.toUpperCase();
  switch (letter.toLowerCase()) {
    case "n":
      return wide * high === 2;
    case "b":
      return isDiagonal;
    case "r":
      return isLine;
    case "q":
      return isLine || isDiagonal;
    case "k":
      // The king moves one square, or castles.
      return Math.max(wide, high) === 1 || (wide === 2 && high === 0 && rank === (isWhite ? 1 : 8));
    default: {
      const ahead = isWhite ? ranks : -ranks;
      return (ahead === 1 && wide < 2) || (ahead === 2 && wide === 0 && rank === (isWhite ? 2 : 7));
    }
  }
}

export function premovesFrom(letter: string, from: string): string[] {
  const [file, rank] = [FILES.indexOf(from[0]), Number(from[1])];
  return SQUARES.filter((to) => to !== from && canGo(letter, FILES.indexOf(to[0]) - file, Number(to[1]) - rank, rank));
}
