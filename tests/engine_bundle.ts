/**
 * The engine in one file, as it is released: it starts in half the time that its sources take, which matters where a
 * test starts many processes and threads. That the bundle plays as the sources do is tested in
 * tests/tools/build/build_test.ts.
 *
 * @module
 */

import { writeBundle } from "../tools/build/bundle.ts";
import { projectPath } from "../tools/paths.ts";
import { digestOf, makeOnce } from "./kept.ts";

/** What the engine is made of. */
export const ENGINE_SOURCES: readonly string[] = [
  ...["core", "nnue", "tablebase", "book", "learning", "search", "engine", "uci", "shell", "main.ts"],
  ...["deno.json", "deno.lock"],
];

const folder = await makeOnce(
  "engine",
  await digestOf(ENGINE_SOURCES),
  (folder) => writeBundle(projectPath(), "main.ts", `${folder}/hindsight.js`),
);

/** The path of the bundle of `main.ts`. */
export const ENGINE_BUNDLE: string = `${folder}/hindsight.js`;

/** The arguments for Deno that start the engine with these permissions. */
export function engineArguments(...permissions: string[]): string[] {
  return ["run", "--no-config", "--no-prompt", ...permissions, ENGINE_BUNDLE];
}

/** The same as a command for a shell. */
export function engineCommandLine(...permissions: string[]): string {
  return [Deno.execPath(), ...engineArguments(...permissions)].map((word) => `'${word}'`).join(" ");
}

/** The address of the bundle. */
export const ENGINE_URL: URL = new URL(
  `..${ENGINE_BUNDLE.slice(projectPath().length).replaceAll("\\", "/")}`,
  import.meta.url,
);

/** Starts a search thread of the engine. */
export function startEngineWorker(): Worker {
  return new Worker(ENGINE_URL, { type: "module", name: "search" });
}
