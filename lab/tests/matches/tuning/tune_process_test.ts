/** The tuning program as a whole: simulated runs from start to end, and short ones with real games. @module */

import { assert, assertEquals, assertGreater, assertMatch, assertNotEquals, assertRejects } from "@std/assert";
import { assertStringIncludes, assertThrows } from "@std/assert";
import { describeProgress, describeRun, describeValues } from "../../../matches/tuning/spsa_report.ts";
import { TUNABLES } from "../../../../search/params.ts";
import { CONTROL_STOP, createControl } from "../../../../search/thread_slot.ts";
import { type TuneSettings, TuneState } from "../../../matches/tuning/spsa_state.ts";
import { JobThread } from "../../../job_thread.ts";
import { readTuneOptions, runTune } from "../../../matches/tuning/tune.ts";
import { type BatchDoer, BatchPlayer, readOpenings } from "../../../matches/players.ts";
import { describeOtherEngine, fingerprint, loadRun, playRun } from "../../../matches/run.ts";
import { projectPath } from "../../../../tools/paths.ts";
import { testInFolder } from "../../../../tests/folder.ts";
import { withParameters } from "../../../../tests/search/parameters.ts";
import { printed } from "../../printed.ts";
import { Simulation } from "./simulation.ts";

/** Longer than a program takes to start, even on a machine that is busy. */
const DEADLINE_MS = 120_000;

function settingsOf(...args: string[]): TuneSettings {
  const options = readTuneOptions(["--state=x.json", ...args]);
  assert(options !== "list" && options.settings !== undefined);
  return options.settings;
}

/** Matches the line of `lmrBase` for params.ts, with the engine's range, and `rest` after it. */
function lineOfLmrBase(rest: string): RegExp {
  const { min, max, step } = TUNABLES.lmrBase;
  return new RegExp(`^ {2}lmrBase: tune\\(\\d+, ${min}, ${max}, ${step}\\),${rest}`, "m");
}

function tune(...args: string[]): Promise<string> {
  return printed(() => runTune(readTuneOptions(args)));
}

const loadState = (path: string): TuneState => loadRun(path, TuneState.parse);
const CONTROL = createControl();

function play(state: TuneState, path: string, player: BatchDoer, signal = new AbortController().signal) {
  Atomics.store(CONTROL, CONTROL_STOP, 0);
  return playRun(state, path, [player], CONTROL, () => {}, signal);
}

/** A player with real games, in this thread; `onBatch` is called before each batch. */
function ownPlayer(settings: TuneSettings, onBatch: (batch: number) => unknown = () => {}): BatchDoer {
  const parameters = settings.parameters.map(({ name }) => name);
  const player = new BatchPlayer({ ...settings, parameters, control: CONTROL, openings: [] });
  const run: BatchDoer["run"] = (assignment) => (onBatch(assignment.batch), Promise.resolve(player.play(assignment)));
  return { run, close: () => {} };
}

/** Plays a run to its end with an imaginary engine. A deaf engine ignores the values, so both sides play alike. */
function simulate(state: TuneState, isDeaf = false): TuneState {
  const { parameters, seed, batchPairs } = state.settings;
  const simulation = new Simulation(parameters, BigInt(seed));
  for (let batch = state.next(); batch !== null; batch = state.next()) {
    const { plus, minus } = batch;
    state.finish(batch, simulation.play(batch.batch * batchPairs, batchPairs, plus, isDeaf ? plus : minus));
  }
  return state;
}

testInFolder("threads share the batches of a run; a finished run is printed, and never replaced", async (folder) => {
  const path = `${folder}/run.json`;
  const args = ["lmrBase", `--state=${path}`, "--nodes=20", "--games=6", "--batch=1", "--hash=1", "--seed=2"];
  const report = await tune(...args, "--threads=2");
  assertStringIncludes(report, "6 games in ");
  assertMatch(report, lineOfLmrBase(` +// ${TUNABLES.lmrBase.value} → \\d+ \\([\\d.]+\\), [+−][\\d.]+ steps`));
  const state = loadState(path);
  assertEquals(state.left, 0);
  assertStringIncludes(report, describeValues(state));
  const saved = Deno.readTextFileSync(path);
  assertEquals([await tune("show", `--state=${path}`), await tune("--resume", `--state=${path}`)], [report, report]);
  await assertRejects(() => tune(...args), RangeError, "continue with --resume");
  assertEquals(Deno.readTextFileSync(path), saved);
});

testInFolder("an interrupt ends the program cleanly, with a message that says how to continue", async (folder) => {
  const path = `${folder}/run.json`;
  const args = ["lmrBase", "rfpSlope", "--games=100000", "--batch=1", "--nodes=1", "--hash=1", `--state=${path}`];
  const run = ["run", "--no-prompt", "--no-check", "-RW", projectPath("lab/matches/tuning/tune.ts"), ...args];
  await using child = new Deno.Command(Deno.execPath(), { args: run, stdout: "piped", stderr: "null" }).spawn();
  const deadline = performance.now() + DEADLINE_MS;
  // The file exists before the first game.
  while (!await Deno.stat(path).then(() => true, () => false)) {
    assert(performance.now() < deadline, `no state was written in ${DEADLINE_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  child.kill("SIGTERM");
  const { success, stdout } = await child.output();
  assert(success);
  assertGreater(loadState(path).left, 0);
  assertStringIncludes(new TextDecoder().decode(stdout), `Stopped. Continue with: deno task tune --resume --state=`);
}, Deno.build.os === "windows");

testInFolder("at fixed nodes, an interrupted run of one thread ends like an uninterrupted run", async (folder) => {
  const settings = settingsOf(
    ...["quiescenceFutility", "rfpSlope", "--nodes=30", "--games=8", "--batch=1", "--hash=1", "--seed=5"],
    ...["--start=quiescenceSee=-60", "--c-end=rfpSlope=60,quiescenceFutility=200"],
  );
  const whole = new TuneState(settings);
  await play(whole, `${folder}/whole.json`, ownPlayer(settings));
  assertEquals(whole.left, 0);
  assertEquals(whole.tally.wins + whole.tally.losses + whole.tally.draws, 8);
  assertNotEquals(whole.values, settings.parameters.map(({ start }) => start));

  const path = `${folder}/broken.json`;
  const controller = new AbortController();
  const player = ownPlayer(settings, (batch) => batch === 1 && controller.abort());
  await play(new TuneState(settings), path, player, controller.signal);
  const broken = loadState(path);
  assertEquals(broken.finished, 1);
  await play(broken, path, ownPlayer(settings));
  assertEquals(loadState(path).values, whole.values);
  assertEquals(loadState(path).tally, whole.tally);
});

testInFolder("a thread that fails, or a file that cannot be written, ends the run with an error", async (folder) => {
  const settings = settingsOf("lmrBase", "--games=8");
  const broken = `data:text/javascript,throw new Error("broken")`;
  // Deno also prints this error; that does not mean that the test failed.
  const player: BatchDoer = new JobThread(new Worker(broken, { type: "module" }), settings);
  const run = () => play(new TuneState(settings), `${folder}/run.json`, player);
  await assertRejects(run, Error, "A thread that plays games failed: ");
  Deno.writeTextFileSync(`${folder}/file`, "");
  const path = `${folder}/file/x.json`;
  const state = new TuneState(settings);
  const blocked = () => play(state, path, ownPlayer(settings));
  await assertRejects(blocked, Error, `Cannot write the state "${path}"`);
  assertEquals(state.finished, 0);
  assertThrows(() => loadState(`${folder}/none`), Deno.errors.NotFound);
});

Deno.test("a run that continues with an engine that plays differently gets a warning", () => {
  const state = new TuneState(settingsOf("lmrBase"));
  assertEquals(describeOtherEngine(state), "");
  state.engine = fingerprint();
  assertMatch(state.engine, /^\d+(-\d+){2}$/);
  assertEquals(describeOtherEngine(TuneState.parse(state.serialise(), "test")), "");
  const changed = withParameters({ lmrBase: 800 }, () => describeOtherEngine(state));
  assertStringIncludes(changed, "the engine has changed");
});

testInFolder("a book gives openings as FEN, and a line that is not an opening is named", (folder) => {
  const path = `${folder}/book.epd`;
  const line = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";
  Deno.writeTextFileSync(path, `${line} hmvc 0; id "a";\r\n\n${line}\n`);
  assertEquals(readOpenings(path), [`${line} 0 1`, `${line} 0 1`]);
  Deno.writeTextFileSync(path, `${line}\nnonsense\n`);
  assertThrows(() => readOpenings(path), RangeError, `line 2 of "${path}" to be an opening`);
  Deno.writeTextFileSync(path, "\n");
  assertThrows(() => readOpenings(path), RangeError, "it is empty");
});

Deno.test("the progress line has speed, time left and the result; the report has every value", () => {
  const args = ["lmrBase", "rfpSlope", "--games=80", "--batch=1", "--start=lmrBase=0"];
  const state = new TuneState(settingsOf(...args), [60, 60]);
  const session = { games: 4, seconds: 12 };
  assertEquals(describeProgress(state, session), "0 of 80 games, 20.0/min, 4 min left");
  state.finish(state.next()!, [{ points: 1 }, { points: 0.5, isTimeLoss: true }]);
  const expected = /^2 of 80 games, 20\.0\/min, 4 min left, \+ against −: [\d.]+ ± .* Elo$/;
  assertMatch(describeProgress(state, session), expected);
  const report = describeRun(state);
  assertStringIncludes(report, "2 numbers, 80 games in batches of 2, 6000 nodes per move");
  assertStringIncludes(report, "Games lost on time: 1");
  assertMatch(report, lineOfLmrBase(` .*// 0 → \\d+ .*, in the engine now ${TUNABLES.lmrBase.value}`));
});

Deno.test("a report says whether the values have moved further than chance takes them", () => {
  const report = (isDeaf: boolean): string => {
    const settings = settingsOf("reductions", "--games=4000", "--r-end=0.02", "--seed=1");
    return describeRun(simulate(new TuneState(settings), isDeaf));
  };
  assertMatch(report(false), /Moved \d.\d\d steps .*: more than chance explains/);
  assertMatch(report(true), /Moved \d.\d\d steps .*: no more than chance explains/);
});
