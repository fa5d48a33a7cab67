import { assert, assertEquals, assertThrows } from "@std/assert";
import { chess960Start } from "../../core/chess960.ts";
import { parseFen, START_FEN } from "../../core/fen.ts";

Deno.test("`chess960Start()` numbers each of the 960 positions once, by Scharnagl's scheme", () => {
  assertEquals(chess960Start(518), START_FEN);
  assertEquals(chess960Start(0).slice(0, 8), "bbqnnrkr");
  assertEquals(chess960Start(959).slice(-21, -13), "RKRNNQBB");
  const seen = new Set<string>();
  for (let number = 0; number < 960; number++) {
    const fen = chess960Start(number);
    const rank = fen.slice(-21, -13);
    seen.add(rank);
    assertEquals(Array.from(rank).sort().join(""), "BBKNNQRR");
    assert(/R.*K.*R/.test(rank) && /B(..)*B/.test(rank), rank);
    assertEquals(parseFen(fen).rights, 15);
  }
  assertEquals(seen.size, 960);
});

Deno.test("`chess960Start()` accepts another number for Black, and refuses numbers outside 0 to 959", () => {
  assertEquals(chess960Start(518, 0), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  for (const number of [-1, 960, 1.5, NaN]) {
    assertThrows(() => chess960Start(number), RangeError, `from 0 to 959, not ${number}`);
    assertThrows(() => chess960Start(0, number), RangeError, `from 0 to 959, not ${number}`);
  }
});
