/** The prober's results and distances, compared with each other and with a retrograde analysis. @module */

import { assert, assertEquals, assertGreater, assertLess, assertLessOrEqual } from "@std/assert";
import { formatFen, parseFen } from "../../core/fen.ts";
import type { PieceListener } from "../../core/position.ts";
import { Random } from "../../core/random.ts";
import { PAGE_BYTES } from "../../tablebase/source.ts";
import { DRAWN, LOSS, UNKNOWN, WIN } from "../../tablebase/prober.ts";
import { inconsistency } from "./syzygy_checks.ts";
import { randomPosition } from "./random_position.ts";
import { proberOf, testRealTables, TestTables, testTables } from "./fixtures.ts";

const QUEEN_TAKES_ROOK = "8/8/8/8/k7/8/2r5/2QK4 w - - 0 1";

/** The result and distance of a position, with all tables. */
function answer(tables: TestTables, fen: string): [result: number, distance: number] {
  const prober = tables.createProber();
  const position = parseFen(fen);
  const answers: [number, number] = [prober.result(position), prober.distance(position)];
  prober.tables.closeAll();
  // Probing plays captures, but must not change the position.
  assertEquals(formatFen(position), formatFen(parseFen(fen)));
  return answers;
}

Deno.test("no distance that a file can contain equals `UNKNOWN`", () => {
  // A file's distances are at most 2 · 65535 + 1. The fifty-move rule adds 100, and a ply to a stored position adds 1.
  assertGreater(Math.abs(UNKNOWN), 2 * 0xffff + 1 + 100 + 1);
});

testRealTables("tables of three men from retrograde analysis give the same answers as the real tables", (tables) => {
  const real = tables.createProber();
  const written = new TestTables(false);
  const prober = written.createProber();
  const random = new Random(4n);
  for (const name of written.trueNames) {
    for (let i = 0; i < 1000; i++) {
      const position = randomPosition(name, random);
      assertEquals(prober.result(position), real.result(position), formatFen(position));
      // A real file that counts moves may have a distance that is one too low.
      const [distance, other] = [prober, real].map((each) => Math.abs(each.distance(position)));
      assert(distance === other || distance === other + 1, `${formatFen(position)}: ${distance}, ${other}`);
    }
  }
});

testTables("the answers for a position agree with the answers after each of its moves", (tables) => {
  const prober = tables.createProber();
  const random = new Random(1n);
  for (const name of tables.trueNames) {
    for (let i = 0; i < 100; i++) {
      const position = randomPosition(name, random);
      assertEquals(inconsistency(prober, position), "", formatFen(position));
    }
  }
  prober.tables.closeAll();
});

testTables("a capture en passant counts, in results and distances", (tables) => {
  const cases: [fen: string, withCapture: [number, number], without: [number, number]][] = [
    ["8/8/8/8/1pP5/8/K7/4k3 b - c3 0 1", [WIN, 1], [LOSS, -3]],
    ["8/8/8/8/6pP/8/1k6/4K3 b - h3 0 1", [DRAWN, 0], [LOSS, -1]],
    ["8/8/8/2K1pP1k/8/8/8/8 w - e6 0 2", [WIN, 1], [WIN, 3]],
    ["8/8/7K/8/Pp6/8/8/1k6 b - a3 0 1", [WIN, 1], [DRAWN, 0]],
  ];
  for (const [fen, withCapture, without] of cases) {
    assertEquals(answer(tables, fen), withCapture, fen);
    assertEquals(answer(tables, fen.replace(/ [a-h][36] /, " - ")), without, fen);
  }
});

testTables("known results and distances are found, and positions without a table are unknown", (tables) => {
  const cases: [fen: string, result: number, distance: number][] = [
    // The longest win with a queen takes 10 moves, and with a rook 16.
    ["8/8/8/2k5/8/8/6Q1/7K w - - 0 1", WIN, 19],
    ["7k/8/8/8/4K3/8/8/6r1 b - - 0 1", WIN, 31],
    // A mate on the board is a loss at distance 1, and a stalemate is a draw.
    ["k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", LOSS, -1],
    ["k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", DRAWN, 0],
    // A capture that draws or wins immediately counts, regardless of the file. The first capture leaves bare kings.
    ["8/8/8/8/8/1kR5/8/K7 b - - 0 1", DRAWN, 0],
    [QUEEN_TAKES_ROOK, WIN, 1],
    ["4k3/8/8/8/8/8/8/4K3 w - - 0 1", DRAWN, 0],
    // No table has positions with castling rights, or with this many men.
    ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", UNKNOWN, UNKNOWN],
    ["4k3/pp6/8/8/8/8/8/4K2R w - - 0 1", UNKNOWN, UNKNOWN],
  ];
  for (const [fen, ...expected] of cases) assertEquals(answer(tables, fen), expected, fen);
  assertEquals(answer(tables, "4k3/8/8/8/8/8/8/4K2R w - - 0 1")[0], WIN);
});

testTables("without a file of distances, the result is known but the distance is not", (tables) => {
  const { prober, faults } = proberOf({ "KRvK.rtbw": tables.read("KRvK.rtbw") });
  const position = parseFen("8/8/8/8/2k5/8/8/KR6 w - - 0 1");
  assertEquals([prober.result(position), prober.distance(position)], [WIN, UNKNOWN]);
  assertEquals(faults, []);
});

testTables("if the table for a capture is missing, there is no answer", (tables) => {
  const files = ["KQvKR.rtbw", "KRvK.rtbw"].map((name) => [name, tables.read(name)]);
  const { prober, faults } = proberOf(Object.fromEntries(files));
  assertEquals(prober.result(parseFen(QUEEN_TAKES_ROOK)), UNKNOWN);
  assertEquals(prober.result(parseFen("7r/8/8/4k3/8/1Q6/8/2K5 w - - 0 1")), WIN);
  assertEquals(faults, []);
});

testTables("a probe does not call the listener of the position, and leaves it in place", (tables) => {
  const prober = tables.createProber();
  const position = parseFen(QUEEN_TAKES_ROOK);
  let calls = 0;
  const count = () => calls++;
  const listener: PieceListener = { loaded: count, made: count, removed: count, added: count, undone: count };
  position.listener = listener;
  prober.result(position);
  prober.distance(position);
  assertEquals([calls, position.listener === listener], [0, true]);
  prober.tables.closeAll();
});

testTables("open files and memory stay within their limits, and the limits do not change the answers", (tables) => {
  const free = tables.createProber();
  // The written tables have smaller headers and fewer pages.
  const bounds = { openFiles: 3, headerBytes: tables.isReal ? 60_000 : 12_000, pages: tables.isReal ? 16 : 4 };
  const bounded = tables.createProber(bounds);
  const random = new Random(2n);
  const names = tables.names;
  for (let i = 0; i < 400; i++) {
    const position = randomPosition(names[random.below(names.length)], random);
    assertEquals(bounded.result(position), free.result(position), formatFen(position));
    assertEquals(bounded.distance(position), free.distance(position), formatFen(position));
    assertLessOrEqual(bounded.tables.openFiles, bounds.openFiles);
    assertLessOrEqual(bounded.tables.headerBytes, bounds.headerBytes);
    assertLessOrEqual(bounded.tables.cache.byteLength, bounds.pages * PAGE_BYTES);
  }
  assertLess(free.tables.openFiles, 33);
  assertGreater(bounded.tables.cache.pageReads, free.tables.cache.pageReads);
  for (const prober of [free, bounded]) prober.tables.closeAll();
  assertEquals([free.tables.openFiles, bounded.tables.openFiles], [0, 0]);
});
