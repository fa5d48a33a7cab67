/**
 * Measures what each history and correction history is worth: plays the engine against itself with one of them
 * switched off.
 *
 *     deno task ablate                             all systems, 2000 games each
 *     deno task ablate continuation1 capture       some
 *     deno task ablate --list                      which there are
 *     deno task ablate --markdown                  plays nothing, prints what was played so far as a table
 *     deno task ablate --nodecount                 no games: nodes to a fixed depth
 *
 * Both sides are the same tunable bundle. The first has the system, so a positive Elo is what the system is worth. By
 * default a move has a fixed number of nodes: the result then depends neither on a clock nor on other programs. But it
 * does not contain the cost in speed either, so repeat with `--tc` what is close.
 *
 * The LLR (logarithm of the likelihood ratio, see statistics.ts) is that of the test with which `sprt` looks for a
 * gain, with the bounds [0, 5] in normalised Elo unless `--elo0` and `--elo1` are given. A match ends after its number
 * of games, whatever the LLR is. Above 2.89 the system gains, below −2.25 it does not.
 *
 * Ctrl-C stops the program, and the same command continues: finished pairs of games are kept in dist/ablate, in a
 * folder for each version of the engine. The version is a digest of the bundle, so every change of the engine's sources
 * starts with no games, and undoing the change finds the old games again.
 *
 * @module
 */

import { parseArgs } from "@std/cli";
import { untilInterrupted } from "../../../system/interrupt.ts";
import { type AblationRecord, type Conditions, digest, newRecord, RecordStore } from "./ablation.ts";
import { writeBundle } from "../../../tools/build/bundle.ts";
import { describeConditions, findFastchess, type MatchPlayer, type MoveLimit, playMatch } from "../fastchess.ts";
import { readBounds, readMatchSeed, readMoveLimit } from "../match_options.ts";
import { countNodes, nodeRatio, totalOf } from "./node_counts.ts";
import { findBook, withoutRepetitions } from "../openings.ts";
import { projectPath } from "../../../tools/paths.ts";
import { Progress } from "../../progress.ts";
import { estimateElo, type SprtBounds } from "../statistics.ts";
import { findSystems, isInUse, type System, SYSTEMS } from "../../../engine/view/systems.ts";
import {
  countGames,
  formatBlock,
  formatBounds,
  formatLlr,
  reasonToDistrust,
  type Tally,
  writeEstimate,
} from "../tally.ts";
import { playTournament } from "./tournament.ts";
import { readCount, refuseUnknown, runTool, textOf } from "../../../tools/usage.ts";

const USAGE = `Usage: deno task ablate [name ...] [options]

Plays the engine against itself with one system switched off; without a name, each in turn. A system is a history or
another part of what the search learns. The LLR (log-likelihood ratio) in the results compares two statements, that the
system is worth elo0 and that it is worth elo1: above 2.89 the second holds, below -2.25 the first. Normalised Elo is
explained in CONTRIBUTING.md.

  --list              list the systems
  --games=N           games for each system (2000), at most twice the different positions of the book
  --nodes=N           nodes for each move (2000)
  --tc=CLOCK          a clock instead, such as 8+0.08
  --elo0=X            gain of the first statement, normalised Elo (0)
  --elo1=X            gain of the second statement, normalised Elo (5)
  --hash=N            hash of each engine in MB (8)
  --book=FILE         openings, an EPD file (by default one that is made on first use)
  --seed=N            seed of the order of the openings, for comparisons without games (a random one)
  --concurrency=N     games at once (the number of cores)
  --chunk=N           games between two savings (100)
  --full-games        do not end games early when the engines agree on the result
  --fastchess=PATH    where fastchess is (the variable FASTCHESS, else the PATH)
  --fresh             forget the games of these systems under these conditions
  --markdown          play nothing, print what was played as a table
  --nodecount         play nothing, count nodes to a fixed depth with each system off
  --depth=N           depth for --nodecount (14)
  --help              print this`;

/** What the command line asks for. */
export interface AblateOptions {
  /** The systems to compare. */
  readonly systems: readonly System[];
  /** What to do. */
  readonly mode: "play" | "list" | "markdown" | "nodecount" | "help";
  /** Games for each system. */
  readonly games: number;
  /** What ends a move. */
  readonly limit: MoveLimit;
  /** What the LLR compares. */
  readonly bounds: SprtBounds;
  /** Hash of each engine in MB. */
  readonly hash: number;
  /** Path of the book; `undefined` for the one that is made here. */
  readonly book: string | undefined;
  /** Seed of the order of the openings, for comparisons without games. */
  readonly seed: number;
  /** Games at once. */
  readonly concurrency: number;
  /** Games between two savings. */
  readonly chunk: number;
  /** Whether decided games are ended early. */
  readonly adjudicate: boolean;
  /** Path of fastchess; `undefined` to look for it. */
  readonly fastchess: string | undefined;
  /** Whether to start without the games that were played before. */
  readonly fresh: boolean;
  /** Depth of the node counts. */
  readonly depth: number;
}

/**
 * Reads the command line.
 *
 * @throws RangeError if something in it is unknown or makes no sense.
 */
export function readAblateOptions(args: readonly string[]): AblateOptions {
  const flags = parseArgs(args, {
    string: [
      "games",
      "nodes",
      "tc",
      "elo0",
      "elo1",
      "hash",
      "book",
      "seed",
      "concurrency",
      "chunk",
      "fastchess",
      "depth",
    ],
    boolean: ["list", "full-games", "fresh", "markdown", "nodecount", "help"],
    default: { games: "2000", hash: "8", chunk: "100", depth: "14" },
    unknown: refuseUnknown,
  });
  const modes = (["help", "list", "markdown", "nodecount"] as const).filter((mode) => flags[mode] === true);
  return {
    systems: findSystems(flags._.map(String)),
    mode: modes[0] ?? "play",
    games: readCount("games", flags.games, 2),
    limit: readMoveLimit(flags, { nodes: 2000 }),
    bounds: readBounds(flags),
    hash: readCount("hash", flags.hash, 1),
    book: textOf(flags, "book"),
    seed: readMatchSeed(flags),
    concurrency: readCount("concurrency", flags.concurrency ?? navigator.hardwareConcurrency, 1),
    chunk: readCount("chunk", flags.chunk, 2),
    adjudicate: flags["full-games"] !== true,
    fastchess: textOf(flags, "fastchess"),
    fresh: flags.fresh === true,
    depth: readCount("depth", flags.depth, 1),
  };
}

/** The engine as it is now. */
interface Build {
  /** Path of the tunable bundle. */
  readonly bundle: string;
  /** Digest of the bundle. */
  readonly engine: string;
  /** What was played with it. */
  readonly store: RecordStore;
}

/** Bundles the engine into a folder for this version: a later build must not change an engine during a match. */
async function build(root: string): Promise<Build> {
  const scratch = `${root}/dist/hindsight-tune.js`;
  await Deno.mkdir(`${root}/dist`, { recursive: true });
  await writeBundle(root, "tools/build/tunable_engine.ts", scratch);
  const engine = await digest(await Deno.readFile(scratch));
  const folder = `${root}/dist/ablate/${engine}`;
  await Deno.mkdir(folder, { recursive: true });
  const path = `${folder}/hindsight-tune.js`;
  // Copied beside and renamed: another run in the same checkout may be reading the file.
  await Deno.copyFile(scratch, `${path}.part`);
  await Deno.rename(`${path}.part`, path);
  return { bundle: path, engine, store: new RecordStore(folder) };
}

/** A book, and how the games are played. */
export interface PreparedBook {
  /** Path of a book that has every position once. */
  readonly book: string;
  /** Its positions. */
  readonly bookLines: number;
  /** How the games are played. */
  readonly conditions: Conditions;
}

/**
 * The book that the options ask for, and how the games are played. A position that the book has twice counts once: with
 * fixed nodes it would give copies of the same games.
 *
 * @param folder Folder of the books that are made here.
 * @param scratch Folder for a copy of the book.
 */
export async function prepareBook(
  folder: string,
  options: Pick<AblateOptions, "book" | "limit" | "hash" | "adjudicate">,
  scratch: string,
): Promise<PreparedBook> {
  const { path, positions } = await withoutRepetitions(await findBook(folder, options.book), scratch);
  const { limit, hash, adjudicate } = options;
  const conditions = { limit, hash, adjudicate, book: await digest(await Deno.readTextFile(path)) };
  return { book: path, bookLines: positions, conditions };
}

/** Calls a function with an empty folder, which is removed afterwards. */
async function withScratch(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "hindsight-ablate-" });
  try {
    await body(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function loadRecords(
  options: AblateOptions,
  store: RecordStore,
  conditions: Conditions,
): Promise<Map<System, AblationRecord>> {
  const records = new Map<System, AblationRecord>();
  for (const system of options.systems) {
    const { fresh, seed } = options;
    records.set(system, fresh ? newRecord(system, conditions, seed) : await store.load(system, conditions, seed));
  }
  return records;
}

/** Plays what is missing, then prints a block for each system. */
async function play(root: string, options: AblateOptions, scratch: string): Promise<void> {
  const fastchess = await findFastchess(options.fastchess);
  const { bundle, store } = await build(root);
  const { book, bookLines, conditions } = await prepareBook(`${root}/dist`, options, scratch);
  if (options.games > 2 * bookLines) {
    console.log(`The book has ${bookLines} different positions, enough for ${2 * bookLines} games of each system.`);
  }
  const records = await loadRecords(options, store, conditions);
  const { games, chunk, concurrency } = options;
  const plan = { bundle, conditions, book, bookLines, games, chunk, concurrency };
  const player: MatchPlayer = (match, listener, signal) => playMatch(fastchess, match, listener, signal);
  const wasStopped = await untilInterrupted(async (signal) => {
    await playTournament(records, plan, store, player, signal);
    return signal.aborted;
  });
  for (const [system, record] of records) console.log(`\n${formatRecord(system, record, options.bounds)}`);
  if (wasStopped) console.log("\nStopped. The same command continues from here.");
}

/** The block of a comparison. */
export function formatRecord(system: System, record: AblationRecord, bounds: SprtBounds): string {
  const { tally, conditions, seed } = record;
  const head = `${system.number} ${system.title} (${system.name})${isInUse(system) ? "" : ", not in use"}`;
  if (countGames(tally) === 0) return `${head}\nNo games yet`;
  const block = formatBlock(tally, describeConditions(conditions.limit, conditions.hash), bounds);
  const distrust = reasonToDistrust(tally);
  const warning = distrust === "" ? "" : `\nInvalid: ${distrust}`;
  return `${head}\n${block}\nSeed  | ${seed}${warning}`;
}

/**
 * The table of all comparisons, for the documentation. Where faults make a result invalid, the reason takes its place.
 */
export function formatMarkdown(records: ReadonlyMap<System, AblationRecord>, bounds: SprtBounds): string {
  const rows = [
    `| # | system | Elo (95 %) | LLR ${formatBounds(bounds)} | games | pentanomial |`,
    "|---|---|---|---|---|---|",
  ];
  for (const [system, { tally }] of records) {
    const title = isInUse(system) ? system.title : `${system.title} (not in use)`;
    rows.push(`| ${[system.number, title, ...resultCells(tally, bounds)].join(" | ")} |`);
  }
  return rows.join("\n");
}

/** Elo, LLR, games and pentanomial of a row. */
function resultCells(tally: Tally, bounds: SprtBounds): string[] {
  if (countGames(tally) === 0) return ["–", "–", "0", "–"];
  const played = [`${countGames(tally)}`, tally.pairs.join(", ")];
  const distrust = reasonToDistrust(tally);
  if (distrust !== "") return [`invalid: ${distrust}`, "–", ...played];
  const elo = writeEstimate(estimateElo(tally.pairs));
  return [elo, formatLlr(tally, bounds).replace(/^-/, "−"), ...played];
}

async function printMarkdown(root: string, options: AblateOptions, scratch: string): Promise<void> {
  const { engine, store } = await build(root);
  const { conditions } = await prepareBook(`${root}/dist`, options, scratch);
  const records = await loadRecords({ ...options, fresh: false }, store, conditions);
  console.log(
    `Engine ${engine}, ${describeConditions(conditions.limit, conditions.hash)}.\n\n${
      formatMarkdown(records, options.bounds)
    }`,
  );
}

/** Counts nodes with each system and without, as many searches at once as asked for. */
async function printNodeCounts(root: string, options: AblateOptions): Promise<void> {
  const { bundle } = await build(root);
  const all = findSystems(["all"])[0];
  const settings = [all.on, all.off, ...options.systems.flatMap(({ on, off }) => [on, off])];
  const keys = Array.from(new Set(settings.map((setting) => JSON.stringify(setting))));
  const counts = new Map<string, readonly number[]>();
  const progress = new Progress();
  let next = 0;
  const work = async () => {
    while (next < keys.length) {
      const key = keys[next++];
      counts.set(key, await countNodes(bundle, JSON.parse(key), options.depth));
      progress.show(`${counts.size} of ${keys.length} benches`);
    }
  };
  await Promise.all(Array.from({ length: options.concurrency }, work));
  progress.clear();
  const countsOf = (setting: System["on"]) => {
    const found = counts.get(JSON.stringify(setting));
    if (found === undefined) throw new RangeError(`Expected node counts of ${JSON.stringify(setting)}`);
    return found;
  };
  const none = countsOf(all.off);
  console.log(
    `Nodes to depth ${options.depth}. Ratios are geometric means over the positions; above 1, the system saves nodes.\n`,
  );
  console.log(
    "| # | system | nodes with | nodes without | without / with | without / none at all |\n|---|---|---|---|---|---|",
  );
  for (const system of options.systems) {
    const [on, off] = [countsOf(system.on), countsOf(system.off)];
    const ratios = [nodeRatio(off, on), nodeRatio(off, none)].map((ratio) => ratio.toFixed(3)).join(" | ");
    console.log(`| ${system.number} | ${system.title} | ${totalOf(on)} | ${totalOf(off)} | ${ratios} |`);
  }
}

function printList(): void {
  const width = Math.max(...SYSTEMS.map(({ name }) => name.length));
  for (const system of SYSTEMS) {
    const state = isInUse(system) ? "" : " (not in use)";
    console.log(`${system.number.padStart(2)}  ${system.name.padEnd(width)}  ${system.title}${state}`);
  }
}

async function run(options: AblateOptions): Promise<void> {
  const root = await Deno.realPath(projectPath());
  if (options.mode === "help") console.log(USAGE);
  else if (options.mode === "list") printList();
  else if (options.mode === "markdown") await withScratch((scratch) => printMarkdown(root, options, scratch));
  else if (options.mode === "nodecount") await printNodeCounts(root, options);
  else await withScratch((scratch) => play(root, options, scratch));
}

if (import.meta.main) await runTool(USAGE, readAblateOptions, run);
