/**
 * 32-bit hash keys of parts of a position, such as all pawns. These parts overlap, so a board stores the keys of eight
 * disjoint parts (`Board.parts`), and each function combines two to four of the stored keys.
 * @module
 */

import type { Board } from "./board.ts";

/** Key of the pawns of both colours. */
export function pawnKey({ parts }: Board): number {
  return parts[0] ^ parts[4];
}

/** Key of one colour's pieces other than pawns. */
export function nonPawnKey({ parts }: Board, colour: number): number {
  const part = colour << 2;
  return parts[part | 1] ^ parts[part | 2] ^ parts[part | 3];
}

/** Key of kings, bishops and knights. */
export function minorKey({ parts }: Board): number {
  return parts[1] ^ parts[5] ^ parts[3] ^ parts[7];
}

/** Key of kings, queens and rooks. */
export function majorKey({ parts }: Board): number {
  return parts[2] ^ parts[6] ^ parts[3] ^ parts[7];
}
