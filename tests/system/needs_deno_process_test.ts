/** The bundle of the engine in a runtime other than Deno. Ignored without Node.js. @module */

import { assertEquals, assertFalse } from "@std/assert";
import { ENGINE_BUNDLE } from "../engine_bundle.ts";
import { findProgram, runProgram } from "../program.ts";

const NODE = findProgram("node");

Deno.test("in Node.js, the engine says in a sentence how to run it, and fails", { ignore: NODE === null }, async () => {
  const run = await runProgram(NODE ?? "", [ENGINE_BUNDLE]);
  const command = "npx --yes deno@2 run --allow-read --allow-write hindsight.js";
  assertEquals(run, { code: 1, stdout: "", stderr: `Hindsight runs on Deno, not on Node.js: ${command}\n` });
});

Deno.test("the bundle does not use `using`, because some versions of Node.js refuse to run a file that does", async () => {
  assertFalse(/^\s*(?:await )?using \w+ = /m.test(await Deno.readTextFile(ENGINE_BUNDLE)));
});
