import { assertEquals, assertNotEquals } from "@std/assert";
import { polyglotKey } from "../../book/polyglot_key.ts";
import { NUMBERS } from "../../book/polyglot_numbers.ts";
import { parseFen, START_FEN } from "../../core/fen.ts";
import { parseUci } from "../../core/notation.ts";
import type { Position } from "../../core/position.ts";

/** The examples in the format's description: moves from the start, FEN, key. */
const PUBLISHED: readonly [moves: string, fen: string, key: string][] = [
  ["", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "463b96181691fc9c"],
  ["e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "823c9b50fd114196"],
  ["e2e4 d7d5", "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", "0756b94461c50fb0"],
  ["e2e4 d7d5 e4e5", "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", "662fafb965db29d4"],
  ["e2e4 d7d5 e4e5 f7f5", "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "22a48b5a8e47ff78"],
  ["e2e4 d7d5 e4e5 f7f5 e1e2", "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", "652a607ca3f242c1"],
  ["e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", "rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", "00fdd303c946bdd9"],
  ["a2a4 b7b5 h2h4 b5b4 c2c4", "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", "3c8123ea7b067637"],
  [
    "a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3",
    "rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4",
    "5c3f9b829b279560",
  ],
];

function keyText(position: Position, lastMove?: number): string {
  return polyglotKey(position, lastMove).toString(16).padStart(16, "0");
}

Deno.test("the nine published positions have the published keys, whether they are read from a FEN or reached by moves", () => {
  for (const [moves, fen, key] of PUBLISHED) {
    assertEquals(keyText(parseFen(fen)), key, fen);
    const position = parseFen(START_FEN);
    let last: number | undefined;
    for (const text of moves.split(" ").filter((word) => word !== "")) {
      last = parseUci(position, text);
      position.make(last);
    }
    assertEquals(keyText(position, last), key, moves);
  }
});

Deno.test("there are 781 numbers, all different", () => {
  assertEquals([new Set(NUMBERS).size, NUMBERS.length], [781, 781]);
});

Deno.test("an en-passant square counts even if the capture is illegal, as long as the previous move is known", () => {
  // The rook pins the pawn on e5 to its king, so the pawn must not capture on d6.
  const position = parseFen("k3r3/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
  const move = parseUci(position, "d7d5");
  position.make(move);
  const pinned = keyText(position, move);
  assertNotEquals(pinned, keyText(position));
  // Without the pin, the position itself has the en-passant square.
  const free = parseFen("k7/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
  free.make(parseUci(free, "d7d5"));
  const xor = (a: string, b: string): bigint => BigInt(`0x${a}`) ^ BigInt(`0x${b}`);
  const unpassed = parseFen("k7/8/8/3pP3/8/8/8/4K3 w - - 0 2");
  assertEquals(xor(pinned, keyText(position)), xor(keyText(free), keyText(unpassed)));
});
