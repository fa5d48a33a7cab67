/**
 * Games by the clock: a right one, and one for each way in which an engine can fail. Costs about 6 s.
 *
 * @module
 */

import { assertEquals, assertGreater, assertThrows } from "@std/assert";
import { projectPath } from "../../../tools/paths.ts";
import { BRIEF_OPTIONS, engineArguments } from "../../../tests/engine_bundle.ts";
import { describeSetting, playSetting, readTrialOptions, SETTINGS } from "../../trials/trial.ts";

const PLAIN = {
  baseMs: 30_000,
  incrementMs: 1000,
  nodes: null,
  threads: 1,
  multiPv: 1,
  chess960: false,
  ponder: false,
};
const DENO = [Deno.execPath(), "run", "--no-check", "--no-prompt", ...BRIEF_OPTIONS];
const ENGINE = [Deno.execPath(), ...engineArguments(`--allow-read=${projectPath()}`)];
const FAULTY = [...DENO, projectPath("lab/tests/trials/faulty_engine.ts")];

/** The faults of a game of an engine that does one thing wrong. */
async function faultsOf(how: string, ponder = false): Promise<string[]> {
  const setting = { ...PLAIN, baseMs: how === "slow" ? 50 : 30_000, ponder };
  const { faults, games } = await playSetting({ command: [...FAULTY, how], setting, games: 1, seed: 1n, marginMs: 0 });
  assertEquals(games, 1);
  return Array.from(new Set(faults.map(({ kind }) => kind)));
}

Deno.test("an engine that plays by the rules has no fault, pondering or not", async () => {
  assertEquals(await faultsOf("well"), []);
  assertEquals(await faultsOf("well", true), []);
});

Deno.test("each fault of an engine is found", async () => {
  assertEquals(await faultsOf("slow"), ["time"]);
  assertEquals(await faultsOf("illegal"), ["illegal"]);
  assertEquals(await faultsOf("exit"), ["disconnect"]);
  // After its only game, which counts once.
  assertEquals(await faultsOf("code"), ["disconnect"]);
  assertEquals(await faultsOf("start"), ["disconnect"]);
  assertEquals(await faultsOf("warning"), ["warning"]);
  assertEquals(await faultsOf("reply"), ["warning"]);
  assertEquals(await faultsOf("line"), ["warning"]);
  assertEquals(await faultsOf("stderr"), ["warning"]);
});

Deno.test("a game of the engine itself in Chess960, pondering, with three lines, has no fault", async () => {
  // Much time for each move would make the test long, and little would make it fail on a busy machine.
  const setting = { ...PLAIN, baseMs: 600, incrementMs: 0, multiPv: 3, chess960: true, ponder: true };
  const { faults, plies } = await playSetting({ command: ENGINE, setting, games: 1, seed: 2n, marginMs: 1_000_000 });
  assertEquals(faults, []);
  assertGreater(plies, 10);
});

Deno.test("with fixed nodes no clock runs, and what a process prints on standard error is reported", async () => {
  const setting = { ...PLAIN, baseMs: 0, incrementMs: 0, nodes: 100 };
  const plan = { setting, games: 1, seed: 1n, marginMs: 0 };
  assertEquals((await playSetting({ ...plan, command: [...FAULTY, "slow"] })).faults, []);
  const { faults } = await playSetting({ ...plan, command: [...FAULTY, "stderr"] });
  assertEquals(faults, Array(2).fill({ kind: "warning", text: "Printed on standard error: a fault" }));
});

Deno.test("the settings cover both clocks, both numbers of threads and every way to play", () => {
  assertEquals(SETTINGS.length, 16);
  assertEquals(new Set(SETTINGS.map(describeSetting)).size, 16);
  assertEquals(describeSetting(SETTINGS[0]), "1+0.01, 1 thread");
  assertEquals(describeSetting(SETTINGS[15]), "0.1+0.01, 4 threads, ponder");
});

Deno.test("the command line of the trial shares the games out", () => {
  const { plans, engine } = readTrialOptions(["--games=20", "--engine=e", "--seed=5", "--margin=3"]);
  assertEquals(engine, "e");
  assertEquals(plans.map(({ games }) => games), [2, 2, 2, 2, ...Array(12).fill(1)]);
  assertEquals([plans[1].seed, plans[1].marginMs, plans[1].command], [6n, 3, ["e"]]);
  assertEquals(readTrialOptions(["--games=3"]).plans.length, 3);
  assertEquals(readTrialOptions(["--setting=0.1+0.01, 4 threads, ponder"]).plans.length, 1);
  const { plans: fixed, bench } = readTrialOptions(["--nodes=500", "--games=5", "--bench"]);
  assertEquals([fixed.map(({ games }) => games), bench], [[3, 2], true]);
  assertEquals(fixed.map(({ setting }) => describeSetting(setting)), [
    "500 nodes, 1 thread",
    "500 nodes, 1 thread, Chess960",
  ]);
  assertThrows(() => readTrialOptions(["--nodes=5", "--setting=ponder"]), RangeError, "got both");
  for (const wrong of ["--games=0", "--setting=none", "--setting=", "--none", "word"]) {
    assertThrows(() => readTrialOptions([wrong]), Error, `${wrong}` === "--none" ? "Unknown option" : "Expected");
  }
});

Deno.test("a setting is named by its description, several by words of theirs or by several options", () => {
  const chosen = (...texts: string[]): string[] => {
    const { plans } = readTrialOptions(["--games=100", ...texts.map((text) => `--setting=${text}`)]);
    return plans.map(({ setting }) => describeSetting(setting));
  };
  const all = SETTINGS.map(describeSetting);
  // Each description is that of one setting, also where longer ones contain it.
  for (const description of all) assertEquals(chosen(description), [description]);
  // A word counts from its beginning on: "1+0.01" is not part of "0.1+0.01".
  assertEquals(chosen("1+0.01"), all.slice(0, 8));
  assertEquals(chosen("ponder"), all.filter((description) => description.endsWith(", ponder")));
  assertEquals(chosen("Chess960", "1+0.01, 1 thread", "Chess960"), [
    "1+0.01, 1 thread",
    ...all.filter((description) => description.endsWith(", Chess960")),
  ]);
  assertEquals(chosen(), all);
  assertThrows(() => readTrialOptions(["--setting=ponder", "--setting=none"]), RangeError, 'but got "none"');
  assertEquals(readTrialOptions(["--list"]).list, true);
});
