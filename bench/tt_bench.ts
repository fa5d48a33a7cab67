/** Times the transposition table. Each iteration makes `ACCESSES` accesses at random places. @module */

import { BOUND_LOWER } from "../search/bound.ts";
import { TranspositionTable, TtEntry } from "../search/transposition.ts";

/** Must be a power of two. */
const ACCESSES = 524288;
const MEGABYTES = 64;

const entry = new TtEntry();
const table = new TranspositionTable(TranspositionTable.allocate(MEGABYTES));

/** Random keys: the low half of each, then the high half. */
const stored = new Int32Array(2 * ACCESSES);
const absent = new Int32Array(2 * ACCESSES);
for (const words of [stored, absent]) {
  for (let at = 0; at < words.length; at += 16384) crypto.getRandomValues(words.subarray(at, at + 16384));
}
table.newSearch();
storeAll();

/** Returns the number of hits. */
function probeAll(keys: Int32Array): number {
  let hits = 0;
  for (let i = 0; i < keys.length; i += 2) {
    if (table.probe({ keyLo: keys[i], keyHi: keys[i + 1], halfmoves: 0 }, 0, entry)) hits++;
  }
  return hits;
}

function storeAll(): void {
  for (let i = 0; i < stored.length; i += 2) {
    const position = { keyLo: stored[i], keyHi: stored[i + 1], halfmoves: 0 };
    table.store(position, 0, i & 0xffff, i & 0xff, 0, 1 + (i & 15), BOUND_LOWER, false);
  }
}

if (probeAll(stored) < ACCESSES * 0.99 || probeAll(absent) > 0) {
  throw new Error("Expected the table to hold what was stored, and nothing else");
}

Deno.bench(`probe ${ACCESSES} positions that are in a table of ${MEGABYTES} MB`, () => {
  probeAll(stored);
});

Deno.bench(`probe ${ACCESSES} positions that are not`, () => {
  probeAll(absent);
});

Deno.bench(`probe and store ${ACCESSES} positions`, () => {
  probeAll(stored);
  storeAll();
});
