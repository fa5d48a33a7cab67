/** `deno task factorial`: how sides are drawn, the fit to their points, the state, and some real games. @module */

import { assert, assertAlmostEquals, assertEquals, assertLess, assertMatch } from "@std/assert";
import { assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { Random } from "../../../../core/random.ts";
import { findSystems, SYSTEMS } from "../../../../engine/view/systems.ts";
import { TUNABLES } from "../../../../search/params.ts";
import { describeExperiment, describeSystems, readFactorialOptions } from "../../../matches/factorial/factorial.ts";
import { runFactorial } from "../../../matches/factorial/factorial.ts";
import { Design } from "../../../matches/factorial/factorial_design.ts";
import { fitWorth, type Observation } from "../../../matches/worth.ts";
import { type FactorialSettings, FactorialState } from "../../../matches/factorial/factorial_state.ts";
import { TuneState } from "../../../matches/tuning/spsa_state.ts";
import { eloToScore, estimateElo } from "../../../matches/statistics.ts";
import { testInFolder } from "../../../../tests/folder.ts";
import { printed } from "../../printed.ts";

const SETTINGS: FactorialSettings = {
  systems: ["malus", "capture", "counterMove"],
  candidates: {},
  share: 0.25,
  seed: "5",
  games: { pace: { nodes: 100 }, hash: 1, chess960: 0, adjudicate: true },
  book: null,
};

function gamesOf(points: readonly number[]) {
  return points.map((points) => ({ points }));
}

function factorial(...args: string[]): Promise<string> {
  return printed(() => runFactorial(readFactorialOptions(args)));
}

Deno.test("every system is changed with the given chance on each side, and the sides always differ", () => {
  const systems = findSystems(["malus", "capture", "counterMove", "priorMove"]);
  const design = new Design(systems, 0.25);
  const counts = systems.map(() => [0, 0]);
  const pairs = 8000;
  for (let pair = 0; pair < pairs; pair++) {
    const sides = design.draw(new Random(1n, 0, pair));
    assert(design.differences(sides).some((difference) => difference !== 0));
    for (const system of sides.plus) counts[system][0]++;
    for (const system of sides.minus) counts[system][1]++;
  }
  // Sides that are equal are drawn again. Most of them have few changes, so the remaining sides have more.
  const isEqual = (0.25 ** 2 + 0.75 ** 2) ** systems.length;
  const whenEqual = 0.25 ** 2 / (0.25 ** 2 + 0.75 ** 2);
  const expected = (0.25 - isEqual * whenEqual) / (1 - isEqual);
  for (const count of counts.flat()) assertAlmostEquals(count / pairs, expected, 0.02);
});

Deno.test("a system that is named alone differs in every pair, on either side", () => {
  const design = new Design(findSystems(["malus"]), 0.125);
  const drawn = Array.from({ length: 200 }, (_, pair) => design.differences(design.draw(new Random(6n, 0, pair)))[0]);
  const plus = drawn.filter((difference) => difference === 1).length;
  assertEquals(plus + drawn.filter((difference) => difference === -1).length, 200);
  assert(plus > 60 && plus < 140, `${plus}`);
});

Deno.test("the list names every system and marks those that are off", () => {
  const lines = describeSystems().split("\n");
  assertEquals(lines.length, SYSTEMS.length);
  assert(lines.some((line) => /^ 3 {2}malus +Malus for moves tried before a cutoff$/.test(line)));
  assertEquals(lines.filter((line) => line.endsWith("Counter-move (off)")).length, 1);
  assertEquals(readFactorialOptions(["list"]), "list");
});

Deno.test("a change switches a system off if it is in use, and on if it is not", () => {
  const design = new Design(findSystems(["malus", "counterMove"]), 0.5);
  assertEquals(design.parameters, ["useMalus", "orderCounterMove"]);
  assertEquals([TUNABLES.useMalus.value, TUNABLES.orderCounterMove.value], [1, 0]);
  const weight = SYSTEMS.find(({ name }) => name === "counterMove")!.on.orderCounterMove!;
  assertEquals([[], [0], [1], [0, 1]].map((side) => design.valuesOf(side)), [[1, 0], [0, 0], [1, weight], [0, weight]]);
  assertEquals(design.differences({ plus: [], minus: [0] }), [1, 0]);
  assertEquals(design.differences({ plus: [0, 1], minus: [] }), [-1, 1]);
  assertEquals(design.differences({ plus: [0], minus: [0] }), [0, 0]);
});

Deno.test("systems that change the same number are never changed on the same side", () => {
  const design = new Design(findSystems(["butterfly", "pieceTo"]), 0.5);
  for (let pair = 0; pair < 500; pair++) {
    const { plus, minus } = design.draw(new Random(2n, 0, pair));
    assertLess(plus.length, 2);
    assertLess(minus.length, 2);
  }
});

Deno.test("`fitWorth()` finds the worths from which the points were made", () => {
  const worth = [100, -30, 0, 12];
  const observations: Observation[] = [];
  const random = new Random(3n);
  for (let pair = 0; pair < 400; pair++) {
    const differences = worth.map(() => random.below(3) - 1);
    const elo = differences.reduce((sum, difference, index) => sum + difference * worth[index], 0);
    observations.push({ differences, score: eloToScore(elo) });
  }
  fitWorth(observations, worth.length).forEach(({ value }, index) => assertAlmostEquals(value, worth[index], 0.5));
});

Deno.test("with one system that always differs, the fit equals the estimate of a match", () => {
  const pentanomial = [20, 60, 200, 90, 30] as const;
  const observations = pentanomial.flatMap((count, index) =>
    Array.from({ length: count }, (_, number): Observation => {
      // Half of the pairs are seen from the other side.
      const isPlus = number % 2 === 0;
      return { differences: [isPlus ? 1 : -1], score: isPlus ? index / 4 : 1 - index / 4 };
    })
  );
  const [{ value, error }] = fitWorth(observations, 1);
  const match = estimateElo(pentanomial);
  assertAlmostEquals(value, match.value, 0.1);
  assertAlmostEquals(error, match.error, 0.3);
});

Deno.test("the errors equal the spread of repeated experiments", () => {
  const [systems, pairs, experiments] = [3, 300, 200];
  const random = new Random(4n);
  const half = () => random.chance(0.5) ? 1 : random.chance(0.5) ? 0.5 : 0;
  let within = 0;
  for (let experiment = 0; experiment < experiments; experiment++) {
    const observations = Array.from({ length: pairs }, (): Observation => {
      const differences = Array.from({ length: systems }, () => random.below(3) - 1);
      // The first system is worth 100 Elo: it wins some games that would have been lost.
      const isHelped = differences[0] !== 0 && random.chance(2 * (eloToScore(100) - 0.5));
      const even = (half() + 1 - half()) / 2;
      return { differences, score: isHelped ? (differences[0] + 1) / 2 : even };
    });
    const [first, second] = fitWorth(observations, systems);
    if (Math.abs(first.value - 100) <= first.error) within++;
    if (Math.abs(second.value) <= second.error) within++;
  }
  assertAlmostEquals(within / (2 * experiments), 0.95, 0.03);
});

Deno.test("a system that differs in no pair, or always wins, gets a finite worth with a large error", () => {
  const [never, always] = fitWorth(Array.from({ length: 4 }, () => ({ differences: [0, 1], score: 1 })), 2);
  assertEquals(never.value, 0);
  assert(always.value > 200 && always.value < 3000, `${always.value}`);
});

Deno.test("a continued experiment hands out the missing pairs, as if it had not stopped", () => {
  const whole = Object.assign(new FactorialState(SETTINGS), { wanted: 4 });
  const pairs = Array.from({ length: 4 }, () => whole.next()!);
  assertEquals(whole.next(), null);

  const stopped = new FactorialState(SETTINGS);
  const [first, second, third] = [stopped.next()!, stopped.next()!, stopped.next()!];
  stopped.finish(first, gamesOf([1, 0.5]));
  stopped.finish(third, gamesOf([0, 0]));
  const resumed = Object.assign(FactorialState.parse(stopped.serialise(), "it"), { wanted: 4 });
  assertEquals(resumed.pairs, 2);
  assertEquals([resumed.next(), resumed.next(), resumed.next()], [second, pairs[3], null]);
  assertEquals(resumed.worth(), stopped.worth());
});

Deno.test("the state of another kind of run, or of another engine, is refused", () => {
  const text = new FactorialState(SETTINGS).serialise();
  const refused: [content: string, message: string][] = [
    [text.replace("hindsight factorial 2", "hindsight spsa 1"), '"worth.json"'],
    [text.replace('"malus"', '"sulam"'), "sulam"],
    [text.replace('"candidates":{}', '"candidates":{"x":{"rfpSlop":1}}'), "rfpSlop"],
  ];
  for (const [content, message] of refused) {
    assertThrows(() => FactorialState.parse(content, '"worth.json"'), Error, message);
  }
});

Deno.test("without options all systems except the groups are measured, at 4000 nodes", () => {
  const options = readFactorialOptions(["--state=x.json"]);
  assert(options !== "list" && options.settings !== undefined);
  const { systems, share, games, book, seed } = options.settings;
  assertEquals(systems, SYSTEMS.filter(({ number }) => number !== "*").map(({ name }) => name));
  assertEquals([share, options.games, book], [0.125, 10000, null]);
  assertEquals(games, { pace: { nodes: 4000 }, hash: 8, chess960: 0, adjudicate: true });
  const other = readFactorialOptions(["--state=x.json"]);
  assert(other !== "list" && other.settings?.seed !== seed);
});

Deno.test("a wrong command line is refused, and the error says what was expected", () => {
  const faults: readonly (readonly [readonly string[], string])[] = [
    [[], "Expected --state"],
    [["--state=x", "nonsense"], 'Unknown system "nonsense"'],
    [["--state=x", "--share=1"], "Expected --share to be above 0 and below 1"],
    [["--state=x", "--share=0"], "Expected --share to be above 0 and below 1"],
    [["--state=x", "--resume", "--nodes=5"], "but got '--nodes' too"],
    [["list", "malus"], "but got 'malus' too"],
    [["show", "--state=x", "--games=6"], "but got '--games' too"],
    [["--state=x", "--candidate=lmrBase=5"], 'NAME:NUMBER=VALUE,..., but got "lmrBase=5"'],
    [["--state=x", "--candidate=a:rfpSlop=5"], 'Unknown number "rfpSlop" in --candidate'],
    [["--state=x", "--candidate=a:rfpSlope=1.5"], 'from 10 to 160 for "rfpSlope" in --candidate, but got 1.5'],
    [["--state=x", `--candidate=a:rfpSlope=${TUNABLES.rfpSlope.value}`], 'candidate "a" to differ from the engine'],
    [["--state=x", "--candidate=a:no/such/file"], "Expected --candidate to be NAME=VALUE,... or the state"],
  ];
  for (const [args, message] of faults) assertThrows(() => readFactorialOptions(args), Error, message);
});

testInFolder("an experiment from the command line starts, continues and prints its table", async (folder) => {
  const state = `--state=${folder}/worth.json`;
  const args = ["malus", "counterMove", state, "--games=2", "--nodes=20", "--hash=1", "--seed=1", "--threads=1"];
  const start = await factorial(...args);
  assertMatch(start, /^2 games in .*, 20 nodes per move, hash 1 MB, openings random, chance of a change 0\.125/);
  assertMatch(start, /^\| 3 \| Malus for moves tried before a cutoff \| −?\d+\.\d+ ± \d+\.\d+ \| \d \|$/m);
  assertStringIncludes(start, "| 5 | Counter-move (off) |");
  await assertRejects(() => factorial("malus", state), RangeError, "continue with --resume");
  const resumed = await factorial("--resume", state, "--games=4", "--threads=1");
  assertStringIncludes(resumed, "4 games in");
  assertEquals(await factorial("show", state), resumed);
});

Deno.test("a candidate changes its numbers, and its worth is the gain from this change", () => {
  const [slope, delta, base] = [TUNABLES.rfpSlope.value, TUNABLES.aspirationDelta.value, TUNABLES.lmrBase.value];
  const wide = { rfpSlope: slope + 9, aspirationDelta: delta + 4 };
  const candidates = { wide, calm: { lmrBase: 1 } };
  const { design, systems } = new FactorialState({ ...SETTINGS, systems: [], candidates });
  assertEquals(systems.map(({ name, title }) => [name, title]), [["wide", "wide"], ["calm", "calm"]]);
  assertEquals(design.parameters, ["rfpSlope", "aspirationDelta", "lmrBase"]);
  assertEquals(design.valuesOf([]), [slope, delta, base]);
  assertEquals(design.valuesOf([0]), [slope + 9, delta + 4, base]);
  assertEquals(design.valuesOf([0, 1]), [slope + 9, delta + 4, 1]);
  // The side with the change has the measured system.
  assertEquals(design.differences({ plus: [0], minus: [1] }), [1, -1]);
});

testInFolder("candidates from the command line or from a tuning run are measured without the systems", (folder) => {
  const parameters = [{ name: "lmrBase" as const, start: 600, min: 0, max: 3000, cEnd: 60 }];
  const { seed, games, book } = SETTINGS;
  const run = { parameters, fixed: { rfpSlope: 50 }, schedule: { pairs: 9, rEnd: 0.01 }, batchPairs: 1 };
  new TuneState({ ...run, seed, games, book }, [612.6]).save(`${folder}/run.json`);
  const tight = "--candidate=tight: rfpSlope=20,futilitySlope=20";
  const options = readFactorialOptions([tight, `--candidate=tuned:${folder}/run.json`, "--state=x"]);
  assert(options !== "list" && options.settings !== undefined);
  const expected = { tight: { rfpSlope: 20, futilitySlope: 20 }, tuned: { rfpSlope: 50, lmrBase: 613 } };
  assertEquals(options.settings.candidates, expected);
  const state = new FactorialState(options.settings);
  for (let pair = 0; pair < 3; pair++) state.finish(state.next()!, gamesOf([1, 0]));
  const rows = describeExperiment(state).split("\n").filter((line) => line.startsWith("| "));
  assertEquals(rows.map((row) => row.split(" | ", 2)), [["| #", "system"], ["| c", "tight"], ["| c", "tuned"]]);
});

Deno.test("games lost on time are reported", () => {
  const state = new FactorialState(SETTINGS);
  state.finish(state.next()!, [{ points: 1, isTimeLoss: true }, { points: 0 }]);
  assertStringIncludes(describeExperiment(state), "Games lost on time: 1");
});
