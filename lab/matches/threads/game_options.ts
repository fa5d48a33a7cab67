/**
 * Options of the programs that play games in their own threads: what ends a move, openings, number of threads.
 *
 * @module
 */

import type { ParsedArgs } from "@std/cli";
import { MAX_THREADS } from "../../../search/thread_slot.ts";
import { numberOf, seedOf, textOf, wholeOf } from "../../../shell/command_line.ts";
import { readMoveLimit } from "../match_options.ts";
import type { GameOptions, Pace } from "./pair_games.ts";

/** A clock without moves or minutes. */
const SIMPLE_CLOCK = /^(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?$/;

/**
 * How many threads play: `--threads`, by default one for each core.
 *
 * @throws RangeError if it is not a number, or too large.
 */
export function readThreads(flags: ParsedArgs): number {
  return wholeOf(flags, "threads", 1, MAX_THREADS) ?? Math.min(navigator.hardwareConcurrency, MAX_THREADS);
}

/** The option `--threads` as it must be given again to go on alike: nothing where it is the number of cores. */
export function describeThreads(threads: number): string {
  return threads === navigator.hardwareConcurrency ? "" : ` --threads=${threads}`;
}

/**
 * The seed of everything that is random: `--seed`, by default a random one.
 *
 * @throws RangeError if it is not a whole number.
 */
export function readSeedOption(flags: ParsedArgs): string {
  return `${seedOf(flags) ?? crypto.getRandomValues(new Uint32Array(1))[0]}`;
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
  return {
    pace: readPace(flags, nodes),
    hash: wholeOf(flags, "hash", 1) ?? 8,
    chess960: numberOf(flags, "chess960", 0, 1) ?? 0,
    adjudicate: flags["full-games"] !== true,
  };
}

function readPace(flags: ParsedArgs, nodes: number): Pace {
  const limit = readMoveLimit(flags, { nodes });
  const rate = wholeOf(flags, "nodes-per-ms", 1);
  if ("nodes" in limit) {
    if (rate !== undefined) throw new RangeError(`Expected --nodes-per-ms only with --tc, but got ${rate} without`);
    return { nodes: limit.nodes };
  }
  const match = SIMPLE_CLOCK.exec(limit.clock);
  if (match === null) {
    throw new RangeError(`Expected --tc to be seconds and an increment such as 8+0.08, but got "${limit.clock}"`);
  }
  const clock = { baseMs: 1000 * Number(match[1]), incrementMs: 1000 * Number(match[2] ?? 0) };
  return rate === undefined ? clock : { ...clock, nodesPerMs: rate };
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
