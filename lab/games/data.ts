/** Checks, describes and converts the games that `deno task datagen` writes. @module */

import { messageOf } from "../../core/errors.ts";
import { Position } from "../../core/position.ts";
import { removeQuietly, writeWhole } from "../../system/files.ts";
import { GameStatistics } from "./data_report.ts";
import { expandGames } from "./expand.ts";
import { expectOutside, forEachGame, gameFilesOf, hashGame, isThere, readGames } from "./game_files.ts";
import { Progress } from "../../terminal/progress.ts";
import { checkGame } from "./game_check.ts";
import { numberOf, readOptions, refuseOthers, seedOf, textOf, wholeOf, wordsOf } from "../../terminal/command_line.ts";
import { runTool } from "../../tools/usage.ts";
import type { PlayedGame } from "./viriformat.ts";

const USAGE = `Usage: deno task data check|report|merge|expand <folder or file ...> [options]

  check     replays every game and reports faults; ends with an error if there are any
  report    counts games, results, scores and repeated games
  merge     writes all different games into one file; does not check that they are legal
  expand    writes shuffled records of 32 bytes for training

  --out=PATH          merge: a new file, outside the folders to read; expand: a folder
  --json=FILE         report: write the numbers, for train/charts.py to draw
  --max-score=N       report, expand: exclude positions whose own score is beyond this (10000 cp)
  --skip=N            report, expand: exclude this many plies at the start of each game (0)
  --validation=X      expand: share of the games kept apart to judge networks (0.01)
  --lambda=X          expand: how far scores move towards the later scores and the result of the game (0)
  --scale=N           expand: centipawns per unit of the logistic function, for --lambda (180)
  --seed=N            expand: seed of the order (1)
  --memory=N          expand: memory for shuffling one file of records, in MB (256)
  --help              print this`;

const ACTION_OPTIONS = {
  check: [],
  report: ["json", "max-score", "skip"],
  merge: ["out"],
  expand: ["out", "max-score", "skip", "validation", "lambda", "scale", "seed", "memory"],
} as const satisfies Record<string, readonly string[]>;

/** `--validation=1` would leave nothing to train on, and with `--lambda=1`, no score would count. */
const SHARE_MAX = 0.999;

type DataAction = keyof typeof ACTION_OPTIONS;
type DataOptions = ReturnType<typeof readDataOptions>;

export function readDataOptions(args: readonly string[]) {
  const flags = readOptions(USAGE, args);
  const [action, ...paths] = wordsOf(flags);
  if (!isDataAction(action)) throw new RangeError(`Expected check, report, merge or expand, but got "${action ?? ""}"`);
  refuseOthers(flags, [], ["_", ...ACTION_OPTIONS[action]], `'${action}' to have its own options`);
  if (paths.length === 0) throw new RangeError(`Expected folders or files to ${action}, but got none`);
  if ((action === "merge" || action === "expand") && !textOf(flags, "out")) {
    throw new RangeError(`Expected --out to name the output of ${action}, but the option is missing`);
  }
  return {
    action,
    paths,
    out: textOf(flags, "out"),
    json: textOf(flags, "json"),
    filter: { skip: wholeOf(flags, "skip", 0) ?? 0, maxScore: wholeOf(flags, "max-score", 0) ?? 10_000 },
    validation: numberOf(flags, "validation", 0, SHARE_MAX) ?? 0.01,
    lambda: numberOf(flags, "lambda", 0, SHARE_MAX) ?? 0,
    scale: wholeOf(flags, "scale", 1) ?? 180,
    seed: seedOf(flags) ?? 1n,
    memory: (wholeOf(flags, "memory", 1) ?? 256) * 2 ** 20,
  };
}

function isDataAction(word: string): word is DataAction {
  return Object.hasOwn(ACTION_OPTIONS, word);
}

/** Returns the number of legal games, and calls `onFault` with a sentence about each illegal game. */
export function checkFiles(files: readonly string[], onFault: (fault: string) => void): number {
  const position = new Position();
  let good = 0;
  for (const path of files) {
    const check = (game: PlayedGame) => {
      checkGame(position, game);
      good++;
    };
    try {
      forEachGame(path, check, (fault) => onFault(fault.message));
    } catch (error) {
      onFault(messageOf(error));
    }
  }
  return good;
}

/**
 * Writes each game once into a new file. Throws a RangeError if the file already exists, or a SyntaxError if an input
 * is cut off.
 */
export function mergeFiles(files: readonly string[], out: string): { written: number; repeated: number } {
  if (isThere(out)) throw new RangeError(`Expected --out to name a new file, but there is "${out}" already`);
  const part = `${out}.part`;
  const seen = new Set<string>();
  let repeated = 0;
  try {
    using file = Deno.openSync(part, { write: true, create: true, truncate: true });
    for (const bytes of files.values().flatMap(readGames)) {
      const hash = hashGame(bytes);
      if (seen.has(hash)) repeated++;
      else writeWhole(file, bytes);
      seen.add(hash);
    }
  } catch (error) {
    removeQuietly(part);
    throw error;
  }
  Deno.renameSync(part, out);
  return { written: seen.size, repeated };
}

function reportFiles(files: readonly string[], options: DataOptions, progress: Progress): void {
  const statistics = new GameStatistics(options.filter);
  files.forEach((path, index) => {
    forEachGame(path, (game, bytes) => statistics.add(game, bytes));
    progress.show(`Reading: ${index + 1} of ${files.length} files`);
  });
  progress.clear();
  console.log(statistics.describe());
  if (options.json !== undefined) Deno.writeTextFileSync(options.json, JSON.stringify(statistics) + "\n");
}

function expandFiles(files: readonly string[], out: string, options: DataOptions, progress: Progress): void {
  Deno.mkdirSync(out, { recursive: true });
  const counts = expandGames(files, out, options, (done) => progress.show(`Expanding: ${Math.floor(100 * done)} %`));
  progress.clear();
  console.log(`${counts.games} games: ${counts.training} records to learn from, ${counts.validation} kept apart`);
  for (const [reason, count] of Object.entries(counts.dropped)) console.log(`  excluded, ${reason}: ${count}`);
}

function run(options: DataOptions): void {
  const files = gameFilesOf(options.paths);
  if (files.length === 0) throw new RangeError(`Expected games in ${options.paths.join(", ")}, but there are none`);
  const { action, out = "" } = options;
  if (action === "check") {
    let faults = 0;
    const good = checkFiles(files, (fault) => {
      faults++;
      console.log(fault);
    });
    console.log(`${files.length} files, ${good} games without a fault, ${faults} faults`);
    if (faults > 0) Deno.exit(1);
  } else if (action === "merge") {
    expectOutside(out.replace(/[^\\/]*$/, "") || ".", options.paths, out);
    const { written, repeated } = mergeFiles(files, out);
    console.log(`${written} games written to ${out}, ${repeated} repeated games excluded`);
  } else if (action === "report") {
    reportFiles(files, options, new Progress());
  } else {
    expandFiles(files, out, options, new Progress());
  }
}

if (import.meta.main) await runTool(USAGE, readDataOptions, run);
