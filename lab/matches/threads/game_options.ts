/**
 * Options of the programs that play games in threads of their own: what ends a move, openings, number of threads.
 *
 * @module
 */

import type { ParsedArgs } from "@std/cli";
import { MAX_THREADS } from "../../../search/thread_slot.ts";
import { readCount, readNumber, readSeed, textOf } from "../../../tools/usage.ts";
import { readMoveLimit } from "../match_options.ts";
import type { GameOptions, Pace } from "./pair_games.ts";

/** A clock without moves or minutes. */
const SIMPLE_CLOCK = /^(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?$/;

/**
 * How many threads play: `--threads`, by default one for each core.
 *
 * @throws RangeError if it is no number, or too large.
 */
export function readThreads(flags: ParsedArgs): number {
  const threads = readCount("threads", flags.threads ?? navigator.hardwareConcurrency, 1);
  if (threads > MAX_THREADS) {
    throw new RangeError(`Expected --threads to be at most ${MAX_THREADS}, but got "${flags.threads}"`);
  }
  return threads;
}

/** The option `--threads` as it must be given again to go on alike: nothing where it is the number of cores. */
export function describeThreads(threads: number): string {
  return threads === navigator.hardwareConcurrency ? "" : ` --threads=${threads}`;
}

/**
 * The seed of all that is random: `--seed`, by default a random one.
 *
 * @throws RangeError if it is no whole number.
 */
export function readSeedOption(flags: ParsedArgs): string {
  const seed = textOf(flags, "seed");
  return `${seed === undefined ? crypto.getRandomValues(new Uint32Array(1))[0] : readSeed(seed)}`;
}

/**
 * The path of the book, `--book`; `null` for random openings.
 *
 * @throws RangeError if there is a share of Chess960, too.
 */
export function readBook(flags: ParsedArgs, games: GameOptions): string | null {
  const book = textOf(flags, "book") ?? null;
  if (book !== null && games.chess960 > 0) throw new RangeError("Expected --book or --chess960, but got both");
  return book;
}

/**
 * How games are played: `--nodes` or `--tc` (with `--nodes-per-ms`), `--hash`, `--chess960`, `--full-games`.
 *
 * @param nodes Nodes of a move, if neither nodes nor a clock are given.
 * @throws RangeError if one of them makes no sense.
 */
export function readGameOptions(flags: ParsedArgs, nodes: number): GameOptions {
  const chess960 = readNumber("chess960", flags.chess960 ?? 0);
  if (chess960 < 0 || chess960 > 1) {
    throw new RangeError(`Expected --chess960 to be a share from 0 to 1, but got "${flags.chess960}"`);
  }
  return {
    pace: readPace(flags, nodes),
    hash: readCount("hash", flags.hash ?? 8, 1),
    chess960,
    adjudicate: flags["full-games"] !== true,
  };
}

function readPace(flags: ParsedArgs, nodes: number): Pace {
  const limit = readMoveLimit(flags, { nodes });
  const rate = textOf(flags, "nodes-per-ms");
  if ("nodes" in limit) {
    if (rate !== undefined) throw new RangeError(`Expected --nodes-per-ms only with --tc, but got "${rate}" without`);
    return { nodes: limit.nodes };
  }
  const match = SIMPLE_CLOCK.exec(limit.clock);
  if (match === null) {
    throw new RangeError(`Expected --tc to be seconds and an increment such as 8+0.08, but got "${limit.clock}"`);
  }
  const clock = { baseMs: 1000 * Number(match[1]), incrementMs: 1000 * Number(match[2] ?? 0) };
  return rate === undefined ? clock : { ...clock, nodesPerMs: readCount("nodes-per-ms", rate, 1) };
}

/** How games are played, in a few words. */
export function describeGames({ pace, hash, chess960 }: GameOptions, book: string | null): string {
  const limit = "nodes" in pace ? `${pace.nodes} nodes a move` : describeClock(pace);
  const openings = book ?? (chess960 > 0 ? `random, ${100 * chess960} % Chess960` : "random");
  return `${limit}, hash ${hash} MB, openings ${openings}`;
}

function describeClock({ baseMs, incrementMs, nodesPerMs }: Exclude<Pace, { nodes: number }>): string {
  const clock = `${baseMs / 1000}+${incrementMs / 1000} s`;
  return nodesPerMs === undefined ? clock : `${clock} of ${nodesPerMs} nodes a millisecond`;
}
