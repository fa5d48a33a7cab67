/**
 * The tunable build: its options, what they do to the search, and that the engine proper has none of it.
 *
 * @module
 */

import { assert, assertEquals, assertGreater, assertMatch, assertNotEquals } from "@std/assert";
import { type ParameterName, parameterValues, setParameters, TUNABLES } from "../../../search/params.ts";
import { isSwitch, playsPart } from "../../../tools/build/number_switches.ts";
import { createTuningExtension, describeForSpsa } from "../../../tools/build/tunable_engine.ts";
import { defaultSettings } from "../../../engine/settings.ts";
import { describeOptions, setOption } from "../../../uci/options.ts";
import { projectPath } from "../../../tools/paths.ts";
import { BRIEF_OPTIONS } from "../../engine_bundle.ts";
import { runProgram } from "../../program.ts";

const ROOT = projectPath();
const NAMES = Object.keys(TUNABLES) as ParameterName[];

/** What the tunable build prints for these commands. */
async function answers(...commands: string[]): Promise<string[]> {
  const options = [
    "run",
    "--quiet",
    "--no-prompt",
    ...BRIEF_OPTIONS,
    "--allow-read=.",
    "tools/build/tunable_engine.ts",
  ];
  const { stdout } = await runProgram(Deno.execPath(), [...options, ...commands], ROOT);
  return stdout.split(/\r?\n/).filter((line) => line !== "");
}

/** The node count of the last line before each `bestmove`. */
function nodesOfSearches(lines: readonly string[]): number[] {
  return lines.flatMap((line, index) => {
    if (!line.startsWith("bestmove")) return [];
    return [Number(/ nodes (\d+)/.exec(lines.slice(0, index).findLast((earlier) => earlier.includes(" nodes "))!)![1])];
  });
}

Deno.test("the tunable build declares every number of params.ts with its value and range", async () => {
  const lines = await answers("uci", "help");
  assertEquals(lines.filter((line) => line.includes("hindsight play")), [], "it has no programs for people");
  const declared = lines.filter((line) => line.startsWith("option"));
  const expected = NAMES.map((name) => {
    const { value, min, max } = TUNABLES[name];
    return `option name ${name} type spin default ${value} min ${min} max ${max}`;
  });
  assertEquals(declared.slice(-expected.length), expected);
  assertEquals(declared.slice(0, -expected.length), describeOptions());
});

Deno.test("a number that is set reaches the next search, and setting it back undoes that", async () => {
  const { value, min } = TUNABLES.lmrFactor;
  const search = ["ucinewgame", "go depth 8"];
  const lines = await answers(
    ...search,
    `setoption name lmrfactor value ${min}`,
    ...search,
    `setoption name lmrFactor value ${value}`,
    ...search,
  );
  const nodes = nodesOfSearches(lines);
  assertEquals(nodes.length, 3, lines.join("\n"));
  assertNotEquals(nodes[0], nodes[1]);
  assertEquals(nodes[0], nodes[2]);
});

Deno.test("a number reaches `bench` too", async () => {
  const [plain] = (await answers("bench 3")).slice(-1);
  const [tuned] = (await answers(`setoption name lmrFactor value ${TUNABLES.lmrFactor.min}`, "bench 3")).slice(-1);
  assertMatch(plain, /^\d+ nodes/);
  assertMatch(tuned, /^\d+ nodes/);
  assertNotEquals(tuned.split(" ")[0], plain.split(" ")[0]);
});

Deno.test("a number outside its range is refused and changes nothing", () => {
  const { options, parameters } = createTuningExtension();
  const { max } = TUNABLES.lmrFactor;
  let refused = 0;
  for (const value of [`${max + 1}`, "x", ""]) {
    try {
      setOption(defaultSettings(), "lmrFactor", value, options);
    } catch {
      refused++;
    }
  }
  assertEquals(refused, 3);
  assertEquals(parameters, {});
});

Deno.test("`setParameters()` sets what it is given and ignores names that params.ts does not have", () => {
  const before = parameterValues();
  try {
    setParameters({ lmrFactor: before.lmrFactor + 1, toString: 7, noSuchNumber: 7 });
    assertEquals(parameterValues(), { ...before, lmrFactor: before.lmrFactor + 1 });
  } finally {
    setParameters(before);
  }
  assertEquals(parameterValues(), before);
});

Deno.test("`spsa` prints name, type, value, range, step and rate of every number that plays a part", () => {
  const rows = describeForSpsa(parameterValues()).split("\n").map((line) => line.split(", "));
  assertGreater(rows.length, 10);
  assertEquals(
    rows.map(([name]) => name),
    NAMES.filter((name) => !isSwitch(name) && playsPart(name, parameterValues())),
  );
  for (const [name, type, ...numbers] of rows) {
    const [value, min, max, step, rate] = numbers.map(Number);
    assertEquals(type, "int", name);
    assertEquals(rate, 0.002, name);
    assert(min <= value && value <= max && min < max, `${name} is ${value} in ${min} … ${max}`);
    assert(step > 0 && step <= max - min, `${name} has the step ${step}`);
  }
});

Deno.test("`spsa` omits the numbers of what is switched off, and has them once it is switched on", () => {
  const listed = (values: Partial<Record<ParameterName, number>>) =>
    describeForSpsa({ ...parameterValues(), ...values }).split("\n").map((line) => line.split(",")[0]);
  const unused = ["bonusPieceTo", "malusPieceTo", "ttMoveBonus", "correctionAverageMax"];
  assertEquals(unused.filter((name) => listed({}).includes(name)), []);
  const on = listed({ orderPieceTo: 1024, easeTtMove: 4, correctionRule: 1 });
  assertEquals(unused.filter((name) => !on.includes(name)), []);
  assertEquals(on.includes("correctionBonusMax"), false);
});

Deno.test("no number is named like an option of the engine", () => {
  const taken = describeOptions().map((line) => /name (.+?) type/.exec(line)![1].toLowerCase());
  assertEquals(NAMES.filter((name) => taken.includes(name.toLowerCase())), []);
});

/** The TypeScript files of some folders, as paths from the root. */
async function sourcesOf(...folders: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const folder of folders) {
    for await (const { name, isFile } of Deno.readDir(`${ROOT}/${folder}`)) {
      if (isFile && name.endsWith(".ts")) found.push(`${folder}/${name}`);
    }
  }
  return found;
}

const ENGINE_FOLDERS = ["core", "nnue", "tablebase", "book", "learning", "search", "engine", "system", "uci", "shell"];

Deno.test("nothing in the engine proper changes a number of the search", async () => {
  const assignment =
    /\b[LP](?:\.\w+|\[[^\]]+\])\s*(?:[-+*/%&|^]|<<|>>>?|\*\*)?=(?!=)|\b[LP]\.\w+(?:\+\+|--)|\bsetParameter\(/;
  assertMatch("P.lmrBase = 3", assignment);
  assertMatch("L[name] += 3", assignment);
  assertMatch("setParameter(name, 3)", assignment);
  const found: string[] = [];
  for (const path of ["main.ts", ...await sourcesOf(...ENGINE_FOLDERS)]) {
    if (assignment.test(await Deno.readTextFile(`${ROOT}/${path}`))) found.push(path);
  }
  // The one that declares `setParameter`.
  assertEquals(found, ["search/params.ts"]);
});
