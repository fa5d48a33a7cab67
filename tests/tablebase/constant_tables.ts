/**
 * Table files in which every position has the same value: the smallest files that the format allows. With them a test
 * sets the results itself, such as wins that the fifty-move rule makes draws, which no real table of three men has.
 *
 * @module
 */

import { PAWN } from "../../core/types.ts";
import { menOfName } from "../../tablebase/material.ts";

/** Flag of compressed values: there is one value only. */
const SINGLE_VALUE = 0x80;
const CHECKSUM_BYTES = 16;
const ALIGNMENT = 64;

/**
 * A file of results.
 *
 * @param name Of the table, such as `KQvKR`; the sides must differ.
 * @param white Result with the first side to move, −2 … 2.
 * @param black Result with the other side to move.
 */
export function constantResults(name: string, white: number, black: number): Uint8Array {
  return constantTable([0x71, 0xe8, 0x23, 0x5d], name, [[0, white + 2], [0, black + 2]]);
}

/**
 * A file of distances, for the first side to move.
 *
 * @param name Of the table, such as `KQvKR`; the sides must differ.
 * @param moves Moves before the one that captures or moves a pawn: the distance is twice that and 1.
 */
export function constantDistances(name: string, moves: number): Uint8Array {
  return constantTable([0xd7, 0x66, 0x0c, 0xa5], name, [[0, moves]]);
}

/** A file with the given parts, one for each side to move: flags and value. */
function constantTable(magic: number[], name: string, parts: [flags: number, value: number][]): Uint8Array {
  const men = orderedMen(name);
  const pawns = new Set(men.filter((piece) => (piece & 7) === PAWN));
  const sided = (value: number): number => parts.length === 1 ? value : value << 4 | value;
  const order = [sided(0), ...(pawns.size === 2 ? [sided(1)] : []), ...men.map(sided)];
  const pawnFiles = pawns.size > 0 ? 4 : 1;
  const bytes = [...magic, pawns.size > 0 ? 3 : 1];
  for (let file = 0; file < pawnFiles; file++) bytes.push(...order);
  if (bytes.length % 2 === 1) bytes.push(0);
  for (let file = 0; file < pawnFiles; file++) {
    for (const [flags, value] of parts) bytes.push(SINGLE_VALUE | flags, value);
  }
  const file = new Uint8Array(Math.ceil(bytes.length / ALIGNMENT) * ALIGNMENT + CHECKSUM_BYTES);
  file.set(bytes);
  return file;
}

/** The men in an order that makes groups: pawns of one side, of the other, then the rest. */
function orderedMen(name: string): number[] {
  const men = menOfName(name);
  if (men === null) throw new SyntaxError(`Expected a table's name such as KQvKR, but got '${name}'`);
  return [...men.filter((piece) => (piece & 7) === PAWN), ...men.filter((piece) => (piece & 7) !== PAWN)];
}
