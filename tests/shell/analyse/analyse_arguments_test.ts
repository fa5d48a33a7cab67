/**
 * The command lines of the programs.
 *
 * @module
 */

import { assert, assertEquals, assertThrows } from "@std/assert";
import { START_FEN } from "../../../core/fen.ts";
import { BLACK, WHITE } from "../../../core/types.ts";
import { ANALYSE_HELP, readAnalyseArguments } from "../../../shell/analyse/analyse_arguments.ts";
import { PLAY_HELP, readPlayArguments } from "../../../shell/play/play_arguments.ts";

const FEN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";

Deno.test("`analyse` takes a second for each position unless another bound is given", () => {
  const none = { nodes: undefined, depth: undefined, time: undefined };
  assertEquals(readAnalyseArguments(["a.pgn"]).bounds, { ...none, time: 1000 });
  assertEquals(readAnalyseArguments(["a.pgn", "--time", "0.25"]).bounds, { ...none, time: 250 });
  assertEquals(readAnalyseArguments(["a.pgn", "--nodes=5000"]).bounds, { ...none, nodes: 5000 });
  assertEquals(readAnalyseArguments(["--depth", "9", "a.pgn", "--time", "2"]).bounds, {
    ...none,
    depth: 9,
    time: 2000,
  });
});

Deno.test("`analyse` understands dashes, short names, and a FEN with or without quotes", () => {
  const options = readAnalyseArguments(["-", "-o", "b.pgn", "--svg", "-"]);
  assertEquals([options.inputs, options.output, options.svg], [["-"], "b.pgn", "-"]);
  assertEquals(readAnalyseArguments(["--fen", FEN]).fen, FEN);
  assertEquals(readAnalyseArguments(["--fen", ...FEN.split(" "), "--lines", "3"]).fen, FEN);
  assertEquals(readAnalyseArguments(["--fen", "startpos", "--lines", "3"]).fen, START_FEN);
  assertEquals(readAnalyseArguments(["a.pgn", "--output", "-"]).output, "-");
  // Names that the system has for the program's own streams.
  const own = readAnalyseArguments(["/dev/stdin", "-o", "/dev/stdout", "--svg=/dev/fd/1"]);
  assertEquals([own.inputs, own.output, own.svg], [["-"], "-", "-"]);
  assertEquals(readAnalyseArguments(["a.pgn", "--output", "-", "--svg", "-"]).svg, "-");
  assertEquals(readAnalyseArguments(["a.pgn", "--html", "-"]).html, "-");
  assertEquals([
    readAnalyseArguments(["a.pgn"]).engine.hash,
    readAnalyseArguments(["a.pgn", "--hash", "5"]).engine.hash,
  ], [64, 5]);
  assertEquals(readAnalyseArguments(["--help", "whatever", "--json"]).help, true);
});

Deno.test("`analyse` refuses what is wrong or does not go together", () => {
  const refused: [args: string[], message: string][] = [
    [[], "Expected a PGN file, '-' or '--fen', but got none of them"],
    [["a.pgn", "b.pgn", "a.pgn"], "Expected each file once, but got 'a.pgn' twice"],
    [["a.pgn", "-", "--in-place"], "Expected files with '--in-place', but got none"],
    [["a.pgn", "--nodes"], "Expected a value after '--nodes', but got nothing"],
    [["a.pgn", "--nodes", "many"], "Expected a whole number after '--nodes', but got 'many'"],
    [["a.pgn", "--nodes", "0"], "Expected a number of at least 1 after '--nodes'"],
    [["a.pgn", "--depth", "201"], "Expected a number from 1 to 200 after '--depth', but got 201"],
    [["a.pgn", "--time", "0"], "Expected 0.001 to 86400 seconds after '--time', but got 0"],
    [["a.pgn", "--time", "-1"], "Expected 0.001 to 86400 seconds after '--time', but got -1"],
    [["a.pgn", "--time=-.5"], "Expected 0.001 to 86400 seconds after '--time', but got -.5"],
    [["a.pgn", "--nodes", "-7"], "Expected a number of at least 1 after '--nodes'"],
    [["a.pgn", "--time", "1s"], "Expected seconds after '--time', but got '1s'"],
    [["a.pgn", "--hash", "0"], "Expected a number from 1 to 65536 after '--hash', but got 0"],
    [["a.pgn", "--threads", "x"], "Expected a whole number after '--threads', but got 'x'"],
    [["a.pgn", "--bogus"], "Unknown option '--bogus'"],
    [["a.pgn", "-x"], "Unknown option '-x'"],
    [["a.pgn", "--in-place", "--output", "b.pgn"], "Expected '--output' or '--in-place', but got both"],
    [["-", "--in-place"], "Expected files with '--in-place', but got none"],
    [["a.pgn", "--in-place", "--json"], "Expected '--json' or '--in-place'"],
    [["a.pgn", "--json", "--svg", "-"], "Expected '--json' or '--svg -'"],
    [["a.pgn", "-o", "b", "--svg", "b"], "Expected different files with '--output' and '--svg', but got 'b' with both"],
    [["a.pgn", "--fen", FEN], "Expected a file or '--fen', not both"],
    [["--fen", FEN, "--svg", "a.svg"], "Expected games for '--svg', but got a single position"],
    [["a.pgn", "--svg", "b", "--html", "b"], "Expected different files with '--svg' and '--html'"],
    [["a.pgn", "-o", "b", "--html", "b"], "Expected different files with '--output' and '--html'"],
    [["a.pgn", "--json", "--html", "-"], "Expected '--json' or '--html -'"],
    [["a.pgn", "-o", "-", "--html", "-"], "Expected '--output -' or '--html -'"],
    [["--fen", FEN, "--html", "a.html"], "Expected games for '--html', but got a single position"],
    [["a.pgn", "--games", "3-1"], "Expected places of games such as 7, 1-20 or 30- after '--games', but got '3-1'"],
    [["--fen", "startpos", "--player", "anna"], "Expected games for '--player', '--games' or '--resume'"],
    [["a.pgn", "--resume"], "Expected a file for '--resume': '--in-place' or '--output', but got none"],
  ];
  for (const [args, message] of refused) assertThrows(() => readAnalyseArguments(args), Error, message, args.join(" "));
});

Deno.test("`play` has defaults and refuses what is wrong", () => {
  const options = readPlayArguments([]);
  assertEquals([options.colour, options.level, options.ms, options.fen], [WHITE, 5, 1000, START_FEN]);
  const other = readPlayArguments([
    "--colour=b",
    "--level",
    "10",
    "--time",
    "0.5",
    "--fen",
    ...FEN.split(" "),
    "--ascii",
  ]);
  assertEquals([other.colour, other.level, other.ms, other.fen, other.ascii], [BLACK, 10, 500, FEN, true]);
  assertEquals([readPlayArguments(["--color", "random"]).colour, readPlayArguments(["--color", "black"]).colour], [
    null,
    BLACK,
  ]);
  const refused: [args: string[], message: string][] = [
    [["--colour", "red"], "Expected white, black or random after '--colour', but got 'red'"],
    [["--level", "11"], "Expected a number from 1 to 10 after '--level', but got 11"],
    [["e4"], "Expected options only, but got 'e4'"],
    [["--time", "-1"], "Expected 0.001 to 86400 seconds after '--time', but got -1"],
  ];
  for (const [args, message] of refused) assertThrows(() => readPlayArguments(args), Error, message, args.join(" "));
});

Deno.test("`--help` explains every option, in lines of at most 120 columns", () => {
  for (
    const option of [
      "time",
      "nodes",
      "depth",
      "output",
      "in-place",
      "svg",
      "html",
      "json",
      "fresh",
      "lines",
      "threads",
      "hash",
      "syzygy",
      "help",
    ]
  ) {
    assert(ANALYSE_HELP.includes(`\n  --${option}`), option);
  }
  assert(ANALYSE_HELP.includes("the short form is -o FILE"));
  for (const option of ["colour", "level", "time", "fen", "book", "ascii", "threads", "hash", "syzygy", "help"]) {
    assert(PLAY_HELP.includes(`\n  --${option}`), option);
  }
  for (const line of `${ANALYSE_HELP}\n${PLAY_HELP}`.split("\n")) assert(line.length <= 120, line);
});
