/**
 * Command lines of the tools: values that are checked, and errors that say what to do instead of a stack trace.
 *
 * @module
 */

import type { ParsedArgs } from "@std/cli";

/**
 * For `parseArgs`: refuses options that it does not know.
 *
 * @throws RangeError if the argument is an option.
 */
export function refuseUnknown(argument: string, key?: string): void {
  if (key !== undefined) throw new RangeError(`Unknown option "${argument}"; --help lists those there are`);
}

/** The text of an option, `undefined` if it was not given. */
export function textOf(flags: ParsedArgs, name: string): string | undefined {
  const value = flags[name];
  return typeof value === "string" ? value : undefined;
}

/**
 * A whole number.
 *
 * @throws RangeError if it is none or less than `min`.
 */
export function readCount(name: string, value: unknown, min: number): number {
  const count = Number(value);
  if (value === "" || !Number.isInteger(count) || count < min) {
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

/** Signals that ask a program to end; Windows knows only the first. */
const END_SIGNALS: readonly Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : ["SIGINT", "SIGTERM"];

/**
 * Runs something that Ctrl-C, or a signal to terminate, is to end in good order. A second one ends the program at once.
 *
 * @param run Told by the signal that it shall come to an end.
 */
export async function untilInterrupted<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const forget = () => END_SIGNALS.forEach((name) => Deno.removeSignalListener(name, stop));
  const stop = () => {
    forget();
    controller.abort();
  };
  END_SIGNALS.forEach((name) => Deno.addSignalListener(name, stop));
  try {
    return await run(controller.signal);
  } finally {
    if (!controller.signal.aborted) forget();
  }
}

/** Runs a tool; an error ends it with the message and, for a bad command line, how to use it. */
export async function reportUsageError(usage: string, run: () => void | Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    console.error(error instanceof RangeError ? `${error.message}\n\n${usage.split("\n")[0]}` : error.message);
    Deno.exit(1);
  }
}
