/**
 * The engine in one file, like the released one. It starts twice as fast as its sources, which matters for tests that
 * start many processes and threads. tests/tools/build/bundle_process_test.ts checks that the bundle plays like the
 * sources.
 *
 * Most tests run the engine for less than a second. For them there is a second file, which does not warm up the search
 * threads. It runs without Turbofan, the last and most expensive of V8's compilers, and without V8's helper threads.
 * This saves a third of the processor time and changes nothing but the speed. Tests of the engine's start and end use
 * the released form.
 *
 * @module
 */

import { writeBundle } from "../tools/build/bundle.ts";
import { ENGINE_FOLDERS, projectPath } from "../tools/paths.ts";
import { digestOf, makeOnce } from "./kept.ts";

export const ENGINE_SOURCES: readonly string[] = [
  ...ENGINE_FOLDERS,
  ...["terminal", "shell", "main.ts"],
  // The parts of the page that a report contains.
  ...["web/report", "web/style"],
  ...["assignments", "bundle", "constant_bindings", "unroll"].map((name) => `tools/build/${name}.ts`),
  "deno.json",
  "deno.lock",
];

const folder = await makeOnce(
  "engine",
  await digestOf(ENGINE_SOURCES),
  async (folder) => {
    await writeBundle(projectPath(), "main.ts", `${folder}/hindsight.js`);
    const text = await Deno.readTextFile(`${folder}/hindsight.js`);
    const cold = text.replace(/\b(WARM_UP_MS = )\d+;/, "$10;");
    if (cold === text) throw new Error("Expected the time of the warm-up in the bundle, but there is none");
    await Deno.writeTextFile(`${folder}/cold.js`, cold);
  },
);

/** The path of the bundled `main.ts`. */
export const ENGINE_BUNDLE: string = `${folder}/hindsight.js`;
/** Deno's options for programs that run only briefly. */
export const BRIEF_OPTIONS: readonly string[] = ["--v8-flags=--no-opt,--single-threaded"];

/** The arguments for Deno that start the engine without a warm-up, with these permissions. */
export function engineArguments(...permissions: string[]): string[] {
  return ["run", "--no-config", "--no-prompt", ...BRIEF_OPTIONS, ...permissions, `${folder}/cold.js`];
}

/** The arguments for Deno that start the engine in its released form. */
export function releasedArguments(...permissions: string[]): string[] {
  return ["run", "--no-config", "--no-prompt", ...permissions, ENGINE_BUNDLE];
}

/** The command line that starts the engine without a warm-up, as text for a shell. */
export function engineCommandLine(...permissions: string[]): string {
  return [Deno.execPath(), ...engineArguments(...permissions)].map((word) => `'${word}'`).join(" ");
}

export const ENGINE_URL: URL = new URL(
  `..${ENGINE_BUNDLE.slice(projectPath().length).replaceAll("\\", "/")}`,
  import.meta.url,
);

export function startEngineWorker(): Worker {
  return new Worker(ENGINE_URL, { type: "module", name: "search" });
}
