/**
 * One tablebase file: its header, its parts, and the value of a position.
 *
 * A tablebase file has a part for each side to move. If there are pawns, it has a part for each side to move and each
 * file (a to d) of the leading pawn. WDL files contain results (win, draw, loss). DTZ files contain distances to the
 * zeroing of the fifty-move clock: the plies or moves to the next capture or pawn move. They contain distances for only
 * one side to move, and a distance can be read only if the result is known. A table serves both colours: the position
 * is turned upside down if Black has the men of the table's White.
 *
 * Layout: a magic number (4 bytes); flags (1); the order of men in each part; the headers of the compressed values; in
 * DTZ files, maps from stored numbers to distances; the sparse indices of all parts; their block lengths; their blocks
 * (aligned to 64 bytes); a checksum (16).
 *
 * @module
 */

import { lowestSquare } from "../core/bitboard.ts";
import type { Position } from "../core/position.ts";
import { PAWN } from "../core/types.ts";
import { PieceGroups } from "./groups.ts";
import { PAWN_ORDER } from "./numbering.ts";
import { PairsData } from "./pairs.ts";
import type { PageCache, PagedFile } from "./source.ts";

/** Kinds of files: results, or distances to the next capture or pawn move. */
export const WDL = 0, DTZ = 1;

/** Returned instead of a distance if the file contains only positions with the other side to move. */
export const OTHER_SIDE: number = -1;

/** First four bytes, little-endian, `[WDL or DTZ]`. */
const MAGIC: readonly number[] = [0x5d23e871, 0xa50c66d7];
/** The size of a file is a multiple of 64 bytes plus this checksum. */
const CHECKSUM_BYTES = 16;
const BLOCK_ALIGNMENT = 64;

/** Flags of the file: each side to move has its own parts; there are pawns. */
const TWO_SIDED = 1, HAS_PAWNS = 2;
/** Flags of a DTZ part: which side is to move; its numbers are indices into maps; the maps' entries have 16 bits. */
const SIDE = 1, MAPPED = 2, WIDE = 16;
/** Flags of a DTZ part: wins, or losses, are counted in plies instead of moves. */
const WIN_PLIES = 4, LOSS_PLIES = 8;

/** The number of the map for each result, `[wdl + 2]`; draws have no map. */
const MAP_OF_WDL: readonly number[] = [1, 3, 0, 2, 0];

/** The men and values for one side to move and one file of the leading pawn. */
interface Part {
  groups: PieceGroups;
  pairs: PairsData;
  /** The offsets of the four maps in the file, then their lengths. */
  maps: number[];
}

/** An open table. */
export class Table {
  /** Approximate memory that the headers take, in bytes. */
  readonly memory: number;

  private readonly isSymmetric: boolean;
  private readonly hasPawns: boolean;
  private readonly hasPawnsOnBothSides: boolean;
  /** The parts, `[file of the leading pawn * sides + side to move]`. */
  private readonly parts: Part[] = [];
  private readonly sides: number;
  private readonly squares: Int32Array = new Int32Array(8);

  /**
   * Reads the header of a file, `WDL` or `DTZ`. `men` are piece codes, White's first. Throws a RangeError if the file
   * is not this table, or an Error if it cannot be read.
   */
  constructor(
    private readonly cache: PageCache,
    private readonly file: PagedFile,
    private readonly kind: number,
    men: readonly number[],
  ) {
    const white = men.filter((piece) => piece < 8).join();
    const black = men.filter((piece) => piece >= 8).map((piece) => piece ^ 8).join();
    this.isSymmetric = white === black;
    this.hasPawns = men.some((piece) => (piece & 7) === PAWN);
    this.hasPawnsOnBothSides = men.includes(PAWN) && men.includes(PAWN | 8);
    this.sides = kind === WDL && !this.isSymmetric ? 2 : 1;
    this.expectHead();
    let at = this.readParts(men);
    if (kind === DTZ) {
      this.expectSide();
      at = this.readMaps(at);
    }
    this.placeData(at);
    this.memory = this.parts.reduce((sum, part) => sum + part.pairs.memory + 512, 1024);
  }

  /**
   * The stored result, −2 … 2 as in prober.ts. It may be lower than the true result if a capture is the best move, and
   * it ignores en passant. The position must have the table's material; `isFlipped` says that Black has the men of the
   * table's White. Throws a RangeError if the file is damaged, or an Error if it cannot be read.
   */
  result(position: Position, isFlipped: boolean): number {
    const side = sideOf(position, isFlipped);
    const part = this.find(position, this.flips(side, isFlipped), this.sides === 2 ? side : 0);
    const value = part.pairs.value(part.groups.index(this.squares));
    if (value > 4) throw new RangeError(`Expected one of five results, but got ${value}`);
    return value - 2;
  }

  /**
   * The number of plies to the next capture or pawn move, at least 1; or `OTHER_SIDE`. `wdl` is the result, which must
   * not be 0. The number is arbitrary if the best move is a capture or pawn move. It may be one too low if the file
   * counts moves. Throws the errors of `result`.
   */
  distance(position: Position, isFlipped: boolean, wdl: number): number {
    const side = sideOf(position, isFlipped);
    const part = this.find(position, this.flips(side, isFlipped), 0);
    const flags = part.pairs.flags;
    const symmetricSide = this.isSymmetric ? 0 : side;
    if ((flags & SIDE) !== symmetricSide && !(this.isSymmetric && !this.hasPawns)) return OTHER_SIDE;
    let value = part.pairs.value(part.groups.index(this.squares));
    if ((flags & MAPPED) !== 0) value = this.mapped(part, MAP_OF_WDL[wdl + 2], value);
    const isPlies = wdl === 2 ? (flags & WIN_PLIES) !== 0 : wdl === -2 && (flags & LOSS_PLIES) !== 0;
    return (isPlies ? value : value * 2) + 1;
  }

  /** Whether to turn the position upside down. If both sides have the same men, the table has White to move. */
  private flips(side: number, isFlipped: boolean): boolean {
    return this.isSymmetric && side === 1 ? !isFlipped : isFlipped;
  }

  /** Finds the part that contains a position. Writes the men's squares to `squares`. */
  private find(position: Position, isFlipped: boolean, side: number): Part {
    const { bits } = position;
    const { squares, parts, sides } = this;
    const flipPiece = isFlipped ? 8 : 0;
    const flipSquare = isFlipped ? 56 : 0;
    let part = parts[side];
    let lead = 0;
    if (this.hasPawns) {
      lead = this.leadingPawn(position, parts[0].groups.pieces[0] ^ flipPiece, flipSquare);
      const file = lead & 7;
      part = parts[(file > 3 ? file ^ 7 : file) * sides + side];
    }
    const pieces = part.groups.pieces;
    let lo = 0;
    let hi = 0;
    for (let i = 0; i < pieces.length; i++) {
      if (i === 0 || pieces[i] !== pieces[i - 1]) {
        const pair = (pieces[i] ^ flipPiece) << 1;
        lo = bits[pair];
        hi = bits[pair | 1];
      }
      const square = lowestSquare(lo, hi);
      if (square < 32) lo &= lo - 1;
      else hi &= hi - 1;
      squares[i] = square ^ flipSquare;
    }
    if (this.hasPawns) {
      for (let i = 1; squares[0] !== lead && i < pieces.length; i++) {
        if (squares[i] !== lead) continue;
        squares[i] = squares[0];
        squares[0] = lead;
      }
    }
    return part;
  }

  /** The square of the leading pawn among the pawns with this piece code. */
  private leadingPawn(position: Position, pawn: number, flipSquare: number): number {
    let lo = position.bits[pawn << 1];
    let hi = position.bits[pawn << 1 | 1];
    let lead = -1;
    while ((lo | hi) !== 0) {
      const square = lowestSquare(lo, hi) ^ flipSquare;
      if (lo !== 0) lo &= lo - 1;
      else hi &= hi - 1;
      if (lead < 0 || PAWN_ORDER[square] > PAWN_ORDER[lead]) lead = square;
    }
    return lead;
  }

  /** Looks up a number in a map of a DTZ part. */
  private mapped(part: Part, map: number, value: number): number {
    if (value >= part.maps[map + 4]) {
      throw new RangeError(`Expected a number below ${part.maps[map + 4]}, the length of its map, but got ${value}`);
    }
    const { cache, file } = this;
    if ((part.pairs.flags & WIDE) !== 0) return cache.uint16(file, part.maps[map] + value * 2);
    return cache.byte(file, part.maps[map] + value);
  }

  private expectHead(): void {
    const { cache, file } = this;
    const magic = MAGIC[this.kind];
    if (file.size % BLOCK_ALIGNMENT !== CHECKSUM_BYTES) {
      throw new RangeError(`Expected a multiple of 64 bytes and 16 more, but got ${file.size}`);
    }
    const found = cache.uint32(file, 0);
    if (found !== magic) throw new RangeError(`Expected the magic number ${hex(magic)}, but got ${hex(found)}`);
    // In most files, the other bits hold the number of men.
    const flags = cache.byte(file, 4) & (TWO_SIDED | HAS_PAWNS);
    // DTZ files have the flag `TWO_SIDED`, although they contain only one side to move.
    const expected = (this.isSymmetric ? 0 : TWO_SIDED) | (this.hasPawns ? HAS_PAWNS : 0);
    if (flags !== expected) throw new RangeError(`Expected the flags ${expected}, but got ${flags}`);
  }

  /** Reads the orders of the men, and the headers of the compressed values. Returns where they end. */
  private readParts(men: readonly number[]): number {
    const { cache, file, sides } = this;
    const files = this.hasPawns ? 4 : 1;
    const orders: PieceGroups[] = [];
    let at = 5;
    for (let pawnFile = 0; pawnFile < files; pawnFile++) {
      const first = cache.byte(file, at++);
      const second = this.hasPawnsOnBothSides ? cache.byte(file, at++) : 0xff;
      for (let side = 0; side < sides; side++) {
        const pieces = men.map((_, i) => cache.byte(file, at + i) >> side * 4 & 15);
        this.expectMen(pieces, men, orders[0]);
        orders.push(new PieceGroups(pieces, [first >> side * 4 & 15, second >> side * 4 & 15], pawnFile));
      }
      at += men.length;
    }
    at += at & 1;
    for (const groups of orders) {
      const pairs = new PairsData(cache, file, at, groups.size);
      this.parts.push({ groups, pairs, maps: [] });
      at = pairs.headerEnd;
    }
    return at;
  }

  /** Checks that White is to move if both sides have the same men, with pawns: if not, probing would never end. */
  private expectSide(): void {
    if (this.isSymmetric && this.hasPawns && this.parts.some(({ pairs }) => (pairs.flags & SIDE) !== 0)) {
      throw new RangeError("Expected distances of equal men with White to move, but got them with Black to move");
    }
  }

  private expectMen(pieces: readonly number[], men: readonly number[], first: PieceGroups | undefined): void {
    if (pieces.toSorted().join() !== men.toSorted().join()) {
      throw new RangeError(`Expected the men ${men.join(" ")}, but got ${pieces.join(" ")}`);
    }
    if (!this.hasPawns) return;
    const pawn = first === undefined ? pieces[0] : first.pieces[0];
    if ((pieces[0] & 7) !== PAWN || pieces[0] !== pawn) {
      throw new RangeError(`Expected pawns of one colour to lead in all parts, but got ${pieces.join(" ")}`);
    }
  }

  /** Finds the maps of a DTZ file. Returns where they end. */
  private readMaps(at: number): number {
    const { cache, file } = this;
    for (const part of this.parts) {
      const flags = part.pairs.flags;
      if ((flags & MAPPED) === 0) continue;
      const isWide = (flags & WIDE) !== 0;
      if (isWide) at += at & 1;
      for (let map = 0; map < 4; map++) {
        const length = isWide ? cache.uint16(file, at) : cache.byte(file, at);
        part.maps[map] = at + (isWide ? 2 : 1);
        part.maps[map + 4] = length;
        at = part.maps[map] + length * (isWide ? 2 : 1);
      }
    }
    return at + (at & 1);
  }

  private placeData(at: number): void {
    for (const part of this.parts) at = part.pairs.placeSparseIndex(at);
    for (const part of this.parts) at = part.pairs.placeLengths(at);
    for (const part of this.parts) {
      at = part.pairs.placeBlocks(Math.ceil(at / BLOCK_ALIGNMENT) * BLOCK_ALIGNMENT);
    }
    const size = Math.ceil(at / BLOCK_ALIGNMENT) * BLOCK_ALIGNMENT + CHECKSUM_BYTES;
    if (size !== this.file.size) {
      throw new RangeError(`Expected ${size} bytes by the header, but got ${this.file.size}`);
    }
  }
}

/** The side to move in the table: 0 for the side that has the men of the table's White. */
function sideOf(position: Position, isFlipped: boolean): number {
  return position.sideToMove ^ (isFlipped ? 1 : 0);
}

function hex(value: number): string {
  return `0x${value.toString(16).padStart(8, "0")}`;
}
