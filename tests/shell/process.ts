/** Runs the programs in `shell/` with the arguments that a user would type. @module */

import { assert } from "@std/assert";
import { projectPath } from "../../tools/paths.ts";
import { engineArguments, engineCommandLine } from "../engine_bundle.ts";
import { findProgram, type Run, runProgram } from "../program.ts";
import type { RunOptions, ServedAnswer, ServedRun } from "./served_programs.ts";

export const ROOT: string = projectPath();
/** A game with an obvious blunder and a mate. */
export const SCHOLAR = '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6?? 4. Qxf7# 1-0\n';
/** Written before a progress bar. */
export const HIDE_CURSOR = "\x1b[?25l";
/** Written after a progress bar. */
const SHOW_CURSOR = "\x1b[?25h";
const SERVER = `${ROOT}/tests/shell/served_programs.ts`;
/** The process that runs programs one after the other. It starts before the first test and ends with the last. */
const ARGUMENTS = [..."run --no-check --no-prompt --v8-flags=--single-threaded --allow-all".split(" "), SERVER];
const streams = { stdin: "piped", stdout: "piped" } as const;
const server = new Deno.Command(Deno.execPath(), { args: ARGUMENTS, env: { NO_COLOR: "1" }, ...streams }).spawn();
const requests = server.stdin.getWriter();
const answers = server.stdout.getReader();
/** Settles when all earlier runs are done. */
let served: Promise<unknown> = Promise.resolve();

/** Runs a program of `shell/` with these arguments, after the earlier runs. */
export function runHindsight(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const run = served.then(() => serve({ ...options, args }));
  served = run.catch(() => {});
  return run;
}

/** Runs `hindsight analyse` with a small hash table. */
export function analyse(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  return runHindsight(["analyse", "--hash=1", ...args], options);
}

async function serve(request: ServedRun): Promise<Run> {
  await requests.write(new TextEncoder().encode(`${JSON.stringify(request)}\n`));
  const decoder = new TextDecoder();
  let answer = "";
  while (!answer.endsWith("\n")) {
    const { done, value } = await answers.read();
    if (done) throw new Error(`The process that runs the programs ended during '${request.args.join(" ")}'`);
    answer += decoder.decode(value, { stream: true });
  }
  const run: ServedAnswer = JSON.parse(answer);
  if ("failure" in run) throw new Error(run.failure);
  return run;
}

/**
 * Runs the engine with these arguments in its own process, which may read only the project.
 *
 * @param folder A folder that the engine may read and write, and in which it runs.
 * @param maxOpenFiles The maximum number of open files; ignored on Windows.
 */
export function runEngine(args: readonly string[], folder?: string, maxOpenFiles?: number): Promise<Run> {
  const permissions = folder === undefined
    ? [`--allow-read=${ROOT}`]
    : [`--allow-read=${ROOT},${folder}`, `--allow-write=${folder}`];
  const command = [Deno.execPath(), ...engineArguments(...permissions), ...args];
  if (maxOpenFiles !== undefined && Deno.build.os !== "windows") {
    command.unshift("/bin/sh", "-c", `ulimit -n ${maxOpenFiles}; exec "$@"`, "sh");
  }
  return runProgram(command[0], command.slice(1), folder, undefined, { NO_COLOR: "1" });
}

/** The program that gives a command a terminal of unknown size; `null` if it is missing. */
export const SCRIPT: string | null = findProgram("/usr/bin/script");

/** Keys to type on a terminal, and the new text that must appear first. */
export type Typed = readonly [awaited: string, keys: string];

/** Runs the engine with these arguments on a terminal, to which its standard error also goes. */
export async function runOnTerminal(
  args: readonly string[],
  typed: readonly Typed[],
  { folder, colours = false }: { readonly folder?: string; readonly colours?: boolean } = {},
): Promise<Omit<Run, "stderr">> {
  // `exec`, because a shell in between may answer a signal itself, with its own exit code.
  const read = folder === undefined ? ROOT : `${ROOT},${folder}`;
  const command = `exec ${engineCommandLine(`--allow-read=${read}`)} ${args.join(" ")}`;
  const env = { NO_COLOR: colours ? "" : "1", TERM: "xterm-256color" };
  const options = { args: ["-qec", command, "/dev/null"], cwd: folder, env, ...streams, stderr: "null" as const };
  const child = new Deno.Command(SCRIPT ?? "", options).spawn();
  const writer = child.stdin.getWriter();
  const rest = [...typed];
  let stdout = "";
  let seen = 0;
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    stdout += chunk;
    if (rest.length === 0 || !stdout.includes(rest[0][0], seen)) continue;
    const [[, keys]] = rest.splice(0, 1);
    seen = stdout.length;
    // The terminal turns the interrupt character into a signal.
    await writer.write(new TextEncoder().encode(keys));
  }
  await writer.close().catch(() => {});
  return { code: (await child.status).code, stdout };
}

/** Asserts that a terminal shows its cursor again after a progress bar. */
export function assertCursorIsBack(shown: string): void {
  const [hidden, back] = [HIDE_CURSOR, SHOW_CURSOR].map((sequence) => shown.lastIndexOf(sequence));
  assert(hidden >= 0 && back > hidden, JSON.stringify(shown));
}
