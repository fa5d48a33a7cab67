/**
 * Lets the engine play against itself on all cores. A faster machine plays the same games and then continues with more.
 *
 * @module
 */

import { Random } from "../../core/random.ts";
import { embeddedNetwork } from "../../nnue/embedded.ts";
import { CONTROL_STOP, createControl } from "../../search/thread_slot.ts";
import { loadNetwork } from "../../uci/network_file.ts";
import { JobThread, serveJobs, shareJobs } from "../job_thread.ts";
import { collectEndgames, type Endgames } from "./endgame_starts.ts";
import { expectOutside, gameFilesOf, GameWriter } from "./game_files.ts";
import { SelfPlay, type SelfPlayOptions } from "./self_play.ts";
import { PLY_BYTES, START_BYTES } from "./viriformat.ts";

export interface GenerateOptions {
  readonly out: string;
  readonly threads: number;
  /** After this many nodes, a search starts no new iteration. */
  readonly nodes: number;
  readonly games: number;
  readonly minutes: number;
  readonly atLeast?: number;
  readonly seed: bigint;
  /** The share of games that start from Chess960 positions, 0 … 1. */
  readonly chess960: number;
  /** `undefined` for the embedded network. */
  readonly net?: string;
  /** The path of recorded games whose endgames serve as starts; `undefined` to play whole games. */
  readonly endgames?: string;
  readonly isUntaught?: boolean;
}

interface ThreadSetup extends SelfPlayOptions {
  readonly control: Int32Array;
  readonly seed: bigint;
  readonly thread: number;
}

export type DatagenTotals = { readonly games: number; readonly positions: number; readonly seconds: number };

/** Plays games and writes them, until the signal is aborted; games in progress are then lost. */
export async function generateData(
  options: GenerateOptions,
  startWorker: () => Worker,
  onTick: (totals: DatagenTotals) => void,
  signal: AbortSignal,
): Promise<DatagenTotals> {
  const { out } = options;
  const network = options.net === undefined ? embeddedNetwork() : loadNetwork(options.net);
  const endgames = options.endgames === undefined ? undefined : endgamesOf(options.endgames);
  Deno.mkdirSync(out, { recursive: true });
  if (options.endgames !== undefined) expectOutside(out, [options.endgames], out);
  const control = createControl();
  const { seed, nodes, chess960, isUntaught } = options;
  const writers = Array.from(
    { length: Math.min(options.threads, options.games) },
    (_, thread) => new GameWriter(out, seed, thread),
  );
  const players = writers.map((_, thread) => {
    const setup: ThreadSetup = { nodes, chess960, network, endgames, isUntaught, control, seed, thread };
    return new JobThread<ThreadSetup, number, Uint8Array>(startWorker(), setup);
  });
  const startedAt = performance.now();
  let games = 0;
  let positions = 0;
  const totals = () => ({ games, positions, seconds: (performance.now() - startedAt) / 1000 });
  let left = options.games;
  const work = {
    next: (thread: number) => left-- > 0 ? writers[thread].next : null,
    finish: (_: number, game: Uint8Array, thread: number) => {
      writers[thread].add(game);
      games++;
      positions += (game.length - START_BYTES) / PLY_BYTES - 1;
    },
  };
  const tick = (seconds: number) => {
    onTick(totals());
    if (seconds >= 60 * options.minutes && games >= (options.atLeast ?? 0)) Atomics.store(control, CONTROL_STOP, 1);
  };
  await shareJobs(work, players, control, tick, signal);
  return totals();
}

/** Serves jobs, each of which is the number of a game to play. */
export function serveGames(): void {
  serveJobs(({ control, seed, thread, ...options }: ThreadSetup) => {
    const player = new SelfPlay(options, control);
    return (index: number) => player.play(new Random(seed, thread, index));
  });
}

function endgamesOf(path: string): Endgames {
  const files = gameFilesOf([path]);
  if (files.length > 0) return collectEndgames(files);
  throw new RangeError(`Expected --endgames to name games, but there are none in "${path}"`);
}
