/** Books in the Polyglot format: their moves, how a move is chosen, and which books are refused. @module */

import { assertEquals, assertThrows } from "@std/assert";
import { pickBookMove, PolyglotBook } from "../../book/polyglot_book.ts";
import { formatFen, parseFen, START_FEN } from "../../core/fen.ts";
import { legalMoves } from "../../core/movegen.ts";
import { formatUci } from "../../core/notation.ts";
import { NO_MOVE } from "../../core/types.ts";
import { type Entry, makeBook } from "./books.ts";

const CASTLE = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";

/** The moves, with weights, that a book with these entries has for a position: `e2e4 3`, or `e1h1 3` for castling. */
function known(entries: readonly Entry[], fen: string): string[] {
  const moves = new PolyglotBook(makeBook(entries)).movesFor(parseFen(fen));
  return moves.map(({ move, weight }) => `${formatUci(move, true)} ${weight}`);
}

Deno.test("a book gives the moves of a position, best first, and none for an unknown position", () => {
  const entries: Entry[] = [
    [START_FEN, "d2d4", 5],
    [CASTLE, "e1h1", 1],
    [START_FEN, "e2e4", 9],
    ["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "c7c5", 7],
  ];
  assertEquals(known(entries, START_FEN), ["e2e4 9", "d2d4 5"]);
  assertEquals(known(entries, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), []);
});

Deno.test("moves in a book may castle (as king takes rook), promote, and capture en passant", () => {
  assertEquals(known([[CASTLE, "e1h1", 2], [CASTLE, "e1a1", 1]], CASTLE), ["e1h1 2", "e1a1 1"]);
  const promotion = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
  assertEquals(known([[promotion, "a7a8n", 1], [promotion, "a7a8q", 3]], promotion), ["a7a8q 3", "a7a8n 1"]);
  const passed = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
  assertEquals(known([[passed, "e5d6", 1]], passed), ["e5d6 1"]);
});

Deno.test("a book omits moves that are illegal or have no weight, and adds up the weights of a move that occurs twice", () => {
  const entries: Entry[] = [
    [START_FEN, "e2e5", 50],
    [START_FEN, "a1a1", 50],
    [START_FEN, "e2e4q", 50],
    [START_FEN, "e1h1", 50],
    [START_FEN, "g1f3", 0],
    [START_FEN, "e2e4", 2],
    [START_FEN, "e2e4", 3],
  ];
  assertEquals(known(entries, START_FEN), ["e2e4 5"]);
  // A promotion must name the new piece.
  const promotion = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
  assertEquals(known([[promotion, "a7a8", 1]], promotion), []);
});

Deno.test("an empty, incomplete or unsorted book is refused", () => {
  const book = makeBook([[START_FEN, "e2e4", 1], [CASTLE, "e1h1", 1]]);
  const swapped = new Uint8Array([...book.subarray(16), ...book.subarray(0, 16)]);
  assertThrows(() => new PolyglotBook(new Uint8Array()), RangeError, "has no entries");
  assertThrows(() => new PolyglotBook(book.subarray(0, 31)), RangeError, "31 bytes is not a multiple of 16");
  assertThrows(() => new PolyglotBook(swapped), RangeError, "sorted by key");
  assertEquals(new PolyglotBook(book).entryCount, 2);
});

Deno.test("a book may be part of a larger buffer", () => {
  const bytes = new Uint8Array([1, 2, 3, ...makeBook([[START_FEN, "e2e4", 1]])]);
  assertEquals(new PolyglotBook(bytes.subarray(3)).movesFor(parseFen(START_FEN)).length, 1);
});

Deno.test("`pickBookMove()` chooses moves in proportion to their weights", () => {
  const moves = [{ move: 11, weight: 3 }, { move: 22, weight: 1 }];
  const counts = new Map<number, number>();
  for (let i = 0; i < 400; i++) {
    const move = pickBookMove(moves, i / 400);
    counts.set(move, (counts.get(move) ?? 0) + 1);
  }
  assertEquals([counts.get(11), counts.get(22)], [300, 100]);
  assertEquals(pickBookMove([], 0.5), NO_MOVE);
});

Deno.test("each position in a large book is found", () => {
  const start = parseFen(START_FEN);
  const entries = legalMoves(start).map((move, i): Entry => {
    start.make(move);
    const fen = formatFen(start);
    start.undo();
    return [fen, "a7a6", i + 1];
  });
  for (const [fen, move, weight] of entries) assertEquals(known(entries, fen), [`${move} ${weight}`]);
});
