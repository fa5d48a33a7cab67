/** The state of a tuning run: its batches, its contents, and how it continues after a stop. @module */

import { assert, assertEquals, assertNotEquals, assertThrows } from "@std/assert";
import { type TuneAssignment, type TuneSettings, TuneState } from "../../../matches/tuning/spsa_state.ts";
import type { Game } from "../../../matches/statistics.ts";
import { Simulation } from "./simulation.ts";
import { testInFolder } from "../../../../tests/folder.ts";

const SETTINGS: TuneSettings = {
  parameters: [
    { name: "lmrBase", start: 500, min: 0, max: 1500, cEnd: 60 },
    { name: "rfpSlope", start: 60, min: 30, max: 160, cEnd: 6 },
  ],
  fixed: { futilityBase: 99 },
  seed: "12",
  schedule: { pairs: 60, rEnd: 0.01 },
  batchPairs: 3,
  games: { pace: { nodes: 100 }, hash: 1, chess960: 0, adjudicate: true },
  book: null,
};
const SIMULATION = new Simulation(SETTINGS.parameters, 12n);

function simulate({ batch, plus, minus }: TuneAssignment): Game[] {
  return SIMULATION.play(batch * SETTINGS.batchPairs, SETTINGS.batchPairs, plus, minus);
}

function play(state: TuneState, batches: number = Infinity): TuneState {
  for (let played = 0; played < batches; played++) {
    const assignment = state.next();
    if (assignment === null) break;
    state.finish(assignment, simulate(assignment));
  }
  return state;
}

function reload(state: TuneState): TuneState {
  return TuneState.parse(state.serialise(), "test");
}

Deno.test("a run that is written and read after every batch ends like an uninterrupted run", () => {
  const whole = play(new TuneState(SETTINGS));
  let state = new TuneState(SETTINGS);
  while (state.left > 0) state = reload(play(state, 1));
  assertEquals(state.values, whole.values);
  assertEquals(state.tally, whole.tally);
  assertEquals(state.serialise(), whole.serialise());
  assertEquals(whole.finished, 20);
  assertNotEquals(whole.values, SETTINGS.parameters.map(({ start }) => start));
});

Deno.test("a batch that was aborted is handed out again, unchanged and first", () => {
  const whole = play(new TuneState(SETTINGS));
  const broken = play(new TuneState(SETTINGS), 7);
  const assignment = broken.next();
  const resumed = reload(broken);
  assertEquals(resumed.next(), assignment);
  assertEquals(play(reload(broken)).values, whole.values);
});

Deno.test("batches that are handed out at the same time are all played, in whatever order they end", () => {
  const state = new TuneState(SETTINGS);
  const first = state.next()!;
  const second = state.next()!;
  assertEquals([first.batch, second.batch], [0, 1]);
  state.finish(second, simulate(second));
  const resumed = play(reload(state));
  assertEquals(resumed.left, 0);
  assertEquals(resumed.tally.wins + resumed.tally.losses + resumed.tally.draws, 120);
});

Deno.test("another seed gives other perturbations", () => {
  const one = new TuneState(SETTINGS).next();
  assertEquals(new TuneState(SETTINGS).next(), one);
  assertNotEquals(new TuneState({ ...SETTINGS, seed: "13" }).next(), one);
});

Deno.test("the history keeps a bounded number of points, from the start on", () => {
  const state = new TuneState({ ...SETTINGS, batchPairs: 1, schedule: { ...SETTINGS.schedule, pairs: 2000 } });
  for (let i = 0; i < 2000; i++) {
    const assignment = state.next()!;
    state.finish(assignment, SIMULATION.play(i, 1, assignment.plus, assignment.minus));
  }
  const { history } = state.content();
  assert(history.length > 150 && history.length <= 400, `${history.length}`);
  assertEquals(history[0], { pairs: 0, values: [500, 60] });
  assertEquals(history[history.length - 1].pairs, 2000);
  assertEquals(new Set(history.slice(1).map(({ pairs }, index) => pairs - history[index].pairs)).size, 1);
});

testInFolder("a file holds the whole state, and a failed write leaves the old state", (folder) => {
  const path = `${folder}/run.json`;
  const state = play(new TuneState(SETTINGS), 3);
  state.save(path);
  assertEquals(Array.from(Deno.readDirSync(folder), ({ name }) => name), ["run.json"]);
  assertEquals(Deno.readTextFileSync(path), state.serialise());
  const before = Deno.readTextFileSync(path);
  // The temporary file cannot be opened: a folder has its name.
  Deno.mkdirSync(`${path}.part`);
  play(state, 1);
  assertThrows(() => state.save(path), Error, "Cannot write the state");
  assertEquals(Deno.readTextFileSync(path), before);
});

Deno.test("a file that is not a state is refused", () => {
  const message = "x.json to be the state of a tuning run, but it is not";
  assertThrows(() => TuneState.parse("{", "x.json"), SyntaxError, message);
  assertThrows(() => TuneState.parse("null", "x"), SyntaxError, "something else");
  assertThrows(() => TuneState.parse(`{"format":"other"}`, "x"), SyntaxError, "something else");
  const strange = new TuneState(SETTINGS).serialise().replace("lmrBase", "lmrBasis");
  assertThrows(() => TuneState.parse(strange, "x"), RangeError, 'x has "lmrBasis", which this engine does not have');
});
