/** `deno task netmatch`: two networks play with fixed nodes, so that the result can be reproduced. @module */

import { parseNetwork } from "../../nnue/network_file.ts";
import { readOptions, seedOf, wholeOf, wordsOf } from "../../terminal/command_line.ts";
import { untilInterrupted } from "../../system/interrupt.ts";
import { runTool } from "../../tools/usage.ts";
import { isThread } from "../job_thread.ts";
import { threadsOf } from "../options.ts";
import { formatDuration, Progress } from "../../terminal/progress.ts";
import { playContest } from "./contest.ts";
import { servePlayer } from "./players.ts";
import { countGames, estimateElo, type Tally, writeEstimate } from "./statistics.ts";

const USAGE = `Usage: deno task netmatch <network> <network> [options]

Plays two networks (files) against each other with the search of this checkout, in pairs of games from random openings
that favour one side, and prints the result from the first network's view.

  --nodes=N           nodes for each move (8000)
  --games=N           games, an even number (400)
  --hash=N            hash of each side in MB (16)
  --seed=N            seed of the openings (1)
  --threads=N         games at the same time (the number of cores)
  --help              print this`;

function describe(tally: Tally): string {
  const elo = countGames(tally) === 0 ? "" : `, ${writeEstimate(estimateElo(tally.pairs))} Elo`;
  return `${tally.wins} won, ${tally.draws} drawn, ${tally.losses} lost${elo}; pairs ${tally.pairs.join(" ")}`;
}

export function readMatchOptions(args: readonly string[]) {
  const flags = readOptions(USAGE, args);
  const paths = wordsOf(flags);
  if (paths.length !== 2) throw new RangeError(`Expected the files of two networks, but got ${paths.length}`);
  return {
    paths,
    nodes: wholeOf(flags, "nodes", 1) ?? 8000,
    games: wholeOf(flags, "games", 2) ?? 400,
    hash: wholeOf(flags, "hash", 1) ?? 16,
    seed: seedOf(flags) ?? 1n,
    threads: threadsOf(flags),
  };
}

async function run({ paths, games, nodes, hash, seed, threads }: ReturnType<typeof readMatchOptions>): Promise<void> {
  const [plus, minus] = paths.map((path) => ({ network: parseNetwork(Deno.readFileSync(path)) }));
  const pairs = Math.ceil(games / 2);
  const progress = new Progress();
  const onTick = (passed: number, tally: Tally) => {
    const played = countGames(tally);
    if (played === 0) return;
    progress.show(`${played} games, ${formatDuration((2 * pairs / played - 1) * passed)} left: ${describe(tally)}`);
  };
  const options = {
    games: { pace: { nodes }, hash, chess960: 0, adjudicate: true, openings: "ahead" },
    ...{ seed, threads, seconds: Infinity, pairs, onTick },
    startWorker: () => new Worker(import.meta.url, { type: "module" }),
  } as const;
  const tally = await untilInterrupted((signal) => playContest([plus, minus], options, signal));
  progress.clear();
  console.log(describe(tally));
}

if (isThread) servePlayer();
else if (import.meta.main) await runTool(USAGE, readMatchOptions, run);
