import { P } from "../../search/params.ts";
import { assert, assertAlmostEquals, assertEquals, assertGreater, assertLess, assertLessOrEqual } from "@std/assert";
import { BLACK, WHITE } from "../../core/types.ts";
import { allotTime, type ClockTimes } from "../../search/time.ts";
import { type Changes, withParameters } from "./parameters.ts";

/** A ply at which the game is past its opening. */
const LATER = 40;
/** Round values for the numbers on which the bounds depend after the opening. */
const ROUND: Changes = { timeMoves: 20, timeGainShare: 90, timeHardFactor: 350, timeHardShare: 35 };

/** White's clock after the opening, the overhead, and the resulting bounds, with the numbers of `ROUND`. */
const BOUNDS:
  readonly (readonly [what: string, clock: ClockTimes, overhead: number, softMs: number, hardMs: number])[] = [
    ["no bound without a clock", { winc: 100, movestogo: 3 }, 10, Infinity, Infinity],
    // 10 ms of overhead and the reserve of 150 ms are subtracted first.
    ["a share of the time left, and most of the increment", { wtime: 60_160, winc: 1010 }, 10, 3900, 3900 * 3.5],
    ["a share of the clock of the side to move", { wtime: 20_150, btime: 90_000, binc: 500 }, 0, 1000, 3500],
    ["a share of the opponent's clock, if the side's own clock is missing", { btime: 20_160 }, 10, 1000, 3500],
    ["the time divided by the moves to go", { wtime: 10_150, movestogo: 10 }, 0, 1000, 3500],
    ["three quarters for the last move", { wtime: 10_150, movestogo: 1 }, 0, 7500, 7500],
    ["three quarters shared by the last two", { wtime: 60_000, movestogo: 2 }, 0, 59_850 * 0.375, 59_850 * 0.375],
    ["the time less the overhead of the later moves", { wtime: 10_150, movestogo: 10 }, 100, 900, 3150],
    ["all but a reserve of 150 ms", { wtime: 1150 }, 0, 50, 175],
    ["all but a reserve of two fifths of a short clock", { wtime: 100, movestogo: 1 }, 0, 45, 45],
    ["`movetime` less the overhead", { movetime: 1000 }, 10, 990, 990],
    ["1 ms of a `movetime` that is shorter", { movetime: 5 }, 10, 1, 1],
    ["1 ms of a `movetime` that is negative", { movetime: -5 }, 0, 1, 1],
    ["the clock, if it is shorter than `movetime`", { wtime: 1160, movetime: 100_000 }, 10, 50, 175],
    ["`movetime`, if it is shorter than the clock", { wtime: 1_000_000, movetime: 100 }, 10, 90, 90],
  ];

for (const [what, clock, overhead, softMs, hardMs] of BOUNDS) {
  Deno.test(`\`allotTime()\` gives ${what}`, () => {
    const bounds = withParameters(ROUND, () => allotTime(clock, WHITE, overhead, LATER));
    assertAlmostEquals(bounds.softMs, softMs);
    assertAlmostEquals(bounds.hardMs, hardMs);
  });
}

Deno.test("`allotTime()` uses Black's clock for Black, and gives less time in the opening than later", () => {
  const clock: ClockTimes = { wtime: 1000, winc: 0, btime: 20_150 };
  assertAlmostEquals(withParameters(ROUND, () => allotTime(clock, BLACK, 0, LATER)).softMs, 1000);
  const softOf = (ply: number) => allotTime({ wtime: 10_000, winc: 100 }, WHITE, 10, ply).softMs;
  for (let ply = 1; ply < 60; ply++) assert(softOf(ply) >= softOf(ply - 1), `ply ${ply}`);
  assertLess(softOf(0), softOf(P.timeOpeningPlies / 2));
  assertLess(softOf(P.timeOpeningPlies / 2), softOf(P.timeOpeningPlies));
});

Deno.test("`allotTime()` gives finite bounds of at least 1 ms: the soft bound is at most the hard bound, which is at most the time left", () => {
  const times = [-1000, -1, 0, 1, 2, 9, 10, 11, 50, 100, 1000, 60_000, 1e9, 999_999_999_999_999];
  const increments = [undefined, -5, 0, 10, 1000, 60_000];
  const counts = [undefined, -1, 0, 1, 2, 5, 40, 1000];
  const clocks = times.flatMap((wtime) =>
    increments.flatMap((winc) => counts.map((movestogo) => ({ wtime, winc, movestogo })))
  );
  for (const clock of clocks) {
    for (const overhead of [0, 10, 5000]) {
      const { softMs, hardMs } = allotTime(clock, WHITE, overhead, LATER);
      const what = JSON.stringify({ ...clock, overhead, softMs, hardMs });
      assert(softMs >= 1 && softMs <= hardMs && hardMs < Infinity, what);
      assert(hardMs <= Math.max(1, 0.75 * (clock.wtime - overhead)), what);
    }
  }
});

Deno.test("in a game at 1 s + 10 ms with 10 ms overhead, the clock never runs out, even if every move takes its hard bound and 8 ms more", () => {
  let left = 1000;
  for (let move = 0; move < 300; move++) {
    const { hardMs } = allotTime({ wtime: left, winc: 10 }, WHITE, 10, move * 2);
    left -= hardMs + 8;
    assertGreater(left, 0, `move ${move}`);
    left += 10;
  }
  assertLessOrEqual(left, 1000);
  // If the overhead eats up the increment, a slow machine still keeps some time on the clock.
  left = 1000;
  for (let move = 0; move < 300; move++) left += 3 - allotTime({ wtime: left, winc: 10 }, WHITE, 10, move * 2).softMs;
  assertGreater(left, 50);
});

Deno.test("`allotTime()` keeps three times the delay of answers in reserve, up to four fifths of the clock", () => {
  const cases = [
    // If answers are in time or nearly in time, the reserve does not change: 150 ms, or two fifths of the clock.
    [1150, 0, 150],
    [1150, 50, 150],
    [100, 13, 40],
    [1150, 200, 600],
    [1150, 1000, 920],
    [100, 20, 60],
    [100, 1000, 80],
  ];
  for (const [wtime, delayMs, reserve] of cases) {
    const { softMs } = withParameters(ROUND, () => allotTime({ wtime }, WHITE, 0, LATER, delayMs));
    assertAlmostEquals(softMs, Math.max(1, (wtime - reserve) / 20), 1e-9, `${wtime}, ${delayMs}`);
  }
});

Deno.test("`allotTime()` gives the latest time for an answer: the hard bound plus a fifth of the time that is left after it", () => {
  const lastOf = (clock: ClockTimes) => withParameters(ROUND, () => allotTime(clock, WHITE, 10, LATER)).lastMs;
  assertAlmostEquals(lastOf({ wtime: 1160 }), 175 + (1150 - 175) / 5);
  assertAlmostEquals(lastOf({ wtime: 5 }), 1);
  assertEquals(lastOf({ movetime: 100 }), Infinity);
});
