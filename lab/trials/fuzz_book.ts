/** Fuzzing of opening books. @module */

import * as fc from "fast-check";
import { pickBookMove, PolyglotBook } from "../../book/polyglot_book.ts";
import { polyglotKey } from "../../book/polyglot_key.ts";
import { formatFen, parseFen } from "../../core/fen.ts";
import { legalMoves } from "../../core/movegen.ts";
import { NO_MOVE } from "../../core/types.ts";
import { applyDamage, damages, expectSame, type FuzzTarget, fuzzTarget, readOrRefuse } from "./fuzz_target.ts";
import { PLAYED_POSITIONS } from "./fuzz_text.ts";

const BOOK_ENTRY_BYTES = 16;

/** Entries for the position that is looked up, or for random keys. */
const BOOK_ENTRIES = fc.array(
  fc.record({
    isForPosition: fc.boolean(),
    key: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    move: fc.nat({ max: 0xffff }),
    weight: fc.oneof(fc.constant(0), fc.nat({ max: 0xffff })),
  }),
  { maxLength: 12 },
);

export const BOOK_TARGET: FuzzTarget = fuzzTarget(
  { name: "book", title: "a Polyglot book has legal moves or is refused with a clear error", share: 16 },
  fc.tuple(PLAYED_POSITIONS.map(formatFen), BOOK_ENTRIES, fc.boolean(), damages(64)),
  ([fen, entries, isSorted, damage]) => {
    const position = parseFen(fen);
    const before = formatFen(position);
    const own = polyglotKey(position, NO_MOVE);
    const legal = legalMoves(position);
    const keyed = entries.map((entry) => ({ ...entry, key: entry.isForPosition ? own : entry.key }));
    if (isSorted) keyed.sort((a, b) => a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
    const file = new Uint8Array(keyed.length * BOOK_ENTRY_BYTES);
    const view = new DataView(file.buffer);
    keyed.forEach(({ key, move, weight }, index) => {
      const at = index * BOOK_ENTRY_BYTES;
      view.setBigUint64(at, key);
      // A random number would rarely be a legal move.
      view.setUint16(at + 8, (move & 1) === 1 && legal.length > 0 ? legal[move % legal.length] & 0xfff : move);
      view.setUint16(at + 10, weight);
    });
    const book = readOrRefuse(() => new PolyglotBook(applyDamage(file, damage)));
    if (book === null) return;
    const moves = book.movesFor(position);
    for (const { move, weight } of moves) {
      if (!legal.includes(move) || !(weight > 0)) {
        throw new Error(`Expected a legal move with a weight, but got ${move}`);
      }
    }
    for (const share of [0, 0.5, 1 - 2 ** -52]) {
      const move = pickBookMove(moves, share);
      const isKnown = moves.length === 0 ? move === NO_MOVE : moves.some((known) => known.move === move);
      if (!isKnown) throw new Error(`Expected a move of the book, but got ${move}`);
    }
    expectSame(formatFen(position), before, "The position after it was looked up");
  },
);
