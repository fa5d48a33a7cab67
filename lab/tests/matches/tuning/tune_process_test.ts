/** The tuning program as a whole: simulated runs from start to end, and short ones with real games. @module */

import {
  assert,
  assertEquals,
  assertMatch,
  assertNotEquals,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { describeProgress, describeRun, describeValues } from "../../../matches/tuning/spsa_report.ts";
import { SimulatedPlayer, Simulation } from "../../../matches/tuning/spsa_simulation.ts";
import { TUNABLES } from "../../../../search/params.ts";
import { CONTROL_STOP, createControl } from "../../../../search/thread_slot.ts";
import { type TuneSettings, TuneState } from "../../../matches/tuning/spsa_state.ts";
import { describeComparison, playComparison } from "../../../matches/tuning/tune_compare.ts";
import { engineValues } from "../../../matches/tuning/tune_groups.ts";
import { listGameFiles, readGames } from "../../../games/game_files.ts";
import { fingerprint } from "../../../matches/threads/fingerprint.ts";
import { loadState, runTune } from "../../../matches/tuning/tune.ts";
import { BatchPlayer } from "../../../matches/threads/player_worker.ts";
import { type Player, readOpenings, ThreadPlayer } from "../../../matches/threads/players.ts";
import { describeOtherEngine, playRun } from "../../../matches/threads/run.ts";
import { readTuneOptions } from "../../../matches/tuning/tune_options.ts";
import { projectPath } from "../../../../tools/paths.ts";
import { withFolder } from "../../../../tests/folder.ts";
import { withParameters } from "../../../../tests/search/parameters.ts";
import { printed } from "../../printed.ts";

/** Longer than a batch of a simulation takes, even on a machine that is busy. */
const DEADLINE_MS = 120_000;
const KNIGHT_UP = "4k3/pppp4/8/8/8/8/PPPP4/N3K3 w - - 0 1";

function settingsOf(...args: string[]): TuneSettings {
  const options = readTuneOptions(["--state=x.json", ...args]);
  assert(options.action === "start");
  return options.settings;
}

/** The line for params.ts of `lmrBase`, whose range the engine has, with what is behind it. */
function lineOfLmrBase(rest: string): RegExp {
  const { min, max, step } = TUNABLES.lmrBase;
  return new RegExp(`^ {2}lmrBase: tune\\(\\d+, ${min}, ${max}, ${step}\\),${rest}`, "m");
}

function tune(...args: string[]): Promise<string> {
  return printed(() => runTune(readTuneOptions(args)));
}

function play(state: TuneState, path: string, players: readonly Player[], signal = new AbortController().signal) {
  return playRun(state, path, players, () => {}, signal);
}

/** A player with real games, in this thread; `onBatch` is called before each batch. */
function ownPlayer(settings: TuneSettings, onBatch: (batch: number) => void = () => {}): Player {
  const control = createControl();
  const player = new BatchPlayer({ ...settings, control, openings: [], keep: null });
  return {
    play: (assignment, onPair) => {
      onBatch(assignment.batch);
      return Promise.resolve(player.play(assignment, onPair));
    },
    stop: () => void Atomics.store(control, CONTROL_STOP, 1),
    close: () => {},
  };
}

/** Plays a run to its end with an imaginary engine, to which, if it is deaf, both sides are one. */
function simulate(state: TuneState, isDeaf = false): TuneState {
  const { parameters, seed, batchPairs } = state.settings;
  const simulation = new Simulation(parameters, BigInt(seed));
  for (let batch = state.next(); batch !== null; batch = state.next()) {
    const { plus, minus } = batch;
    state.finish(batch, simulation.play(batch.batch * batchPairs, batchPairs, plus, isDeaf ? plus : minus));
  }
  return state;
}

Deno.test("a simulated run from the command line: start, `show`, and what comes after the end", () =>
  withFolder(async (folder) => {
    const path = `${folder}/run.json`;
    const args = ["reductions", `--state=${path}`, "--games=200", "--batch=10", "--seed=3", "--simulate"];
    const report = await tune(...args);
    assertStringIncludes(report, "200 games in ");
    assertMatch(report, lineOfLmrBase(` +// ${TUNABLES.lmrBase.value} → \\d+ \\([\\d.]+\\), [+−][\\d.]+ steps`));
    const state = loadState(path);
    assert(state.isComplete);
    assertEquals(state.values, simulate(new TuneState(state.settings)).values);
    assertStringIncludes(report, describeValues(state));
    const saved = Deno.readTextFileSync(path);
    assertEquals([await tune("show", `--state=${path}`), await tune("--resume", `--state=${path}`)], [report, report]);
    await assertRejects(() => tune(...args), RangeError, "already: go on with --resume");
    assertEquals(Deno.readTextFileSync(path), saved);
  }));

Deno.test("an interrupt ends the program in good order, and a run that goes on ends as one that ran through", {
  ignore: Deno.build.os === "windows",
}, () =>
  withFolder(async (folder) => {
    const path = `${folder}/run.json`;
    const args = ["lmrBase", "rfpSlope", "--games=100000", "--batch=1", "--seed=5", "--simulate", `--state=${path}`];
    const command = new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-prompt", "--no-check", "-RW", projectPath("lab/matches/tuning/tune.ts"), ...args],
      stdout: "piped",
      stderr: "null",
    });
    await using child = command.spawn();
    const deadline = performance.now() + DEADLINE_MS;
    // It is there before the first game.
    while (!await Deno.stat(path).then(() => true, () => false)) {
      assert(performance.now() < deadline, `no state was written in ${DEADLINE_MS} ms`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    child.kill("SIGTERM");
    const { success, stdout } = await child.output();
    assert(success);
    const stopped = loadState(path);
    assert(!stopped.isComplete);
    assertStringIncludes(new TextDecoder().decode(stdout), `Stopped. Go on with: deno task tune --resume --state=`);
    assertEquals(simulate(stopped).values, simulate(new TuneState(stopped.settings)).values);
  }));

Deno.test("real games at fixed nodes: a run of one thread that is broken off and goes on ends as one that ran through", () =>
  withFolder(async (folder) => {
    const settings = settingsOf(
      ...["quiescenceFutility", "rfpSlope", "--nodes=30", "--games=8", "--batch=1", "--hash=1", "--seed=5"],
      ...["--start=quiescenceSee=-60", "--c-end=rfpSlope=60,quiescenceFutility=200"],
    );
    const whole = new TuneState(settings);
    await play(whole, `${folder}/whole.json`, [ownPlayer(settings)]);
    assert(whole.isComplete);
    assertEquals(whole.tally.wins + whole.tally.losses + whole.tally.draws, 8);
    assertNotEquals(whole.values, settings.parameters.map(({ start }) => start));

    const path = `${folder}/broken.json`;
    const controller = new AbortController();
    const player = ownPlayer(settings, (batch) => {
      if (batch === 1) controller.abort();
    });
    await play(new TuneState(settings), path, [player], controller.signal);
    const broken = loadState(path);
    assertEquals(broken.finished, 1);
    await play(broken, path, [ownPlayer(settings)]);
    assertEquals(loadState(path).values, whole.values);
    assertEquals(loadState(path).tally, whole.tally);
  }));

Deno.test("threads share the batches, and each keeps its games in a file of its own", () =>
  withFolder(async (folder) => {
    const games = `${folder}/games`;
    const args = ["lmrBase", "--nodes=20", "--batch=1", "--hash=1", "--seed=2", `--keep=${games}`];
    const kept = () => listGameFiles(games).map((path) => Array.from(readGames(path)).length);
    assertStringIncludes(await tune(...args, "--games=6", "--threads=2", `--state=${folder}/run.json`), "6 games in");
    assertEquals(kept().length, 2);
    assertEquals(kept().reduce((sum, count) => sum + count), 6);
    Deno.writeTextFileSync(`${folder}/file`, "");
    const refused = () => tune(...args, `--keep=${folder}/file`, `--state=${folder}/third.json`);
    await assertRejects(refused, Error, `Cannot make the folder "${folder}/file"`);
  }));

Deno.test("a comparison counts every pair for the first side, each side with its values", () =>
  withFolder(async (folder) => {
    const broken = "rfpSlope=30,quiescenceFutility=350,seeQuietSlope=8";
    const options = readTuneOptions(["compare", `--first=${broken}`, "--games=8", "--nodes=20", "--hash=1"]);
    assert(options.action === "compare");
    const sides: (readonly number[])[] = [];
    const player: Player = {
      play: (assignment) => {
        sides.push(assignment.plus, assignment.minus);
        const id = 2 * assignment.batch + 1;
        return Promise.resolve([{ id, points: 1, isFaulty: false }, { id: id + 1, points: 0.5, isFaulty: false }]);
      },
      stop: () => {},
      close: () => sides.push([]),
    };
    const { rfpSlope, quiescenceFutility, seeQuietSlope } = engineValues();
    const tally = await playComparison(options.comparison, [player], () => {}, new AbortController().signal);
    assertEquals(tally.pairs, [0, 0, 0, 4, 0]);
    assertEquals(sides.slice(0, 2), [[30, 350, 8], [rfpSlope, quiescenceFutility, seeQuietSlope]]);
    assertEquals(sides.length, 9);
    const line = describeComparison(tally, 8, { games: 8, extraGames: 0, seconds: 60 });
    assertStringIncludes(line, "8 of 16 games, 8.0/min, 1 min left");

    const book = `--book=${folder}/book.epd`;
    Deno.writeTextFileSync(`${folder}/book.epd`, KNIGHT_UP.split(" ").slice(0, 4).join(" "));
    const report = await tune("compare", `--first=${broken}`, "--games=2", "--nodes=20", "--threads=1", book);
    // The side that is a knight up wins, whatever its values.
    assertStringIncludes(report, "Penta | [0, 0, 1, 0, 0]");
    assertStringIncludes(report, "20 nodes a move");
  }));

Deno.test("a thread that fails, or a file that cannot be written before the first game, ends the run with an error", () =>
  withFolder(async (folder) => {
    const settings = settingsOf("lmrBase", "--simulate", "--games=8");
    const broken = `data:text/javascript,throw new Error("broken")`;
    // Deno prints this error, too; that is not a failure of the test.
    const player = new ThreadPlayer(settings, [], new Worker(broken, { type: "module" }));
    const run = () => play(new TuneState(settings), `${folder}/run.json`, [player]);
    await assertRejects(run, Error, "A thread that plays games failed: ");
    Deno.writeTextFileSync(`${folder}/file`, "");
    const path = `${folder}/file/x.json`;
    const state = new TuneState(settings);
    const blocked = () => play(state, path, [new SimulatedPlayer(settings)]);
    await assertRejects(blocked, Error, `Cannot write the state "${path}"`);
    assertEquals(state.finished, 0);
  }));

Deno.test("a state that is missing, or tunes what the engine does not have, is refused", () =>
  withFolder((folder) => {
    assertThrows(() => loadState(`${folder}/none`), RangeError, "cannot read");
    const strange = JSON.parse(JSON.stringify(settingsOf("lmrBase")).replace("lmrBase", "lmrBasis"));
    new TuneState(strange).save(`${folder}/strange.json`);
    assertThrows(() => loadState(`${folder}/strange.json`), RangeError, 'tunes "lmrBasis"');
  }));

Deno.test("a run that goes on with an engine that plays differently gets a warning", () => {
  const state = new TuneState(settingsOf("lmrBase"));
  assertEquals(describeOtherEngine(state), "");
  state.engine = fingerprint();
  assertMatch(state.engine, /^\d+(-\d+){2}$/);
  assertEquals(describeOtherEngine(TuneState.parse(state.serialise(), "test")), "");
  const changed = withParameters({ lmrBase: 800 }, () => describeOtherEngine(state));
  assertStringIncludes(changed, "the engine has changed");
});

Deno.test("a book gives openings as FEN, and a line that is none is named", () =>
  withFolder((folder) => {
    const path = `${folder}/book.epd`;
    const line = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";
    Deno.writeTextFileSync(path, `${line} hmvc 0; id "a";\r\n\n${line}\n`);
    assertEquals(readOpenings(path), [`${line} 0 1`, `${line} 0 1`]);
    Deno.writeTextFileSync(path, `${line}\nnonsense\n`);
    assertThrows(() => readOpenings(path), RangeError, `line 2 of "${path}" to be an opening`);
    Deno.writeTextFileSync(path, "\n");
    assertThrows(() => readOpenings(path), RangeError, "it is empty");
    assertThrows(() => readOpenings(`${folder}/none`), RangeError, "cannot read");
  }));

Deno.test("the progress line has speed, time left and the result; the report has every value", () => {
  const args = ["lmrBase", "rfpSlope", "--games=80", "--batch=1", "--start=lmrBase=0"];
  const state = new TuneState(settingsOf(...args), [60, 60]);
  const session = { games: 4, extraGames: 2, seconds: 12 };
  assertEquals(describeProgress(state, session), "2 of 80 games, 20.0/min, 4 min left");
  state.finish(state.next()!, [{ id: 1, points: 1, isFaulty: false }, { id: 2, points: 0.5, isFaulty: true }]);
  const expected = /^4 of 80 games, 20\.0\/min, 4 min left, \+ against −: [\d.]+ ± .* Elo$/;
  assertMatch(describeProgress(state, session), expected);
  const report = describeRun(state);
  assertStringIncludes(report, "2 numbers, 80 games in batches of 2, 6000 nodes a move");
  assertStringIncludes(report, "Games lost on time: 1");
  assertMatch(report, lineOfLmrBase(` .*// 0 → \\d+ .*, in the engine ${TUNABLES.lmrBase.value}`));
});

Deno.test("a report says whether the values have moved further than chance takes them", () => {
  const report = (isDeaf: boolean): string => {
    const settings = settingsOf("reductions", "--games=4000", "--r-end=0.02", "--seed=1");
    return describeRun(simulate(new TuneState(settings), isDeaf));
  };
  assertMatch(report(false), /Moved \d.\d\d steps .*: more than chance explains/);
  assertMatch(report(true), /Moved \d.\d\d steps .*: no more than chance explains/);
});
