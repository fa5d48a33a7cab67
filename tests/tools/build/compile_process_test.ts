/** The command line of `deno task compile`, and a compiler that fails. @module */

import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { compile, readCompileOptions } from "../../../tools/build/compile.ts";
import { testInFolder as test } from "../../folder.ts";
import { withVariable } from "../../program.ts";

Deno.test("without options the executable is for this machine, in the folder dist", () => {
  const { targets, output, network, tunable } = readCompileOptions([]);
  assertEquals([targets, output, network, tunable], [[undefined], undefined, undefined, false]);
});

Deno.test("`--target` names one system and `--all` means all of them; both together are an error", () => {
  const faults: [args: string[], error: ErrorConstructor, message: string][] = [
    [["--all", "--target=linux-x64"], RangeError, "--all or --target, but got both"],
    [["--target=amiga"], RangeError, "Expected --target to be one of linux-x64, "],
    [["--output="], SyntaxError, "Expected a value after '--output'"],
    [["linux-x64"], SyntaxError, "Expected options only, but got 'linux-x64'"],
  ];
  for (const [args, error, message] of faults) assertThrows(() => readCompileOptions(args), error, message);
});

Deno.test("a runtime for one system is not embedded in the executables for all systems", async () => {
  await withVariable("DENORT_BIN", "denort", () => {
    assertThrows(() => readCompileOptions(["--all"]), RangeError, "no DENORT_BIN with --all");
    assertEquals(readCompileOptions(["--target=linux-arm64"]).targets, ["linux-arm64"]);
  });
});

test("a compiler that fails does not change the file of an earlier build", async (folder) => {
  // The compiler of this test is a shell script.
  await Deno.writeTextFile(`${folder}/engine`, "the previous one");
  await Deno.writeTextFile(`${folder}/compiler`, "#!/bin/sh\nexit 3\n", { mode: 0o755 });
  await withVariable("DENO_FOR_COMPILE", `${folder}/compiler`, async () => {
    await assertRejects(() => compile(folder, `${folder}/engine`, undefined), Error, "exit status is 3");
  });
  assertEquals(await Deno.readTextFile(`${folder}/engine`), "the previous one");
}, Deno.build.os === "windows");
