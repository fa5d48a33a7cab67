/** Waiting no longer than a while. @module */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { settlesWithin } from "../../core/patience.ts";

Deno.test("`settlesWithin()` waits for the work or the time, whichever comes first, and throws what the work throws", async () => {
  assertEquals(await settlesWithin(Promise.resolve(), 60_000), true);
  const work = Promise.withResolvers<void>();
  assertEquals(await settlesWithin(work.promise, 1), false);
  // No caller receives a later error.
  work.reject(new RangeError("late"));
  const error = await assertRejects(() => settlesWithin(Promise.reject(new RangeError("early")), 60_000));
  assert(error instanceof RangeError);
});
