/** The tunable build: its options and their effect on the search. The released engine has no such options. @module */

import { assert, assertEquals, assertGreater, assertMatch, assertNotEquals, assertThrows } from "@std/assert";
import { type ParameterName, parameterValues, setParameters, TUNABLES } from "../../../search/params.ts";
import { isSwitch, playsPart } from "../../../tools/build/number_switches.ts";
import { createTuningExtension, describeForSpsa } from "../../../tools/build/tunable_engine.ts";
import { embeddedNetwork } from "../../../nnue/embedded.ts";
import { describeOptions, readOption } from "../../../uci/options.ts";
import { ENGINE_FOLDERS, projectPath } from "../../../tools/paths.ts";
import { BRIEF_OPTIONS } from "../../engine_bundle.ts";
import { outputOf } from "../../program.ts";

const ROOT = projectPath();
const NETWORKS = { embedded: embeddedNetwork, current: embeddedNetwork };
const NAMES = Object.keys(TUNABLES) as ParameterName[];

Deno.test("the tunable build declares every number with its range, and setting a number affects searches and bench", async () => {
  const { value, min } = TUNABLES.lmrFactor;
  const setTo = (number: number) => `setoption name lmrfactor value ${number}`;
  const search = ["ucinewgame", "go depth 6"];
  const commands = ["uci", "help", ...search, setTo(min), ...search, "bench 2", setTo(value), ...search, "bench 2"];
  const options = ["run", "--quiet", "--no-prompt", ...BRIEF_OPTIONS, "--allow-read=."];
  const output = await outputOf(Deno.execPath(), [...options, "tools/build/tunable_engine.ts", ...commands], ROOT);
  const lines = output.split(/\r?\n/);
  assertEquals(lines.filter((line) => line.includes("hindsight play")), [], "no programs for people");

  const expected = NAMES.map((name) => {
    const { value, min, max } = TUNABLES[name];
    return `option name ${name} type spin default ${value} min ${min} max ${max}`;
  });
  assertEquals(lines.filter((line) => line.startsWith("option")), [...describeOptions(), ...expected]);

  const texts = output.split(/^bestmove .*$/m).slice(0, -1);
  const searches = texts.map((text) => / nodes (\d+)(?!.* nodes )/s.exec(text)?.[1]);
  assertEquals([searches.length, searches[2]], [3, searches[0]], output);
  assertNotEquals(searches[1], searches[0]);
  const [tuned, plain] = lines.filter((line) => /^\d+ nodes/.test(line)).map((line) => line.split(" ")[0]);
  assert(Number(plain) > 0);
  assertNotEquals(tuned, plain);
});

Deno.test("an unreadable number changes nothing", () => {
  const { options, parameters } = createTuningExtension();
  for (const value of ["x", ""]) assertThrows(() => readOption("lmrFactor", value, NETWORKS, options));
  assertEquals(parameters, {});
});

Deno.test("`setParameters()` sets the given numbers and ignores names that params.ts does not have", () => {
  const before = parameterValues();
  try {
    setParameters({ lmrFactor: before.lmrFactor + 1, toString: 7, noSuchNumber: 7 });
    assertEquals(parameterValues(), { ...before, lmrFactor: before.lmrFactor + 1 });
  } finally {
    setParameters(before);
  }
  assertEquals(parameterValues(), before);
});

Deno.test("`spsa` prints name, type, value, range, step and rate of every number that has an effect", () => {
  const rows = describeForSpsa(parameterValues()).split("\n").map((line) => line.split(", "));
  assertGreater(rows.length, 10);
  const tunable = NAMES.filter((name) => !isSwitch(name) && playsPart(name, parameterValues()));
  assertEquals(rows.map(([name]) => name), tunable);
  for (const [name, type, ...numbers] of rows) {
    const [value, min, max, step, rate] = numbers.map(Number);
    assertEquals(type, "int", name);
    assertEquals(rate, 0.002, name);
    assert(min <= value && value <= max && min < max, `${name} is ${value} in ${min} … ${max}`);
    assert(step > 0 && step <= max - min, `${name} has the step ${step}`);
  }
});

Deno.test("`spsa` omits the numbers of parts that are off, and prints them when the part is on", () => {
  const listed = (values: Partial<Record<ParameterName, number>>) =>
    describeForSpsa({ ...parameterValues(), ...values }).split("\n").map((line) => line.split(",")[0]);
  const unused = ["bonusPieceTo", "malusPieceTo", "bonusTtMove", "correctionAverageMax"];
  assertEquals(unused.filter((name) => listed({}).includes(name)), []);
  const on = listed({ orderPieceTo: 1024, pruneTtMove: 4, correctionRule: 1 });
  assertEquals(unused.filter((name) => !on.includes(name)), []);
  assertEquals(on.includes("correctionBonusMax"), false);
});

Deno.test("no number has the same name as an engine option", () => {
  const taken = describeOptions().map((line) => /name (.+?) type/.exec(line)![1].toLowerCase());
  assertEquals(NAMES.filter((name) => taken.includes(name.toLowerCase())), []);
});

Deno.test("nothing in the released engine changes a number of the search", () => {
  const assignment =
    /\b[LP](?:\.\w+|\[[^\]]+\])\s*(?:[-+*/%&|^]|<<|>>>?|\*\*)?=(?!=)|\b[LP]\.\w+(?:\+\+|--)|\bsetParameter\(/;
  assertMatch("P.lmrBase = 3", assignment);
  assertMatch("L[name] += 3", assignment);
  assertMatch("setParameter(name, 3)", assignment);
  const files = [...ENGINE_FOLDERS, "shell"].flatMap((folder) =>
    Array.from(Deno.readDirSync(`${ROOT}/${folder}`), ({ name }) => `${folder}/${name}`)
  ).filter((path) => path.endsWith(".ts"));
  const found = ["main.ts", ...files].filter((path) => assignment.test(Deno.readTextFileSync(`${ROOT}/${path}`)));
  // The file that declares `setParameter`.
  assertEquals(found, ["search/params.ts"]);
});
