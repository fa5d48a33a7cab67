/**
 * The bundle of the engine where there is no Deno. Ignored where there is no Node.js.
 *
 * @module
 */

import { assertEquals, assertFalse } from "@std/assert";
import { ENGINE_BUNDLE } from "../engine_bundle.ts";
import { findProgram } from "../tools/build/npm_package.ts";

const NODE = findProgram("node");

Deno.test({
  name: "in Node.js, the engine says in a sentence what runs it, and fails",
  ignore: NODE === null,
  fn: async () => {
    const { code, stdout, stderr } = await new Deno.Command(NODE ?? "", { args: [ENGINE_BUNDLE] }).output();
    const sentence = "Hindsight runs on Deno, not on Node.js: " +
      "npx --yes deno@2 run --allow-read --allow-write hindsight.js\n";
    assertEquals([code, ...[stdout, stderr].map((bytes) => new TextDecoder().decode(bytes))], [1, "", sentence]);
  },
});

Deno.test("the bundle has no `using`, which versions of Node.js refuse before anything runs", async () => {
  assertFalse(/^\s*(?:await )?using \w+ = /m.test(await Deno.readTextFile(ENGINE_BUNDLE)));
});
