import { assertEquals } from "@std/assert";
import { formatDuration } from "../../terminal/progress.ts";

Deno.test("`formatDuration()` names the two largest units", () => {
  const durations = [0.2, 59, 61, 3599, 3600 + 5 * 60, 30 * 3600, Infinity, NaN];
  const texts = ["1 s", "59 s", "1 min", "1 h 00 min", "1 h 05 min", "30 h 00 min", "?", "?"];
  assertEquals(durations.map(formatDuration), texts);
});
