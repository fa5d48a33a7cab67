/** Command lines: options that the help names, values within their range, misspelt words. @module */

import { assertEquals, assertThrows } from "@std/assert";
import { numberOf, readOptions, refuseOthers, refuseWords, seedOf, textOf } from "../../terminal/command_line.ts";
import { textsOf, wholeOf, wordsOf } from "../../terminal/command_line.ts";

const HELP = `Usage: program FILE [options]

  program --resume FILE    an example is not an option of its own

  --games=N       games in all (400);
                  with --fast fewer
  --output FILE   write to FILE; the short form is -o FILE
  --fen "FEN"     start here
  --setting=TEXT  one of the settings. May be
                  repeated
  --json          write JSON
  --without-table leave the table out
  --seed=N        seed
  --elo0=X        difference
  --help          print this`;

Deno.test("options that the help names are read, with a value in either form; all other arguments are words", () => {
  const flags = readOptions(HELP, ["a.pgn", "--games=4", "--output", "b.pgn", "--json", "7", "--fen", "8/8 w"]);
  assertEquals(wordsOf(flags), ["a.pgn", "7"]);
  assertEquals([wholeOf(flags, "games", 2), textOf(flags, "output"), flags.json], [4, "b.pgn", true]);
  assertEquals([flags["without-table"], flags.help, textOf(flags, "seed")], [false, false, undefined]);
  assertEquals(textOf(flags, "fen"), "8/8 w");
  assertEquals(readOptions(HELP, ["-h", "--without-table"]).help, true);
  assertEquals(textOf(readOptions(HELP, ["-o", "x"], { o: "output" }), "output"), "x");
});

Deno.test("an option that may be repeated is a list, and a dash or a number below zero is a value", () => {
  const flags = readOptions(HELP, ["--setting=a", "--setting", "b", "--output", "-", "--elo0", "-2.5"]);
  assertEquals([textsOf(flags, "setting"), textOf(flags, "output"), numberOf(flags, "elo0")], [["a", "b"], "-", -2.5]);
  assertEquals(textsOf(readOptions(HELP, []), "setting"), []);
});

Deno.test("a command line that the help does not allow is refused, and the error says what was expected", () => {
  const faults: readonly (readonly [string[], string])[] = [
    [["--resume"], "Unknown option '--resume'"],
    [["--jsn"], "Unknown option '--jsn' (did you mean '--json'?)"],
    [["--game=4"], "Unknown option '--game=4' (did you mean '--games'?)"],
    [["-x"], "Unknown option '-x'"],
    [["--games"], "Expected a value after '--games', but got nothing"],
    [["--games="], "Expected a value after '--games', but got nothing"],
    [["--setting="], "Expected a value after '--setting', but got nothing"],
    [["--games", "--json"], "Expected a value after '--games', but got nothing"],
    [["--json=1"], "Expected no value after '--json', but got '1'"],
  ];
  for (const [args, message] of faults) assertThrows(() => readOptions(HELP, args), SyntaxError, message);
  assertThrows(() => refuseWords(["a", "b"]), SyntaxError, "Expected options only, but got 'a b'");
  const flags = readOptions(HELP, ["--games=4", "--json"]);
  refuseOthers(flags, [], ["_", "games", "json"], "nothing else");
  assertThrows(() => refuseOthers(flags, ["x"], ["_", "games"], "less"), SyntaxError, "less, but got 'x --json' too");
});

Deno.test("numbers must be within their range, and whole if the option demands it", () => {
  const games = (text: string) => wholeOf(readOptions(HELP, [`--games=${text}`]), "games", 2, 9);
  assertEquals([games("2"), games("9"), wholeOf(readOptions(HELP, []), "games", 2)], [2, 9, undefined]);
  for (const text of ["2.5", "x", "0x10", "1e3", " 5", "Infinity"]) {
    assertThrows(() => games(text), SyntaxError, `Expected a whole number after '--games', but got '${text}'`);
  }
  for (const text of ["1", "-4", "10"]) {
    assertThrows(() => games(text), RangeError, `Expected a number from 2 to 9 after '--games', but got ${text}`);
  }
  const atLeast = () => wholeOf(readOptions(HELP, ["--games=1"]), "games", 2);
  assertThrows(atLeast, RangeError, "Expected a number of at least 2 after '--games', but got 1");
  const elo = (text: string) => numberOf(readOptions(HELP, [`--elo0=${text}`]), "elo0", -5, 5);
  assertEquals(elo("-2.5"), -2.5);
  for (const text of ["x", "Infinity"]) assertThrows(() => elo(text), SyntaxError, "Expected a number after '--elo0'");
  assertThrows(() => elo("6"), RangeError, "Expected a number from -5 to 5 after '--elo0', but got 6");
});

Deno.test("only the lowest 64 bits of a seed count", () => {
  const seed = (text: string) => seedOf(readOptions(HELP, [`--seed=${text}`]));
  assertEquals([seed("7"), seed("18446744073709551617"), seedOf(readOptions(HELP, []))], [7n, 1n, undefined]);
  assertThrows(() => seed("-1"), SyntaxError, "Expected a whole number after '--seed', but got '-1'");
});
