/**
 * A snapshot of what the search has learned: the entries of one thread's histories and corrections. It is valid only
 * for tables with the same signature.
 *
 * @module
 */

import { CAPTURE, HISTORY_ENTRIES, QUIETS } from "../learning/histories.ts";
import { CORRECTION_ENTRIES, CORRECTIONS } from "../learning/corrections.ts";
import type { Table } from "../learning/table.ts";
import { crc32 } from "../nnue/crc32.ts";

/** The entries of the tables. */
export type Snapshot = Readonly<Record<"histories" | "corrections", Int16Array<ArrayBuffer>>>;

const HISTORY_TABLES: readonly Table[] = [...QUIETS, CAPTURE];

/** The sizes of the arrays. */
export const SNAPSHOT_SIZES: { readonly [Key in keyof Snapshot]: number } = {
  histories: HISTORY_ENTRIES,
  corrections: CORRECTION_ENTRIES,
};

/** A checksum of the indices, places, sizes and bounds of all tables. */
export function tablesSignature(): number {
  const texts = [...HISTORY_TABLES, ...CORRECTIONS].map(({ name, index, start, size, bound }) =>
    `${name} ${index} ${start} ${size} ${bound}`
  );
  return crc32(new TextEncoder().encode(texts.join("\n")));
}

/** Throws a RangeError if an entry exceeds the bound of its table. */
export function checkSnapshot({ histories, corrections }: Snapshot): void {
  HISTORY_TABLES.forEach((table) => checkTable(histories, table));
  CORRECTIONS.forEach((table) => checkTable(corrections, table));
}

function checkTable(entries: Int16Array, { name, start, size, bound }: Table): void {
  // Entries without a bound are moves, which are checked when they are read.
  if (bound === 0) return;
  for (let i = start; i < start + size; i++) {
    if (entries[i] > bound || entries[i] < -bound) {
      throw new RangeError(`Expected entries of '${name}' within ± ${bound}, but got ${entries[i]}`);
    }
  }
}
