import { assert, assertEquals, assertNotEquals, assertThrows } from "@std/assert";
import { TUNABLES } from "../../../../search/params.ts";
import { type TuneSettings, TuneState } from "../../../matches/tuning/spsa_state.ts";
import { describeGames } from "../../../matches/game_options.ts";
import { readTuneOptions } from "../../../matches/tuning/tune.ts";
import { testInFolder } from "../../../../tests/folder.ts";

function settingsOf(...args: string[]): TuneSettings {
  const options = readTuneOptions(["--state=x.json", ...args]);
  assert(options !== "list" && options.settings !== undefined);
  return options.settings;
}

Deno.test("without options a run has the defaults that the usage text gives", () => {
  const settings = settingsOf("lmrBase");
  const { value, min, max, step } = TUNABLES.lmrBase;
  assertEquals(settings.parameters, [{ name: "lmrBase", start: value, min, max, cEnd: step }]);
  assertEquals(settings.schedule, { pairs: 15000, rEnd: 0.008 });
  assertEquals(settings.games, { pace: { nodes: 6000 }, hash: 8, chess960: 0, adjudicate: true });
  const { fixed, batchPairs, book } = settings;
  assertEquals({ fixed, batchPairs, book }, { fixed: {}, batchPairs: 4, book: null });
  assertNotEquals(settings.seed, settingsOf("lmrBase").seed);
});

Deno.test("options set the values that they name", () => {
  const settings = settingsOf(
    ...["lmrBase", "time", "--tc=8+0.08", "--games=101", "--batch=2", "--c-end=lmrBase=30.5", "--r-end=0.004"],
    ...["--hash=4", "--full-games", "--seed=9", "--except=timeMoves", "--chess960=0.25"],
  );
  assertEquals(settings.parameters.find(({ name }) => name === "lmrBase")?.cEnd, 30.5);
  assert(settings.parameters.every(({ name }) => name !== "timeMoves"));
  assert(settings.parameters.some(({ name }) => name === "timeHardFactor"));
  assertEquals(settings.schedule, { pairs: 51, rEnd: 0.004 });
  const pace = { baseMs: 8000, incrementMs: 80 };
  assertEquals(settings.games, { pace, hash: 4, chess960: 0.25, adjudicate: false });
  assertEquals([settings.batchPairs, settings.seed], [2, "9"]);
});

Deno.test("with `--nodes-per-ms` the clock counts nodes", () => {
  const { games } = settingsOf("time", "--tc=3+0.03", "--nodes-per-ms=100");
  assertEquals(games.pace, { baseMs: 3000, incrementMs: 30, nodesPerMs: 100 });
  assertEquals(describeGames(games, null), "3+0.03 s of 100 nodes per millisecond, hash 8 MB, openings random");
  assertThrows(() => settingsOf("lmrBase", "--nodes-per-ms=100"), RangeError, "--nodes-per-ms only with --tc");
});

Deno.test("`--start` gives tuned numbers their start, and fixes the others", () => {
  const settings = settingsOf("lmrBase", "rfpSlope", "--start=lmrBase=700, futilityBase=99,quiescenceSee=-50");
  assertEquals(settings.parameters.map(({ start }) => start).sort(), [TUNABLES.rfpSlope.value, 700].sort());
  assertEquals(settings.fixed, { futilityBase: 99, quiescenceSee: -50 });
});

testInFolder("`--start` reads the state of another run", (folder) => {
  const other = new TuneState(settingsOf("lmrBase", "lmrFactor", "--start=quiescenceSee=-50"), [612.6, 470.2]);
  assertEquals(other.settings.parameters.map(({ name }) => name), ["lmrBase", "lmrFactor"]);
  other.save(`${folder}/other.json`);
  const next = settingsOf("lmrBase", `--start=${folder}/other.json`);
  assertEquals(next.parameters[0].start, 613);
  assertEquals(next.fixed, { quiescenceSee: -50, lmrFactor: 470 });
  assertThrows(() => settingsOf("lmrBase", `--start=${folder}/none`), RangeError, "the state of a tuning run, but got");
});

Deno.test("a run that continues, and a run that is shown, take their settings from the file", () => {
  assertEquals(readTuneOptions(["--list"]), "list");
  const resume = { action: "resume", state: "x", threads: 3 } as const;
  assertEquals(readTuneOptions(["--resume", "--state=x", "--threads=3"]), resume);
  for (const extra of ["--games=5", "lmrBase", "--r-end=1"]) {
    const message = `but got '${extra.split("=")[0]}'`;
    assertThrows(() => readTuneOptions(["--resume", "--state=x", extra]), SyntaxError, message);
  }
  for (const extra of ["lmrBase", "--threads=2"]) {
    assertThrows(() => readTuneOptions(["show", "--state=x", extra]), SyntaxError, extra.split("=")[0]);
  }
});

Deno.test("nonsense is refused before anything is played", () => {
  const refused: [args: string[], message: string][] = [
    [[], "names of numbers or groups"],
    [["lmrBase", "--nodes=5", "--tc=8"], "--nodes or --tc"],
    [["lmrBase", "--tc=40/8"], "seconds and an increment such as 8+0.08"],
    [["lmrBase", "--tc=x"], "clock in seconds"],
    [["lmrBase", "--chess960=1", "--book=x"], "--book or --chess960"],
    [["lmrBase", "--r-end=0"], "--r-end to be above 0"],
    [["lmrBase", "--c-end=lmrBase"], "Expected NAME=VALUE in --c-end"],
    [["lmrBase", "--c-end=lmrBase=0"], "--c-end to be above 0"],
    [["lmrBase", "--c-end=rfpSlope=3"], '--c-end for tuned numbers, but got "rfpSlope"'],
    [["lmrBase", "--start=lmrBase=99999"], 'for "lmrBase" in --start, but got 99999'],
    [["lmrBase", "--start=lmrBase=1.5"], "Expected a whole number"],
    [["lmrBase", "--start=nothing=1"], 'Unknown number "nothing" in --start'],
    [["timeMoves"], "needs a clock"],
  ];
  for (const [args, message] of refused) assertThrows(() => settingsOf(...args), Error, message, args.join(" "));
});
