import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { assertLeast, assertPrompt, slowdown } from "./prompt.ts";

/** A factor greater than any slowdown of a machine. */
const HUGE = 1e9;

Deno.test("`slowdown()` is a factor of at least 1", () => {
  const factor = slowdown();
  assert(factor >= 1 && factor < HUGE, `${factor}`);
});

Deno.test("`assertLeast()` compares the shortest duration with the limit", () => {
  assertLeast(10, [HUGE, 9, HUGE]);
  assertThrows(() => assertLeast(1, [2 * HUGE, HUGE]), Error, "not less than ");
});

Deno.test("`assertPrompt()` repeats a run that takes too long, but only a few times", async () => {
  let runs = 0;
  await assertPrompt(1, () => Promise.resolve(++runs === 3 ? 0 : HUGE));
  assertEquals(runs, 3);
  await assertRejects(() => assertPrompt(1, () => Promise.resolve(++runs * HUGE)), Error, "not less than ");
  assertEquals(runs, 13);
});
