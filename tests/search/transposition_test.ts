/** The transposition table: stored, torn and replaced entries, and the meaning of bounds. @module */

import { assert, assertEquals, assertFalse, assertGreater, assertThrows } from "@std/assert";
import { NO_MOVE } from "../../core/types.ts";
import { CERTAIN_WIN, INFINITE, MATE, MAX_EVAL, NO_SCORE } from "../../core/score.ts";
import { BOUND_EXACT, BOUND_LOWER, BOUND_NONE, BOUND_UPPER } from "../../search/bound.ts";
import { boundDecides, scoreFromTt, scoreToTt } from "../../search/bound.ts";
import { randomStream } from "../../core/zobrist.ts";
import { clockKey, type Keyed, TranspositionTable, TtEntry } from "../../search/transposition.ts";
import { entryOf, ONE_BUCKET } from "./fixtures.ts";
import { type Changes, withParameters } from "./parameters.ts";

const NUMBERS: Changes = { ttAgeWeight: 4, ttKeepMargin: 4 };
const MOVE = 0x1c3;

/** A table with this many buckets, each of four entries. */
function createTable(buckets = 1): TranspositionTable {
  return new TranspositionTable(TranspositionTable.allocate(buckets * ONE_BUCKET));
}

/** Stores a lower bound; by default, its score is the key. */
function put(table: TranspositionTable, key: number, depth: number, score = key, bound: number = BOUND_LOWER): void {
  table.store(keyed(key, key * 31), 0, MOVE, score, 0, depth, bound, false);
}

/** A position for the table, far from the fifty-move draw. */
function keyed(keyLo: number, keyHi: number): Keyed {
  return { keyLo, keyHi, halfmoves: 0 };
}

/** The table's entry for a key that was `put` there. */
function find(table: TranspositionTable, key: number): TtEntry {
  return entryOf(table, keyed(key, key * 31));
}

/** The keys among these that the table knows. */
function known(table: TranspositionTable, ...keys: number[]): number[] {
  return keys.filter((key) => find(table, key).isHit);
}

Deno.test("`probe()` returns every field as `store()` received it, even extreme values", () => {
  const table = createTable(64);
  table.newSearch();
  const random = randomStream(121);
  const fields = {
    move: [1, 0xffff, 0x8000, MOVE],
    score: [-INFINITE, INFINITE, MATE, -MATE, -32768, 32767, -1, 0, 1],
    rawEval: [NO_SCORE, MAX_EVAL, -MAX_EVAL, -32768, 32767, -1, 0, 1],
    depth: [0, 1, 127, 128, 255],
    bound: [BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT],
  };
  const keys: [number, number][] = [[0, 0], [-1, -1], [0, -1], [-1, 0], [0x7fffffff, -0x80000000], [1, 0x7fffffff]];
  for (let i = 0; i < 20; i++) keys.push([random(), random()]);
  for (let i = 0; i < 2000; i++) {
    const pick = (values: readonly number[]) => values[(random() >>> 0) % values.length];
    const [move, score, rawEval, depth, bound] = Object.values(fields).map(pick);
    const [isPv, key] = [i % 2 === 1, keyed(...keys[i % keys.length])];
    table.clear();
    table.newSearch();
    table.store(key, 0, move, score, rawEval, depth, bound, isPv);
    const known = bound === BOUND_NONE ? NO_SCORE : score;
    assertEquals({ ...entryOf(table, key) }, { isHit: true, move, score: known, rawEval, depth, bound, isPv });
  }
});

Deno.test("a depth outside 0 … 255 is stored as the nearest depth in this range", () => {
  for (const [depth, stored] of [[256, 255], [300, 255], [-1, 0], [-300, 0]]) {
    const table = createTable();
    put(table, 1, depth);
    assertEquals([find(table, 1).isHit, find(table, 1).depth], [true, stored]);
    // A result of the greatest depth does not keep later results out.
    put(table, 1, 1000, 40);
    assertEquals([find(table, 1).score, find(table, 1).depth], [40, 255]);
  }
});

Deno.test("only the scores of certain wins are counted from the node that stores them, so they change with the ply of the reader", () => {
  const table = createTable();
  table.newSearch();
  for (const [score, read] of [[MATE - 9, MATE - 12], [9 - MATE, 12 - MATE], [300, 300], [-300, -300]]) {
    table.store(keyed(1, 31), 4, MOVE, score, 0, 5, BOUND_EXACT, false);
    assertEquals(entryOf(table, keyed(1, 31), 7).score, read);
  }
  for (const sign of [1, -1]) {
    for (const [score, stored] of [[CERTAIN_WIN, CERTAIN_WIN + 3], [CERTAIN_WIN - 1, CERTAIN_WIN - 1]]) {
      assertEquals([scoreToTt(sign * score, 3), scoreFromTt(sign * stored, 3)], [sign * stored, sign * score]);
    }
  }
});

Deno.test("`probe()` clears the entry if it finds nothing, and an expected move has no score", () => {
  const known = { isHit: true, move: 5, score: 70, rawEval: 12, depth: 9, bound: 3, isPv: true };
  const entry = Object.assign(new TtEntry(), known);
  entry.expect(7);
  assertEquals([entry.move, entry.score, entry.bound, entry.depth, entry.rawEval], [7, NO_SCORE, BOUND_NONE, 9, 12]);
  assertFalse(createTable().probe(keyed(1, 2), 0, entry));
  assertEquals(entry, new TtEntry());
});

Deno.test("an entry with any changed bit, or torn between two writers, is not found, since the keys are xor-ed with the data", () => {
  const buffer = TranspositionTable.allocate(ONE_BUCKET);
  const table = new TranspositionTable(buffer);
  const words = new Int32Array(buffer);
  const writers = [keyed(77, 99), keyed(1001, 2001)].map((key, i) => {
    table.clear();
    table.newSearch();
    table.store(key, 0, MOVE + i, i - 300, 55 + i, 9 - i, BOUND_LOWER, i === 0);
    const at = words.findIndex((word) => word !== 0) & ~3;
    return { key, entry: words.slice(at, at + 4) };
  });
  const found = () => writers.map(({ key }) => entryOf(table, key).isHit);
  for (let bit = 0; bit < 128; bit++) {
    words.set(writers[0].entry);
    assertEquals(found(), [true, false]);
    words[bit >> 5] ^= 1 << bit;
    assertEquals(found(), [false, false], `bit ${bit}`);
  }
  // Each word is from one of two writers: the two whole entries are found, the fourteen mixed entries are not.
  for (let mix = 0; mix < 16; mix++) {
    for (let i = 0; i < 4; i++) words[i] = writers[mix >> i & 1].entry[i];
    assertEquals(found(), [mix === 0, mix === 15], `mix ${mix}`);
  }
});

Deno.test("a full bucket replaces its shallowest entry", () => {
  withParameters(NUMBERS, () => {
    const table = createTable();
    table.newSearch();
    [10, 3, 8, 7].forEach((depth, i) => put(table, i + 1, depth));
    assertEquals(known(table, 1, 2, 3, 4), [1, 2, 3, 4]);
    put(table, 5, 1);
    assertEquals(known(table, 1, 2, 3, 4, 5), [1, 3, 4, 5]);
    // The new entry is now the shallowest.
    put(table, 6, 20);
    assertEquals(known(table, 1, 2, 3, 4, 5, 6), [1, 3, 4, 6]);
  });
});

/** Whether an entry of this depth is kept if entries of the depth `others` are stored this many searches later. */
function outlives(depth: number, searches: number, others: number, generation = 0): boolean {
  const table = createTable();
  for (let i = 0; i <= generation; i++) table.newSearch();
  put(table, 1, depth);
  for (let i = 0; i < searches; i++) table.newSearch();
  for (const key of [2, 3, 4]) put(table, key, others);
  put(table, 9, 1);
  assertEquals(known(table, 9), [9]);
  return find(table, 1).isHit;
}

Deno.test("an entry counts four plies less for each later search; after 32 searches it counts as current again", () => {
  withParameters(NUMBERS, () => {
    // The entry counts 12 − 4, 12 − 8 and 12 − 12 plies; the other entries count 3.
    assertEquals([1, 2, 3].map((searches) => outlives(12, searches, 3)), [true, true, false]);
    // After 31 searches, the entry counts 200 − 31 · 4 = 76 plies. Try every first generation, since the counter wraps.
    for (let generation = 0; generation < 32; generation++) {
      assertEquals([31, 32].map((searches) => outlives(200, searches, 100, generation)), [false, true]);
    }
  });
});

Deno.test("a result of the same position stays unless the new result is exact, nearly as deep, or from a later search", () => {
  withParameters(NUMBERS, () => {
    const table = createTable();
    const scoreAfter = (depth: number, bound: number, isLater: boolean) => {
      table.clear();
      table.newSearch();
      put(table, 1, 10, 100);
      if (isLater) table.newSearch();
      put(table, 1, depth, 200, bound);
      return find(table, 1).score;
    };
    // A result that is less than four plies shallower replaces the entry.
    assertEquals([6, 7, 11].map((depth) => scoreAfter(depth, BOUND_LOWER, false)), [100, 200, 200]);
    assertEquals(scoreAfter(1, BOUND_UPPER, false), 100);
    assertEquals(scoreAfter(1, BOUND_EXACT, false), 200);
    assertEquals(scoreAfter(1, BOUND_LOWER, true), 200);
  });
});

Deno.test("a result without a move keeps the stored move", () => {
  const table = createTable();
  table.newSearch();
  put(table, 1, 3);
  table.store(keyed(1, 31), 0, NO_MOVE, -7, 0, 9, BOUND_UPPER, false);
  const { move, score, depth } = find(table, 1);
  assertEquals([move, score, depth], [MOVE, -7, 9]);
  // Another position in the same place does not inherit the move.
  for (let key = 2; key <= 4; key++) put(table, key, 20);
  table.store(keyed(9, 279), 0, NO_MOVE, 1, 0, 5, BOUND_UPPER, false);
  assertEquals([find(table, 9).isHit, find(table, 9).move], [true, NO_MOVE]);
});

Deno.test("`clear()` forgets everything and resets the generation", () => {
  const table = createTable(16);
  for (let i = 0; i < 5; i++) table.newSearch();
  const keys = Array.from({ length: 40 }, (_, key) => key);
  for (const key of keys.slice(1)) put(table, key, key);
  table.clear();
  assertEquals(known(table, ...keys), []);
  assertEquals(table.hashfull(), 0);
});

Deno.test("`hashfull()` counts the entries of the current search, per mille", () => {
  // 250 buckets of four entries: each entry is one in a thousand.
  const table = createTable(250);
  const random = randomStream(122);
  assertEquals(table.hashfull(), 0);
  table.newSearch();
  let stored = 0;
  const counts = new Map<number, number>();
  while (stored < 100) {
    const keyHi = random();
    const bucket = Math.floor((keyHi >>> 0) * 250 / 4294967296);
    if ((counts.get(bucket) ?? 0) === 4) continue;
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
    table.store(keyed(random(), keyHi), 0, MOVE, 0, 0, 5, BOUND_EXACT, false);
    assertEquals(table.hashfull(), ++stored);
  }
  table.newSearch();
  assertEquals(table.hashfull(), 0);
  for (let i = 0; i < 40_000; i++) table.store(keyed(random(), random()), 0, MOVE, 0, 0, 9, BOUND_EXACT, false);
  assertEquals(table.hashfull(), 1000);
  // A small table is counted completely.
  const small = createTable();
  small.newSearch();
  put(small, 1, 1);
  assertEquals(small.hashfull(), 250);
});

Deno.test("the high half of the key spreads positions over all buckets", () => {
  const table = createTable(3);
  table.newSearch();
  // One number from each third of the unsigned range; each third belongs to one bucket of four entries.
  const parts = [0x10000000, 0x70000000, 0xf0000000 | 0];
  const keys = parts.flatMap((part) => [0, 1, 2, 3].map((i) => keyed(i, part + i)));
  for (const key of keys) table.store(key, 0, MOVE, 0, 0, 5, BOUND_EXACT, false);
  assert(keys.every((key) => entryOf(table, key).isHit));
  assertEquals(table.hashfull(), 1000);
});

Deno.test("`clockKey()` depends on how near the fifty-move draw is, in steps of eight plies, and is 0 while the draw is far", () => {
  assertEquals([0, 1, 10, 23].map(clockKey), [0, 0, 0, 0]);
  assert(clockKey(24) !== 0);
  const keys = Array.from({ length: 101 }, (_, halfmoves) => clockKey(halfmoves));
  for (let halfmoves = 1; halfmoves <= 100; halfmoves++) {
    const isNew = keys[halfmoves] !== 0 && (halfmoves % 8 === 0 || keys[halfmoves - 1] === 0);
    assertEquals(keys[halfmoves] !== keys[halfmoves - 1], isNew, `${halfmoves}`);
  }
  // In the last thirty plies before the draw, the key is never 0 and changes at least three times.
  assert(new Set(keys.slice(70)).size >= 4 && !keys.slice(70).includes(0));
});

Deno.test("`allocate()` accepts fractions of a megabyte, and refuses sizes that no machine has", () => {
  assertEquals(TranspositionTable.allocate(ONE_BUCKET).byteLength, 64);
  assertEquals(TranspositionTable.allocate(2).byteLength, 2 * 1024 * 1024);
  assertThrows(() => TranspositionTable.allocate(2 ** 40), RangeError);
});

Deno.test("clearing the parts of a table one by one clears the whole table, and no word twice", () => {
  for (const parts of [1, 2, 3, 7, 512]) {
    const buffer = TranspositionTable.allocate(64 * 100 / (1024 * 1024));
    const words = new Int32Array(buffer);
    const table = new TranspositionTable(buffer);
    let cleared = 0;
    for (let part = 0; part < parts; part++) {
      words.fill(1);
      table.clear(part, parts);
      cleared += words.filter((word) => word === 0).length;
    }
    assertEquals(cleared, words.length);
    words.fill(1);
    for (let part = 0; part < parts; part++) table.clear(part, parts);
    assert(words.every((word) => word === 0));
  }
});

Deno.test("a view that continues after the searches of another view agrees with it about which entries are old", () => {
  const buffer = TranspositionTable.allocate(1);
  const [old, late] = [new TranspositionTable(buffer), new TranspositionTable(buffer)];
  for (let i = 0; i < 70; i++) old.newSearch();
  old.store(keyed(1, 2), 0, 0, 0, 0, 5, BOUND_EXACT, false);
  late.continueAfter(69);
  late.newSearch();
  assertEquals(late.hashfull(), old.hashfull());
  assertGreater(late.hashfull(), 0);
  late.newSearch();
  assertEquals(late.hashfull(), 0);
});

Deno.test("`boundDecides()` is true for a lower bound that reaches the limit, and for an upper bound below it", () => {
  const decides = (bound: number) => [49, 50, 51].map((score) => boundDecides(bound, score, 50));
  assertEquals([decides(BOUND_LOWER), decides(BOUND_UPPER)], [[false, true, true], [true, false, false]]);
  assertEquals([decides(BOUND_EXACT), decides(BOUND_NONE)], [[true, true, true], [false, false, false]]);
});
