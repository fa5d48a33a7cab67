/**
 * The tuning program as a whole: simulated runs from start to end, and a short one with real games.
 *
 * @module
 */

import {
  assert,
  assertEquals,
  assertGreater,
  assertMatch,
  assertNotEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { describeProgress, describeRun, describeValues } from "../../../matches/tuning/spsa_report.ts";
import { Simulation } from "../../../matches/tuning/spsa_simulation.ts";
import { TUNABLES } from "../../../../search/params.ts";
import { type TuneAssignment, type TuneSettings, TuneState } from "../../../matches/tuning/spsa_state.ts";
import type { Game } from "../../../matches/tally.ts";
import { describeComparison, playComparison } from "../../../matches/tuning/tune_compare.ts";
import { engineValues } from "../../../matches/tuning/tune_groups.ts";
import { listGameFiles, readGames } from "../../../games/game_files.ts";
import { fingerprint } from "../../../matches/threads/fingerprint.ts";
import { describeOtherEngine, loadState } from "../../../matches/tuning/tune.ts";
import { type Player, readOpenings, ThreadPlayer } from "../../../matches/threads/players.ts";
import { SimulatedPlayer } from "../../../matches/tuning/simulated_player.ts";
import { readTuneOptions } from "../../../matches/tuning/tune_options.ts";
import { playRun } from "../../../matches/tuning/tune_run.ts";
import { projectPath } from "../../../../tools/paths.ts";
import { withFolder } from "../../../../tests/folder.ts";
import { withParameters } from "../../../../tests/search/fixtures.ts";
import { type Run, runSource } from "../../../../tests/program.ts";

const TUNE = new URL("../../../matches/tuning/tune.ts", import.meta.url);
/** Longer than a batch of a simulation takes, even on a machine that is busy. */
const DEADLINE_MS = 120_000;

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

/** Runs the program. */
function tune(...args: string[]): Promise<Run> {
  return runSource("lab/matches/tuning/tune.ts", args);
}

function play(state: TuneState, path: string, players: readonly Player[], signal = new AbortController().signal) {
  return playRun(state, path, players, () => {}, signal);
}

/** A player with real games, in a thread that runs the sources. */
function threadPlayer(settings: TuneSettings, openings: readonly string[] = []): ThreadPlayer {
  return new ThreadPlayer(settings, openings, () => new Worker(TUNE, { type: "module" }));
}

Deno.test("a simulated run from the command line: start, `show`, and what comes after the end", () =>
  withFolder(async (folder) => {
    const path = `${folder}/run.json`;
    const args = ["reductions", `--state=${path}`, "--games=6000", "--batch=10", "--r-end=0.01", "--seed=3"];
    const { code, stdout } = await tune(...args, "--simulate");
    assertEquals(code, 0);
    assertStringIncludes(stdout, "6000 games in ");
    const { value } = TUNABLES.lmrBase;
    assertMatch(stdout, lineOfLmrBase(` +// ${value} → \\d+ \\([\\d.]+\\), [+−][\\d.]+ steps`));
    const state = loadState(path);
    assert(state.isComplete);
    const { strengthOf, parameters } = { strengthOf: simulationOf(state), parameters: state.settings.parameters };
    assertGreater(strengthOf(state.values), strengthOf(parameters.map(({ start }) => start)) / 2);
    const saved = Deno.readTextFileSync(path);
    const shown = await tune("show", `--state=${path}`);
    assertStringIncludes(shown.stdout, describeValues(state));
    assertEquals((await tune("--resume", `--state=${path}`)).stdout, shown.stdout);
    assertEquals(Deno.readTextFileSync(path), saved);
    const again = await tune(...args);
    assertEquals([again.code, Deno.readTextFileSync(path)], [1, saved]);
    assertStringIncludes(again.stderr, "already: go on with --resume");
  }));

function simulationOf(state: TuneState): (values: readonly number[]) => number {
  const simulation = new Simulation(state.settings.parameters, BigInt(state.settings.seed));
  return (values) => simulation.strengthOf(values);
}

Deno.test("an interrupt ends the program in good order, and a run that goes on ends as one that ran through", {
  ignore: Deno.build.os === "windows",
}, () =>
  withFolder(async (folder) => {
    const path = `${folder}/run.json`;
    const options = ["lmrBase", "rfpSlope", "--games=4000", "--batch=2", "--seed=5", "--simulate"];
    const command = new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--no-prompt",
        "--no-check",
        "-RW",
        projectPath("lab/matches/tuning/tune.ts"),
        `--state=${path}`,
        ...options,
      ],
      stdout: "piped",
      stderr: "null",
    });
    await using child = command.spawn();
    const deadline = performance.now() + DEADLINE_MS;
    while (finishedIn(path) === 0) {
      assert(performance.now() < deadline, `no batch was finished in ${DEADLINE_MS} ms`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    child.kill("SIGTERM");
    const { success, stdout } = await child.output();
    assert(success);
    const stopped = loadState(path);
    if (!stopped.isComplete) assertStringIncludes(new TextDecoder().decode(stdout), "Stopped. Go on with: ");
    await play(stopped, path, [new SimulatedPlayer(stopped.settings)]);
    const whole = new TuneState(stopped.settings);
    await play(whole, `${folder}/whole.json`, [new SimulatedPlayer(stopped.settings)]);
    assertEquals(loadState(path).values, whole.values);
  }));

function finishedIn(path: string): number {
  try {
    return loadState(path).finished;
  } catch {
    return 0;
  }
}

/** Plays as another player does, and calls `onBatch` while that plays. */
class Observed implements Player {
  private readonly inner: Player;
  private readonly onBatch: (batch: number) => void;

  constructor(inner: Player, onBatch: (batch: number) => void) {
    this.inner = inner;
    this.onBatch = onBatch;
  }

  play(assignment: TuneAssignment, onPair: () => void): Promise<readonly Game[] | null> {
    const games = this.inner.play(assignment, onPair);
    this.onBatch(assignment.batch);
    return games;
  }

  stop(): void {
    this.inner.stop();
  }

  close(): void {
    this.inner.close();
  }
}

Deno.test("real games at fixed nodes: a run of one thread that is broken off and goes on ends as one that ran through", () =>
  withFolder(async (folder) => {
    const settings = settingsOf(
      ...["quiescenceFutility", "rfpSlope", "--nodes=30", "--games=24", "--batch=1", "--hash=1", "--seed=5"],
      ...["--start=quiescenceSee=-60", "--c-end=rfpSlope=60,quiescenceFutility=200"],
    );
    const whole = new TuneState(settings);
    await play(whole, `${folder}/whole.json`, [threadPlayer(settings)]);
    assert(whole.isComplete);
    assertEquals(whole.tally.wins + whole.tally.losses + whole.tally.draws, 24);
    assertNotEquals(whole.values, settings.parameters.map(({ start }) => start));

    const path = `${folder}/broken.json`;
    const controller = new AbortController();
    const observed = new Observed(threadPlayer(settings), (batch) => {
      if (batch === 1) controller.abort();
    });
    await play(new TuneState(settings), path, [observed], controller.signal);
    const broken = loadState(path);
    assertEquals(broken.finished, 1);
    await play(broken, path, [threadPlayer(settings)]);
    assertEquals(loadState(path).values, whole.values);
    assertEquals(loadState(path).tally, whole.tally);
  }));

Deno.test("games are kept in their own files for each thread, and none is overwritten when the run goes on", () =>
  withFolder(async (folder) => {
    const games = `${folder}/games`;
    const args = ["lmrBase", "--nodes=20", "--batch=1", "--hash=1", "--seed=2", "--threads=2", `--keep=${games}`];
    const kept = () => listGameFiles(games).map((path) => Array.from(readGames(path)).length);
    const state = `--state=${folder}/run.json`;
    assertEquals((await tune(...args, "--games=6", state)).code, 0);
    assertEquals(kept().reduce((sum, count) => sum + count), 6);
    // Another run of the same seed writes behind what is there.
    assertEquals((await tune(...args, "--games=4", `--state=${folder}/other.json`)).code, 0);
    assertEquals(kept().reduce((sum, count) => sum + count), 10);
    Deno.writeTextFileSync(`${folder}/file`, "");
    const refused = await tune(...args, `--keep=${folder}/file`, `--state=${folder}/third.json`);
    assertEquals(refused.code, 1);
    assertStringIncludes(refused.stderr, `Cannot make the folder "${folder}/file"`);
  }));

Deno.test("several threads share the batches", () =>
  withFolder(async (folder) => {
    const settings = settingsOf("lmrBase", "--nodes=20", "--games=8", "--batch=1", "--hash=1", "--seed=2");
    const played: number[][] = [[], []];
    const players = played.map((list) =>
      new Observed(threadPlayer(settings, [KNIGHT_UP]), (batch) => list.push(batch))
    );
    const state = new TuneState(settings);
    await play(state, `${folder}/run.json`, players);
    assertEquals(played.flat().sort(), [0, 1, 2, 3]);
    assert(played.every((list) => list.length > 0));
    assert(state.isComplete);
  }));

const KNIGHT_UP = "4k3/pppp4/8/8/8/8/PPPP4/N3K3 w - - 0 1";

Deno.test("a comparison counts every pair for the first side, each side with its values", () =>
  withFolder(async (folder) => {
    const broken = "rfpSlope=30,quiescenceFutility=350,seeQuietSlope=8";
    Deno.writeTextFileSync(`${folder}/book.epd`, KNIGHT_UP.split(" ").slice(0, 4).join(" "));
    const options = readTuneOptions(["compare", `--first=${broken}`, "--games=8", "--nodes=20", "--hash=1"]);
    assert(options.action === "compare");
    const { comparison } = options;
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
    const signal = new AbortController().signal;
    const tally = await playComparison(comparison, [player], () => {}, signal);
    assertEquals(tally.pairs, [0, 0, 0, 4, 0]);
    assertEquals(sides.slice(0, 2), [[30, 350, 8], [rfpSlope, quiescenceFutility, seeQuietSlope]]);
    assertEquals(sides.length, 9);
    const line = describeComparison(tally, 8, { games: 8, extraGames: 0, seconds: 60 });
    assertStringIncludes(line, "8 of 16 games, 8.0/min, 1 min left");

    const book = `--book=${folder}/book.epd`;
    const { stdout } = await tune("compare", `--first=${broken}`, "--games=2", "--nodes=20", "--threads=1", book);
    // The side that is a knight up wins, whatever its values.
    assertStringIncludes(stdout, "Penta | [0, 0, 1, 0, 0]");
    assertStringIncludes(stdout, "20 nodes a move");
  }));

Deno.test("a thread that fails ends the run with an error", () =>
  withFolder(async (folder) => {
    const settings = settingsOf("lmrBase", "--nodes=20", "--games=8", "--seed=2");
    const broken = `data:text/javascript,throw new Error("broken")`;
    // Deno prints this error, too; that is not a failure of the test.
    const player = new ThreadPlayer(settings, [], () => new Worker(broken, { type: "module" }));
    let message = "";
    await play(new TuneState(settings), `${folder}/run.json`, [player]).catch((error) => message = error.message);
    assertStringIncludes(message, "A thread that plays games failed: ");
  }));

Deno.test("a file that cannot be written is an error before a game is played", () =>
  withFolder(async (folder) => {
    const settings = settingsOf("lmrBase", "--simulate", "--games=8");
    let hasPlayed = false;
    const player = new Observed(new SimulatedPlayer(settings), () => hasPlayed = true);
    let message = "";
    Deno.writeTextFileSync(`${folder}/file`, "");
    const path = `${folder}/file/x.json`;
    await play(new TuneState(settings), path, [player]).catch((error) => message = error.message);
    assertStringIncludes(message, `Cannot write the state "${path}"`);
    assert(!hasPlayed);
  }));

Deno.test("a state that is missing, or tunes what the engine does not have, is refused", () =>
  withFolder((folder) => {
    assertThrows(() => loadState(`${folder}/none`), RangeError, "cannot read");
    const settings = settingsOf("lmrBase");
    const strange = JSON.parse(JSON.stringify(settings).replace("lmrBase", "lmrBasis"));
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
  const state = new TuneState(settingsOf("lmrBase", "rfpSlope", "--games=80", "--batch=1", "--start=lmrBase=0"), [
    60,
    60,
  ]);
  const session = { games: 4, extraGames: 2, seconds: 12 };
  assertEquals(describeProgress(state, session), "2 of 80 games, 20.0/min, 4 min left");
  const assignment = state.takeBatch()!;
  state.finishBatch(assignment, [{ id: 1, points: 1, isFaulty: false }, { id: 2, points: 0.5, isFaulty: true }]);
  assertMatch(
    describeProgress(state, session),
    /^4 of 80 games, 20\.0\/min, 4 min left, \+ against −: [\d.]+ ± .* Elo$/,
  );
  const report = describeRun(state);
  assertStringIncludes(report, "2 numbers, 80 games in batches of 2, 6000 nodes a move");
  assertStringIncludes(report, "Games lost on time: 1");
  const { value } = TUNABLES.lmrBase;
  assertMatch(report, lineOfLmrBase(` .*// 0 → \\d+ .*, in the engine ${value}`));
});

Deno.test("a report says whether the values have moved further than chance takes them", () => {
  const report = (isDeaf: boolean): string => {
    const state = new TuneState(settingsOf("reductions", "--games=4000", "--r-end=0.02", "--seed=1"));
    const simulation = new Simulation(state.settings.parameters, 1n);
    while (!state.isComplete) {
      const assignment = state.takeBatch()!;
      const { batch, plus, minus } = assignment;
      state.finishBatch(assignment, simulation.play(batch, state.settings.batchPairs, plus, isDeaf ? plus : minus));
    }
    return describeRun(state);
  };
  assertMatch(report(false), /Moved \d.\d\d steps .*: more than chance explains/);
  assertMatch(report(true), /Moved \d.\d\d steps .*: no more than chance explains/);
});
