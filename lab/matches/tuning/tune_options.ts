/** The command line of `deno task tune`. @module */

import type { ParsedArgs } from "@std/cli";
import { type ParameterName, type Setting, TUNABLES } from "../../../search/params.ts";
import { numberOf, readOptions, refuseOthers, textOf, wholeOf, wordsOf } from "../../../shell/command_line.ts";
import { gameUsage, readAction, readMatchSettings, readThreads } from "../threads/game_options.ts";
import { type TuneSettings, TuneState } from "./spsa_state.ts";
import type { Comparison } from "./tune_compare.ts";
import { engineValues, selectNumbers } from "./tune_groups.ts";
import { readNamedFile } from "../../state_file.ts";

/** Nodes of a move where neither nodes nor a clock are given. */
const NODES = 6000;

export const USAGE = `Usage: deno task tune <number or group ...> --state=FILE [options]

Tunes numbers of search/params.ts and learning/params.ts by SPSA: games of the engine against itself. lab/docs/tuning.md
explains it.

  deno task tune reductions lmpBase --state=data/lmr.json          start
  deno task tune --resume --state=data/lmr.json                    go on
  deno task tune show --state=data/lmr.json                        print the values
  deno task tune compare --first=data/lmr.json --second=engine     play a match between two sets of values
  deno task tune --list                                            the groups and their numbers

  --state=FILE        the state of the run, written every few seconds; train/charts.py draws it
  --resume            go on with that file; only --threads and --keep may be given with it
  --list              print the groups and their numbers
  --except=NAMES      numbers or groups to exclude, with commas
  --start=WHAT        other values to start from: NAME=VALUE,... or a file, a state or lines of NAME=VALUE;
                      a number that is not tuned keeps the value given for it in all games
  --first=WHAT        for compare: values of the first side, given as for --start, or "engine" for those of params.ts
  --second=WHAT       for compare: values of the second side (engine)
  --games=N           games of the run (30000), of a comparison (400)
  --batch=N           pairs of games with the same two sets of values (4)
  --c-end=NAMES       perturbations at the end, NAME=VALUE,... (the steps of params.ts)
  --r-end=X           share of it by which the last won game moves a value (0.008)
  --stability=X       A as a share of the pairs (0.1)
  --alpha=X           exponent of the steps (0.602)
  --gamma=X           exponent of the perturbations (0.101)
  --keep=FOLDER       write the games there, to learn from; also with --resume
  --simulate          play no games, draw results from a known function: to try the options out
${gameUsage(NODES)}`;

export type TuneOptions = ReturnType<typeof readTuneOptions>;

const COMPARE_OPTIONS = [
  ...["_", "first", "second", "games", "nodes", "tc", "threads", "book", "chess960", "hash", "full-games", "seed"],
  "nodes-per-ms",
];
/** The values of params.ts. */
const ENGINE = "engine";

/**
 * Reads the command line. Files named by `--start` are read, too.
 *
 * @throws RangeError if something in it is unknown, missing or makes no sense.
 * @throws SyntaxError if the file of `--start` is damaged.
 */
export function readTuneOptions(args: readonly string[]) {
  const flags = readOptions(USAGE, args);
  if (flags.list === true) return { action: "list" as const };
  if (flags._[0] === "compare") {
    refuseOthers(flags, flags._.slice(1).map(String), COMPARE_OPTIONS, "a comparison to have its own options");
    return { action: "compare" as const, threads: readThreads(flags), comparison: readComparison(flags) };
  }
  const words = wordsOf(flags);
  const { action, state } = readAction(flags, words, ["threads", "keep"]);
  if (action === "show") return { action, state };
  const threads = readThreads(flags);
  /** Folder of the games; `null` to forget them. */
  const keep = textOf(flags, "keep") ?? null;
  if (action === "resume") return { action, state, threads, keep };
  const settings = readSettings(flags, words);
  if (settings.simulate && keep !== null) {
    throw new RangeError(`Expected --keep only with games, but got --simulate and "--keep=${keep}"`);
  }
  return { action, state, threads, keep, settings };
}

function readComparison(flags: ParsedArgs): Comparison {
  if (flags.first === undefined) throw new RangeError("Expected --first to say what the first side plays with");
  const [first, second] = ["first", "second"].map((side) => {
    const what = flags[side] ?? ENGINE;
    return readValues(what === ENGINE ? undefined : `${what}`, `--${side}`);
  });
  const names = Array.from(new Set([...Object.keys(first), ...Object.keys(second)])) as ParameterName[];
  const [one, other] = [engineValues(first), engineValues(second)];
  if (names.every((name) => one[name] === other[name])) {
    throw new RangeError("Expected two sides that differ, but --first and --second have the same values");
  }
  const { games, book, seed } = readMatchSettings(flags, NODES);
  return {
    first,
    second,
    pairs: Math.ceil((wholeOf(flags, "games", 2) ?? 400) / 2),
    settings: { parameters: names.map((name) => ({ name })), fixed: {}, seed, batchPairs: 1, games, book },
  };
}

function readSettings(flags: ParsedArgs, words: readonly string[]): TuneSettings {
  const match = readMatchSettings(flags, NODES);
  const start = readValues(textOf(flags, "start"), "--start");
  const except = (textOf(flags, "except") ?? "").split(",").filter((word) => word !== "");
  const names = selectNumbers(words, except, { hasClock: "baseMs" in match.games.pace, values: engineValues(start) });
  const pairs = Math.ceil((wholeOf(flags, "games", 2) ?? 30000) / 2);
  return {
    parameters: readParameters(flags, names, start),
    fixed: Object.fromEntries(Object.entries(start).filter(([name]) => !(names as string[]).includes(name))),
    schedule: {
      pairs,
      stability: pairs * readPositive(flags, "stability", 0.1, true),
      alpha: readPositive(flags, "alpha", 0.602, true),
      gamma: readPositive(flags, "gamma", 0.101, true),
    },
    batchPairs: Math.min(pairs, wholeOf(flags, "batch", 1) ?? 4),
    ...match,
    simulate: flags.simulate === true,
  };
}

function readParameters(
  flags: ParsedArgs,
  names: readonly ParameterName[],
  start: Setting,
): TuneSettings["parameters"] {
  const perturbations = parseValues(textOf(flags, "c-end") ?? "", "--c-end");
  for (const [name, value] of Object.entries(perturbations)) {
    if (!(names as string[]).includes(name)) throw new RangeError(`Expected --c-end for "${name}" only if it is tuned`);
    if (value <= 0) throw new RangeError(`Expected --c-end to be above 0, but got "${name}=${value}"`);
  }
  const rEnd = readPositive(flags, "r-end", 0.008, false);
  return names.map((name) => {
    const { value, min, max, step } = TUNABLES[name];
    return { name, start: start[name] ?? value, min, max, cEnd: perturbations[name] ?? step, rEnd };
  });
}

function readPositive(flags: ParsedArgs, name: string, fallback: number, isZeroAllowed: boolean): number {
  const value = numberOf(flags, name) ?? fallback;
  if (value < 0 || (value === 0 && !isZeroAllowed)) {
    throw new RangeError(
      `Expected --${name} to be ${isZeroAllowed ? "0 or more" : "above 0"}, but got "${flags[name]}"`,
    );
  }
  return value;
}

/** The values of an option such as `--start`: from its text, a file of lines, or the state of another run. */
function readValues(text: string | undefined, option: string): Partial<Record<ParameterName, number>> {
  if (text === undefined) return {};
  const values = text.includes("=") ? parseValues(text, option) : readValuesFile(text, option);
  for (const [name, value] of Object.entries(values)) {
    const { min, max } = TUNABLES[name as ParameterName];
    if (value < min || value > max || !Number.isInteger(value)) {
      throw new RangeError(
        `Expected a whole number from ${min} to ${max} for "${name}" in ${option}, but got ${value}`,
      );
    }
  }
  return values;
}

function readValuesFile(path: string, option: string): Partial<Record<ParameterName, number>> {
  const text = readNamedFile(path, `${option} to be NAME=VALUE,... or a file`);
  if (!text.startsWith("{")) return parseValues(text, path);
  const { settings, values } = TuneState.parse(text, `"${path}"`);
  const tuned = settings.parameters.map(({ name }, index) => [name, Math.round(values[index])]);
  return { ...settings.fixed, ...Object.fromEntries(tuned) };
}

/** Reads `NAME=VALUE`, separated by commas or line breaks. */
function parseValues(text: string, source: string): Partial<Record<ParameterName, number>> {
  const values: Partial<Record<ParameterName, number>> = {};
  for (const item of text.split(/[,\n]/).map((part) => part.trim()).filter((part) => part !== "")) {
    const match = /^(\w+)\s*=\s*(-?\d+(?:\.\d+)?)$/.exec(item);
    if (match === null) throw new RangeError(`Expected NAME=VALUE in ${source}, but got "${item}"`);
    if (!Object.hasOwn(TUNABLES, match[1])) throw new RangeError(`Unknown number "${match[1]}" in ${source}`);
    values[match[1] as ParameterName] = Number(match[2]);
  }
  return values;
}
