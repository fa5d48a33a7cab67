import { P } from "../../search/params.ts";
import { assert, assertAlmostEquals, assertEquals, assertGreater, assertLess, assertLessOrEqual } from "@std/assert";
import { BLACK, WHITE } from "../../core/types.ts";
import { allotTime, type ClockTimes } from "../../search/time.ts";
import { type Changes, withParameters } from "./fixtures.ts";

/** A ply at which the game is past its opening. */
const LATER = 40;
/** Round values of the numbers on which a bound depends after the opening. */
const ROUND: Changes = { timeMoves: 20, timeGainShare: 90, timeHardFactor: 350, timeHardShare: 35 };

Deno.test("`allotTime()` bounds nothing if the clock says nothing", () => {
  assertEquals(allotTime({}, WHITE, 10, 0), { softMs: Infinity, hardMs: Infinity });
  assertEquals(allotTime({ winc: 100, movestogo: 3 }, WHITE, 10, 0), { softMs: Infinity, hardMs: Infinity });
});

Deno.test("`allotTime()` spends a share of the time left and most of what a move gains", () => {
  // 10 ms of overhead and the reserve of 150 ms are taken off first.
  const clock = { wtime: 60_160, winc: 1010 };
  const { softMs, hardMs } = withParameters(ROUND, () => allotTime(clock, WHITE, 10, LATER));
  assertAlmostEquals(softMs, 60_000 / 20 + 900);
  assertAlmostEquals(hardMs, softMs * 3.5);
});

Deno.test("`allotTime()` reads the clock of the side to move", () => {
  const clock: ClockTimes = { wtime: 1000, winc: 0, btime: 50_000, binc: 500 };
  assertGreater(allotTime(clock, BLACK, 0, LATER).softMs, 2000);
  assertLess(allotTime(clock, WHITE, 0, LATER).softMs, 100);
});

Deno.test("`allotTime()` spends less in the opening, and never less later on", () => {
  let before = 0;
  for (let ply = 0; ply < 60; ply++) {
    const { softMs } = allotTime({ wtime: 10_000, winc: 100 }, WHITE, 10, ply);
    assert(softMs >= before, `ply ${ply}`);
    before = softMs;
  }
  const softOf = (ply: number) => allotTime({ wtime: 10_000 }, WHITE, 10, ply).softMs;
  assertLess(softOf(0), softOf(P.timeOpeningPlies / 2));
  assertLess(softOf(P.timeOpeningPlies / 2), softOf(P.timeOpeningPlies));
});

Deno.test("`allotTime()` gives finite bounds of at least 1 ms, soft at most hard, hard at most what is left", () => {
  const times = [-1000, -1, 0, 1, 2, 9, 10, 11, 50, 100, 1000, 60_000, 1e9, 999_999_999_999_999];
  const increments = [undefined, -5, 0, 10, 1000, 60_000];
  const counts = [undefined, -1, 0, 1, 2, 5, 40, 1000];
  for (const wtime of times) {
    for (const winc of increments) {
      for (const movestogo of counts) {
        for (const overhead of [0, 10, 5000]) {
          const { softMs, hardMs } = allotTime({ wtime, winc, movestogo }, WHITE, overhead, LATER);
          const what = JSON.stringify({ wtime, winc, movestogo, overhead, softMs, hardMs });
          assert(softMs >= 1 && softMs <= hardMs && hardMs < Infinity, what);
          assert(hardMs <= Math.max(1, 0.75 * (wtime - overhead)), what);
        }
      }
    }
  }
});

Deno.test("`allotTime()` shares the time out over the moves to go", () => {
  const ten = allotTime({ wtime: 10_150, movestogo: 10 }, WHITE, 0, LATER);
  assertAlmostEquals(ten.softMs, 1000);
  const one = allotTime({ wtime: 10_150, movestogo: 1 }, WHITE, 0, LATER);
  assertAlmostEquals(one.softMs, 7500);
  assertAlmostEquals(one.hardMs, 7500);
  // The overhead of the later moves is set aside, too.
  assertAlmostEquals(allotTime({ wtime: 10_150, movestogo: 10 }, WHITE, 100, LATER).softMs, 900);
});

Deno.test("`allotTime()` leaves a reserve untouched: 150 ms, or two fifths of a shorter clock", () => {
  assertAlmostEquals(withParameters(ROUND, () => allotTime({ wtime: 1150 }, WHITE, 0, LATER)).softMs, 1000 / 20);
  assertAlmostEquals(allotTime({ wtime: 100, movestogo: 1 }, WHITE, 0, LATER).hardMs, 0.75 * 60);
});

Deno.test("`allotTime()` gives exactly `movetime` less the overhead", () => {
  assertEquals(allotTime({ movetime: 1000 }, WHITE, 10, 0), { softMs: 990, hardMs: 990 });
  assertEquals(allotTime({ movetime: 5 }, WHITE, 10, 0), { softMs: 1, hardMs: 1 });
  assertEquals(allotTime({ movetime: -5 }, WHITE, 0, 0), { softMs: 1, hardMs: 1 });
});

Deno.test("a game at 1 s + 10 ms with 10 ms overhead never runs out, even if every move takes its hard bound and 8 ms more", () => {
  let left = 1000;
  for (let move = 0; move < 300; move++) {
    const { hardMs } = allotTime({ wtime: left, winc: 10 }, WHITE, 10, move * 2);
    left -= hardMs + 8;
    assertGreater(left, 0, `move ${move}`);
    left += 10;
  }
  assertLessOrEqual(left, 1000);
});

Deno.test("the last moves before the time control share three quarters of the time left as their hard bound", () => {
  const hardAt = (movestogo: number) =>
    withParameters(ROUND, () => allotTime({ wtime: 60_000, movestogo }, WHITE, 0, 0)).hardMs;
  // 60,000 less a reserve of 150.
  assertEquals(hardAt(1), 59_850 * 0.75);
  assertEquals(hardAt(2), 59_850 * 0.75 / 2);
});

Deno.test("`allotTime()` takes the other clock if the own one is missing", () => {
  assertEquals(allotTime({ btime: 5000 }, WHITE, 10, LATER), allotTime({ wtime: 5000 }, WHITE, 10, LATER));
});

Deno.test("`allotTime()` keeps to the shorter of `movetime` and the clock", () => {
  const clock = allotTime({ wtime: 1000 }, WHITE, 10, LATER);
  assertEquals(allotTime({ wtime: 1000, movetime: 100_000 }, WHITE, 10, LATER), clock);
  assertEquals(allotTime({ wtime: 1_000_000, movetime: 100 }, WHITE, 10, LATER), { softMs: 90, hardMs: 90 });
});

Deno.test("where the overhead eats the increment up, a slow machine still keeps some time on the clock", () => {
  let left = 1000;
  for (let move = 0; move < 300; move++) {
    left -= allotTime({ wtime: left, winc: 10 }, WHITE, 10, move * 2).softMs + 7;
    left += 10;
  }
  assertGreater(left, 50);
});
