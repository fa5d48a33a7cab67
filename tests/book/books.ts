/** Small Polyglot books, written entry by entry. @module */

import { polyglotKey } from "../../book/polyglot_key.ts";
import { parseFen, parseSquare } from "../../core/fen.ts";

/** An entry of a book. The move has the form `e2e4`, `e7e8q` or, for castling, `e1h1`. */
export type Entry = readonly [fen: string, move: string, weight: number];

/** The bytes of a book with these entries, sorted by key. */
export function makeBook(entries: readonly Entry[]): Uint8Array {
  const records = entries.map(([fen, move, weight]) => {
    const key = polyglotKey(parseFen(fen));
    const promotion = Math.max(0, " nbrq".indexOf(move[4] ?? " "));
    const code = promotion << 12 | parseSquare(move.slice(0, 2)) << 6 | parseSquare(move.slice(2, 4));
    const bytes = new Uint8Array(16);
    const view = new DataView(bytes.buffer);
    view.setBigUint64(0, key);
    view.setUint16(8, code);
    view.setUint16(10, weight);
    return { key, bytes };
  });
  records.sort((a, b) => a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
  const book = new Uint8Array(records.length * 16);
  records.forEach(({ bytes }, i) => book.set(bytes, i * 16));
  return book;
}
