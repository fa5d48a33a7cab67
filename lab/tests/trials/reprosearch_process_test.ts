/**
 * The trial of searches that are repeated: what counts as a difference, and that the engine as it is released has none.
 *
 * @module
 */

import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import { BENCH_POSITIONS } from "../../../engine/bench_positions.ts";
import { projectPath } from "../../../tools/paths.ts";
import { readReproOptions, repeatSearches } from "../../trials/reprosearch.ts";
import { releasedArguments } from "../../../tests/engine_bundle.ts";

const CHANGING = [
  Deno.execPath(),
  "run",
  "--quiet",
  "--no-prompt",
  projectPath("lab/tests/trials/changing_engine.ts"),
];

Deno.test("positions give the same nodes, scores and moves in another order, after a change of Hash, and in fresh processes", async () => {
  const positions = BENCH_POSITIONS.slice(0, 4);
  const command = [Deno.execPath(), ...releasedArguments(`--allow-read=${projectPath()}`)];
  assertEquals(await repeatSearches(command, { positions, nodes: 1200 }), { compared: 15, differences: [] });
});

Deno.test("a search that depends on anything else is a difference", async () => {
  const search = { positions: ["a", "b"], nodes: 5 };
  assertEquals(await repeatSearches([...CHANGING, "well"], search), { compared: 8, differences: [] });
  const found = async (how: string) => (await repeatSearches([...CHANGING, how], search)).differences.join("\n");
  assertMatch(await found("searches"), /^in another order: b\nin another order: a\nafter a change of Hash: a\n/);
  assertMatch(await found("hash"), /^after a change of Hash: a\nafter a change of Hash: b$/);
  assertMatch(await found("message"), /^(a change of Hash prints 'info string Refused': [ab](\n|$)){4}$/);
  assertMatch(
    await found("process"),
    /^in its own process: a\nin its own process: b\nin a fresh process: a\n/,
  );
});

Deno.test("the command line of the repeated searches", () => {
  const { engine, nodes, positions } = readReproOptions(["--engine=e", "--nodes=9", "--positions=3"]);
  assertEquals([engine, nodes, positions], ["e", 9, BENCH_POSITIONS.slice(0, 3)]);
  assertEquals(readReproOptions([]).positions.length, 20);
  for (const wrong of [["--nodes=0"], ["--positions=x"], ["--positions=51"], ["--none"], ["word"]]) {
    assertThrows(() => readReproOptions(wrong), Error, `${wrong}` === "--none" ? "Unknown option" : "Expected");
  }
});
