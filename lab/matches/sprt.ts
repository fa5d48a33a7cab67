/**
 * Lets fastchess play the working tree against a revision in a sequential test (SPRT), under the conditions that are
 * usual in the literature on history heuristics: normalised Elo, α = 0.05, β = 0.10, one thread, 32 MB of hash.
 *
 * @module
 */

import { reasonOf } from "../../system/files.ts";
import { untilInterrupted } from "../../system/interrupt.ts";
import { outputOf } from "../../tools/output.ts";
import { writeBundle } from "../../tools/build/bundle.ts";
import {
  findFastchess,
  GAIN_BOUNDS,
  type MatchPlan,
  type MatchResult,
  playMatch,
  type SprtBounds,
} from "./fastchess.ts";
import { readMoveLimit } from "./game_options.ts";
import { findBook } from "./openings.ts";
import { absolutePath, projectPath } from "../../tools/paths.ts";
import { numberOf, readOptions, textOf, wholeOf } from "../../terminal/command_line.ts";
import { runTool } from "../../tools/usage.ts";

const USAGE = `Usage: deno task sprt <revision> [options]

Plays the working tree against a revision of the repository in a sequential test (SPRT), which ends when the results
show that the difference is elo0 rather than elo1, or elo1 rather than elo0. CONTRIBUTING.md explains normalised Elo.

  --tc=CLOCK          seconds for the game and for each move (8+0.08)
  --nodes=N           nodes for each move instead
  --elo0=X            difference that means "no better", normalised Elo (0)
  --elo1=X            difference that means "better", normalised Elo (5)
  --games=N           maximum number of games (60000); with --nodes the book must have half as many different positions
  --hash=N            hash of each engine in MB (32)
  --book=FILE         openings, an EPD file (by default one that is long enough, made on first use)
  --seed=N            seed of the order of the openings (a random one, which is printed)
  --concurrency=N     games at the same time (the number of cores)
  --full-games        do not end games early when the engines agree on the result
  --pgn=FILE          append the games to a file
  --help              print this`;

/** fastchess may store the seed in a 32-bit integer. */
const SEED_MAX = 2 ** 31 - 1;

export function readSprtOptions(args: readonly string[]) {
  const flags = readOptions(USAGE, args);
  if (flags._.length !== 1) {
    throw new RangeError(`Expected one revision, but got ${flags._.length === 0 ? "none" : flags._.join(" ")}`);
  }
  const elo0 = numberOf(flags, "elo0") ?? GAIN_BOUNDS.elo0;
  const elo1 = numberOf(flags, "elo1") ?? GAIN_BOUNDS.elo1;
  if (elo0 >= elo1) throw new RangeError(`Expected --elo0 to be less than --elo1, but got ${elo0} and ${elo1}`);
  return {
    revision: String(flags._[0]),
    limit: readMoveLimit(flags, { clock: "8+0.08" }),
    bounds: { ...GAIN_BOUNDS, elo0, elo1 },
    games: wholeOf(flags, "games", 2) ?? 60000,
    hash: wholeOf(flags, "hash", 1) ?? 32,
    book: textOf(flags, "book"),
    seed: wholeOf(flags, "seed", 1, SEED_MAX) ?? 1 + crypto.getRandomValues(new Uint32Array(1))[0] % SEED_MAX,
    concurrency: wholeOf(flags, "concurrency", 1) ?? navigator.hardwareConcurrency,
    adjudicate: flags["full-games"] !== true,
    pgn: textOf(flags, "pgn"),
  };
}

/** Throws a RangeError if the revision names no commit. */
export async function findCommit(root: string, revision: string): Promise<string> {
  try {
    return (await git(root, "rev-parse", "--verify", "--end-of-options", `${revision}^{commit}`)).trim();
  } catch (error) {
    // This error means that Git is not installed.
    if (error instanceof Deno.errors.NotFound) throw error;
    throw new RangeError(`Expected a revision of this repository, but got "${revision}"`);
  }
}

/** Returns the abbreviated hash of the commit and the path of its bundle. */
export async function bundleRevision(root: string, commit: string, folder: string): Promise<[string, string]> {
  const name = (await git(root, "rev-parse", "--short", commit)).trim();
  const tree = `${folder}/tree`;
  await git(root, "worktree", "add", "--quiet", "--detach", tree, commit);
  try {
    await writeBundle(tree, "main.ts", `${folder}/${name}.js`);
  } finally {
    await git(root, "worktree", "remove", "--force", tree);
  }
  return [name, `${folder}/${name}.js`];
}

function git(root: string, ...args: string[]): Promise<string> {
  return outputOf("git", ["-C", root, ...args]);
}

/** Throws an Error if games cannot be appended to the file; fastchess would not report this. */
export function expectAppendable(path: string): void {
  try {
    Deno.openSync(path, { append: true, create: true }).close();
  } catch (error) {
    throw new Error(`Cannot write the games to '${path}': ${reasonOf(error, "write")}`);
  }
}

/** On a busy machine, some games are lost on time although the engine is not at fault. */
const TIME_LOSS_SHARE_MAX = 0.01;

export function verdictOf({ games, timeLosses, broken, accepted }: MatchResult, { elo0, elo1 }: SprtBounds): string {
  if (games === 0) return "No game was completed";
  if (broken > 0) return `Invalid: games that ended with an illegal move or a crash: ${broken}`;
  if (timeLosses > TIME_LOSS_SHARE_MAX * games) {
    return `Invalid: ${timeLosses} of ${games} games were lost on time, more than ${100 * TIME_LOSS_SHARE_MAX} %`;
  }
  if (accepted === "H1") return `Passed: the difference is ${elo1} rather than ${elo0}`;
  if (accepted === "H0") return `Failed: the difference is ${elo0} rather than ${elo1}`;
  return "Undecided";
}

async function run(options: ReturnType<typeof readSprtOptions>, signal: AbortSignal): Promise<void> {
  if (options.pgn !== undefined) expectAppendable(options.pgn);
  const root = await Deno.realPath(projectPath());
  const commit = await findCommit(root, options.revision);
  const fastchess = await findFastchess();
  const folder = await Deno.makeTempDir({ prefix: "hindsight-sprt-" });
  try {
    const rounds = Math.ceil(options.games / 2);
    const book = await findBook(`${root}/dist`, options.book, rounds, "nodes" in options.limit ? folder : null);
    const base = await bundleRevision(root, commit, folder);
    await writeBundle(root, "main.ts", `${folder}/new.js`);
    const { seed, bounds, pgn } = options;
    console.log(`Seed ${seed}`);
    const plan: MatchPlan = {
      ...options,
      engines: [["new", `${folder}/new.js`], base],
      book,
      rounds,
      pgn: pgn === undefined ? undefined : absolutePath(pgn),
    };
    signal.throwIfAborted();
    const result = await playMatch(fastchess, plan, (line) => console.log(line), signal);
    const verdict = verdictOf(result, bounds);
    console.log(`\nWorking tree against ${base[0]}, seed ${seed}: ${verdict}`);
    if (verdict.startsWith("Invalid")) Deno.exitCode = 1;
  } catch (error) {
    // Ctrl-C also stopped the programs that were started here, which may have caused this error.
    if (signal.aborted) throw new Error("Interrupted", { cause: error });
    throw error;
  } finally {
    await Deno.remove(folder, { recursive: true });
    // After an interruption, Git may still list the work tree.
    await git(root, "worktree", "prune");
  }
}

if (import.meta.main) {
  await runTool(USAGE, readSprtOptions, (options) => untilInterrupted((signal) => run(options, signal)));
}
