import { assertEquals, assertThrows } from "@std/assert";
import { START_FEN } from "../../core/fen.ts";
import { parseGo, parsePosition, parseSetOption, tokenize } from "../../uci/parse.ts";

Deno.test("`tokenize()` splits at any white space and drops what is empty", () => {
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
    unknown: [],
  });
});

Deno.test("`parseGo()` reads signs, cuts fractions of times off, and takes numbers beyond all measure for very great ones", () => {
  const cases = [
    ["searchmoves e2e4 d2d4 depth 5", { depth: 5, searchMoves: ["e2e4", "d2d4"] }],
    ["wtime -12.7 btime +7 depth +3.0", { clock: { wtime: -12, btime: 7 }, depth: 3 }],
    ["hello wtime 5 constructor", { clock: { wtime: 5 }, unknown: ["hello", "constructor"] }],
    [
      `wtime ${"9".repeat(20)} btime -${"9".repeat(400)} depth ${"9".repeat(16)} winc 5`,
      { clock: { wtime: 1e15, btime: -1e15, winc: 5 }, depth: 1e15 },
    ],
  ] as const;
  const nothing = { clock: {}, infinite: false, ponder: false, searchMoves: [], unknown: [] };
  for (const [text, expected] of cases) assertEquals<unknown>(parseGo(tokenize(text)), { ...nothing, ...expected });
});

Deno.test("`parseGo()` refuses a number that is missing, cannot be read or makes no sense", () => {
  for (const text of ["depth x wtime 5", "depth wtime 5", "wtime 5 depth", "depth 1e9 wtime 5", "depth 2.5 infinite"]) {
    assertThrows(
      () => parseGo(tokenize(text)),
      SyntaxError,
      "Expected a whole number after 'go depth', but got ",
      text,
    );
  }
  for (const text of ["wtime 1e3", "depth 3 movetime"]) {
    assertThrows(() => parseGo(tokenize(text)), SyntaxError, "Expected a number after 'go ", text);
  }
  for (const [word, value] of [["mate", 0], ["depth", -3], ["nodes", 0], ["perft", -1]] as const) {
    const fault = `at least 1 after 'go ${word}', but got ${value}`;
    assertThrows(() => parseGo(tokenize(`${word} ${value} movetime 3`)), RangeError, fault);
  }
});

Deno.test("`parsePosition()` reads start and moves", () => {
  assertEquals(parsePosition(["startpos"]), { fen: START_FEN, moves: [] });
  assertEquals(parsePosition(["startpos", "moves"]), { fen: START_FEN, moves: [] });
  assertEquals(parsePosition(tokenize("fen 8/8/8/8/8/8/8/k1K5 w - - 0 1 moves c1c2 a1a2")), {
    fen: "8/8/8/8/8/8/8/k1K5 w - - 0 1",
    moves: ["c1c2", "a1a2"],
  });
});

Deno.test("`parsePosition()` refuses what begins with neither `startpos` nor `fen`", () => {
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
