/** Tunes the numbers in params.ts with SPSA (spsa.ts). All threads run this file. @module */

import type { ParsedArgs } from "@std/cli";
import { type ParameterName, type Setting, TUNABLES } from "../../../search/params.ts";
import { numberOf, readOptions, textOf, wholeOf } from "../../../terminal/command_line.ts";
import { runTool } from "../../../tools/usage.ts";
import { isThread } from "../../job_thread.ts";
import { gameUsage, readMatchSettings } from "../game_options.ts";
import { servePlayer } from "../players.ts";
import { readRunOptions, type RunProgram, runProgram } from "../run.ts";
import { describeProgress, describeRun } from "./spsa_report.ts";
import { type TuneSettings, TuneState } from "./spsa_state.ts";
import { describeGroups, engineValues, selectNumbers } from "./tune_groups.ts";
import { parseValues, readValues } from "./values.ts";

const NODES = 6000;

const USAGE = `Usage: deno task tune <number or group ...> --state=FILE [options]

Tunes numbers of search/params.ts and learning/params.ts by SPSA, with games of the engine against itself.
lab/docs/tuning.md is the guide.

  deno task tune reductions lmpBase --state=data/lmr.json          start
  deno task tune --resume --state=data/lmr.json                    continue
  deno task tune show --state=data/lmr.json                        print the values
  deno task tune --list                                            the groups and their numbers

  --state=FILE        the state of the run, written every few seconds; train/charts.py draws it
  --resume            continue with that file; only --threads may be given with it
  --list              print the groups and their numbers
  --except=NAMES      numbers or groups to exclude, separated by commas
  --start=WHAT        other values to start from: NAME=VALUE,... or the state of a run;
                      a number that is not tuned keeps its value from there in all games
  --games=N           games in all (30000)
  --batch=N           pairs of games before the values change (4)
  --c-end=NAMES       perturbations at the end, NAME=VALUE,... (the steps of params.ts)
  --r-end=X           share of c-end by which the last won game moves a value (0.008)
${gameUsage(NODES)}`;

export function readTuneOptions(args: readonly string[]) {
  const flags = readOptions(USAGE, args);
  if (flags.list === true) return "list";
  return readRunOptions(flags, [], (words) => readSettings(flags, words));
}

function readSettings(flags: ParsedArgs, words: readonly string[]): TuneSettings {
  const match = readMatchSettings(flags, NODES);
  const given = textOf(flags, "start");
  const start = given === undefined ? {} : readValues(given, "--start");
  const except = (textOf(flags, "except") ?? "").split(",").filter((word) => word !== "");
  const names = selectNumbers(words, except, { hasClock: "baseMs" in match.games.pace, values: engineValues(start) });
  const pairs = Math.ceil((wholeOf(flags, "games", 2) ?? 30000) / 2);
  const rEnd = numberOf(flags, "r-end") ?? 0.008;
  if (rEnd <= 0) throw new RangeError(`Expected --r-end to be above 0, but got "${rEnd}"`);
  return {
    parameters: readParameters(flags, names, start),
    fixed: Object.fromEntries(Object.entries(start).filter(([name]) => !(names as string[]).includes(name))),
    schedule: { pairs, rEnd },
    batchPairs: Math.min(pairs, wholeOf(flags, "batch", 1) ?? 4),
    ...match,
  };
}

function readParameters(
  flags: ParsedArgs,
  names: readonly ParameterName[],
  start: Setting,
): TuneSettings["parameters"] {
  const perturbations = parseValues(textOf(flags, "c-end") ?? "", "--c-end");
  for (const [name, value] of Object.entries(perturbations)) {
    if (!(names as string[]).includes(name)) {
      throw new RangeError(`Expected --c-end for tuned numbers, but got "${name}"`);
    }
    if (value <= 0) throw new RangeError(`Expected --c-end to be above 0, but got "${name}=${value}"`);
  }
  return names.map((name) => {
    const { value, min, max, step } = TUNABLES[name];
    return { name, start: start[name] ?? value, min, max, cEnd: perturbations[name] ?? step };
  });
}

const TUNE: RunProgram<TuneState, TuneSettings> = {
  name: "tune",
  parse: TuneState.parse,
  create: (settings) => new TuneState(settings),
  progress: describeProgress,
  result: describeRun,
  startWorker: () => new Worker(import.meta.url, { type: "module", name: "tune" }),
  options: "",
};

export async function runTune(options: ReturnType<typeof readTuneOptions>): Promise<void> {
  if (options === "list") console.log(describeGroups());
  else await runProgram(TUNE, options);
}

if (isThread) servePlayer();
else if (import.meta.main) await runTool(USAGE, readTuneOptions, runTune);
