/** The command line of `deno task tune`. @module */

import { assert, assertEquals, assertNotEquals, assertThrows } from "@std/assert";
import { TUNABLES } from "../../../../search/params.ts";
import { type TuneSettings, TuneState } from "../../../matches/tuning/spsa_state.ts";
import { describeGames } from "../../../matches/threads/game_options.ts";
import { readTuneOptions } from "../../../matches/tuning/tune_options.ts";
import { withFolder } from "../../../../tests/folder.ts";

/** The settings of a run that starts. */
function settingsOf(...args: string[]): TuneSettings {
  const options = readTuneOptions(["--state=x.json", ...args]);
  assert(options.action === "start");
  return options.settings;
}

Deno.test("without options a run has the defaults that the usage says", () => {
  const settings = settingsOf("lmrBase");
  const { value, min, max, step } = TUNABLES.lmrBase;
  assertEquals(settings.parameters, [{ name: "lmrBase", start: value, min, max, cEnd: step, rEnd: 0.008 }]);
  assertEquals(settings.schedule, { pairs: 15000, stability: 1500, alpha: 0.602, gamma: 0.101 });
  assertEquals(settings.games, { pace: { nodes: 6000 }, hash: 8, chess960: 0, adjudicate: true });
  const { fixed, batchPairs, book, simulate } = settings;
  assertEquals({ fixed, batchPairs, book, simulate }, { fixed: {}, batchPairs: 4, book: null, simulate: false });
  assertNotEquals(settings.seed, settingsOf("lmrBase").seed);
});

Deno.test("options set what they name", () => {
  const settings = settingsOf(
    ...["lmrBase", "time", "--tc=8+0.08", "--games=101", "--batch=2", "--c-end=lmrBase=30.5", "--r-end=0.004"],
    ...["--stability=0.2", "--alpha=0.5", "--gamma=0", "--hash=4", "--full-games", "--seed=9", "--except=timeMoves"],
    ...["--chess960=0.25", "--simulate"],
  );
  const lmrBase = settings.parameters.find(({ name }) => name === "lmrBase");
  assertEquals([lmrBase?.cEnd, lmrBase?.rEnd], [30.5, 0.004]);
  assert(settings.parameters.every(({ name }) => name !== "timeMoves"));
  assert(settings.parameters.some(({ name }) => name === "timeHardFactor"));
  assertEquals(settings.schedule, { pairs: 51, stability: 0.2 * 51, alpha: 0.5, gamma: 0 });
  const pace = { baseMs: 8000, incrementMs: 80 };
  assertEquals(settings.games, { pace, hash: 4, chess960: 0.25, adjudicate: false });
  assertEquals([settings.batchPairs, settings.seed, settings.simulate], [2, "9", true]);
});

Deno.test("with `--nodes-per-ms` the clock counts nodes", () => {
  const { games } = settingsOf("time", "--tc=3+0.03", "--nodes-per-ms=100");
  assertEquals(games.pace, { baseMs: 3000, incrementMs: 30, nodesPerMs: 100 });
  assertEquals(describeGames(games, null), "3+0.03 s of 100 nodes a millisecond, hash 8 MB, openings random");
  assertThrows(() => settingsOf("lmrBase", "--nodes-per-ms=100"), RangeError, "--nodes-per-ms only with --tc");
  assertThrows(() => settingsOf("time", "--tc=3", "--nodes-per-ms=0"), RangeError, "--nodes-per-ms");
});

Deno.test("`--start` gives tuned numbers their start, and fixes the others", () => {
  const settings = settingsOf("lmrBase", "rfpSlope", "--start=lmrBase=700, futilityBase=99,quiescenceSee=-50");
  assertEquals(settings.parameters.map(({ start }) => start).sort(), [TUNABLES.rfpSlope.value, 700].sort());
  assertEquals(settings.fixed, { futilityBase: 99, quiescenceSee: -50 });
});

Deno.test("`--start` reads lines of values, and the state of another run", () =>
  withFolder((folder) => {
    Deno.writeTextFileSync(`${folder}/start.txt`, "lmrBase=700\nfutilityBase = 99\n\n");
    assertEquals(settingsOf("lmrBase", `--start=${folder}/start.txt`).parameters[0].start, 700);
    const other = new TuneState(settingsOf("lmrBase", "lmrFactor", "--start=quiescenceSee=-50"), [612.6, 470.2]);
    assertEquals(other.settings.parameters.map(({ name }) => name), ["lmrBase", "lmrFactor"]);
    other.save(`${folder}/other.json`);
    const next = settingsOf("lmrBase", `--start=${folder}/other.json`);
    assertEquals(next.parameters[0].start, 613);
    assertEquals(next.fixed, { quiescenceSee: -50, lmrFactor: 470 });
    Deno.writeTextFileSync(`${folder}/broken.json`, "{");
    assertThrows(() => settingsOf("lmrBase", `--start=${folder}/broken.json`), SyntaxError, "it is not JSON");
    assertThrows(() => settingsOf("lmrBase", `--start=${folder}/none`), RangeError, "cannot read");
  }));

Deno.test("games are kept where `--keep` says; a simulation has none", () => {
  const options = readTuneOptions(["lmrBase", "--state=x", "--keep=y"]);
  assert(options.action === "start");
  assertEquals(options.keep, "y");
  assertThrows(() => readTuneOptions(["lmrBase", "--state=x", "--keep=y", "--simulate"]), RangeError, "--keep only");
  assertThrows(() => readTuneOptions(["compare", "--first=engine", "--keep=y"]), SyntaxError, "but got '--keep'");
});

Deno.test("a run that goes on, and one that is shown, have their settings from the file", () => {
  assertEquals(readTuneOptions(["show", "--state=x"]), { action: "show", state: "x" });
  const resume = { action: "resume", state: "x", threads: 3, keep: null } as const;
  assertEquals(readTuneOptions(["--resume", "--state=x", "--threads=3"]), resume);
  assertEquals(readTuneOptions(["--resume", "--state=x", "--threads=3", "--keep=y"]), { ...resume, keep: "y" });
  for (const extra of ["--games=5", "lmrBase", "--simulate", "--r-end=1"]) {
    assertThrows(
      () => readTuneOptions(["--resume", "--state=x", extra]),
      SyntaxError,
      `but got '${extra.split("=")[0]}'`,
    );
  }
  assertThrows(() => readTuneOptions(["show", "lmrBase", "--state=x"]), SyntaxError, "but got 'lmrBase'");
  for (const option of ["--keep=games", "--threads=2"]) {
    assertThrows(() => readTuneOptions(["show", "--state=x", option]), SyntaxError, option.split("=")[0]);
  }
});

Deno.test("a comparison has two sets of values, the second by default those of the engine", () => {
  const options = readTuneOptions([
    "compare",
    "--first=lmrBase=700,rfpSlope=50",
    "--games=11",
    "--nodes=50",
    "--seed=4",
  ]);
  assert(options.action === "compare");
  const { comparison } = options;
  assertEquals([comparison.first, comparison.second, comparison.pairs], [{ lmrBase: 700, rfpSlope: 50 }, {}, 6]);
  assertEquals(comparison.settings, {
    parameters: [{ name: "lmrBase" }, { name: "rfpSlope" }],
    fixed: {},
    seed: "4",
    batchPairs: 1,
    games: { pace: { nodes: 50 }, hash: 8, chess960: 0, adjudicate: true },
    book: null,
  });
  const both = readTuneOptions(["compare", "--first=engine", "--second=lmrBase=700"]);
  assert(both.action === "compare");
  assertEquals([both.comparison.first, both.comparison.second, both.comparison.pairs], [{}, { lmrBase: 700 }, 200]);
  assertThrows(() => readTuneOptions(["compare"]), RangeError, "--first to say");
  assertThrows(() => readTuneOptions(["compare", "--first=engine"]), RangeError, "two sides that differ");
  assertThrows(() => readTuneOptions(["compare", "lmrBase", "--first=engine"]), SyntaxError, "but got 'lmrBase'");
  assertThrows(() => readTuneOptions(["compare", "--first=engine", "--r-end=1"]), SyntaxError, "but got '--r-end'");
  for (const side of ["first", "second"]) {
    const message = `Expected --${side} to be NAME=VALUE,... or a file`;
    const other = side === "first" ? "--second=engine" : "--first=engine";
    assertThrows(() => readTuneOptions(["compare", other, `--${side}=no/such/file`]), RangeError, message);
    const outside = `for "lmrBase" in --${side}, but got 99999`;
    assertThrows(() => readTuneOptions(["compare", other, `--${side}=lmrBase=99999`]), RangeError, outside);
  }
});

Deno.test("the list needs nothing else", () => {
  assertEquals(readTuneOptions(["--list"]), { action: "list" });
});

Deno.test("nonsense is refused before anything is played", () => {
  const refused: [args: string[], message: string][] = [
    [["--state="], "Expected a value after '--state'"],
    [[], "names of numbers or groups"],
    [["lmr"], 'Unknown number or group "lmr"'],
    [["lmrBase", "--game=5"], "Unknown option"],
    [["lmrBase", "--games=1"], "Expected a number of at least 2 after '--games'"],
    [["lmrBase", "--nodes=0"], "Expected a number of at least 1 after '--nodes'"],
    [["lmrBase", "--nodes=5", "--tc=8"], "--nodes or --tc"],
    [["lmrBase", "--tc=40/8"], "seconds and an increment such as 8+0.08"],
    [["lmrBase", "--tc=x"], "clock in seconds"],
    [["lmrBase", "--batch=0"], "at least 1 after '--batch'"],
    [["lmrBase", "--threads=0"], "--threads"],
    [["lmrBase", "--threads=513"], "Expected a number from 1 to 512 after '--threads', but got 513"],
    [["lmrBase", "--hash=0"], "--hash"],
    [["lmrBase", "--chess960=2"], "Expected a number from 0 to 1 after '--chess960'"],
    [["lmrBase", "--chess960=1", "--book=x"], "--book or --chess960"],
    [["lmrBase", "--r-end=0"], "--r-end to be above 0"],
    [["lmrBase", "--alpha=-1"], "--alpha to be 0 or more"],
    [["lmrBase", "--seed=-1"], "Expected a whole number after '--seed'"],
    [["lmrBase", "--c-end=lmrBase"], "Expected NAME=VALUE in --c-end"],
    [["lmrBase", "--c-end=lmrBase=0"], "--c-end to be above 0"],
    [["lmrBase", "--c-end=rfpSlope=3"], '--c-end for "rfpSlope" only if it is tuned'],
    [["lmrBase", "--start=lmrBase=99999"], 'for "lmrBase" in --start, but got 99999'],
    [["lmrBase", "--start=lmrBase=1.5"], "Expected a whole number"],
    [["lmrBase", "--start=nothing=1"], 'Unknown number "nothing" in --start'],
    [["timeMoves"], "needs a clock"],
  ];
  for (const [args, message] of refused) assertThrows(() => settingsOf(...args), Error, message, args.join(" "));
});
