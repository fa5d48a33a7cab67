/**
 * The command line of `deno task compile`.
 *
 * @module
 */

import { assertEquals, assertThrows } from "@std/assert";
import { readCompileOptions } from "../../../tools/build/compile.ts";

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
  assertThrows(() => readCompileOptions(["--output="]), RangeError, "Expected --output to name a file");
  assertThrows(() => readCompileOptions(["linux-x64"]), RangeError, 'Expected options only, but got "linux-x64"');
});
