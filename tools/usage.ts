/** Runs a tool: reads its command line, and reports an error as one line. @module */

import { reasonOf } from "../system/files.ts";

/** What each of Deno's operations does with a file. */
const FILE_TASKS: Readonly<Record<string, "read" | "write" | "list">> = {
  ...{ readfile: "read", stat: "read", realpath: "read", readdir: "list" },
  ...{ writefile: "write", rename: "write", mkdir: "write", remove: "write" },
};

/**
 * Rewrites Deno's "No such file or directory (os error 2): readfile 'x'" as "Cannot read 'x': there is no such file".
 */
export function describeError(error: Error): string {
  const found = /\(os error \d+\): (\w+) '([^']*)'/.exec(error.message);
  const task = found === null ? undefined : FILE_TASKS[found[1]];
  if (found === null || task === undefined) return error.message;
  return `Cannot ${task} '${found[2]}': ${reasonOf(error, task)}`;
}

/**
 * Runs a tool. An error ends it with its message and exit code 1. If the command line is wrong, the first line of
 * `usage` follows.
 */
export async function runTool<Options>(
  usage: string,
  read: (args: readonly string[]) => Options,
  run: (options: Options) => void | Promise<void>,
): Promise<void> {
  if (Deno.args.some((arg) => arg === "--help" || arg === "-h")) return console.log(usage);
  let help = `\n\n${usage.split("\n")[0]}`;
  try {
    const options = read(Deno.args);
    help = "";
    await run(options);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    console.error(`${describeError(error)}${help}`);
    Deno.exit(1);
  }
}
