/**
 * An executable for tests. `deno compile` embeds a runtime that it downloads, unless `DENORT_BIN` names one. Without that
 * variable the tests embed this Deno: then everything is built and checked as usual, but the file is not an engine. What
 * was to be embedded runs in its place, with the permissions that it was to have.
 *
 * @module
 */

import { assert, assertGreater } from "@std/assert";

/** Whether there is a runtime to embed. */
export const HAS_RUNTIME: boolean = Deno.env.get("DENORT_BIN") !== undefined;

/** Notes what it is to compile, and lets Deno compile it. */
const NOTING_COMPILER = `#!/bin/sh
cp hindsight.js "$NOTES/hindsight.js" && printf '%s\\n' "$@" > "$NOTES/arguments" && exec "$NOTED_DENO" "$@"
`;

/**
 * Lets a build make an executable, and returns the program and its arguments that run it.
 *
 * @param folder A folder of the test.
 * @param path Where the build writes the executable.
 * @param build Runs the build with these variables.
 */
export async function buildExecutable(
  folder: string,
  path: string,
  build: (env: Record<string, string>) => Promise<unknown>,
): Promise<string[]> {
  if (HAS_RUNTIME) {
    await build({});
    return [path];
  }
  console.log("DENORT_BIN names no runtime to embed: what was to be embedded runs in Deno");
  const [compiler, deno] = [`${folder}/noting-compiler`, Deno.execPath()];
  await Deno.writeTextFile(compiler, NOTING_COMPILER, { mode: 0o755 });
  await build({ NOTES: folder, NOTED_DENO: deno, DENORT_BIN: deno, DENO_FOR_COMPILE: compiler });
  assertGreater((await Deno.stat(path)).size, (await Deno.stat(deno)).size);
  await Deno.remove(path);
  const args = (await Deno.readTextFile(`${folder}/arguments`)).trim().split("\n");
  assert(args[0] === "compile" && args.at(-1) === "hindsight.js", args.join(" "));
  const options = args.filter((arg) => /^--(allow-|deny-|no-config$|no-prompt$)/.test(arg));
  return [deno, "run", ...options, `${folder}/hindsight.js`];
}
