/** The signature of the engine, and the source of the expected number. @module */

import { assertEquals, assertMatch, assertRejects, assertThrows } from "@std/assert";
import { newestBench, readSignature } from "../../../tools/build/signature.ts";
import { outputOf } from "../../../tools/output.ts";
import { projectPath } from "../../../tools/paths.ts";
import { releasedArguments } from "../../engine_bundle.ts";
import { testInFolder as test } from "../../folder.ts";
import { SIGNATURE } from "./pinned_signature.ts";
import { git } from "../../program.ts";

// The whole bench takes about ten seconds.
Deno.test("the search makes the same decisions as when the bench number was pinned", async () => {
  const args = [...releasedArguments(`--allow-read=${projectPath()}`), "bench"];
  assertEquals(readSignature(await outputOf(Deno.execPath(), args)), SIGNATURE);
});

Deno.test("the task refuses an option that it does not have, and prints its usage", async () => {
  const args = ["run", "--quiet", "--no-check", "--no-prompt", projectPath("tools/build/signature.ts"), "--chek"];
  const error = await assertRejects(() => outputOf(Deno.execPath(), args), Error, "Unknown option '--chek'");
  assertMatch(error.message, /did you mean '--check'\?\)\n\nUsage: deno task signature \[--check\]$/);
});

Deno.test("`readSignature()` reads the last line of a bench, with any line endings", () => {
  for (const end of ["\n", "\r\n"]) {
    const lines = ["position 1/1 nodes 7 time 1", "", "1234 nodes 99 nps", ""];
    assertEquals(readSignature(lines.join(end)), 1234);
  }
  assertThrows(() => readSignature("info string Unknown command\n"), SyntaxError, '"N nodes N nps", but got');
});

/** Makes an empty commit with this message. */
function commit(folder: string, message: string): Promise<string> {
  return git(folder, "commit", "--quiet", "--allow-empty", `--message=${message}`);
}

test("`newestBench()` reads the last line `Bench: N` of the newest commit that has one", async (folder) => {
  await git(folder, "init", "--quiet");
  await commit(folder, "first\n\nNo functional change");
  await assertRejects(() => newestBench(folder), RangeError, 'a line "Bench: N", but no commit has one');
  await commit(folder, "second\n\nBench: 100");
  assertEquals(await newestBench(folder), 100);
  await commit(folder, "third\n\nThe last one said:\nBench: 100\n\nBench: 200");
  await commit(folder, "fourth: Bench: 300 in the middle\n\nBench: 12x\nBench 400\nNo functional change");
  assertEquals(await newestBench(folder), 200);
});

test("`newestBench()` reports that a clone is shallow if an older commit may have the line", async (folder) => {
  const origin = `${folder}/origin`;
  await Deno.mkdir(origin);
  await git(origin, "init", "--quiet");
  await commit(origin, "first\n\nBench: 100");
  await commit(origin, "second\n\nNo functional change");
  // A shallow clone needs a URL, because git copies a whole folder.
  const url = new URL(`file://${origin.startsWith("/") ? "" : "/"}${origin.replaceAll("\\", "/")}`).href;
  await git(folder, "clone", "--quiet", "--depth=1", url, "shallow");
  await assertRejects(() => newestBench(`${folder}/shallow`), RangeError, 'shallow and has none; "git fetch');
  await git(`${folder}/shallow`, "fetch", "--quiet", "--unshallow");
  assertEquals(await newestBench(`${folder}/shallow`), 100);
});
