/** Options that several programs share: limits, engine, files. @module */

import { MAX_PLY } from "../core/score.ts";
import { HASH_MAX, type SearchBounds } from "../engine/engine_options.ts";
import { MAX_THREADS } from "../search/thread_slot.ts";
import type { ParsedArgs } from "@std/cli";
import { textOf, wholeOf } from "../terminal/command_line.ts";

/** The name of standard input and output. */
export const STANDARD_STREAM = "-";
/** The system's names for these streams. The program has no permission to open them by these names. */
const OWN_STREAM = /^\/(?:dev\/(?:stdin|stdout|fd\/[01])|proc\/self\/fd\/[01])$/;

/** The name of a file; `-` for standard input and output. */
export function fileNameOf(text: string): string {
  return OWN_STREAM.test(text) ? STANDARD_STREAM : text;
}

/** The file that an option names; `null` if the option is missing. */
export function fileOf(flags: ParsedArgs, name: string): string | null {
  const text = textOf(flags, name);
  return text === undefined ? null : fileNameOf(text);
}

const MAX_SECONDS = 86400;

/** The search limits from `--nodes`, `--depth` and `--time`. If none is given, the limit is `time` milliseconds. */
export function boundsOf(flags: ParsedArgs, time: number): SearchBounds {
  const nodes = wholeOf(flags, "nodes", 1);
  const depth = wholeOf(flags, "depth", 1, MAX_PLY);
  const given = timeOf(flags);
  const isBounded = nodes !== undefined || depth !== undefined || given !== undefined;
  return { nodes, depth, time: isBounded ? given : time };
}

/** The option `--time` in milliseconds. */
export function timeOf(flags: ParsedArgs): number | undefined {
  const text = textOf(flags, "time");
  return text === undefined ? undefined : parseSeconds(text, "--time");
}

/** Converts seconds to milliseconds. `what` names the option in errors. Throws a SyntaxError or a RangeError. */
export function parseSeconds(text: string, what: string): number {
  if (!/^[+-]?\d*\.?\d+$/.test(text)) throw new SyntaxError(`Expected seconds after '${what}', but got '${text}'`);
  const seconds = Number(text);
  if (seconds < 0.001 || seconds > MAX_SECONDS) {
    throw new RangeError(`Expected 0.001 to ${MAX_SECONDS} seconds after '${what}', but got ${text}`);
  }
  return seconds * 1000;
}

/** The engine's options. `syzygy` has the form of the UCI option `SyzygyPath`; "" for none. */
export type EngineArguments = Readonly<{ threads: number; hash: number; syzygy: string }>;

/** The options `--threads`, `--hash` (MB) and `--syzygy` (folders). */
export function engineArgumentsOf(flags: ParsedArgs, hash: number): EngineArguments {
  return {
    threads: wholeOf(flags, "threads", 1, MAX_THREADS) ?? 1,
    hash: wholeOf(flags, "hash", 1, HASH_MAX) ?? hash,
    syzygy: textOf(flags, "syzygy") ?? "",
  };
}
