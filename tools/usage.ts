/**
 * Command lines of the tools: values that are checked, and errors as one line instead of a stack trace.
 *
 * @module
 */

import type { ParsedArgs } from "@std/cli";
import { reasonOf } from "../system/files.ts";

/**
 * For `parseArgs`: refuses options that it does not know.
 *
 * @throws RangeError if the argument is an option.
 */
export function refuseUnknown(argument: string, key?: string): void {
  if (key !== undefined) throw new RangeError(`Unknown option "${argument}"; --help lists those there are`);
}

/**
 * Refuses words, and options that are not among those allowed here. A flag that is false was not given.
 *
 * @param words Words of the command line that have no meaning here.
 * @param allowed Names of the options that may be given; `_` among them, which stands for the words.
 * @param expected What was expected instead, for the message.
 * @throws RangeError if there are any.
 */
export function refuseOthers(
  flags: ParsedArgs,
  words: readonly string[],
  allowed: readonly string[],
  expected: string,
): void {
  const others = Object.keys(flags).filter((name) => !allowed.includes(name) && flags[name] !== false);
  const extra = [...words, ...others.map((name) => `--${name}`)];
  if (extra.length > 0) throw new RangeError(`Expected ${expected}, but got "${extra.join(" ")}" too`);
}

/** The text of an option, `undefined` if it was not given. */
export function textOf(flags: ParsedArgs, name: string): string | undefined {
  const value = flags[name];
  return typeof value === "string" ? value : undefined;
}

/** The texts of an option that may be repeated, which `parseArgs` has to collect; none if it was not given. */
export function textsOf(flags: ParsedArgs, name: string): string[] {
  const values = flags[name];
  return Array.isArray(values) ? values.map(String) : [];
}

/**
 * A whole number.
 *
 * @throws RangeError if it is none or less than `min`.
 */
export function readCount(name: string, value: unknown, min: number): number {
  const count = Number(value);
  if (!/^\d+$/.test(`${value}`) || count < min) {
    throw new RangeError(`Expected --${name} to be a whole number of at least ${min}, but got "${value}"`);
  }
  return count;
}

/**
 * A number.
 *
 * @throws RangeError if it is none.
 */
export function readNumber(name: string, value: unknown): number {
  const number = Number(value);
  if (value === "" || !Number.isFinite(number)) {
    throw new RangeError(`Expected --${name} to be a number, but got "${value}"`);
  }
  return number;
}

/**
 * A seed: a whole number, of which the lowest 64 bits count.
 *
 * @throws RangeError if it is none.
 */
export function readSeed(text: string): bigint {
  if (!/^\d+$/.test(text)) throw new RangeError(`Expected --seed to be a whole number, but got "${text}"`);
  return BigInt.asUintN(64, BigInt(text));
}

/** What the system was asked to do with a file, by the name that Deno gives it. */
const FILE_TASKS: Readonly<Record<string, "read" | "write" | "list">> = {
  ...{ readfile: "read", stat: "read", realpath: "read", readdir: "list" },
  ...{ writefile: "write", rename: "write", mkdir: "write", remove: "write" },
};

/**
 * The message of an error. Deno's own about a file, such as "No such file or directory (os error 2): readfile 'x'", is
 * written like those of the engine: "Cannot read 'x': there is no such file".
 */
export function describeError(error: Error): string {
  const found = /\(os error \d+\): (\w+) '([^']*)'/.exec(error.message);
  const task = found === null ? undefined : FILE_TASKS[found[1]];
  if (found === null || task === undefined) return error.message;
  return `Cannot ${task} '${found[2]}': ${reasonOf(error, task)}`;
}

/**
 * Runs a tool; an error ends it with the message and exit code 1.
 *
 * @param usage How to use it; the first line follows the message about a bad command line.
 * @param read Reads the command line.
 * @param run Does what the command line asks for.
 */
export async function runTool<Options>(
  usage: string,
  read: (args: readonly string[]) => Options,
  run: (options: Options) => void | Promise<void>,
): Promise<void> {
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
