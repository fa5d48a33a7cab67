/**
 * The network in one file: a bundle, and the executable made of it, carry the kernel and share a network with a worker.
 *
 * The executable is built only where `DENORT_BIN` is set, as in `tests/tools/build/build_test.ts`.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { withFolder } from "../folder.ts";
import { projectPath } from "../../tools/paths.ts";

const FOLDER = projectPath("tests/nnue");
const PROGRAM = `${FOLDER}/network_worker.ts`;

/** Runs a program to its end and returns what it printed; fails if it does not succeed. */
async function run(program: string, args: readonly string[], cwd: string): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args: [...args], cwd, stdin: "null" }).output();
  const text = new TextDecoder();
  assert(success, `${program} ${args.join(" ")} failed: ${text.decode(stderr)}`);
  return text.decode(stdout).trim();
}

/** Bundles the program into a folder of its own, and calls `check` with the two. */
async function withBundle(check: (folder: string, bundle: string) => Promise<void>): Promise<void> {
  await withFolder(async (folder) => {
    const bundle = `${folder}/program.js`;
    await run(Deno.execPath(), ["bundle", "--quiet", `--output=${bundle}`, PROGRAM], FOLDER);
    await check(folder, bundle);
  });
}

/** What the sources print. */
function runSources(): Promise<string> {
  return run(Deno.execPath(), ["run", "--no-prompt", "--allow-read=../..", PROGRAM], FOLDER);
}

Deno.test("a bundle carries the kernel, and shares a network with a worker with no permission but to read itself", async () => {
  await withBundle(async (folder, bundle) => {
    const output = await run(Deno.execPath(), ["run", "--no-config", "--no-prompt", "--allow-read=.", bundle], folder);
    assert(output.startsWith("equal true, shared true, sum "), output);
    assertEquals(output, await runSources());
  });
});

Deno.test({
  name: "an executable carries the kernel, and shares a network with a worker without any permission",
  ignore: Deno.env.get("DENORT_BIN") === undefined,
  fn: async () => {
    await withBundle(async (folder, bundle) => {
      const deno = Deno.env.get("DENO_FOR_COMPILE") ?? Deno.execPath();
      const options = ["compile", "--quiet", "--no-config", "--no-lock", "--no-check", "--no-prompt"];
      await run(deno, [...options, `--output=${folder}/program.exe`, bundle], folder);
      assertEquals(await run(`${folder}/program.exe`, [], folder), await runSources());
    });
  },
});
