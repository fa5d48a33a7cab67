/**
 * The 960 start positions of Chess960 (Fischer random chess), in Scharnagl's numbering. The number's digits in mixed
 * radix say where the bishops (4 × 4), the queen (6) and the knights (10) go. The king and the rooks take the remaining
 * squares, with the king between the rooks.
 * @module
 */

/**
 * The Chess960 start position with this number; 518 is the start position of ordinary chess.
 *
 * @param number Scharnagl's number, 0 … 959.
 * @param blackNumber The number of Black's back rank, if it differs from White's ("double Fischer random"); such a
 * position can be read only with the option `chess960`.
 * @returns A FEN with castling rights KQkq.
 * @throws {RangeError} If a number is not an integer from 0 to 959.
 */
export function chess960Start(number: number, blackNumber: number = number): string {
  const white = backRank(number);
  const black = backRank(blackNumber).toLowerCase();
  return `${black}/pppppppp/8/8/8/8/PPPPPPPP/${white} w KQkq - 0 1`;
}

/** White's back rank in the start position with this number. */
function backRank(number: number): string {
  if (!Number.isInteger(number) || number < 0 || number > 959) {
    throw new RangeError(`Chess960 start position must be an integer from 0 to 959, not ${number}`);
  }
  const rank: string[] = [];
  const free = [0, 1, 2, 3, 4, 5, 6, 7];
  const place = (piece: string, nth: number): void => {
    rank[free.splice(nth, 1)[0]] = piece;
  };
  place("B", (number % 4) * 2 + 1);
  let rest = Math.floor(number / 4);
  place("B", free.indexOf((rest % 4) * 2));
  rest = Math.floor(rest / 4);
  place("Q", rest % 6);
  // The ten ways to put two knights on five squares, in the order 01 02 03 04 12 13 14 23 24 34.
  let knights = Math.floor(rest / 6);
  let first = 0;
  while (knights >= 4 - first) {
    knights -= 4 - first;
    first++;
  }
  // `place` counts only free squares, so placing the first knight lowers the second knight's index by one.
  place("N", first);
  place("N", first + knights);
  for (const piece of ["R", "K", "R"]) place(piece, 0);
  return rank.join("");
}
