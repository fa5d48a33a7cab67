/**
 * Writes table files, so that tests need none from elsewhere and set values that no real table of few men has, such as
 * wins that the fifty-move rule makes draws.
 *
 * A file has the layout that tablebase/table.ts describes. Its checksum, which the engine does not read, is zero.
 *
 * @module
 */

import { DTZ_SUFFIX, WDL_SUFFIX } from "../../tablebase/catalog.ts";
import { compress, compressConstant, type Compressed, distinctOf, type PairOptions, uint16 } from "./pair_encoder.ts";
import { Placements } from "./placements.ts";

/** For a placement whose value does not matter, because it is not legal or the engine does not read it. */
export const ANY = 0xffff;

/** First four bytes of a file of results. */
const RESULTS: readonly number[] = [0x71, 0xe8, 0x23, 0x5d];
/** First four bytes of a file of distances. */
const DISTANCES: readonly number[] = [0xd7, 0x66, 0x0c, 0xa5];
/** Flags of the file: each side to move has its own part; there are pawns. */
const TWO_SIDED = 1;
const HAS_PAWNS = 2;
/** Flags of distances: numbers are indices into maps; wins and losses count plies; maps have entries of 16 bits. */
const MAPPED = 2;
const PLIES = 4 | 8;
const WIDE = 16;

const CHECKSUM_BYTES = 16;
const ALIGNMENT = 64;
/** What the fifty-move rule adds to a distance. */
const RULE_PLIES = 100;

/** The side to move: 0 the one with the men that the table's name lists first, 1 the other. */
export type Side = 0 | 1;
/**
 * Plies to the next capture or pawn move from each placement, with the leading pawn on a file: positive if the side to
 * move wins, negative if it loses, beyond ±100 if the fifty-move rule makes that a draw; 0 for a draw; or `ANY`.
 */
export type Distances = (file: number, side: Side) => Int32Array;
/** The same for a placement: `squares` has the order of the table's name. */
export type DistanceAt = (squares: Int32Array, side: Side) => number;

/** How a file of distances is written. */
export interface DistanceOptions extends PairOptions {
  /** The side to move that the file has. */
  side: Side;
  /** Whether distances are rounded down to moves of both sides. Those beyond ±100 always are. */
  countsMoves: boolean;
}

/** The distances of all placements, computed from their squares. */
export function byPlacement(name: string, distanceAt: DistanceAt): Distances {
  const placements = new Placements(name);
  return (file, side) => {
    const distances = new Int32Array(placements.size(file));
    placements.forEach(file, (index, squares) => distances[index] = distanceAt(squares, side));
    return distances;
  };
}

/** The two files of a table: results that belong to the distances, and distances with maps. */
export function encodeTable(
  name: string,
  distancesOf: Distances,
  options: Partial<DistanceOptions> = {},
): Record<string, Uint8Array> {
  const { side = 0, countsMoves = false } = options;
  const results: Compressed[] = [];
  const parts: Compressed[] = [];
  const maps: number[] = [];
  for (let file = 0; file < new Placements(name).files; file++) {
    for (const each of sidesOf(name)) {
      const distances = distancesOf(file, each);
      results.push(compress(0, fillGaps(Uint16Array.from(distances, resultOf)), options));
      if (each !== side) continue;
      const { values, lists } = mapDistances(distances, countsMoves);
      const isWide = lists.some((list) => list.some((stored) => stored > 255));
      parts.push(compress(side | MAPPED | (countsMoves ? 0 : PLIES) | (isWide ? WIDE : 0), values, options));
      // The first byte of the maps has an even place in the file, so this aligns all.
      if (isWide && maps.length % 2 === 1) maps.push(0);
      for (const list of lists) {
        const entries = [list.length, ...list];
        maps.push(...isWide ? entries.flatMap(uint16) : entries);
      }
    }
  }
  return {
    [name + WDL_SUFFIX]: writeTable(RESULTS, name, results, []),
    [name + DTZ_SUFFIX]: writeTable(DISTANCES, name, parts, maps),
  };
}

/** The result that belongs to a distance, as a file stores it. */
function resultOf(distance: number): number {
  if (distance === ANY) return ANY;
  return Math.sign(distance) * (Math.abs(distance) > RULE_PLIES ? 1 : 2) + 2;
}

/** A file of results in which all placements are alike. The sides must differ. */
export function constantResults(name: string, white: number, black: number): Uint8Array {
  const parts = [compressConstant(0, white + 2), compressConstant(0, black + 2)];
  return writeTable(RESULTS, name, new Placements(name).files === 4 ? [parts, parts, parts, parts].flat() : parts, []);
}

/**
 * A file of distances in which all placements are alike, for the first side to move. The sides must differ.
 *
 * @param moves Moves before the one that captures or moves a pawn: the distance is twice that and 1.
 */
export function constantDistances(name: string, moves: number): Uint8Array {
  const part = compressConstant(0, moves);
  return writeTable(DISTANCES, name, new Array<Compressed>(new Placements(name).files).fill(part), []);
}

/** The sides to move that a file of results has: equal men have one. */
function sidesOf(name: string): Side[] {
  const [white, black] = name.split("v");
  return white === black ? [0] : [0, 1];
}

/** Values that do not matter become what saves most: the value before them. */
function fillGaps(values: Uint16Array): Uint16Array {
  let last = values.find((value) => value !== ANY) ?? 0;
  for (let i = 0; i < values.length; i++) {
    if (values[i] === ANY) values[i] = last;
    last = values[i];
  }
  return values;
}

/** Numbers as stored, and the four lists that they are indices into: wins, losses, cursed wins, blessed losses. */
function mapDistances(distances: Int32Array, countsMoves: boolean): { values: Uint16Array; lists: number[][] } {
  const kindOf = (distance: number): number => (distance > 0 ? 0 : 1) + (Math.abs(distance) > RULE_PLIES ? 2 : 0);
  const storedOf = (distance: number): number => {
    const plies = Math.abs(distance);
    if (plies > RULE_PLIES) return plies - RULE_PLIES - 1 >> 1;
    return countsMoves ? plies - 1 >> 1 : plies - 1;
  };
  // Stored numbers first, with the kind of result in the two lowest bits.
  const values = new Uint16Array(distances.length).fill(ANY);
  for (let i = 0; i < distances.length; i++) {
    const distance = distances[i];
    if (distance !== 0 && distance !== ANY) values[i] = storedOf(distance) << 2 | kindOf(distance);
  }
  const found = distinctOf(values).filter((value) => value !== ANY);
  const lists = [0, 1, 2, 3].map((kind) => found.filter((value) => (value & 3) === kind).map((value) => value >> 2));
  const places = new Uint16Array(0x10000).fill(ANY);
  for (const value of found) places[value] = lists[value & 3].indexOf(value >> 2);
  for (let i = 0; i < values.length; i++) values[i] = places[values[i]];
  return { values: fillGaps(values), lists };
}

/** Puts a file together: the parts of each file of the leading pawn, in each those of the sides to move. */
function writeTable(magic: readonly number[], name: string, parts: Compressed[], maps: number[]): Uint8Array {
  const { pieces, files, hasPawnsOnBothSides } = new Placements(name);
  const bothSides = (value: number): number => value << 4 | value;
  // The first group is the lowest digit of the index, pawns of the other side the second.
  const order = [bothSides(0), ...(hasPawnsOnBothSides ? [bothSides(1)] : []), ...pieces.map(bothSides)];
  const bytes = [...magic, (sidesOf(name).length === 2 ? TWO_SIDED : 0) | (files === 4 ? HAS_PAWNS : 0)];
  for (let file = 0; file < files; file++) bytes.push(...order);
  align(bytes, 2);
  for (const { header } of parts) bytes.push(...header);
  bytes.push(...maps);
  align(bytes, 2);
  const chunks: ArrayLike<number>[] = [
    bytes,
    ...parts.map(({ sparse }) => sparse),
    ...parts.map(({ lengths }) => lengths),
  ];
  let size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  for (const { blocks } of parts) {
    const gap = roundUp(size) - size;
    chunks.push(new Uint8Array(gap), blocks);
    size += gap + blocks.length;
  }
  const file = new Uint8Array(roundUp(size) + CHECKSUM_BYTES);
  let at = 0;
  for (const chunk of chunks) {
    file.set(chunk, at);
    at += chunk.length;
  }
  return file;
}

function align(bytes: number[], to: number): void {
  while (bytes.length % to !== 0) bytes.push(0);
}

function roundUp(size: number): number {
  return Math.ceil(size / ALIGNMENT) * ALIGNMENT;
}
