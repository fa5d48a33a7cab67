/**
 * Time management: computes from the clock how long a move may take.
 *
 * After the soft limit, no new iteration starts; the search scales this limit as it goes. At the hard limit the search
 * stops. The hard limit is a share of the remaining time, so that the clock never runs out. Move Overhead, the time
 * that the operating system, the runtime and the GUI need between two moves, is subtracted first.
 * @module
 */

import { WHITE } from "../core/types.ts";
import type { SearchLimits } from "./limits.ts";
import { P, PERCENT } from "./params.ts";

/**
 * The values in a `go` command; `undefined` if missing. They are each side's remaining time and increment, the number
 * of moves until the clock gets more time (0 counts as missing), and the exact time for this move. Times are in
 * milliseconds.
 */
export type ClockTimes = Partial<Record<"wtime" | "btime" | "winc" | "binc" | "movestogo" | "movetime", number>>;

/** The time that a move may take (see `SearchLimits`). */
export type TimeBounds = Pick<SearchLimits, "softMs" | "hardMs" | "lastMs">;

/** The time until the next time control is divided among at most this many moves. */
const MOVES_TO_GO_MAX = 40;
/** The last move before a time control may take at most this share of the remaining time. */
const LAST_HARD_SHARE = 0.75;
/** Milliseconds kept in reserve: on a busy machine, a thread may have to wait that long for a processor. */
const RESERVE_MS = 150;
/** The reserve is normally at most this share of the remaining time. */
const RESERVE_SHARE = 0.4;
/** If answers are late, the reserve is this multiple of the delay, but at most this share of the remaining time. */
const DELAYS_IN_RESERVE = 3, LATE_RESERVE_SHARE = 0.8;
/** If a search has no result at its hard limit, it gets this share of the time that still remains. */
const LAST_SHARE = 0.2;
const SHORTEST_MS = 1;

/**
 * The time limits for a move at game ply `ply`. `overheadMs` is the time that each move takes in addition to its
 * search, and an answer may be `delayMs` late. If one side's time is missing, the other side's time is used. All limits
 * are at least 1 ms; they are `Infinity` if no time is given. The soft limit is never above the hard one.
 *
 * @example
 * ```ts
 * import { WHITE } from "../core/types.ts";
 *
 * allotTime({ wtime: 60_000, winc: 600 }, WHITE, 10, 40); // { softMs: 4271, hardMs: 16443.35 }
 * ```
 */
export function allotTime(
  clock: ClockTimes,
  side: number,
  overheadMs: number,
  ply: number,
  delayMs: number = 0,
): TimeBounds {
  const fromClock = allotFromClock(clock, side, overheadMs, ply, delayMs);
  if (clock.movetime === undefined) return fromClock;
  const exact = Math.max(SHORTEST_MS, clock.movetime - overheadMs);
  return { ...fromClock, softMs: Math.min(exact, fromClock.softMs), hardMs: Math.min(exact, fromClock.hardMs) };
}

function allotFromClock(
  clock: ClockTimes,
  side: number,
  overheadMs: number,
  ply: number,
  delayMs: number,
): TimeBounds {
  const own = side === WHITE ? clock.wtime : clock.btime;
  const other = side === WHITE ? clock.btime : clock.wtime;
  const left = own ?? other;
  if (left === undefined) return { softMs: Infinity, hardMs: Infinity, lastMs: Infinity };
  const increment = Math.max(0, (side === WHITE ? clock.winc : clock.binc) ?? 0);
  // Each later move gains the increment and loses the overhead. If these are equal, it gains nothing.
  const gain = increment - overheadMs;
  const movesToGo = clock.movestogo ?? 0;

  const reserve = Math.max(
    Math.min(RESERVE_MS, left * RESERVE_SHARE),
    Math.min(delayMs * DELAYS_IN_RESERVE, left * LATE_RESERVE_SHARE),
  );
  const available = Math.max(SHORTEST_MS, left - overheadMs - reserve);
  const hard = P.timeHardShare / PERCENT;
  const hardShare = movesToGo > 0 ? Math.max(hard, LAST_HARD_SHARE / movesToGo) : hard;
  const soft = movesToGo > 0 ? shareOfControl(available, gain, movesToGo) : shareOfGame(available, gain, ply);
  const hardMs = Math.max(SHORTEST_MS, Math.min(soft * P.timeHardFactor / PERCENT, available * hardShare));
  const lastMs = hardMs + Math.max(0, left - overheadMs - hardMs) * LAST_SHARE;
  return { softMs: Math.max(SHORTEST_MS, Math.min(soft, hardMs)), hardMs, lastMs };
}

/** Soft limit if the time must last for the whole game. Opening moves get less. */
function shareOfGame(available: number, gain: number, ply: number): number {
  const least = P.timeOpeningShare / PERCENT;
  const opening = least + (1 - least) * Math.min(1, Math.max(0, ply) / P.timeOpeningPlies);
  return opening * (available / P.timeMoves + Math.max(0, gain) * P.timeGainShare / PERCENT);
}

/** Soft limit if the clock gets more time after `movesToGo` moves. `gain` may be negative. */
function shareOfControl(available: number, gain: number, movesToGo: number): number {
  const moves = Math.min(movesToGo, MOVES_TO_GO_MAX);
  return Math.max(0, available + (moves - 1) * Math.min(gain, gain * P.timeGainShare / PERCENT)) / moves;
}
