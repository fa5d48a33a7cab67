/**
 * Writes table files, which can have values that no real table of few men has, such as wins that the fifty-move rule
 * turns into draws. tablebase/table.ts describes the layout. The checksum, which the engine does not read, is zero.
 *
 * @module
 */

import { PAWN } from "../../core/types.ts";
import { DTZ_SUFFIX, WDL_SUFFIX } from "../../tablebase/catalog.ts";
import { PieceGroups } from "../../tablebase/groups.ts";
import { MAX_MEN, menOfName } from "../../tablebase/material.ts";
import { compress, compressConstant, type Compressed, type PairOptions, uint16 } from "./pair_encoder.ts";

/** For a placement whose value does not matter, because it is not legal or the engine does not read it. */
export const ANY = 0xffff;
/** First four bytes of a result file. */
const RESULTS: readonly number[] = [0x71, 0xe8, 0x23, 0x5d];
/** First four bytes of a distance file. */
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
/** The amount that the fifty-move rule adds to a distance. */
const RULE_PLIES = 100;
/** Digits of the index: the first group is the lowest digit, the other side's pawns are the second. */
const DIGITS = [0, 1] as const;
const SQUARES: readonly number[] = Array.from({ length: 64 }, (_, square) => square);
/** Squares to which mirroring takes the first man: the triangle a1-d1-d4; the left half of the board if it is a pawn. */
const TRIANGLE: readonly number[] = SQUARES.filter((square) => (square & 7) < 4 && square >> 3 <= (square & 7));
const PAWN_SQUARES: readonly number[] = SQUARES.filter((square) => (square & 7) < 4 && square > 7 && square < 56);

/**
 * For each side to move (first the side with the men that the table's name lists first), the plies to the next capture
 * or pawn move: for each placement, or one number for all. Positive if the side to move wins, negative if it loses,
 * beyond ±100 if the fifty-move rule makes that a draw; 0 for a draw; or `ANY`.
 */
export type Distances = readonly (Int32Array | number)[];

export interface TableOptions extends PairOptions {
  /** The side to move for which the file has distances. */
  side: 0 | 1;
  /** Whether distances are rounded down to full moves, as those beyond ±100 and a table's only distance always are. */
  countsMoves: boolean;
}

/** The placements for a table of different men, numbered consecutively over all files of the leading pawn. */
export class Placements {
  /** Piece codes in the simplest order that the format allows: pawns first. */
  readonly men: readonly number[];
  /** The first number for each file of the leading pawn (4 files, or 1 part without pawns), and the end. */
  readonly starts: number[] = [0];
  private readonly groups: readonly PieceGroups[];
  private readonly squares: Int32Array = new Int32Array(MAX_MEN);

  /** The placements of a table such as KQvKR. */
  constructor(name: string) {
    const men = menOfName(name) ?? [];
    const isPawn = (piece: number): boolean => (piece & 7) === PAWN;
    this.men = [...men.filter(isPawn), ...men.filter((piece) => !isPawn(piece))];
    const files = men.some(isPawn) ? 4 : 1;
    this.groups = Array.from({ length: files }, (_, file) => new PieceGroups(this.men, DIGITS, file));
    for (const { size } of this.groups) this.starts.push(this.starts[this.starts.length - 1] + size);
  }

  get size(): number {
    return this.starts[this.groups.length];
  }

  /** The number of a placement. Its squares are in the order of `men`. */
  numberOf(squares: ArrayLike<number>): number {
    const file = this.groups.length === 1 ? 0 : Math.min(squares[0] & 7, ~squares[0] & 7);
    for (let i = 0; i < squares.length; i++) this.squares[i] = squares[i];
    return this.starts[file] + this.groups[file].index(this.squares);
  }

  /** A value for each placement, computed from one of its mirror images; `ANY` for impossible placements. */
  map(valueOf: (squares: readonly number[], number: number) => number): Int32Array {
    const values = new Int32Array(this.size).fill(ANY);
    const squares: number[] = [];
    const visit = (candidates: readonly number[]): void => {
      for (const square of candidates) {
        if (squares.includes(square)) continue;
        squares.push(square);
        if (squares.length < this.men.length) {
          visit(SQUARES);
        } else {
          const number = this.numberOf(squares);
          if (values[number] === ANY) values[number] = valueOf(squares, number);
        }
        squares.pop();
      }
    };
    visit(this.groups.length === 4 ? PAWN_SQUARES : TRIANGLE);
    return values;
  }
}

/** The two files of a table: results that belong to the distances, and distances with maps. */
export function encodeTable(name: string, distances: Distances, options: Partial<TableOptions> = {}) {
  const { side = 0, countsMoves = false } = options;
  const { starts } = new Placements(name);
  const results: Compressed[] = [];
  const parts: Compressed[] = [];
  const maps: number[] = [];
  for (let file = 0; file < starts.length - 1; file++) {
    for (const [i, all] of distances.slice(0, isSymmetric(name) ? 1 : 2).entries()) {
      if (typeof all === "number") {
        results.push(compressConstant(0, resultOf(all)));
        if (i === side) parts.push(compressConstant(side, storedOf(all, true)));
        continue;
      }
      const part = all.subarray(starts[file], starts[file + 1]);
      results.push(compress(0, fillGaps(part.map(resultOf)), options));
      if (i !== side) continue;
      const { values, lists } = mapDistances(part, countsMoves);
      const isWide = lists.flat().some((stored) => stored > 255);
      parts.push(compress(side | MAPPED | (countsMoves ? 0 : PLIES) | (isWide ? WIDE : 0), values, options));
      // The maps begin at an even place in the file, so this aligns every wide map.
      if (isWide) align(maps, 2);
      const entries = lists.flatMap((list) => [list.length, ...list]);
      maps.push(...isWide ? entries.flatMap(uint16) : entries);
    }
  }
  return {
    [name + WDL_SUFFIX]: writeTable(RESULTS, name, results, []),
    [name + DTZ_SUFFIX]: writeTable(DISTANCES, name, parts, maps),
  };
}

function isSymmetric(name: string): boolean {
  const [white, black] = name.split("v");
  return white === black;
}

/** The result that belongs to a distance, as a file stores it. */
function resultOf(distance: number): number {
  if (distance === ANY) return ANY;
  return Math.sign(distance) * (Math.abs(distance) > RULE_PLIES ? 1 : 2) + 2;
}

/** A distance as a file stores it; any value for a draw. */
function storedOf(distance: number, countsMoves: boolean): number {
  const plies = Math.max(1, Math.abs(distance));
  if (plies > RULE_PLIES) return plies - RULE_PLIES - 1 >> 1;
  return countsMoves ? plies - 1 >> 1 : plies - 1;
}

/** Values that do not matter become the previous value, which compresses best. */
function fillGaps(values: Int32Array): Uint16Array {
  let last = values.find((value) => value !== ANY) ?? 0;
  for (let i = 0; i < values.length; i++) {
    if (values[i] === ANY) values[i] = last;
    last = values[i];
  }
  return new Uint16Array(values);
}

/** Indices, as a file stores them, into four lists: wins, losses, cursed wins, blessed losses. */
function mapDistances(distances: Int32Array, countsMoves: boolean): { values: Uint16Array; lists: number[][] } {
  const lists: number[][] = [[], [], [], []];
  const values = distances.map((distance) => {
    if (distance === 0 || distance === ANY) return ANY;
    const list = lists[(distance > 0 ? 0 : 1) + (Math.abs(distance) > RULE_PLIES ? 2 : 0)];
    const stored = storedOf(distance, countsMoves);
    if (!list.includes(stored)) list.push(stored);
    return list.indexOf(stored);
  });
  return { values: fillGaps(values), lists };
}

/** Puts a table file together: for each file of the leading pawn, the parts of the sides to move. */
function writeTable(magic: readonly number[], name: string, parts: Compressed[], maps: number[]): Uint8Array {
  const { men, starts } = new Placements(name);
  const hasPawns = starts.length > 2;
  const digits = men.includes(PAWN) && men.includes(PAWN | 8) ? DIGITS : DIGITS.slice(0, 1);
  const bytes = [...magic, (isSymmetric(name) ? 0 : TWO_SIDED) | (hasPawns ? HAS_PAWNS : 0)];
  const append = (chunk: readonly number[]): void => {
    for (const byte of chunk) bytes.push(byte);
  };
  // Digits and men are the same for both sides.
  for (let file = 1; file < starts.length; file++) append([...digits, ...men].map((value) => value << 4 | value));
  align(bytes, 2);
  for (const { header } of parts) append(header);
  append(maps);
  align(bytes, 2);
  for (const { sparse } of parts) append(sparse);
  for (const { lengths } of parts) append(lengths);
  for (const { blocks } of parts) {
    align(bytes, ALIGNMENT);
    append(blocks);
  }
  align(bytes, ALIGNMENT);
  append(new Array<number>(CHECKSUM_BYTES).fill(0));
  return Uint8Array.from(bytes);
}

function align(bytes: number[], to: number): void {
  while (bytes.length % to !== 0) bytes.push(0);
}
