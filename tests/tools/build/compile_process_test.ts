/** The command line of `deno task compile`, and a compiler that fails. @module */

import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { compile, readCompileOptions } from "../../../tools/build/compile.ts";
import { withFolder } from "../../folder.ts";

/** Calls `body` with a value of a variable of the environment. */
async function withVariable(name: string, value: string, body: () => Promise<void> | void): Promise<void> {
  const before = Deno.env.get(name);
  Deno.env.set(name, value);
  try {
    await body();
  } finally {
    if (before === undefined) Deno.env.delete(name);
    else Deno.env.set(name, before);
  }
}

Deno.test("without options the executable is for this machine, in the folder dist", () => {
  const { targets, output, network, tunable } = readCompileOptions([]);
  assertEquals([targets, output, network, tunable], [[undefined], undefined, undefined, false]);
});

Deno.test("one system or all of them can be named, but not both", () => {
  const faults: [args: string[], error: ErrorConstructor, message: string][] = [
    [["--all", "--target=linux-x64"], RangeError, "--all or --target, but got both"],
    [["--target=amiga"], RangeError, "Expected a target out of linux-x64, "],
    [["--output="], SyntaxError, "Expected a value after '--output'"],
    [["linux-x64"], SyntaxError, "Expected options only, but got 'linux-x64'"],
  ];
  for (const [args, error, message] of faults) assertThrows(() => readCompileOptions(args), error, message);
});

Deno.test("the runtime of one system is not put into the executables of all", async () => {
  await withVariable("DENORT_BIN", "denort", () => {
    assertThrows(() => readCompileOptions(["--all"]), RangeError, "no DENORT_BIN with --all");
    assertEquals(readCompileOptions(["--target=linux-arm64"]).targets, ["linux-arm64"]);
  });
});

Deno.test({
  name: "a compiler that fails leaves the file of an earlier build as it was",
  // The compiler of this test is a shell script.
  ignore: Deno.build.os === "windows",
  fn: async () => {
    await withFolder(async (folder) => {
      await Deno.writeTextFile(`${folder}/engine`, "the previous one");
      await Deno.writeTextFile(`${folder}/compiler`, "#!/bin/sh\nexit 3\n", { mode: 0o755 });
      await withVariable("DENO_FOR_COMPILE", `${folder}/compiler`, async () => {
        await assertRejects(() => compile(folder, `${folder}/engine`, undefined), Error, "exit status is 3");
      });
      assertEquals(await Deno.readTextFile(`${folder}/engine`), "the previous one");
    });
  },
});
