/**
 * Options of programs that play matches: what ends a move, and what a sequential test compares.
 *
 * @module
 */

import type { ParsedArgs } from "@std/cli";
import { numberOf, textOf, wholeOf } from "../../shell/command_line.ts";
import type { MoveLimit } from "./fastchess.ts";
import { GAIN_BOUNDS, type SprtBounds } from "./statistics.ts";

/** A clock as fastchess reads it: moves/time+increment, the time in seconds or as minutes:seconds. */
const CLOCK = /^(?:[1-9]\d*\/)?(?:\d+:)?\d+(?:\.\d+)?(?:\+\d+(?:\.\d+)?)?$/;

/** A clock, such as `8+0.08`. Throws a RangeError if it is none, or gives no time. */
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
  const nodes = wholeOf(flags, "nodes", 1);
  const clock = textOf(flags, "tc");
  if (nodes !== undefined && clock !== undefined) {
    throw new RangeError(`Expected --nodes or --tc, but got both: ${nodes} and "${clock}"`);
  }
  if (nodes !== undefined) return { nodes };
  return clock !== undefined ? { clock: readClock("tc", clock) } : fallback;
}

/**
 * The bounds of a test: `--elo0` and `--elo1`, where they are not given those for a gain.
 *
 * @throws RangeError if one of them is not a number, or the first is not the lesser.
 */
export function readBounds(flags: ParsedArgs): SprtBounds {
  const elo0 = numberOf(flags, "elo0") ?? GAIN_BOUNDS.elo0;
  const elo1 = numberOf(flags, "elo1") ?? GAIN_BOUNDS.elo1;
  if (elo0 >= elo1) throw new RangeError(`Expected --elo0 to be less than --elo1, but got ${elo0} and ${elo1}`);
  return { ...GAIN_BOUNDS, elo0, elo1 };
}

/** Largest seed that is drawn or taken: it fits every integer that fastchess might keep it in. */
const SEED_MAX = 2 ** 31 - 1;

/**
 * The seed of the order of openings: `--seed`, by default a random one, so that no two matches depend on each other.
 *
 * @throws RangeError if it is not a whole number from 1 to 2147483647.
 */
export function readMatchSeed(flags: ParsedArgs): number {
  return wholeOf(flags, "seed", 1, SEED_MAX) ?? 1 + crypto.getRandomValues(new Uint32Array(1))[0] % SEED_MAX;
}
