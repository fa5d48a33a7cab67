/**
 * The programs as a shell runs them.
 *
 * @module
 */

import { projectPath } from "../../tools/paths.ts";
import { BRIEF_OPTIONS, engineArguments } from "../engine_bundle.ts";

/** The folder of the project. */
export const ROOT: string = projectPath();

/** What a run left. */
export interface Run {
  /** Exit code. */
  code: number;
  /** What was written. */
  stdout: string;
  stderr: string;
}

/** How to run a program. */
export interface RunOptions {
  /** A folder that it may read and write, and in which it runs; without one it may read the project alone. */
  folder?: string;
  /** What comes from standard input. */
  input?: string;
  /** A signal that it gets in the middle of its sixth search, see interrupted_program.ts. */
  signal?: Deno.Signal;
  /** How many files it may have open; not on Windows. */
  maxOpenFiles?: number;
}

/** Runs the engine with these arguments. */
export async function runHindsight(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const { folder, input, signal, maxOpenFiles } = options;
  const permissions = folder === undefined
    ? [`--allow-read=${ROOT}`]
    : [`--allow-read=${ROOT},${folder}`, `--allow-write=${folder}`];
  const program = signal === undefined ? engineArguments(...permissions) : [
    "run",
    "--no-check",
    "--no-prompt",
    ...BRIEF_OPTIONS,
    "--allow-all",
    `${ROOT}/tests/shell/interrupted_program.ts`,
  ];
  const command = [Deno.execPath(), ...program, ...args];
  if (maxOpenFiles !== undefined) command.unshift("/bin/sh", "-c", `ulimit -n ${maxOpenFiles}; exec "$@"`, "sh");
  const child = new Deno.Command(command[0], {
    args: command.slice(1),
    cwd: folder,
    stdin: input === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
    env: { NO_COLOR: "1", SIGNAL: signal ?? "" },
  }).spawn();
  if (input !== undefined) {
    const writer = child.stdin.getWriter();
    // A program that leaves early does not read all.
    writer.write(new TextEncoder().encode(input)).then(() => writer.close()).catch(() => {});
  }
  const { code, stdout, stderr } = await child.output();
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
}

/** The first of these programs that is there, `null` if none is. */
export function findProgram(...paths: string[]): string | null {
  for (const path of paths) {
    try {
      if (Deno.statSync(path).isFile) return path;
    } catch {
      // Not here.
    }
  }
  return null;
}
