import { assertEquals } from "@std/assert";
import { START_FEN } from "../../core/fen.ts";
import { readPosition } from "../../engine/position_input.ts";
import { limitsOf } from "../../engine/search_order.ts";
import { Settings } from "../../engine/settings.ts";
import type { ClockTimes } from "../../search/time.ts";

Deno.test("a forced move saves time on a game's clock, but not if the time for this move is fixed", () => {
  const isOnClock = (clock: ClockTimes, infinite = false): boolean =>
    limitsOf({ game: readPosition(START_FEN, false), settings: new Settings(), clock, infinite, searchMoves: [] })
      .isOnClock;
  assertEquals([isOnClock({ wtime: 1000 }), isOnClock({ btime: 1000 })], [true, true]);
  assertEquals([isOnClock({}), isOnClock({ movetime: 1000 })], [false, false]);
  assertEquals(isOnClock({ wtime: 1000, btime: 1000, movetime: 500 }), false);
  assertEquals(isOnClock({ wtime: 1000 }, true), false);
});

Deno.test("if answers have been late, a short search uses no helpers", () => {
  const order = { game: readPosition(START_FEN, false), settings: new Settings(), searchMoves: [] };
  const threadsOf = (wtime: number, delayMs?: number) => limitsOf({ ...order, clock: { wtime } }, delayMs).threads;
  const { hardMs } = limitsOf({ ...order, clock: { wtime: 3000 } });
  assertEquals([threadsOf(3000), threadsOf(3000, 1), threadsOf(3000, hardMs / 3)], [Infinity, Infinity, 1]);
  // With more time, helpers find more than they cost.
  assertEquals(threadsOf(300_000, hardMs / 3), Infinity);
});
