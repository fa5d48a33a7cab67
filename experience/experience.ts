/**
 * Experience: keeps what searches and games have found out about positions, so that later searches can use it.
 *
 * A record is six 32-bit words. The same words are sent between threads and stored in a learning file:
 *
 * | word | bits |
 * |---|---|
 * | 0, 1 | key of the position in the transposition table: low half, high half |
 * | 2 | best move (16), score (16) |
 * | 3 | depth (8), bound (2), was on the principal variation (1), lines (4), unused (1), visits (16) |
 * | 4 | games won (16), drawn (16), by the side to move |
 * | 5 | games lost (16), unused (16) |
 *
 * A hash index with linear probing finds records; they stay in the order in which they were added. If a position gets a
 * second record, the deeper one provides the move, the score, the bound and the number of lines. Visits and results are
 * added up. For records from another file, `newsIn` first subtracts what is already known. A removed record is empty.
 * The value of a record is its depth, plus a bonus for its visits.
 *
 * No record is trusted: its values are checked when it is read, and its move is checked when the position is known
 * (search/experience.ts).
 *
 * @module
 */

import type { Pace } from "../core/pace.ts";
import { CERTAIN_WIN, MAX_PLY } from "../core/score.ts";

/** 32-bit words in a record. */
export const RECORD_WORDS = 6;
/** Number of records in a slice. A slice takes less than a millisecond. */
const RECORDS_AT_ONCE = 4096;
const COUNT_MAX = 0xffff;
const LINES_SHIFT = 11; // the bit at which the number of lines begins
const LINES_MAX = 15;
/** What each doubling of visits and games adds to the value of a record, in plies. */
const WORTH_OF_DOUBLING = 4;
const FIRST_SLOTS = 1024;

/** What is known about a position: key, best move, and the results of searches and games for the side to move. */
export type PositionRecord = {
  readonly keyLo: number;
  readonly keyHi: number;
  readonly move: number;
  /** Score for the side to move, in centipawns; never a certain win. */
  readonly score: number;
  /** `BOUND_EXACT`, `BOUND_LOWER` or `BOUND_UPPER`; 0 if there is no score. */
  readonly bound: number;
  readonly isPv: boolean;
  /** The number of lines if this was a search's root, otherwise 0. A search with at most as many can continue it. */
  readonly lines: number;
  readonly depth: number;
  /** Number of searches that had the position as their root or on their principal variation. */
  readonly visits: number;
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
};

/** Makes a record with these fields; all others are zero. */
export function recordOf(known: Pick<PositionRecord, "keyLo" | "keyHi"> & Partial<PositionRecord>): PositionRecord {
  return { ...readRecord(new Int32Array(RECORD_WORDS), 0), ...known };
}

/** Reads the record that begins at word `at`. */
export function readRecord(words: Int32Array, at: number): PositionRecord {
  const word3 = words[at + 3];
  return {
    keyLo: words[at],
    keyHi: words[at + 1],
    move: words[at + 2] & 0xffff,
    score: words[at + 2] >> 16,
    bound: word3 >> 8 & 3,
    isPv: (word3 >> 10 & 1) !== 0,
    lines: word3 >> LINES_SHIFT & LINES_MAX,
    depth: word3 & 0xff,
    visits: word3 >>> 16,
    won: words[at + 4] & 0xffff,
    drawn: words[at + 4] >>> 16,
    lost: words[at + 5] & 0xffff,
  };
}

/** Position records, keyed by position. */
export class Experience {
  private words: Int32Array = new Int32Array(64 * RECORD_WORDS);
  private count = 0;
  /** The hash index. The slot for a key holds the number of its record, from 1; a free slot holds 0. */
  private slots: Int32Array = new Int32Array(FIRST_SLOTS);
  private readonly salt: number = Math.random() * 0x100000000 | 0;
  private empty = 0;

  /** The number of positions. */
  get size(): number {
    return this.count - this.empty;
  }

  /** A view of the words of all records, including empty ones. */
  get records(): Int32Array {
    return this.words.subarray(0, this.count * RECORD_WORDS);
  }

  /** The words of all non-empty records. */
  get written(): Int32Array {
    const { records } = this;
    if (this.empty === 0) return records;
    const written = new Int32Array(this.size * RECORD_WORDS);
    let to = 0;
    for (let at = 0; at < records.length; at += RECORD_WORDS) {
      if (saysNothing(records, at)) continue;
      written.set(records.subarray(at, at + RECORD_WORDS), to);
      to += RECORD_WORDS;
    }
    return written;
  }

  /** The index in `records` of the record with this key; -1 if there is none. */
  find(keyLo: number, keyHi: number): number {
    const at = (this.slots[this.slotOf(keyLo, keyHi)] - 1) * RECORD_WORDS;
    return at < 0 || saysNothing(this.words, at) ? -1 : at;
  }

  /** Removes the record with this key. Returns whether there was one. */
  remove(keyLo: number, keyHi: number): boolean {
    const at = this.find(keyLo, keyHi);
    if (at < 0) return false;
    this.words.fill(0, at + 2, at + RECORD_WORDS);
    this.empty++;
    return true;
  }

  /** Removes the records with these keys, given as low and high halves. Without keys, removes all records. */
  removeAll(keys: Int32Array): void {
    for (let i = 0; i < keys.length; i += 2) this.remove(keys[i], keys[i + 1]);
    if (keys.length > 0) return;
    this.count = 0;
    this.empty = 0;
    this.slots = new Int32Array(this.slots.length);
  }

  /** Adds a record, or merges it with an earlier record of the same position. */
  add(record: PositionRecord): void {
    const { keyLo, keyHi, move, score, bound, isPv, lines, depth, visits, won, drawn, lost } = record;
    const word3 = Math.min(depth, 0xff) | bound << 8 | (isPv ? 1 : 0) << 10 |
      Math.min(lines, LINES_MAX) << LINES_SHIFT | capped(visits) << 16;
    const results = capped(won) | capped(drawn) << 16;
    this.addAll(Int32Array.of(keyLo, keyHi, move | score << 16, word3, results, capped(lost)));
  }

  /** Adds records. If a value is outside its range, throws a RangeError and adds none. */
  addAll(words: Int32Array): void {
    checkRecords(words);
    this.reserve(this.count + words.length / RECORD_WORDS);
    for (let at = 0; at < words.length; at += RECORD_WORDS) this.addWords(words, at);
  }

  /** Like `addAll`, but in slices. */
  async addMany(words: Int32Array, pace: Pace): Promise<void> {
    const step = RECORDS_AT_ONCE * RECORD_WORDS;
    for (let at = 0; at < words.length; at += step) {
      checkRecords(words.subarray(at, at + step));
      if (pace.isDue) await pace.rest();
    }
    await this.reserveMany(this.count + words.length / RECORD_WORDS, pace);
    for (let at = 0; at < words.length; at += step) {
      this.addAll(words.subarray(at, at + step));
      if (pace.isDue) await pace.rest();
    }
  }

  /** Finds what is new in another file's records, in slices. Subtracts known counts, so nothing is counted twice. */
  async newsIn(others: Int32Array, pace: Pace): Promise<Int32Array> {
    const news = others.slice();
    let to = 0;
    for (let from = 0; from < others.length; from += RECORD_WORDS) {
      news.copyWithin(to, from, from + RECORD_WORDS);
      const at = this.find(news[to], news[to + 1]);
      let isNews = at < 0;
      if (!isNews) {
        const [word2, word3, ...results] = this.words.subarray(at + 2, at + RECORD_WORDS);
        const visits = Math.max(0, (news[to + 3] >>> 16) - (word3 >>> 16));
        isNews = visits > 0 || rankOf(news[to + 3], news[to + 2]) > rankOf(word3, word2);
        news[to + 3] = news[to + 3] & 0xffff | visits << 16;
        for (const [i, known] of results.entries()) {
          news[to + 4 + i] = excessOfHalves(news[to + 4 + i], known);
          isNews ||= news[to + 4 + i] !== 0;
        }
      }
      if (isNews) to += RECORD_WORDS;
      if (pace.isDue) await pace.rest();
    }
    return news.subarray(0, to);
  }

  /** Makes room for this many records. */
  reserve(count: number): void {
    for (const _ of this.growing(count));
  }

  /** Like `reserve`, but in slices. */
  async reserveMany(count: number, pace: Pace): Promise<void> {
    for (const _ of this.growing(count)) if (pace.isDue) await pace.rest();
  }

  /** Copies up to `most` records, in slices: the most valuable and, among equals, the oldest. Keeps their order. */
  async best(most: number, pace: Pace): Promise<Experience> {
    const { records } = this;
    const step = RECORDS_AT_ONCE * RECORD_WORDS;
    const numbers = new Int32Array(512);
    for (let at = 0; at < records.length; at += RECORD_WORDS) {
      if (!saysNothing(records, at)) numbers[worthOf(records, at)]++;
      if (at % step === 0 && pace.isDue) await pace.rest();
    }
    let least = numbers.length;
    let room = most;
    while (least > 0 && numbers[least - 1] <= room) room -= numbers[--least];
    const kept = new Experience();
    kept.reserve(Math.min(most, this.size));
    for (let at = 0; at < records.length; at += RECORD_WORDS) {
      const worth = worthOf(records, at);
      const isKept = !saysNothing(records, at) && (worth >= least || worth === least - 1 && room-- > 0);
      if (isKept) kept.addWords(records, at);
      if (at % step === 0 && pace.isDue) await pace.rest();
    }
    return kept;
  }

  private addWords(added: Int32Array, from: number): void {
    const slot = this.slotOf(added[from], added[from + 1]);
    const { words } = this;
    const isNew = this.slots[slot] === 0;
    if (isNew) this.slots[slot] = ++this.count;
    const at = (this.slots[slot] - 1) * RECORD_WORDS;
    const wasEmpty = !isNew && saysNothing(words, at);
    if (isNew || wasEmpty) {
      for (let i = 0; i < RECORD_WORDS; i++) words[at + i] = added[from + i];
      this.empty += (saysNothing(words, at) ? 1 : 0) - (wasEmpty ? 1 : 0);
      return;
    }
    const [old, word3] = [words[at + 3], added[from + 3]];
    const isBetter = rankOf(word3, added[from + 2]) >= rankOf(old, words[at + 2]);
    if (isBetter) words[at + 2] = added[from + 2];
    const visits = capped((old >>> 16) + (word3 >>> 16));
    words[at + 3] = (isBetter ? word3 : old) & 0x7bff | (old | word3) & 0x400 | visits << 16;
    words[at + 4] = addHalves(words[at + 4], added[from + 4]);
    words[at + 5] = addHalves(words[at + 5], added[from + 5]);
  }

  /** Makes room for this many records, with a pause after each slice. The records stay usable throughout. */
  private *growing(count: number): Generator<void, void, void> {
    if (count * RECORD_WORDS > this.words.length) {
      const words = new Int32Array(Math.max(count * RECORD_WORDS, 2 * this.words.length));
      words.set(this.records);
      this.words = words;
    }
    // At least half of the slots stay free.
    if (2 * count <= this.slots.length) return;
    const before = this.slots;
    const slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * count)));
    for (let i = 0; i < this.count; i++) {
      slots[this.slotOf(this.words[i * RECORD_WORDS], this.words[i * RECORD_WORDS + 1], slots)] = i + 1;
      if (i % RECORDS_AT_ONCE > 0) continue;
      yield;
      // Begin again if the index was replaced during the pause.
      if (this.slots !== before) return yield* this.growing(count);
    }
    this.slots = slots;
  }

  /** The slot of a key's record, or the free slot for it. */
  private slotOf(keyLo: number, keyHi: number, slots: Int32Array = this.slots): number {
    const { words } = this;
    const mask = slots.length - 1;
    // Without the salt, a crafted file could make all keys collide.
    let hash = Math.imul(keyLo ^ this.salt, 0x85ebca6b);
    hash = Math.imul(hash ^ hash >>> 15 ^ keyHi, 0xc2b2ae35);
    for (let slot = (hash ^ hash >>> 16) & mask;; slot = (slot + 1) & mask) {
      const record = slots[slot];
      if (record === 0) return slot;
      const at = (record - 1) * RECORD_WORDS;
      if (words[at] === keyLo && words[at + 1] === keyHi) return slot;
    }
  }
}

/** The rank of a result: first by whether there is a move, then by depth, bound and number of lines. */
function rankOf(word3: number, word2: number): number {
  const hasMove = (word2 & 0xffff) !== 0;
  return (hasMove ? 0x10000 : 0) | (word3 & 0xff) << 6 | (word3 >> 8 & 3) << 4 | word3 >> LINES_SHIFT & LINES_MAX;
}

function worthOf(words: Int32Array, at: number): number {
  const word3 = words[at + 3];
  const games = (words[at + 4] & 0xffff) + (words[at + 4] >>> 16) + (words[at + 5] & 0xffff);
  return (word3 & 0xff) + Math.floor(WORTH_OF_DOUBLING * Math.log2(1 + (word3 >>> 16) + games));
}

function saysNothing(words: Int32Array, at: number): boolean {
  return (words[at + 2] | words[at + 3] | words[at + 4] | words[at + 5]) === 0;
}

function checkRecords(words: Int32Array): void {
  for (let at = 0; at < words.length; at += RECORD_WORDS) {
    const score = words[at + 2] >> 16;
    const depth = words[at + 3] & 0xff;
    const bound = words[at + 3] >> 8 & 3;
    if (Math.abs(score) >= CERTAIN_WIN) throw new RangeError(`Expected a score below a certain win, but got ${score}`);
    if (depth > MAX_PLY) throw new RangeError(`Expected a depth of at most ${MAX_PLY}, but got ${depth}`);
    if (bound === 0 && score !== 0) throw new RangeError(`Expected no score without a bound, but got ${score}`);
  }
}

function capped(count: number): number {
  return Math.min(count, COUNT_MAX);
}

/** Adds the 16-bit halves of two words, up to `COUNT_MAX`. */
function addHalves(a: number, b: number): number {
  return capped((a & 0xffff) + (b & 0xffff)) | capped((a >>> 16) + (b >>> 16)) << 16;
}

/** By how much the 16-bit halves of one word exceed those of another. */
function excessOfHalves(a: number, b: number): number {
  return Math.max(0, (a & 0xffff) - (b & 0xffff)) | Math.max(0, (a >>> 16) - (b >>> 16)) << 16;
}
