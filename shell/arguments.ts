/**
 * Arguments of the programs: values that are checked, and errors that show what was expected.
 *
 * @module
 */

import { MAX_PLY } from "../core/score.ts";
import { HASH_MAX, type SearchBounds } from "../engine/engine_options.ts";
import { MAX_THREADS } from "../search/thread_slot.ts";
import { parseArgs, type ParsedArgs } from "@std/cli";

/** Longest time for a move, seconds. */
const MAX_SECONDS = 86400;

/** The options of a program, by kind. */
export interface OptionNames {
  /** Options with a value. */
  readonly string: readonly string[];
  /** Options without. */
  readonly boolean: readonly string[];
  /** Short names. */
  readonly alias?: Readonly<Record<string, string>>;
}

/**
 * Splits arguments into options and the rest.
 *
 * @throws {SyntaxError} If there is an unknown option, one without its value, or one with a value that takes none.
 */
export function splitArguments(args: readonly string[], names: OptionNames): ParsedArgs {
  for (const arg of args) {
    const [, name, value] = /^--([^=]+)=(.*)$/.exec(arg) ?? [];
    if (names.boolean.includes(name)) throw new SyntaxError(`Expected no value after '--${name}', but got '${value}'`);
  }
  const flags = parseArgs(joinDashes(args, names.string), {
    string: ["_", ...names.string],
    boolean: names.boolean,
    alias: names.alias,
    unknown: (argument, key) => {
      if (key === undefined) return;
      const known = [...names.string, ...names.boolean].map((name) => `--${name}`);
      throw new SyntaxError(`Unknown option '${argument}'${suggest(argument.replace(/=.*/, ""), known)}`);
    },
  });
  for (const name of names.string) {
    if (flags[name] === "") throw new SyntaxError(`Expected a value after '--${name}', but got nothing`);
  }
  return flags;
}

/**
 * `parseArgs` takes what begins with a dash for an option, where it is a value: standard input or output, or a number
 * below zero, which is to be refused as such. `--svg -` becomes `--svg=-`.
 */
function joinDashes(args: readonly string[], names: readonly string[]): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const last = joined.at(-1) ?? "";
    if (/^-(\.?\d.*)?$/.test(arg) && last.startsWith("--") && names.includes(last.slice(2))) {
      joined[joined.length - 1] = `${last}=${arg}`;
    } else joined.push(arg);
  }
  return joined;
}

/** The value of an option, `null` if it was not given. */
export function textOf(flags: ParsedArgs, name: string): string | null {
  const value = flags[name];
  return typeof value === "string" ? value : null;
}

/** What is no option. */
export function restOf(flags: ParsedArgs): string[] {
  return flags._.map(String);
}

/**
 * The value of an option as a whole number within a range, `null` if it was not given.
 *
 * @throws {SyntaxError} If it is not a whole number.
 * @throws {RangeError} If it is outside the range.
 */
export function wholeOf(flags: ParsedArgs, name: string, min: number, max: number): number | null {
  const text = textOf(flags, name);
  if (text === null) return null;
  if (!/^[+-]?\d+$/.test(text)) throw new SyntaxError(`Expected a whole number after '--${name}', but got '${text}'`);
  const number = Number(text);
  if (number < min || number > max) {
    throw new RangeError(`Expected a number from ${min} to ${max} after '--${name}', but got ${text}`);
  }
  return number;
}

/**
 * The options `--nodes`, `--depth` and `--time` (seconds), of which the first that is reached ends a search.
 *
 * @param time Milliseconds if none of them was given.
 * @throws {SyntaxError | RangeError} If one of them is wrong.
 */
export function boundsOf(flags: ParsedArgs, time: number): SearchBounds {
  const nodes = wholeOf(flags, "nodes", 1, Number.MAX_SAFE_INTEGER) ?? undefined;
  const depth = wholeOf(flags, "depth", 1, MAX_PLY) ?? undefined;
  const given = timeOf(flags) ?? undefined;
  const isBounded = nodes !== undefined || depth !== undefined || given !== undefined;
  return { nodes, depth, time: isBounded ? given : time };
}

/**
 * The option `--time` in milliseconds, `null` if it was not given.
 *
 * @throws {SyntaxError | RangeError} If it is wrong.
 */
export function timeOf(flags: ParsedArgs): number | null {
  const text = textOf(flags, "time");
  return text === null ? null : parseSeconds(text, "--time");
}

/**
 * Seconds as milliseconds.
 *
 * @param what What the number belongs to, for the error.
 * @throws {SyntaxError} If the text is no number.
 * @throws {RangeError} If it is outside the range.
 */
export function parseSeconds(text: string, what: string): number {
  if (!/^[+-]?\d*\.?\d+$/.test(text)) throw new SyntaxError(`Expected seconds after '${what}', but got '${text}'`);
  const seconds = Number(text);
  if (seconds < 0.001 || seconds > MAX_SECONDS) {
    throw new RangeError(`Expected 0.001 to ${MAX_SECONDS} seconds after '${what}', but got ${text}`);
  }
  return seconds * 1000;
}

/** The options of a program that are for the engine. */
export interface EngineArguments {
  /** Search threads. */
  readonly threads: number;
  /** Size of the hash table in MB. */
  readonly hash: number;
  /** Folders of endgame tables, separated as paths are on this system; "" for none. */
  readonly syzygy: string;
}

/**
 * The options `--threads`, `--hash` (MB) and `--syzygy` (folders).
 *
 * @param hash Size of the hash table if it was not given.
 * @throws {SyntaxError | RangeError} If one of them is wrong.
 */
export function engineArgumentsOf(flags: ParsedArgs, hash: number): EngineArguments {
  return {
    threads: wholeOf(flags, "threads", 1, MAX_THREADS) ?? 1,
    hash: wholeOf(flags, "hash", 1, HASH_MAX) ?? hash,
    syzygy: textOf(flags, "syzygy") ?? "",
  };
}

/** A question with the known word that is most like an unknown one, or "" if none is alike. */
export function suggest(unknown: string, known: readonly string[]): string {
  // A third of the letters may be wrong.
  let least = Math.floor(unknown.length / 3) + 1;
  let best: string | null = null;
  for (const word of known) {
    const distance = editDistance(unknown.toLowerCase(), word.toLowerCase());
    if (distance >= least) continue;
    least = distance;
    best = word;
  }
  return best === null ? "" : ` (did you mean '${best}'?)`;
}

/**
 * How many letters must be changed, added, removed or exchanged with their neighbour to turn one word into another:
 * the distance of optimal string alignment, by dynamic programming over the prefixes of both words.
 */
function editDistance(a: string, b: string): number {
  /** `[length of a's prefix][length of b's prefix]`. */
  const table: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    table.push([i]);
    for (let j = 1; j <= b.length; j++) {
      const change = table[i - 1][j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      table[i].push(Math.min(change, table[i - 1][j] + 1, table[i][j - 1] + 1));
      const isExchange = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isExchange) table[i][j] = Math.min(table[i][j], table[i - 2][j - 2] + 1);
    }
  }
  return table[a.length][b.length];
}
