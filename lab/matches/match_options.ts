/** What ends a move, as an option of programs that play matches. @module */

import type { ParsedArgs } from "@std/cli";
import { textOf, wholeOf } from "../../terminal/command_line.ts";
import type { MoveLimit } from "./fastchess.ts";

/** A clock as fastchess reads it: moves/time+increment, the time in seconds or as minutes:seconds. */
const CLOCK = /^(?:[1-9]\d*\/)?(?:\d+:)?\d+(?:\.\d+)?(?:\+\d+(?:\.\d+)?)?$/;

/** A clock, such as `8+0.08`. Throws a RangeError if it is none, or gives no time. */
function readClock(clock: string): string {
  if (!CLOCK.test(clock) || !/[1-9]/.test(clock.slice(clock.indexOf("/") + 1))) {
    throw new RangeError(`Expected --tc to be a clock in seconds such as 8+0.08, but got "${clock}"`);
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
  return clock !== undefined ? { clock: readClock(clock) } : fallback;
}
