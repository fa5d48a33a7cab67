import { assert, assertEquals, assertThrows } from "@std/assert";
import { START_FEN } from "../../core/fen.ts";
import { BLACK, WHITE } from "../../core/types.ts";
import { ANALYSE_HELP, readAnalyseArguments } from "../../shell/analyse/analyse_arguments.ts";
import { HISTORIES_HELP, readHistoriesOptions } from "../../shell/histories_program.ts";
import { LEARN_HELP } from "../../shell/learn_program.ts";
import { PLAY_HELP, readPlayArguments } from "../../shell/play/play_arguments.ts";
import { PUZZLE_HELP, readPuzzleArguments } from "../../shell/puzzle/puzzle_arguments.ts";

const FEN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";

Deno.test("`analyse` takes a second for each position unless another limit is given", () => {
  const none = { nodes: undefined, depth: undefined, time: undefined };
  assertEquals(readAnalyseArguments(["a.pgn"]).bounds, { ...none, time: 1000 });
  assertEquals(readAnalyseArguments(["a.pgn", "--time", "0.25"]).bounds, { ...none, time: 250 });
  assertEquals(readAnalyseArguments(["a.pgn", "--nodes=5000"]).bounds, { ...none, nodes: 5000 });
  const both = readAnalyseArguments(["--depth", "9", "a.pgn", "--time", "2"]).bounds;
  assertEquals(both, { ...none, depth: 9, time: 2000 });
});

Deno.test("`analyse` understands dashes, short names, and a FEN with or without quotes", () => {
  const options = readAnalyseArguments(["-", "-o", "b.pgn", "--svg", "-"]);
  assertEquals([options.inputs, options.output, options.svg], [["-"], "b.pgn", "-"]);
  assertEquals(readAnalyseArguments(["--fen", FEN]).fen, FEN);
  assertEquals(readAnalyseArguments(["--fen", ...FEN.split(" "), "--lines", "3"]).fen, FEN);
  assertEquals(readAnalyseArguments(["--fen", "startpos", "--lines", "3"]).fen, START_FEN);
  assertEquals(readAnalyseArguments(["a.pgn", "--output", "-"]).output, "-");
  // The system's names for the program's own streams.
  const own = readAnalyseArguments(["/dev/stdin", "-o", "/dev/stdout", "--svg=/dev/fd/1"]);
  assertEquals([own.inputs, own.output, own.svg], [["-"], "-", "-"]);
  assertEquals(readAnalyseArguments(["a.pgn", "--output", "-", "--svg", "-"]).svg, "-");
  assertEquals(readAnalyseArguments(["a.pgn", "--html", "-"]).html, "-");
  const hashOf = (...args: string[]) => readAnalyseArguments(["a.pgn", ...args]).engine.hash;
  assertEquals([hashOf(), hashOf("--hash", "5")], [64, 5]);
  assertEquals(readAnalyseArguments(["--help", "whatever", "--json"]).help, true);
});

Deno.test("`analyse` refuses wrong options and contradictory options", () => {
  const refused: [args: string[], message: string][] = [
    [[], "Expected a PGN file, '-' or '--fen', but got none of them"],
    [["a.pgn", "b.pgn", "a.pgn"], "Expected each file once, but got 'a.pgn' twice"],
    [["a.pgn", "-", "--in-place"], "Expected files with '--in-place', but got none"],
    [["a.pgn", "--nodes", "0"], "Expected a number of at least 1 after '--nodes'"],
    [["a.pgn", "--depth", "201"], "Expected a number from 1 to 200 after '--depth', but got 201"],
    [["a.pgn", "--time", "0"], "Expected 0.001 to 86400 seconds after '--time', but got 0"],
    [["a.pgn", "--time", "-1"], "Expected 0.001 to 86400 seconds after '--time', but got -1"],
    [["a.pgn", "--time=-.5"], "Expected 0.001 to 86400 seconds after '--time', but got -.5"],
    [["a.pgn", "--time", "1s"], "Expected seconds after '--time', but got '1s'"],
    [["a.pgn", "--hash", "0"], "Expected a number from 1 to 65536 after '--hash', but got 0"],
    [["a.pgn", "--in-place", "--output", "b.pgn"], "Expected '--output' or '--in-place', but got both"],
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
    [["a.pgn", "--games", "3-1"], "Expected game numbers such as 7, 1-20 or 30- after '--games', but got '3-1'"],
    [["--fen", "startpos", "--player", "anna"], "Expected games for '--player', '--games' or '--resume'"],
    [["a.pgn", "--resume"], "Expected a file for '--resume': '--in-place' or '--output', but got none"],
  ];
  for (const [args, message] of refused) assertThrows(() => readAnalyseArguments(args), Error, message, args.join(" "));
});

Deno.test("`play` has defaults and refuses wrong options", () => {
  const options = readPlayArguments([]);
  assertEquals([options.colour, options.level, options.ms, options.fen], [WHITE, 5, 1000, START_FEN]);
  assertEquals(readPlayArguments(["--fen", "startpos"]).fen, START_FEN);
  const other = readPlayArguments(`--colour=b --level 10 --time 0.5 --fen ${FEN} --ascii`.split(" "));
  assertEquals([other.colour, other.level, other.ms, other.fen, other.ascii], [BLACK, 10, 500, FEN, true]);
  assertEquals(["random", "black"].map((each) => readPlayArguments(["--color", each]).colour), [null, BLACK]);
  const refused: [args: string[], message: string][] = [
    [["--colour", "red"], "Expected white, black or random after '--colour', but got 'red'"],
    [["--level", "11"], "Expected a number from 1 to 10 after '--level', but got 11"],
    [["e4"], "Expected options only, but got 'e4'"],
    [["--time", "-1"], "Expected 0.001 to 86400 seconds after '--time', but got -1"],
  ];
  for (const [args, message] of refused) assertThrows(() => readPlayArguments(args), Error, message, args.join(" "));
});

Deno.test("`histories` has defaults, and takes a FEN with or without quotes", () => {
  const bounded = { depth: 9, nodes: undefined, time: undefined };
  const plain = { fen: START_FEN, moves: [], bounds: { depth: 16 }, why: null, svg: null, json: false, help: false };
  assertEquals(readHistoriesOptions([]), plain);
  assertEquals(readHistoriesOptions(["startpos"]), plain);
  assertEquals(readHistoriesOptions([FEN, "--depth", "9"]), { ...plain, fen: FEN, bounds: bounded });
  assertEquals(readHistoriesOptions(["--depth=9", ...FEN.split(" ")]), { ...plain, fen: FEN, bounds: bounded });
  assertEquals(readHistoriesOptions(["--fen", ...FEN.split(" ")]).fen, FEN);
  assertEquals(readHistoriesOptions(["--time", "0.5"]).bounds.time, 500);
  assertEquals(readHistoriesOptions(["--why=e4"]), { ...plain, why: "e4" });
  const others = readHistoriesOptions(["--svg=a=b.svg", "--moves", " e2e4  e7e5", "-h"]);
  assertEquals(others, { ...plain, svg: "a=b.svg", moves: ["e2e4", "e7e5"], help: true });
  const refused: [args: string[], message: string][] = [
    [["--depth", "0"], "Expected a number from 1 to 200 after '--depth', but got 0"],
    [["--why", "e4", "--json"], "Expected '--why' alone, but got '--json' or '--svg' with it"],
    [["--json", "--svg", "-"], "Expected '--json' or '--svg -', but got both"],
  ];
  for (const [args, message] of refused) assertThrows(() => readHistoriesOptions(args), Error, message, args.join(" "));
});

Deno.test("`puzzle` has defaults and refuses wrong options", () => {
  const options = readPuzzleArguments(["a.pgn"]);
  assertEquals([options.least, options.count, options.bounds.time, options.colour], ["mistake", Infinity, 200, null]);
  assertEquals(readPuzzleArguments(["a.pgn", "--errors", "blunders", "--color", "White"]).colour, "white");
  const refused: [args: string[], message: string][] = [
    [["-"], "Expected a PGN file, but got '-'"],
    [["a.pgn", "--errors", "blundr"], "(did you mean 'blunder'?)"],
    [["a.pgn", "--colour", "red"], "Expected white, black or both after '--colour', but got 'red'"],
    [["a.pgn", "--count", "0"], "Expected a number from 1"],
  ];
  for (const [args, message] of refused) assertThrows(() => readPuzzleArguments(args), Error, message, args.join(" "));
});

Deno.test("the lines of help texts have at most 120 columns", () => {
  const help = [ANALYSE_HELP, HISTORIES_HELP, LEARN_HELP, PLAY_HELP, PUZZLE_HELP].join("\n");
  for (const line of help.split("\n")) assert(line.length <= 120, line);
});
