/** Options that several programs of the lab share. @module */

import type { ParsedArgs } from "@std/cli";
import { MAX_THREADS } from "../search/thread_slot.ts";
import { seedOf, textOf, wholeOf } from "../terminal/command_line.ts";
import { projectPath } from "../tools/paths.ts";

export function threadsOf(flags: ParsedArgs): number {
  return wholeOf(flags, "threads", 1, MAX_THREADS) ?? Math.min(navigator.hardwareConcurrency, MAX_THREADS);
}

export function seedOrRandom(flags: ParsedArgs): bigint {
  return seedOf(flags) ?? BigInt(crypto.getRandomValues(new Uint32Array(1))[0]);
}

export function engineOf(flags: ParsedArgs): string {
  return textOf(flags, "engine") ?? projectPath("dist/hindsight.js");
}

/** Throws a RangeError if the option is missing. */
export function expectedFolder(flags: ParsedArgs, name: string): string {
  const folder = textOf(flags, name);
  if (!folder) throw new RangeError(`Expected --${name} to name a folder, but the option is missing`);
  return folder;
}
