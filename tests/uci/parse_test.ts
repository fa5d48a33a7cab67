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

Deno.test("`parseGo()` takes parameters behind `searchmoves` for what they are", () => {
  const go = parseGo(tokenize("searchmoves e2e4 d2d4 depth 5"));
  assertEquals([go.searchMoves, go.depth, go.unknown], [["e2e4", "d2d4"], 5, []]);
});

Deno.test("`parseGo()` reads signs and cuts fractions of times off", () => {
  const go = parseGo(tokenize("wtime -12.7 btime +7 depth +3.0"));
  assertEquals([go.clock.wtime, go.clock.btime, go.depth, go.unknown], [-12, 7, 3, []]);
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

Deno.test("`parseGo()` lists words that it does not know and reads the rest", () => {
  const go = parseGo(tokenize("hello wtime 5 constructor"));
  assertEquals([go.clock.wtime, go.unknown], [5, ["hello", "constructor"]]);
});

Deno.test("`parseGo()` takes numbers beyond all measure for very great ones", () => {
  const go = parseGo(tokenize(`wtime ${"9".repeat(20)} btime -${"9".repeat(400)} depth ${"9".repeat(16)} winc 5`));
  assertEquals([go.clock, go.depth, go.unknown], [{ wtime: 1e15, btime: -1e15, winc: 5 }, 1e15, []]);
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

Deno.test("`parseSetOption()` keeps spaces in name and value", () => {
  assertEquals(parseSetOption("name  Clear  Hash "), { name: "Clear Hash", value: undefined });
  assertEquals(parseSetOption("name Book File value  my  openings value 2.bin "), {
    name: "Book File",
    value: "my  openings value 2.bin",
  });
});

Deno.test("`parseSetOption()` ends the name at the word `value`, not at a word that has it as a part", () => {
  assertEquals(parseSetOption("name Some valued thing value 3"), { name: "Some valued thing", value: "3" });
  assertEquals(parseSetOption("name Overvalue value 3"), { name: "Overvalue", value: "3" });
  assertEquals(parseSetOption("name Some value2"), { name: "Some value2", value: undefined });
  assertEquals(parseSetOption("name Some\tvalue\t3"), { name: "Some", value: "3" });
});

Deno.test("`parseSetOption()` distinguishes an empty value from none", () => {
  assertEquals(parseSetOption("name A value <empty>").value, "");
  assertEquals(parseSetOption("name A value").value, "");
  assertEquals(parseSetOption("name A").value, undefined);
});

Deno.test("`parseSetOption()` refuses a command without a name", () => {
  for (const text of ["", "name", "value 3", "name value 3", "Hash 3"]) {
    assertThrows(() => parseSetOption(text), SyntaxError, "Expected 'name'");
  }
});
