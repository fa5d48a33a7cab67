/** Tests are grouped by the programs that they start, and chosen by files, folders and options. @module */

import { assertEquals, assertMatch } from "@std/assert";
import { projectPath } from "../../tools/paths.ts";
import { splitArguments } from "../../tools/run_tests.ts";
import { runProgram } from "../program.ts";

/** Runs tests, and returns the exit code and the output. */
async function run(...args: readonly string[]): Promise<[code: number, output: string]> {
  const options = ["run", "--no-prompt", "--allow-read", "--allow-write", "--allow-run", "tools/run_tests.ts"];
  const env = { NO_COLOR: "1" };
  const all = [...options, ...args];
  const { code, stdout, stderr } = await runProgram(Deno.execPath(), all, projectPath(), undefined, env);
  return [code, stdout + stderr];
}

Deno.test("arguments are files, folders, and options of `deno test`; values of options are not files", () => {
  const cases: [args: string[], options: string[], places: string[]][] = [
    [["./tests/core/", "--filter=x"], ["--filter=x"], ["tests/core"]],
    [["--filter", "x y", "tests"], ["--filter", "x y"], ["tests"]],
    [["--no-lock", "--filter", "x"], ["--no-lock", "--filter", "x"], []],
    [["--no-lock", "lab/tests", "core"], ["--no-lock"], ["lab/tests", "core"]],
  ];
  for (const [args, options, places] of cases) assertEquals(splitArguments(args), { options, places }, args.join(" "));
});

Deno.test("tests are chosen by file or folder, and by name", async () => {
  const [code, output] = await run("unit", "./tests/core", "--filter", "by the exchange");
  assertEquals(code, 0, output);
  assertMatch(output, /^`see\(\)` and `seeAtLeast\(\)` .* \.\.\. ok/m);
  const [, others] = await run("all", "--filter", "the layer checker finds", "tests/layers_process_test.ts");
  assertMatch(others, /layers_process_test\.ts.* ok[^]* passed \| 0 failed \|/);
});

Deno.test("tests that start a program do not run with the others, and an empty selection is an error", async () => {
  const places = ["tests/layers_process_test.ts", "tests/missing", "core"];
  assertEquals(await run("unit", ...places), [1, `Found no tests in ${places.join(", ")}\n`]);
});
