/**
 * Reads command lines. A program's help text also defines its options: each has an indented line with its name, a word
 * for its value if it takes one, and a description.
 *
 *     --games=N       games in all (400)
 *     --output FILE   write to FILE
 *     --json          write JSON
 *
 * Before a value, users may type `=` or a space. If the description contains "May be repeated", the value is a list.
 * All functions throw a SyntaxError for invalid text, and a RangeError for a number outside its range.
 *
 * @module
 */

import { parseArgs, type ParsedArgs } from "@std/cli";

/** Matches an option in a help text. Captures its name, the word for its value, and its description. */
const OPTION_LINE = /^ {2,}--([a-z][\w-]*)(?:[ =]("?[A-Z][^\s]*))?(?=\s)([^]*?)(?=^ *-|^\s*$|$(?![^]))/gm;

/**
 * Splits arguments into options and words.
 *
 * @param help The text of `--help`.
 * @param aliases Other names for options, such as letters; `-h` means `--help`.
 * @returns The options' values: a string, a list if the option may be repeated, or `true` or `false` if it takes no
 *   value. The words are in `_`.
 */
export function readOptions(
  help: string,
  args: readonly string[],
  aliases: Readonly<Record<string, string>> = {},
): ParsedArgs {
  const withValue: string[] = [];
  const without: string[] = [];
  const repeated: string[] = [];
  for (const [, name, value, text] of help.matchAll(OPTION_LINE)) {
    (value === undefined ? without : withValue).push(name);
    if (/may be\s+repeated/i.test(text)) repeated.push(name);
  }
  for (const arg of args) {
    const [, name, value] = /^--([^=]+)=(.*)$/.exec(arg) ?? [];
    if (without.includes(name)) throw new SyntaxError(`Expected no value after '--${name}', but got '${value}'`);
  }
  const flags = parseArgs(joinDashes(args, withValue), {
    string: ["_", ...withValue],
    boolean: without,
    collect: repeated,
    alias: { h: "help", ...aliases },
    unknown: (argument, key) => {
      if (key === undefined) return;
      const known = [...withValue, ...without].map((name) => `--${name}`);
      throw new SyntaxError(`Unknown option '${argument}'${suggest(argument.replace(/=.*/, ""), known)}`);
    },
  });
  for (const name of withValue) {
    if ([flags[name]].flat().includes("")) throw new SyntaxError(`Expected a value after '--${name}', but got nothing`);
  }
  return flags;
}

/** Turns `--svg -` into `--svg=-`, and `--seed -1` likewise, because `parseArgs` would read the value as an option. */
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

/** The arguments that are not options. */
export function wordsOf(flags: ParsedArgs): string[] {
  return flags._.map(String);
}

/** Refuses arguments that are not options. */
export function refuseWords(words: readonly string[]): void {
  if (words.length > 0) throw new SyntaxError(`Expected options only, but got '${words.join(" ")}'`);
}

/** Refuses `words`, and options that are not `allowed`; `_` permits `flags._`. The error says what was `expected`. */
export function refuseOthers(
  flags: ParsedArgs,
  words: readonly string[],
  allowed: readonly string[],
  expected: string,
): void {
  const isGiven = (value: unknown): boolean => Array.isArray(value) ? value.length > 0 : value !== false;
  const others = Object.keys(flags).filter((name) => !allowed.includes(name) && isGiven(flags[name]));
  const extra = [...words, ...others.map((name) => `--${name}`)];
  if (extra.length > 0) throw new SyntaxError(`Expected ${expected}, but got '${extra.join(" ")}' too`);
}

/** An option's value. */
export function textOf(flags: ParsedArgs, name: string): string | undefined {
  const value = flags[name];
  return typeof value === "string" ? value : undefined;
}

/** The values of an option that may be repeated. */
export function textsOf(flags: ParsedArgs, name: string): string[] {
  const values = flags[name];
  return Array.isArray(values) ? values.map(String) : [];
}

/** An option's value as a whole number within a range. */
export function wholeOf(
  flags: ParsedArgs,
  name: string,
  min: number,
  max = Number.MAX_SAFE_INTEGER,
): number | undefined {
  const text = textOf(flags, name);
  return text === undefined ? undefined : parseWhole(text, `--${name}`, min, max);
}

/** Reads a whole number within a range. `what` names the option in the error. */
export function parseWhole(text: string, what: string, min: number, max = Number.MAX_SAFE_INTEGER): number {
  if (!/^[+-]?\d+$/.test(text)) throw new SyntaxError(`Expected a whole number after '${what}', but got '${text}'`);
  const number = Number(text);
  if (number < min || number > max) {
    const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
    throw new RangeError(`Expected a number ${range} after '${what}', but got ${text}`);
  }
  return number;
}

/** An option's value as a number within a range. */
export function numberOf(flags: ParsedArgs, name: string, min = -Infinity, max = Infinity): number | undefined {
  const text = textOf(flags, name);
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!Number.isFinite(number)) throw new SyntaxError(`Expected a number after '--${name}', but got '${text}'`);
  if (number < min || number > max) {
    throw new RangeError(`Expected a number from ${min} to ${max} after '--${name}', but got ${text}`);
  }
  return number;
}

/** The lowest 64 bits of the value of `--seed`. */
export function seedOf(flags: ParsedArgs): bigint | undefined {
  const text = textOf(flags, "seed");
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw new SyntaxError(`Expected a whole number after '--seed', but got '${text}'`);
  return BigInt.asUintN(64, BigInt(text));
}

/** Suggests the most similar known word: ` (did you mean '--depth'?)`; "" if none is similar. */
export function suggest(unknown: string, known: readonly string[]): string {
  // At most a third of the letters may differ.
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

/** The optimal string alignment distance: the number of letters to change, add, remove or swap with a neighbour. */
function editDistance(a: string, b: string): number {
  /** Distances between prefixes, indexed by the lengths of the prefixes of `a` and `b`. */
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
