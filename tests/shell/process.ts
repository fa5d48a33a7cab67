/**
 * The programs as a shell runs them.
 *
 * @module
 */

import { projectPath } from "../../tools/paths.ts";

const ROOT = projectPath();

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
  /** Milliseconds after which it is sent SIGINT. */
  interruptAfter?: number;
}

/** Runs the engine from its sources with these arguments. */
export async function runHindsight(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const { folder, input, interruptAfter } = options;
  const permissions = folder === undefined
    ? [`--allow-read=${ROOT}`]
    : [`--allow-read=${ROOT},${folder}`, `--allow-write=${folder}`];
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--no-prompt", ...permissions, `${ROOT}/main.ts`, ...args],
    cwd: folder,
    stdin: input === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
    env: { NO_COLOR: "1" },
  }).spawn();
  if (input !== undefined) {
    const writer = child.stdin.getWriter();
    // A program that leaves early does not read all.
    writer.write(new TextEncoder().encode(input)).then(() => writer.close()).catch(() => {});
  }
  const timer = interruptAfter === undefined ? undefined : setTimeout(() => child.kill("SIGINT"), interruptAfter);
  const { code, stdout, stderr } = await child.output();
  clearTimeout(timer);
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
