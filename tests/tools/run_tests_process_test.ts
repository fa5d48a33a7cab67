/**
 * The tests are found by what they start, run in groups, and chosen by files, folders and options.
 *
 * @module
 */

import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { projectPath } from "../../tools/paths.ts";

/** Runs tests, and returns the exit code and what was printed. */
async function run(...args: readonly string[]): Promise<[code: number, output: string]> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--allow-read", "--allow-write", "--allow-run", "tools/run_tests.ts", ...args],
    cwd: projectPath(),
    env: { NO_COLOR: "1" },
  }).output();
  const decoder = new TextDecoder();
  return [code, decoder.decode(stdout) + decoder.decode(stderr)];
}

Deno.test("tests are chosen by file or folder and by options of `deno test`, whose values are no files", async () => {
  const ways = [["--filter=x-ray"], ["--filter", "x-ray"], ["--no-lock", "--filter", "x-ray"]];
  for (const way of ways) {
    const [code, output] = await run("unit", "./tests/core/see_test.ts", ...way);
    assertEquals(code, 0, output);
    assertStringIncludes(output, "| 1 passed | 0 failed |");
    assertStringIncludes(output, "./tests/core/see_test.ts");
  }
  const [, names] = await run("unit", "tests/core", "--filter=x-ray");
  assertMatch(names, /^`see\(\)` counts x-ray attackers behind a rook and behind a queen \.\.\. ok/m);
  const [, output] = await run("all", "--filter", "the layer checker finds", "tests/layers_process_test.ts");
  assertStringIncludes(output, " passed | 0 failed |");
});

Deno.test("what starts a program is not run with the others, and no test at all is an error", async () => {
  for (const place of ["tests/layers_process_test.ts", "tests/missing", "core"]) {
    assertEquals(await run("unit", place), [1, `There are no such tests in ${place}\n`]);
  }
});
