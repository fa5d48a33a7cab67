import { assertEquals, assertThrows } from "@std/assert";
import { START_FEN } from "../../core/fen.ts";
import { parseGo, parsePosition, parseSetOption, tokenize } from "../../uci/parse.ts";

/** The result for a `go` without arguments. */
const NOTHING = { clock: {}, infinite: false, ponder: false, searchMoves: [], faults: [], zeros: [], unknown: [] };

Deno.test("`tokenize()` splits at any white space and drops empty parts", () => {
  assertEquals(tokenize("  go\tdepth  3\r"), ["go", "depth", "3"]);
  assertEquals(tokenize(" \t\r"), []);
});

Deno.test("`parseGo()` reads every parameter", () => {
  const go = parseGo(tokenize(
    "wtime 1 btime 2 winc 3 binc 4 movestogo 5 movetime 6 depth 7 nodes 8 mate 9 infinite ponder searchmoves e2e4 d2d4",
  ));
  assertEquals(go, {
    clock: { wtime: 1, btime: 2, winc: 3, binc: 4, movestogo: 5, movetime: 6 },
    depth: 7,
    nodes: 8,
    mate: 9,
    infinite: true,
    ponder: true,
    searchMoves: ["e2e4", "d2d4"],
    faults: [],
    zeros: [],
    unknown: [],
  });
});

Deno.test("`parseGo()` reads signs, drops the fractions of times, and limits enormous numbers", () => {
  const cases = [
    ["searchmoves e2e4 d2d4 depth 5", { depth: 5, searchMoves: ["e2e4", "d2d4"] }],
    ["wtime -12.7 btime +7 depth +3.0", { clock: { wtime: -12, btime: 7 }, depth: 3 }],
    ["hello wtime 5 constructor", { clock: { wtime: 5 }, unknown: ["hello", "constructor"] }],
    [
      `wtime ${"9".repeat(20)} btime -${"9".repeat(400)} depth ${"9".repeat(16)} winc 5`,
      { clock: { wtime: 1e15, btime: -1e15, winc: 5 }, depth: 1e15 },
    ],
  ] as const;
  for (const [text, expected] of cases) assertEquals<unknown>(parseGo(tokenize(text)), { ...NOTHING, ...expected });
});

Deno.test("`parseGo()` ignores and reports values that it cannot read or that are out of range", () => {
  const whole = "Expected a whole number after 'go depth', but got ";
  const cases = [
    ["depth x wtime 5", { clock: { wtime: 5 }, faults: [`${whole}'x'`] }],
    ["depth wtime 5", { clock: { wtime: 5 }, faults: [`${whole}'wtime'`] }],
    ["depth infinite", { infinite: true, faults: [`${whole}'infinite'`] }],
    ["wtime 5 depth", { clock: { wtime: 5 }, faults: [`${whole}nothing`] }],
    ["depth 1e9 nodes 7", { nodes: 7, faults: [`${whole}'1e9'`] }],
    ["depth 2.5 ponder", { ponder: true, faults: [`${whole}'2.5'`] }],
    ["wtime 1e3", { faults: ["Expected a number after 'go wtime', but got '1e3'"] }],
    ["depth 3 movetime", { depth: 3, faults: ["Expected a number after 'go movetime', but got nothing"] }],
    ["nodes -3 mate 2", { mate: 2, faults: ["Expected a number of at least 1 after 'go nodes', but got -3"] }],
  ] as const;
  for (const [text, expected] of cases) assertEquals<unknown>(parseGo(tokenize(text)), { ...NOTHING, ...expected });
});

Deno.test("`parseGo()` reads a bound of 0 as not set, and a time of 0 as not set only if there is another bound", () => {
  const zero = (word: string, text = "0") => `Expected a number of at least 1 after 'go ${word}', but got ${text}`;
  const clock = { wtime: 3000, btime: 2000 };
  const cases = [
    ["depth 0", { zeros: [zero("depth")] }],
    ["wtime 3000 btime 2000 depth 0 nodes -0 mate +0.0", {
      clock,
      zeros: [zero("depth"), zero("nodes", "-0"), zero("mate", "+0.0")],
    }],
    ["perft 0 depth 2", { depth: 2, zeros: [zero("perft")] }],
    ["wtime 3000 btime 2000 movetime 0", { clock }],
    ["depth 4 wtime 0 btime 0 winc 0 binc 0 movetime 0", { depth: 4, clock: { winc: 0, binc: 0 } }],
    ["nodes 4 btime 0", { nodes: 4 }],
    ["mate 2 movetime 0", { mate: 2 }],
    ["wtime 0 btime 0 movetime 50", { clock: { movetime: 50 } }],
    // One side's clock or both have run out, or the move has no time. These zeros count.
    ["wtime 0 btime 2000 depth 9", { depth: 9, clock: { wtime: 0, btime: 2000 } }],
    ["wtime 0 btime 0", { clock: { wtime: 0, btime: 0 } }],
    ["movetime 0", { clock: { movetime: 0 } }],
    ["wtime 0 btime 0 movetime 0 nodes 0", { clock: { wtime: 0, btime: 0, movetime: 0 }, zeros: [zero("nodes")] }],
    ["wtime -1 btime -1 depth 2", { depth: 2, clock: { wtime: -1, btime: -1 } }],
  ] as const;
  for (const [text, expected] of cases) assertEquals<unknown>(parseGo(tokenize(text)), { ...NOTHING, ...expected });
});

Deno.test("`parsePosition()` reads start and moves", () => {
  assertEquals(parsePosition(["startpos"]), { fen: START_FEN, moves: [] });
  assertEquals(parsePosition(["startpos", "moves"]), { fen: START_FEN, moves: [] });
  for (const word of ["fen ", ""]) {
    const found = parsePosition(tokenize(`${word}8/8/8/8/8/8/8/k1K5 w - - 0 1 moves c1c2 a1a2`));
    assertEquals(found, { fen: "8/8/8/8/8/8/8/k1K5 w - - 0 1", moves: ["c1c2", "a1a2"] });
  }
});

Deno.test("`parsePosition()` refuses text that begins with neither `startpos` nor `fen`", () => {
  for (const text of ["", "moves e2e4", "startpos e2e4", "e2e4"]) {
    assertThrows(() => parsePosition(tokenize(text)), SyntaxError, "Expected 'startpos' or 'fen'");
  }
});

Deno.test("`parseSetOption()` keeps spaces within a value, and ends the name at the word `value`", () => {
  const cases: [text: string, name: string, value: string | undefined][] = [
    ["name  Clear  Hash ", "Clear Hash", undefined],
    ["name Book File value  my  openings value 2.bin ", "Book File", "my  openings value 2.bin"],
    ["name Some valued thing value 3", "Some valued thing", "3"],
    ["name Overvalue value 3", "Overvalue", "3"],
    ["name Some value2", "Some value2", undefined],
    ["name Some\tvalue\t3", "Some", "3"],
    ["name A value <empty>", "A", ""],
    ["name A value", "A", ""],
  ];
  for (const [text, name, value] of cases) assertEquals(parseSetOption(text), { name, value });
  for (const text of ["", "name", "value 3", "name value 3", "Hash 3"]) {
    assertThrows(() => parseSetOption(text), SyntaxError, "Expected 'name'");
  }
});
