/**
 * The transposition table (TT): the results of earlier searches, keyed by position and shared by all threads.
 *
 * Four entries of 16 bytes form a bucket of one cache line. An entry has two data words and two key words, and each key
 * word is stored xor-ed with a data word (Hyatt and Mann, "A lockless transposition table implementation", 2002). So if
 * two threads write an entry at the same time and their words are mixed, the entry counts as absent. Atomics would be
 * an order of magnitude slower.
 *
 * Data word 0: move (16 bits), score (16). Data word 1: raw static evaluation (16), depth (8), bound (2), whether it
 * was on a principal variation (1), generation (5).
 * @module
 */

import type { Position } from "../core/position.ts";
import { NO_SCORE } from "../core/score.ts";
import { NO_MOVE } from "../core/types.ts";
import { BOUND_EXACT, BOUND_NONE, scoreFromTt, scoreToTt } from "./bound.ts";
import { P } from "./params.ts";

const ENTRY_WORDS = 4; // words of 32 bits
const BUCKET_WORDS = 16; // a bucket has four entries
const BUCKET_BYTES = 64;
/** The generation is counted modulo this number. */
const GENERATIONS = 32;
/** Greatest depth that an entry can hold. */
const MAX_DEPTH = 255;
/** Below this number of half-moves, the table ignores the half-move clock. */
const CLOCK_FREE = 24;
/** Number of buckets that `hashfull` samples. */
const SAMPLE_BUCKETS = 250;

/**
 * The part of the key that depends on the half-move clock. Near the fifty-move draw, a position's value depends on this
 * clock, so its key changes every eight half-moves.
 */
export function clockKey(halfmoves: number): number {
  return halfmoves < CLOCK_FREE ? 0 : Math.imul(halfmoves >> 3, 0x9e3779b1);
}

/** Low half of the key that the table uses for a position. */
export function tableKeyLo(position: Keyed): number {
  return position.keyLo ^ clockKey(position.halfmoves);
}

/** The fields of a position that the table reads: its key, and the half-move clock. */
export type Keyed = Pick<Position, "keyLo" | "keyHi" | "halfmoves">;

/** The entry for a position, in the form that a node uses. */
export class TtEntry {
  isHit = false;
  /** Best move; `NO_MOVE` if there is none. It may belong to another position and be illegal. */
  move: number = NO_MOVE;
  score: number = NO_SCORE;
  rawEval: number = NO_SCORE;
  /** Depth searched, 0 … 255 plies. */
  depth = 0;
  /** `BOUND_EXACT`, `BOUND_LOWER` or `BOUND_UPPER`; `BOUND_NONE` if there is no score. */
  bound: number = BOUND_NONE;
  /** Whether the position is or was on a principal variation. */
  isPv = false;

  /** Replaces the table's move with another move, whose score is unknown. */
  expect(move: number): void {
    this.move = move;
    this.bound = BOUND_NONE;
    this.score = NO_SCORE;
  }

  /** Clears the entry. */
  clear(): void {
    this.isHit = false;
    this.move = NO_MOVE;
    this.score = NO_SCORE;
    this.rawEval = NO_SCORE;
    this.depth = 0;
    this.bound = BOUND_NONE;
    this.isPv = false;
  }
}

/**
 * A view of the shared table. Each thread has its own view.
 *
 * @example
 * ```ts
 * import { parseFen, START_FEN } from "../core/fen.ts";
 *
 * const tt = new TranspositionTable(TranspositionTable.allocate(16));
 * const entry = new TtEntry();
 * if (tt.probe(parseFen(START_FEN), 0, entry)) console.log(entry.move, entry.depth);
 * ```
 */
export class TranspositionTable {
  private readonly words: Int32Array;
  private readonly buckets: number;
  /** The product of a 32-bit key and this factor, rounded down, is the index of the key's bucket. */
  private readonly scale: number;
  private generation = 0;

  /** Allocates memory, all zeros, for a table of this many MiB. Throws a RangeError if there is not enough memory. */
  static allocate(megabytes: number, isShared: boolean = true): ArrayBufferLike {
    try {
      const bytes = megabytes * 1024 * 1024;
      return isShared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
    } catch {
      throw new RangeError(`No memory for a hash table of ${megabytes} MB`);
    }
  }

  /** Creates a view of memory from `allocate`. Memory that is not shared must have only one view. */
  constructor(buffer: ArrayBufferLike) {
    this.words = new Int32Array(buffer);
    this.buckets = Math.floor(buffer.byteLength / BUCKET_BYTES);
    this.scale = this.buckets / 4294967296;
  }

  /** Clears the table, or one of `parts`: several threads clear a large table faster than one. */
  clear(part: number = 0, parts: number = 1): void {
    this.words.fill(0, this.startOfPart(part, parts), this.startOfPart(part + 1, parts));
    this.generation = 0;
  }

  /** Begins a new search and a new generation, so that entries from earlier searches are the first to be replaced. */
  newSearch(): void {
    this.generation = (this.generation + 1) % GENERATIONS;
  }

  /** Sets the number of earlier searches, because all threads' views must agree on which entries are old. */
  continueAfter(searches: number): void {
    this.generation = searches % GENERATIONS;
  }

  /** Looks up a position `ply` plies from the root. Returns whether it was found. Fills `out`, or clears it. */
  probe(position: Keyed, ply: number, out: TtEntry): boolean {
    const words = this.words;
    const keyLo = tableKeyLo(position);
    const keyHi = position.keyHi;
    const first = this.bucketOf(keyHi);
    for (let at = first; at < first + BUCKET_WORDS; at += ENTRY_WORDS) {
      const data0 = words[at + 2];
      if ((words[at] ^ data0) !== keyLo) continue;
      const data1 = words[at + 3];
      if ((words[at + 1] ^ data1) === keyHi && data1 !== 0) {
        out.isHit = true;
        out.move = data0 & 0xffff;
        out.rawEval = data1 << 16 >> 16;
        out.depth = data1 >> 16 & 0xff;
        out.bound = data1 >> 24 & 3;
        out.score = out.bound !== BOUND_NONE ? scoreFromTt(data0 >> 16, ply) : NO_SCORE;
        out.isPv = (data1 >> 26 & 1) !== 0;
        return true;
      }
    }
    out.clear();
    return false;
  }

  /**
   * Stores the result of a search `ply` plies from the root. A more valuable entry for the same position is kept. For a
   * new position, the bucket's least valuable entry is replaced: depth adds to an entry's value, and age lowers it.
   * With `NO_MOVE`, a move already stored for the position is kept. With `BOUND_NONE` the score is ignored.
   */
  store(
    position: Keyed,
    ply: number,
    move: number,
    score: number,
    rawEval: number,
    depth: number,
    bound: number,
    isPv: boolean,
  ): void {
    const kept = Math.max(0, Math.min(MAX_DEPTH, depth));
    let best = move;
    const keyLo = tableKeyLo(position);
    const keyHi = position.keyHi;
    const words = this.words;
    const first = this.bucketOf(keyHi);
    let at = first;
    let worst = 0x7fffffff;
    for (let slot = first; slot < first + BUCKET_WORDS; slot += ENTRY_WORDS) {
      const data0 = words[slot + 2];
      const data1 = words[slot + 3];
      if ((words[slot] ^ data0) === keyLo && (words[slot + 1] ^ data1) === keyHi) {
        const known = data1 >> 16 & 0xff;
        const isCurrent = data1 >>> 27 === this.generation;
        if (bound !== BOUND_EXACT && isCurrent && kept + P.ttKeepMargin <= known) return;
        if (best === NO_MOVE) best = data0 & 0xffff;
        at = slot;
        break;
      }
      const age = (this.generation - (data1 >>> 27) + GENERATIONS) % GENERATIONS;
      const value = data1 === 0 ? -0x7fffffff : (data1 >> 16 & 0xff) - age * P.ttAgeWeight;
      if (value < worst) {
        worst = value;
        at = slot;
      }
    }
    const data0 = best | scoreToTt(score, ply) << 16;
    const data1 = rawEval & 0xffff | kept << 16 | bound << 24 | (isPv ? 1 : 0) << 26 | this.generation << 27;
    words[at] = keyLo ^ data0;
    words[at + 1] = keyHi ^ data1;
    words[at + 2] = data0;
    words[at + 3] = data1;
  }

  /** The share of entries that the current search has written, in thousandths, estimated from a sample. */
  hashfull(): number {
    let used = 0;
    let seen = 0;
    for (let bucket = 0; bucket < Math.min(this.buckets, SAMPLE_BUCKETS); bucket++) {
      for (let entry = 0; entry < 4; entry++) {
        const data1 = this.words[bucket * BUCKET_WORDS + entry * ENTRY_WORDS + 3];
        seen++;
        if (data1 !== 0 && data1 >>> 27 === this.generation) used++;
      }
    }
    return Math.round(used * 1000 / seen);
  }

  private startOfPart(part: number, parts: number): number {
    return Math.floor(this.buckets * part / parts) * BUCKET_WORDS;
  }

  private bucketOf(keyHi: number): number {
    return Math.floor((keyHi >>> 0) * this.scale) * BUCKET_WORDS;
  }
}
