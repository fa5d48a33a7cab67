/** Options for the games in a match. @module */

import type { ParsedArgs } from "@std/cli";
import { numberOf, textOf, wholeOf } from "../../terminal/command_line.ts";
import { seedOrRandom } from "../options.ts";
import type { MoveLimit } from "./fastchess.ts";
import type { GameOptions, Pace } from "./pair_games.ts";

/** fastchess's notation: `moves/time+increment`, with the time in seconds or as minutes:seconds. */
const CLOCK = /^(?:[1-9]\d*\/)?(?:\d+:)?\d+(?:\.\d+)?(?:\+\d+(?:\.\d+)?)?$/;

/** Matches only `time+increment`, in seconds. */
const SIMPLE_CLOCK = /^(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?$/;

export function gameUsage(nodes: number): string {
  return `  --nodes=N           nodes for each move (${nodes})
  --tc=CLOCK          a clock instead: seconds and increment, such as 8+0.08
  --nodes-per-ms=N    with --tc, a clock that counts this many nodes as a millisecond
  --threads=N         games at the same time (the number of cores)
  --book=FILE         openings, an EPD file (random ones)
  --chess960=X        share of Chess960 positions among the random openings (0)
  --hash=N            hash of each side in MB (8)
  --full-games        play on even if both sides agree that a game is decided
  --seed=N            seed of everything that is random (a random one)
  --help              print this`;
}

export interface MatchSettings {
  readonly games: GameOptions;
  /** `null` for random openings. */
  readonly book: string | null;
  readonly seed: string;
}

export function readMatchSettings(flags: ParsedArgs, nodes: number): MatchSettings {
  const games: GameOptions = {
    pace: readPace(flags, nodes),
    hash: wholeOf(flags, "hash", 1) ?? 8,
    chess960: numberOf(flags, "chess960", 0, 1) ?? 0,
    adjudicate: flags["full-games"] !== true,
  };
  const book = textOf(flags, "book") ?? null;
  if (book !== null && games.chess960 > 0) throw new RangeError("Expected either --book or --chess960, but got both");
  return { games, book, seed: `${seedOrRandom(flags)}` };
}

function readClock(clock: string): string {
  if (!CLOCK.test(clock) || !/[1-9]/.test(clock.slice(clock.indexOf("/") + 1))) {
    throw new RangeError(`Expected --tc to be a clock in seconds such as 8+0.08, but got "${clock}"`);
  }
  return clock;
}

export function readMoveLimit(flags: ParsedArgs, fallback: MoveLimit): MoveLimit {
  const nodes = wholeOf(flags, "nodes", 1);
  const clock = textOf(flags, "tc");
  if (nodes !== undefined && clock !== undefined) {
    throw new RangeError(`Expected either --nodes or --tc, but got both: ${nodes} and "${clock}"`);
  }
  if (nodes !== undefined) return { nodes };
  return clock !== undefined ? { clock: readClock(clock) } : fallback;
}

function readPace(flags: ParsedArgs, nodes: number): Pace {
  const limit = readMoveLimit(flags, { nodes });
  const rate = wholeOf(flags, "nodes-per-ms", 1);
  if ("nodes" in limit) {
    if (rate !== undefined) throw new RangeError(`Expected --nodes-per-ms only with --tc, but got ${rate} without it`);
    return { nodes: limit.nodes };
  }
  const match = SIMPLE_CLOCK.exec(limit.clock);
  if (match === null) {
    throw new RangeError(`Expected --tc to be seconds and an increment such as 8+0.08, but got "${limit.clock}"`);
  }
  const clock = { baseMs: 1000 * Number(match[1]), incrementMs: 1000 * Number(match[2] ?? 0) };
  return rate === undefined ? clock : { ...clock, nodesPerMs: rate };
}

export function describeGames({ pace, hash, chess960 }: GameOptions, book: string | null): string {
  const limit = "nodes" in pace ? `${pace.nodes} nodes per move` : describeClock(pace);
  const openings = book ?? (chess960 > 0 ? `random, ${100 * chess960} % Chess960` : "random");
  return `${limit}, hash ${hash} MB, openings ${openings}`;
}

function describeClock({ baseMs, incrementMs, nodesPerMs }: Exclude<Pace, { nodes: number }>): string {
  const clock = `${baseMs / 1000}+${incrementMs / 1000} s`;
  return nodesPerMs === undefined ? clock : `${clock} of ${nodesPerMs} nodes per millisecond`;
}
