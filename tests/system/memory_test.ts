import { assertThrows } from "@std/assert";
import { expectThreadMemory, THREAD_MEGABYTES } from "../../system/memory.ts";

Deno.test("a thread is not started if less memory is free than the thread needs plus a twentieth of all memory", () => {
  const mega = 1024 * 1024;
  const total = 8000 * mega;
  for (const left of [THREAD_MEGABYTES, 4000]) expectThreadMemory({ total, available: (400 + left) * mega });
  for (const left of [THREAD_MEGABYTES - 1, 0, -300]) {
    const fault = `but only ${Math.max(0, left)} MB are left`;
    assertThrows(() => expectThreadMemory({ total, available: (400 + left) * mega }), RangeError, fault);
  }
  // The amount of free memory is not known.
  expectThreadMemory(null);
});
