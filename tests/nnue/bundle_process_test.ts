/**
 * The network in one file: a bundle, and the executable made of it, carry the kernel and share a network with a worker.
 *
 * The executable is built only where `DENORT_BIN` names the runtime to embed. The bundle runs without permissions
 * everywhere.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { withFolder } from "../folder.ts";
import { projectPath } from "../../tools/paths.ts";
import { outputOf } from "../program.ts";

const FOLDER = projectPath("tests/nnue");
const PROGRAM = `${FOLDER}/network_worker.ts`;

/** What a program prints; fails if it does not succeed. */
async function run(
  program: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<string> {
  return (await outputOf(program, args, cwd, env)).trim();
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

/** What a program prints that may do nothing but load itself: it comes from a server. */
async function runFromServer(folder: string, bundle: string): Promise<string> {
  const text = await Deno.readTextFile(bundle);
  const headers = { "content-type": "text/javascript" };
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    () => new Response(text, { headers }),
  );
  const host = `127.0.0.1:${(server.addr as Deno.NetAddr).port}`;
  try {
    const options = ["--no-config", "--no-lock", "--no-prompt", `--allow-import=${host}`];
    // What Deno keeps of the program goes into the folder of the test.
    return await run(Deno.execPath(), ["run", ...options, `http://${host}/program.js`], folder, { DENO_DIR: folder });
  } finally {
    await server.shutdown();
  }
}

Deno.test("an executable carries the kernel, and shares a network with a worker without any permission", async () => {
  await withBundle(async (folder, bundle) => {
    const expected = await runSources();
    assertEquals(await runFromServer(folder, bundle), expected);
    if (Deno.env.get("DENORT_BIN") === undefined) {
      return console.log(
        "DENORT_BIN names no runtime to embed: the bundle runs without permissions, but in no executable",
      );
    }
    const deno = Deno.env.get("DENO_FOR_COMPILE") ?? Deno.execPath();
    const options = ["compile", "--quiet", "--no-config", "--no-lock", "--no-check", "--no-prompt"];
    await run(deno, [...options, `--output=${folder}/program.exe`, bundle], folder);
    assertEquals(await run(`${folder}/program.exe`, [], folder), expected);
  });
});
