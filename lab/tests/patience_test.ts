/**
 * Limits of time that count only while the program runs, by a clock that the tests set.
 *
 * @module
 */

import { assertEquals, assertRejects } from "@std/assert";
import { type Clock, Patience, waitFor } from "../patience.ts";

/** A clock that goes on only when it is set. Its timers run when they are due, in order. */
class FakeClock implements Clock {
  private time = 0;
  private timers: { at: number; callback: () => void }[] = [];

  now(): number {
    return this.time;
  }

  after(ms: number, callback: () => void): () => void {
    const timer = { at: this.time + ms, callback };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((each) => each !== timer);
    };
  }

  /** How many timers wait. */
  get waiting(): number {
    return this.timers.length;
  }

  /** The program runs for so many milliseconds. */
  run(ms: number): void {
    const end = this.time + ms;
    while (true) {
      const next = this.timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.time = Math.max(this.time, next.at);
      this.fire(next);
    }
    this.time = end;
  }

  /** The program is stopped for so many milliseconds; then every timer that is due runs at once. */
  stopFor(ms: number): void {
    this.time += ms;
    for (const timer of this.timers.filter(({ at }) => at <= this.time)) this.fire(timer);
  }

  private fire(timer: { at: number; callback: () => void }): void {
    this.timers = this.timers.filter((each) => each !== timer);
    timer.callback();
  }
}

Deno.test("a limit expires after its time, once, and leaves no timer", () => {
  for (const ms of [300, 1000, 60_500]) {
    const clock = new FakeClock();
    let expired = 0;
    const patience = new Patience(ms, () => expired++, clock);
    clock.run(ms - 1);
    assertEquals([expired, clock.waiting], [0, 1], `${ms}`);
    clock.run(1);
    assertEquals([expired, clock.waiting], [1, 0], `${ms}`);
    clock.run(100_000);
    patience[Symbol.dispose]();
    assertEquals(expired, 1, `${ms}`);
  }
});

Deno.test("time in which the program was stopped does not count, but for a tick", () => {
  const clock = new FakeClock();
  let expired = 0;
  new Patience(60_000, () => expired++, clock);
  clock.run(30_500);
  clock.stopFor(3_600_000);
  clock.stopFor(3_600_000);
  assertEquals(expired, 0);
  // 30 ticks and two that took an hour each have gone.
  clock.run(27_999);
  assertEquals(expired, 0);
  clock.run(1);
  assertEquals(expired, 1);
});

Deno.test("a limit that is disposed of does not expire", () => {
  const clock = new FakeClock();
  let expired = 0;
  const patience = new Patience(5000, () => expired++, clock);
  clock.run(2500);
  patience[Symbol.dispose]();
  assertEquals(clock.waiting, 0);
  clock.run(10_000);
  assertEquals(expired, 0);
});

Deno.test("`waitFor()` passes on results and errors in time, and fails with its message after it", async () => {
  const clock = new FakeClock();
  assertEquals(await waitFor(Promise.resolve(7), 1000, "Late", clock), 7);
  await assertRejects(() => waitFor(Promise.reject(new Error("Broken")), 1000, "Late", clock), Error, "Broken");
  assertEquals(clock.waiting, 0);
  const waiting = waitFor(new Promise<void>(() => {}), 1500, "Late", clock);
  clock.stopFor(100_000);
  clock.run(500);
  await assertRejects(() => waiting, Error, "Late");
  assertEquals(clock.waiting, 0);
});

Deno.test("the system's clock ends a wait, too, and its timer does not outlive one", async () => {
  await assertRejects(() => waitFor(new Promise<void>(() => {}), 20, "Late"), Error, "Late");
  assertEquals(await waitFor(Promise.resolve("soon"), 60_000, "Late"), "soon");
});
