/**
 * The options that the programs which play matches share.
 *
 * @module
 */

import { assertEquals, assertThrows } from "@std/assert";
import { readClock } from "../../matches/match_options.ts";

Deno.test("`readClock()` takes clocks as fastchess reads them, with some time on them", () => {
  for (const clock of ["8+0.08", "1", "0.5+0.01", "40/60", "40/1:30+0.5", "0+1"]) {
    assertEquals(readClock("tc", clock), clock);
  }
  for (const clock of ["abc", "", "8+", "+1", "-1", "8+0,08", "8s", "0", "40/0+0.0", "1e3", "8+0.08 ", "0/8"]) {
    assertThrows(
      () => readClock("tc", clock),
      RangeError,
      `--tc to be a clock in seconds such as 8+0.08, but got "${clock}"`,
    );
  }
});
