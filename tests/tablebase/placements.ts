/**
 * Every placement of the men of a table, in the order in which a table file numbers them.
 *
 * The engine computes the number of a given placement (tablebase/groups.ts). This file goes the other way: nested loops
 * visit the placements in the order of the format. So the two check each other.
 *
 * @module
 */

import { KING, PAWN } from "../../core/types.ts";
import { menOfName } from "../../tablebase/material.ts";

/** Squares of the triangle a1-d1-d4 off the long diagonal, then those on it. */
const OFF_DIAGONAL: readonly number[] = [1, 2, 3, 10, 11, 19];
const ON_DIAGONAL: readonly number[] = [0, 9, 18, 27];
const SQUARES: readonly number[] = Array.from({ length: 64 }, (_, square) => square);
const DIAGONAL: readonly number[] = SQUARES.filter((square) => square % 9 === 0);
const BELOW_DIAGONAL: readonly number[] = SQUARES.filter((square) => square >> 3 < (square & 7));
const PAWN_SQUARES: readonly number[] = SQUARES.slice(8, 56);
/** Squares of pawns, the one that a leading pawn has last of all first: from the inner files to the outer ones. */
const BY_PAWN_ORDER: readonly number[] = PAWN_SQUARES.toSorted((a, b) => pawnNumber(a) - pawnNumber(b));

/** Is called with the number of a placement and the square of each man, in the order of the table's name. */
export type PlacementVisitor = (index: number, squares: Int32Array) => void;

/** A group of men behind the first one: pieces of one kind. */
interface Group {
  /** Place of its first man in the order of the table. */
  start: number;
  /** How many men. */
  count: number;
  /** Whether these are the pawns of the side that does not lead. */
  isPawns: boolean;
}

/** The order of a table's men, and their placements. */
export class Placements {
  /** Piece codes in the order of the table. */
  readonly pieces: readonly number[];
  /** Files of the leading pawn: 4, or 1 without pawns. */
  readonly files: number;
  /** Whether both sides have pawns. */
  readonly hasPawnsOnBothSides: boolean;

  /** Place in the name of each man of `pieces`. */
  private readonly places: readonly number[];
  private readonly leadCount: number;
  private readonly groups: Group[] = [];
  private readonly squares: Int32Array;
  private readonly taken: Uint8Array = new Uint8Array(64);

  /** The placements of a table such as KQvKR. */
  constructor(name: string) {
    const men = menOfName(name);
    if (men === null) throw new SyntaxError(`Expected a table's name such as KQvKR, but got '${name}'`);
    const isPawn = (piece: number): boolean => (piece & 7) === PAWN;
    const hasPawns = men.some(isPawn);
    this.hasPawnsOnBothSides = men.includes(PAWN) && men.includes(PAWN | 8);
    this.files = hasPawns ? 4 : 1;
    this.places = orderOf(men);
    this.pieces = this.places.map((place) => men[place]);
    this.squares = new Int32Array(men.length);
    const { pieces } = this;
    const isUnique = (piece: number): boolean =>
      (piece & 7) !== KING && men.filter((man) => man === piece).length === 1;
    this.leadCount = hasPawns ? pieces.filter((piece) => piece === pieces[0]).length : men.some(isUnique) ? 3 : 2;
    for (let start = this.leadCount; start < pieces.length;) {
      let end = start + 1;
      while (pieces[end] === pieces[start]) end++;
      this.groups.push({ start, count: end - start, isPawns: isPawn(pieces[start]) });
      start = end;
    }
  }

  /** How many placements there are with the leading pawn on a file. */
  size(file: number): number {
    let size = this.leads(file).length;
    let taken = this.leadCount;
    for (const { count, isPawns } of this.groups) {
      size *= choose((isPawns ? 48 : 64) - taken, count);
      taken += count;
    }
    return size;
  }

  /** Calls `visit` for every placement with the leading pawn on a file, 0 … 3. */
  forEach(file: number, visit: PlacementVisitor): void {
    const leads = this.leads(file);
    const { squares, taken, places } = this;
    for (let index = 0; index < leads.length; index++) {
      const lead = leads[index];
      for (let i = 0; i < lead.length; i++) {
        squares[places[i]] = lead[i];
        taken[lead[i]] = 1;
      }
      this.visitGroup(0, index, leads.length, visit);
      for (let i = 0; i < lead.length; i++) taken[lead[i]] = 0;
    }
  }

  /** Places the men of a group on the squares that the groups before it have left. */
  private visitGroup(group: number, index: number, factor: number, visit: PlacementVisitor): void {
    if (group === this.groups.length) return visit(index, this.squares);
    const { start, count, isPawns } = this.groups[group];
    const free = (isPawns ? PAWN_SQUARES : SQUARES).filter((square) => this.taken[square] === 0);
    const nextFactor = factor * choose(free.length, count);
    const place = (left: number, limit: number, number: number): void => {
      if (left === 0) return this.visitGroup(group + 1, index + number * factor, nextFactor, visit);
      for (let i = left - 1; i < limit; i++) {
        this.squares[this.places[start + left - 1]] = free[i];
        this.taken[free[i]] = 1;
        place(left - 1, i, number + choose(i, left));
        this.taken[free[i]] = 0;
      }
    };
    place(count, free.length, 0);
  }

  /** The placements of the first group, in their order. */
  private leads(file: number): number[][] {
    if (this.files === 4) return leadingPawns(this.leadCount, file);
    return this.leadCount === 3 ? TRIPLES : KING_PAIRS;
  }
}

/**
 * The order of the men, as places in the name. With pawns those of the side that has fewer come first, then the other
 * pawns. Without pawns the kings come first, then pieces that a side has once.
 */
function orderOf(men: readonly number[]): number[] {
  const count = (piece: number): number => men.filter((man) => man === piece).length;
  const [white, black] = [count(PAWN), count(PAWN | 8)];
  const leads = black > 0 && (white === 0 || black < white) ? PAWN | 8 : PAWN;
  const rank = (piece: number): number => {
    if ((piece & 7) === PAWN) return piece === leads ? 0 : 1;
    if ((piece & 7) === KING) return 2;
    return 3 + count(piece);
  };
  const places = men.map((_, place) => place);
  return places.sort((a, b) => rank(men[a]) - rank(men[b]) || men[a] - men[b] || a - b);
}

/** Three different pieces; the long diagonal mirrors those of the first that is off it. */
const TRIPLES: number[][] = [];
for (const a of OFF_DIAGONAL) addTriples(a, SQUARES, SQUARES);
for (const a of ON_DIAGONAL) addTriples(a, BELOW_DIAGONAL, SQUARES);
for (const a of ON_DIAGONAL) addTriples(a, DIAGONAL, BELOW_DIAGONAL);
for (const a of ON_DIAGONAL) addTriples(a, DIAGONAL, DIAGONAL);

function addTriples(a: number, second: readonly number[], third: readonly number[]): void {
  for (const b of second) {
    for (const c of third) if (b !== a && c !== a && c !== b) TRIPLES.push([a, b, c]);
  }
}

/** Two kings that are not side by side; pairs on the diagonal come last. */
const KING_PAIRS: number[][] = [];
for (const a of OFF_DIAGONAL) addKings(a, SQUARES);
for (const a of ON_DIAGONAL) addKings(a, BELOW_DIAGONAL);
for (const a of ON_DIAGONAL) addKings(a, DIAGONAL);

function addKings(a: number, second: readonly number[]): void {
  for (const b of second) {
    if (Math.max(Math.abs((a & 7) - (b & 7)), Math.abs((a >> 3) - (b >> 3))) > 1) KING_PAIRS.push([a, b]);
  }
}

/**
 * The number that the format gives to a pawn's square: 47 on a2, falling along the files a, b, c, d with h, g, f, e.
 */
function pawnNumber(square: number): number {
  const file = square & 7;
  return 47 - (Math.min(file, 7 - file) * 12 + ((square >> 3) - 1) * 2 + (file > 3 ? 1 : 0));
}

/** Pawns of one side: the one with the greatest number leads, the others have any smaller numbers. */
function leadingPawns(count: number, file: number): number[][] {
  const placements: number[][] = [];
  for (let rank = 1; rank <= 6; rank++) {
    const lead = rank << 3 | file;
    const others: number[] = [];
    const place = (left: number, limit: number): void => {
      if (left === 0) return void placements.push([lead, ...others]);
      for (let i = left - 1; i < limit; i++) {
        others[left - 1] = BY_PAWN_ORDER[i];
        place(left - 1, i);
      }
    };
    place(count - 1, pawnNumber(lead));
  }
  return placements;
}

/** In how many ways k of n squares can be chosen. */
function choose(n: number, k: number): number {
  let ways = 1;
  for (let i = 1; i <= k; i++) ways = ways * (n - k + i) / i;
  return ways;
}
