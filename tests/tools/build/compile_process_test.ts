/**
 * The command line of `deno task compile`.
 *
 * @module
 */

import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { readCompileOptions } from "../../../tools/build/compile.ts";
import { projectPath } from "../../../tools/paths.ts";
import { withFolder } from "../../folder.ts";
import { runProgram } from "../../program.ts";

Deno.test("without options the executable is for this machine, in the folder dist", () => {
  const { targets, output, network, tunable, help } = readCompileOptions([]);
  assertEquals([targets, output, network, tunable, help], [[undefined], undefined, undefined, false, false]);
});

Deno.test("one system or all of them can be named, but not both", () => {
  assertThrows(
    () => readCompileOptions(["--all", "--target=linux-x64"]),
    RangeError,
    "--all or --target, but got both",
  );
  assertThrows(() => readCompileOptions(["--target=amiga"]), RangeError, "Expected a target out of linux-x64, ");
  assertThrows(() => readCompileOptions(["--output="]), SyntaxError, "Expected a value after '--output'");
  assertThrows(() => readCompileOptions(["linux-x64"]), SyntaxError, "Expected options only, but got 'linux-x64'");
});

Deno.test("the runtime of one system is not put into the executables of all", () => {
  const before = Deno.env.get("DENORT_BIN");
  Deno.env.set("DENORT_BIN", "denort");
  try {
    assertThrows(() => readCompileOptions(["--all"]), RangeError, "no DENORT_BIN with --all");
    assertEquals(readCompileOptions(["--target=linux-arm64"]).targets, ["linux-arm64"]);
  } finally {
    if (before === undefined) Deno.env.delete("DENORT_BIN");
    else Deno.env.set("DENORT_BIN", before);
  }
});

Deno.test({
  name: "a compiler that fails leaves the file of an earlier build as it was",
  // The compiler of this test is a shell script.
  ignore: Deno.build.os === "windows",
  fn: async () => {
    await withFolder(async (folder) => {
      await Deno.writeTextFile(`${folder}/engine`, "the previous one");
      await Deno.writeTextFile(`${folder}/compiler`, "#!/bin/sh\nexit 3\n", { mode: 0o755 });
      const args = ["task", "--quiet", "compile", `--output=${folder}/engine`];
      const env = { DENO_FOR_COMPILE: `${folder}/compiler`, NO_COLOR: "1" };
      const { code, stderr } = await runProgram(Deno.execPath(), args, projectPath(), undefined, env);
      assertStringIncludes(stderr, "exit status is 3");
      assertEquals([code, await Deno.readTextFile(`${folder}/engine`)], [1, "the previous one"]);
    });
  },
});
