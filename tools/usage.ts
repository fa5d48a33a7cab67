/**
 * Command lines of the tools: values that are checked, and errors that say what to do instead of a stack trace.
 *
 * @module
 */

import type { ParsedArgs } from "@std/cli";
import type { MoveLimit } from "./matches/fastchess.ts";
import { GAIN_BOUNDS, type SprtBounds } from "./matches/statistics.ts";

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

/** A clock as fastchess reads it: moves/time+increment, the time in seconds or as minutes:seconds. */
const CLOCK = /^(?:[1-9]\d*\/)?(?:\d+:)?\d+(?:\.\d+)?(?:\+\d+(?:\.\d+)?)?$/;

/**
 * A clock, such as `8+0.08`.
 *
 * @throws RangeError if it is none, or gives no time.
 */
export function readClock(name: string, value: unknown): string {
  const clock = String(value);
  if (!CLOCK.test(clock) || !/[1-9]/.test(clock.slice(clock.indexOf("/") + 1))) {
    throw new RangeError(`Expected --${name} to be a clock in seconds such as 8+0.08, but got "${value}"`);
  }
  return clock;
}

/**
 * What ends a move: `--nodes` or `--tc`.
 *
 * @param fallback What holds if neither was given.
 * @throws RangeError if one of them makes no sense, or both were given.
 */
export function readMoveLimit(flags: ParsedArgs, fallback: MoveLimit): MoveLimit {
  const nodes = textOf(flags, "nodes");
  const clock = textOf(flags, "tc");
  if (nodes !== undefined && clock !== undefined) {
    throw new RangeError(`Expected --nodes or --tc, but got both: "${nodes}" and "${clock}"`);
  }
  if (nodes !== undefined) return { nodes: readCount("nodes", nodes, 1) };
  return clock !== undefined ? { clock: readClock("tc", clock) } : fallback;
}

/**
 * The bounds of a test: `--elo0` and `--elo1`, where they are not given those for a gain.
 *
 * @throws RangeError if one of them is no number, or the first is not the lesser.
 */
export function readBounds(flags: ParsedArgs): SprtBounds {
  const elo0 = readNumber("elo0", flags.elo0 ?? GAIN_BOUNDS.elo0);
  const elo1 = readNumber("elo1", flags.elo1 ?? GAIN_BOUNDS.elo1);
  if (elo0 >= elo1) throw new RangeError(`Expected --elo0 to be less than --elo1, but got ${elo0} and ${elo1}`);
  return { ...GAIN_BOUNDS, elo0, elo1 };
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
    console.error(`${error.message}${help}`);
    Deno.exit(1);
  }
}
