/**
 * The programs as a shell runs them.
 *
 * @module
 */

import { assert } from "@std/assert";
import { projectPath } from "../../tools/paths.ts";
import { BRIEF_OPTIONS, engineArguments, engineCommandLine } from "../engine_bundle.ts";
import { findProgram, type Run, runProgram } from "../program.ts";

/** The folder of the project. */
export const ROOT: string = projectPath();

/** What a progress bar begins with. */
export const HIDE_CURSOR = "\x1b[?25l";
/** What it ends with. */
const SHOW_CURSOR = "\x1b[?25h";

/** How to run a program. */
export interface RunOptions {
  /** A folder that it may read and write, and in which it runs; without one it may read the project alone. */
  folder?: string;
  /** What comes from standard input. */
  input?: string;
  /** A signal that it gets in the middle of its sixth search, see faulty_program.ts. */
  signal?: Deno.Signal;
  /** Number of a search that fails. */
  failingSearch?: number;
  /** A folder that is removed when its first search begins. */
  lostFolder?: string;
  /** How many files it may have open; not on Windows. */
  maxOpenFiles?: number;
}

/** Runs the engine with these arguments. */
export async function runHindsight(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const { folder, input, signal, failingSearch, lostFolder, maxOpenFiles } = options;
  const permissions = folder === undefined
    ? [`--allow-read=${ROOT}`]
    : [`--allow-read=${ROOT},${folder}`, `--allow-write=${folder}`];
  const faults = { SIGNAL: signal ?? "", FAILING_SEARCH: `${failingSearch ?? ""}`, LOST_FOLDER: lostFolder ?? "" };
  const isFaulty = Object.values(faults).some((fault) => fault !== "");
  const program = !isFaulty ? engineArguments(...permissions) : [
    "run",
    "--no-check",
    "--no-prompt",
    ...BRIEF_OPTIONS,
    "--allow-all",
    `${ROOT}/tests/shell/faulty_program.ts`,
  ];
  const command = [Deno.execPath(), ...program, ...args];
  if (maxOpenFiles !== undefined) command.unshift("/bin/sh", "-c", `ulimit -n ${maxOpenFiles}; exec "$@"`, "sh");
  return await runProgram(command[0], command.slice(1), folder, input, { NO_COLOR: "1", ...faults });
}

/** Gives its command a terminal, of which no size is known; `null` if it is not there. */
export const SCRIPT: string | null = findProgram("/usr/bin/script");

/** What to type on a terminal, and the text behind what was shown before that it waits for. */
export type Typed = readonly [awaited: string, keys: string];

/** Runs the engine with these arguments on a terminal, with its standard error there, too. */
export async function runOnTerminal(
  args: readonly string[],
  typed: readonly Typed[],
  { folder, colours = false }: { readonly folder?: string; readonly colours?: boolean } = {},
): Promise<Omit<Run, "stderr">> {
  // `exec`: a shell that stays in between may answer a signal itself, with its own exit code.
  const read = folder === undefined ? ROOT : `${ROOT},${folder}`;
  const command = `exec ${engineCommandLine(`--allow-read=${read}`)} ${args.join(" ")}`;
  const child = new Deno.Command(SCRIPT ?? "", {
    args: ["-qec", command, "/dev/null"],
    cwd: folder,
    env: { NO_COLOR: colours ? "" : "1", TERM: "xterm-256color" },
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  const rest = [...typed];
  let stdout = "";
  let seen = 0;
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    stdout += chunk;
    if (rest.length === 0 || !stdout.includes(rest[0][0], seen)) continue;
    const [[, keys]] = rest.splice(0, 1);
    seen = stdout.length;
    // The interrupt character becomes a signal there.
    await writer.write(new TextEncoder().encode(keys));
  }
  await writer.close().catch(() => {});
  return { code: (await child.status).code, stdout };
}

/** Checks that a terminal has its cursor back after a progress bar. */
export function assertCursorIsBack(shown: string): void {
  const [hidden, back] = [HIDE_CURSOR, SHOW_CURSOR].map((sequence) => shown.lastIndexOf(sequence));
  assert(hidden >= 0 && back > hidden, JSON.stringify(shown));
}
