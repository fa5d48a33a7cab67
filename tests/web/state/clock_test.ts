import { assertEquals } from "@std/assert";
import { Clock, formatTime } from "../../../web/state/clock.ts";
import { Match, timeControlOf } from "../../../web/state/match.ts";

Deno.test("`Clock` counts for one side at a time, and adds the increment after a move", () => {
  const clock = new Clock({ base: 60_000, increment: 2000 });
  assertEquals([clock.remaining("white", 5000), clock.side], [60_000, null]);
  clock.start("white", 1000);
  assertEquals(clock.remaining("white", 4000), 57_000);
  clock.press("white", 4000);
  assertEquals([clock.remaining("white", 9000), clock.remaining("black", 9000)], [59_000, 55_000]);
  clock.stop(9000);
  assertEquals([clock.side, clock.remaining("black", 99_000)], [null, 55_000]);
});

Deno.test("`Clock` reports the side whose time is up", () => {
  const clock = new Clock({ base: 1000, increment: 0 });
  clock.start("black", 0);
  assertEquals([clock.flagged(999), clock.flagged(1000), clock.flagged(5000)], [null, "black", "black"]);
  assertEquals(clock.remaining("black", 5000), 0);
});

Deno.test("`formatTime()` shows tenths at the end, and hours", () => {
  const times = [0, 50, 9900, 10_000, 10_001, 65_000, 3_600_000, 3_665_000];
  assertEquals(times.map(formatTime), ["0.0", "0.1", "9.9", "0:10", "0:11", "1:05", "1:00:00", "1:01:05"]);
});

Deno.test("`timeControlOf()` reads minutes and seconds", () => {
  assertEquals(timeControlOf("5+3"), { base: 300_000, increment: 3000 });
  assertEquals(timeControlOf("none"), null);
});

Deno.test("a kept match continues with its clock and its outcome", () => {
  const match = new Match({ human: "white", elo: 1200, time: { base: 60_000, increment: 0 } });
  match.clock?.start("white", 0);
  const kept = match.keep(10_000);
  assertEquals(kept.left, { white: 50_000, black: 60_000 });
  const again = new Match(kept, JSON.parse(JSON.stringify(kept)));
  assertEquals([again.clock?.remaining("white", 0), again.isRunning, again.engineSide], [50_000, true, "black"]);
});
