import { assert, assertEquals, assertRejects } from "@std/assert";
import { settlesWithin } from "../../core/patience.ts";

Deno.test("`settlesWithin()` waits until the work or the time ends, and throws the work's error", async () => {
  assertEquals(await settlesWithin(Promise.resolve(), 60_000), true);
  const work = Promise.withResolvers<void>();
  assertEquals(await settlesWithin(work.promise, 1), false);
  // An error that comes later reaches no caller.
  work.reject(new RangeError("late"));
  const error = await assertRejects(() => settlesWithin(Promise.reject(new RangeError("early")), 60_000));
  assert(error instanceof RangeError);
});
