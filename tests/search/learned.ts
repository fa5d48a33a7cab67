/** Helpers that read a search's learned tables, set them, and fill them with random numbers. @module */

import { pawnKey } from "../../core/part_keys.ts";
import type { Position } from "../../core/position.ts";
import { victimType } from "../../core/see.ts";
import { moveFrom, moveTo, WHITE } from "../../core/types.ts";
import { CORRECTIONS } from "../../learning/corrections.ts";
import { CAPTURE, HISTORIES, type Histories, QUIETS } from "../../learning/histories.ts";
import type { Frame } from "../../search/frame.ts";
import { type LearnedTables, Search } from "../../search/search.ts";
import { randomIntegers } from "../core/random_games.ts";

/** Index and value of each element that is not zero. */
export function entries(table: ArrayLike<number>): [index: number, value: number][] {
  const found: [number, number][] = [];
  for (let i = 0; i < table.length; i++) if (table[i] !== 0) found.push([i, table[i]]);
  return found;
}

/** The ordering score of a quiet move in a node. The rows of `frame` must have been located. */
export function orderingScore(histories: Histories, position: Position, frame: Frame, move: number): number {
  const scores = new Int32Array(1);
  histories.scoreQuiets(position, frame, Int32Array.of(move), scores, 0, 1);
  return scores[0];
}

/** Index of the entry for a key in a correction history: `[side][key % 16384]`. */
export function keyedIndex(side: number, key: number): number {
  return side << 14 | key & 0x3fff;
}

/** Sets the butterfly entries of a move by White, one for each combination of threats. */
export function setButterfly({ histories }: Search, move: number, value: number): void {
  for (let bits = 0; bits < 4; bits++) {
    histories.of(HISTORIES.butterfly)[bits << 13 | WHITE << 12 | move & 0xfff] = value;
  }
}

/** Sets the pawn correction of a position, in units of its entry. */
export function setPawnCorrection({ corrections }: Search, position: Position, entry: number): void {
  corrections.of(CORRECTIONS[0])[keyedIndex(position.sideToMove, pawnKey(position))] = entry;
}

export function setCaptureHistory(
  { histories }: Pick<Search, "histories">,
  position: Position,
  move: number,
  value: number,
): void {
  const piece = position.mailbox[moveFrom(move)];
  histories.of(CAPTURE)[piece << 9 | victimType(position, move) << 6 | moveTo(move)] = value;
}

/** Fills every table with random numbers within ± `size`, except counter-moves, whose entries are moves. */
export function litter({ histories, corrections }: LearnedTables, seed: number, size: number): void {
  const random = randomIntegers(seed);
  // The sequence repeats after a prime number of elements, so no two rows of a table are the same.
  const numbers = Int16Array.from({ length: 65_521 }, () => random(2 * size) - size);
  for (const { entries } of [histories, corrections]) {
    for (let i = 0; i < entries.length; i += numbers.length) entries.set(numbers.subarray(0, entries.length - i), i);
  }
  // Clears the entries that are never written: those for a missing row, and those for pairs without moves.
  histories.entries.fill(0, 0, Math.min(...QUIETS.map(({ start }) => start)));
  histories.of(HISTORIES.counterMove).fill(0);
  histories.of(HISTORIES.continuation1).fill(0, 0, 1024);
  for (const table of CORRECTIONS.slice(5)) corrections.of(table).fill(0, 0, 1024);
}
