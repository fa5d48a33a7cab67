/**
 * Checks the answers that the engine reads from the tables of a folder.
 *
 *     deno run --allow-read tools/tablebases/check_syzygy.ts FOLDER [--positions=N] [--retrograde=KPvK,...] [--play=N] [--seed=N]
 *
 * Random positions of every table are compared with the positions a move away; endings named by `--retrograde` are
 * solved (a second for three men, up to two minutes for four) and compared, four men in every 97th position; and KBNvK, KQvKR,
 * KRvK and KPvK are played out from so many random positions each, with 1000 nodes a move. Exits with 1 if anything is
 * wrong.
 *
 * @module
 */

import { parseArgs } from "@std/cli";
import { formatFen } from "../../core/fen.ts";
import { Random } from "../../core/random.ts";
import { menOfName } from "../../tablebase/material.ts";
import { Prober } from "../../tablebase/prober.ts";
import { findTables, openTableFile } from "../../system/table_files.ts";
import { Ending } from "./retrograde.ts";
import { compareWithRetrograde, inconsistency, PlayOuts, randomPosition } from "./syzygy_checks.ts";
import { readCount, readSeed, refuseUnknown, runTool } from "../usage.ts";

/** Endings that are played out. */
const PLAYED = ["KBNvK", "KQvKR", "KRvK", "KPvK"];

const USAGE = `Usage: deno run --allow-read tools/tablebases/check_syzygy.ts FOLDER [options]

Checks the answers that the engine reads from the endgame tables of a folder.

  --positions=N       random positions of each table (1000)
  --retrograde=LIST   endings to solve and compare, of three or four men to solve and compare, such as KPvK,KRvKP
  --play=N            games of ${PLAYED.join(", ")} to play out (0)
  --seed=N            seed of all that is random (1)
  --help              print this`;

/** Most men of an ending to solve: five would take gigabytes. */
const MEN_MAX = 4;
/** Of an ending of four men, which positions are compared. */
const STEP_OF_FOUR = 97;
/** Nodes for each move of a game. */
const NODES = 1000;
/** Faults of a kind that are printed in full. */
const SHOWN = 5;

/** Prints faults and counts them. */
class FaultReport {
  /** How many there are so far. */
  count = 0;

  /** Prints what was checked, with its first faults. */
  add(what: string, found: readonly string[]): void {
    this.count += found.length;
    console.log(found.length === 0 ? `${what}: right` : `${what}: ${found.length} faults`);
    for (const fault of found.slice(0, SHOWN)) console.log(`  ${fault}`);
  }
}

/** What every check needs. */
interface CheckTools {
  readonly prober: Prober;
  readonly random: Random;
  readonly report: FaultReport;
}

function checkPositions({ prober, random, report }: CheckTools, name: string, count: number): void {
  const found: string[] = [];
  for (let i = 0; i < count; i++) {
    const position = randomPosition(name, random);
    const fault = inconsistency(prober, position);
    if (fault !== "") found.push(`${formatFen(position)}: ${fault}`);
  }
  report.add(`${name}, ${count} random positions`, found);
}

function checkGames({ prober, random, report }: CheckTools, name: string, count: number): void {
  const found: string[] = [];
  const games = new PlayOuts(prober, NODES);
  let longest = 0;
  let wins = 0;
  for (let i = 0; i < count; i++) {
    const position = randomPosition(name, random);
    const fen = formatFen(position);
    const { promised, reached, plies } = games.play(position);
    longest = Math.max(longest, plies);
    if (promised !== 0) wins++;
    if (promised !== reached) found.push(`${fen}: promised ${promised}, reached ${reached} after ${plies} plies`);
  }
  report.add(`${name}, ${count} games, ${wins} won by one side, up to ${longest} plies`, found);
}

/** What the command line asks for. */
export interface CheckOptions {
  /** Whether only help is wanted. */
  readonly help: boolean;
  /** The folder of the tables. */
  readonly folder: string;
  /** Random positions of each table. */
  readonly positions: number;
  /** Endings to solve. */
  readonly retrograde: readonly string[];
  /** Games of each ending that is played out. */
  readonly play: number;
  /** Seed of all that is random. */
  readonly seed: bigint;
}

/**
 * Reads the command line.
 *
 * @throws RangeError if something in it is unknown, missing or makes no sense.
 */
export function readCheckOptions(args: readonly string[]): CheckOptions {
  const flags = parseArgs(args, {
    string: ["positions", "retrograde", "play", "seed", "_"],
    boolean: ["help"],
    default: { positions: "1000", retrograde: "", play: "0", seed: "1" },
    unknown: refuseUnknown,
  });
  const help = flags.help === true;
  if (!help && flags._.length !== 1) throw new RangeError(`Expected one folder, but got ${flags._.length}`);
  const retrograde = String(flags.retrograde).split(",").filter((text) => text !== "");
  const wrong = retrograde.find((name) => menOfName(name) === null);
  if (wrong !== undefined) {
    throw new RangeError(`Expected --retrograde to list names of tables such as KPvK, but got "${wrong}"`);
  }
  const unsolvable = retrograde.find((name) => name.length - 1 > MEN_MAX || /P.*v.*P/.test(name));
  if (unsolvable !== undefined) {
    throw new RangeError(
      `Expected --retrograde to list endings of up to ${MEN_MAX} men with pawns on one side at most, but got "${unsolvable}"`,
    );
  }
  return {
    help,
    folder: String(flags._[0]),
    positions: readCount("positions", flags.positions, 0),
    retrograde,
    play: readCount("play", flags.play, 0),
    seed: readSeed(String(flags.seed)),
  };
}

function runChecks({ help, folder, positions, retrograde, play, seed }: CheckOptions): void {
  if (help) return console.log(USAGE);
  const { tables, message } = findTables(folder);
  console.log(message);
  if (tables.length === 0) throw new Error(`Expected tables in "${folder}", but there are none`);
  const report = new FaultReport();
  const prober = new Prober(tables, openTableFile, (fault) => report.add("a table", [fault]));
  const check: CheckTools = { prober, random: new Random(seed), report };
  for (const { name } of tables) checkPositions(check, name, positions);
  const solved = new Map<string, Ending>();
  for (const name of retrograde) {
    const step = name.length > 4 ? STEP_OF_FOUR : 1;
    const compared = compareWithRetrograde(prober, solved.get(name) ?? new Ending(name, solved), step);
    const what = `${compared.positions} positions by retrograde analysis, ${compared.oneTooLow} distances one too low`;
    report.add(`${name}, ${what}`, compared.faults);
  }
  if (play > 0) { for (const name of PLAYED) checkGames(check, name, play); }
  const { openFiles, headerBytes, cache } = prober.tables;
  console.log(
    `${openFiles} files open, ${headerBytes} bytes of headers, ${cache.byteLength} of pages, ${cache.pageReads} read`,
  );
  if (report.count > 0) throw new Error(`${report.count} faults`);
}

if (import.meta.main) await runTool(USAGE, readCheckOptions, runChecks);
