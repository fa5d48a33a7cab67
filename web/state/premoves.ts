/** The moves that the user may enter before the engine has answered. Pieces move as on an empty board. @module */

import { FILES, SQUARES } from "./squares.ts";

/** Whether a piece can move by this many files and ranks. Pawns are handled below. */
const GOES: Readonly<Record<string, (wide: number, high: number) => boolean>> = {
  n: (wide, high) => wide * high === 2,
  b: (wide, high) => wide === high,
  r: (wide, high) => wide * high === 0,
  q: (wide, high) => wide === high || wide * high === 0,
  k: (wide, high) => Math.max(wide, high) === 1,
};

export function premovesFrom(letter: string, from: string): string[] {
  const [type, isWhite] = [letter.toLowerCase(), letter === letter.toUpperCase()];
  const [file, rank] = [FILES.indexOf(from[0]), Number(from[1])];
  return SQUARES.filter((to) => {
    const [wide, ranks] = [Math.abs(FILES.indexOf(to[0]) - file), Number(to[1]) - rank];
    const ahead = isWhite ? ranks : -ranks;
    if (type === "p") return (ahead === 1 && wide < 2) || (ahead === 2 && wide === 0 && rank === (isWhite ? 2 : 7));
    const castles = type === "k" && wide === 2 && ranks === 0 && rank === (isWhite ? 1 : 8);
    return to !== from && (castles || GOES[type](wide, Math.abs(ranks)));
  });
}
