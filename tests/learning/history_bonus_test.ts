/**
 * How much the move histories learn at once: bonuses and maluses by depth, and the gravity that bounds an entry.
 *
 * @module
 */

import { assert, assertEquals, assertGreater } from "@std/assert";
import { addGravity, captureBonus, captureMalus, HISTORY_MAX, quietBonus, quietMalus } from "../../learning/gravity.ts";
import { CAPTURE_MAX } from "../../learning/tables/capture_history.ts";
import { CONTINUATION_MAX } from "../../learning/tables/continuation_history.ts";
import { randomIntegers } from "../core/random_games.ts";
import { withParameters } from "../search/fixtures.ts";
import { NUMBERS } from "./history_fixtures.ts";

Deno.test("`addGravity()` moves an entry by the bonus less its share of the bound", () => {
  const table = new Int16Array(3);
  // Nothing to take off at zero.
  addGravity(table, 1, 980, 8192);
  assertEquals(table[1], 980);
  // 980 + 980 − trunc(980 · 980 / 8192 = 117.2).
  addGravity(table, 1, 980, 8192);
  assertEquals(table[1], 1843);
  // 1843 − 1140 − trunc(1843 · 1140 / 8192 = 256.5).
  addGravity(table, 1, -1140, 8192);
  assertEquals(table[1], 447);
  // 447 − 1140 − trunc(447 · 1140 / 8192 = 62.2), below zero.
  addGravity(table, 1, -1140, 8192);
  assertEquals(table[1], -755);
  // −755 − 1140 + trunc(755 · 1140 / 8192 = 105.1): a confirmation moves less than a surprise.
  addGravity(table, 1, -1140, 8192);
  assertEquals(table[1], -1790);
  assertEquals(Array.from(table), [0, -1790, 0]);
});

Deno.test("`addGravity()` clamps a bonus to the bound before it is applied", () => {
  const table = new Int16Array(1);
  addGravity(table, 0, 20_000, 8192);
  assertEquals(table[0], 8192);
  addGravity(table, 0, 20_000, 8192);
  assertEquals(table[0], 8192);
  // 8192 − 8192 − 8192: from one bound to the other.
  addGravity(table, 0, -20_000, 8192);
  assertEquals(table[0], -8192);
});

Deno.test("`addGravity()` never leaves the bound, and treats both signs alike", () => {
  const random = randomIntegers(81);
  for (const bound of [HISTORY_MAX, CONTINUATION_MAX, CAPTURE_MAX]) {
    for (let run = 0; run < 200; run++) {
      const table = new Int16Array(2);
      // Short runs of one sign, up to twice the bound, and small ones in between.
      const size = 1 + random(2 * bound);
      for (let step = 0; step < 200; step++) {
        const bonus = (random(4) === 0 ? -1 : 1) * random(size);
        addGravity(table, 0, bonus, bound);
        addGravity(table, 1, -bonus, bound);
        assert(Math.abs(table[0]) <= bound, `${table[0]} with bonus ${bonus}`);
        assertEquals(table[1], -table[0] + 0);
      }
    }
  }
});

Deno.test("the bonuses and maluses grow with depth up to their bound", () => {
  withParameters(NUMBERS, () => {
    assertEquals([1, 6, 10, 30].map(quietBonus), [80, 980, 1700, 1700]);
    assertEquals([1, 6, 7, 30].map(quietMalus), [140, 1140, 1300, 1300]);
    assertEquals([1, 6, 11, 30].map(captureBonus), [120, 1020, 1800, 1800]);
    assertEquals([1, 6, 10, 30].map(captureMalus), [100, 900, 1400, 1400]);
  });
});

Deno.test("with the values in use, bonuses and maluses are positive at every depth", () => {
  for (let depth = 1; depth <= 200; depth++) {
    for (const amount of [quietBonus, quietMalus, captureBonus, captureMalus]) assertGreater(amount(depth), 0);
  }
});
