/** What all tables have in common: gravity, which keeps entries within bounds, and their places in memory. @module */

import { assert, assertEquals } from "@std/assert";
import { CORRECTIONS } from "../../learning/corrections.ts";
import { CAPTURE, HISTORIES, Histories, QUIETS } from "../../learning/histories.ts";
import { ABOUT_ANSWER, gravity, Layout, type Table } from "../../learning/table.ts";
import { randomIntegers } from "../core/random_games.ts";

const TABLES: readonly Table[] = [...QUIETS, CAPTURE, ...CORRECTIONS];

Deno.test("`gravity()` moves an entry by the bonus less its share of the bound", () => {
  let entry = 0;
  const after = (bonus: number) => entry = gravity(entry, bonus, 8192);
  // At 0, nothing is subtracted. The next entry is 980 + 980 − trunc(980 · 980 / 8192 = 117.2).
  assertEquals([after(980), after(980)], [980, 1843]);
  // 1843 − 1140 − trunc(1843 · 1140 / 8192 = 256.5) = 447, and 447 − 1140 − trunc(447 · 1140 / 8192 = 62.2) = −755.
  assertEquals([after(-1140), after(-1140)], [447, -755]);
  // −755 − 1140 + trunc(755 · 1140 / 8192 = 105.1) = −1790: a confirmation changes an entry by less than a surprise.
  assertEquals(after(-1140), -1790);
  // The bonus is first clamped to the bound, so it can move an entry from bound to bound: 8192 − 8192 − 8192.
  const extremes = [[0, 20_000], [8192, 20_000], [8192, -20_000]];
  assertEquals(extremes.map(([entry, bonus]) => gravity(entry, bonus, 8192)), [8192, 8192, -8192]);
});

Deno.test("`gravity()` never leaves the bound: tried with every entry and bonus of a small bound, and at the ends of the bounds in use", () => {
  const small = 48;
  for (let entry = -small; entry <= small; entry++) {
    for (let bonus = -2 * small; bonus <= 2 * small; bonus++) {
      const found = gravity(entry, bonus, small);
      assert(Number.isInteger(found) && Math.abs(found) <= small, `${entry} with bonus ${bonus}: ${found}`);
      assertEquals(gravity(-entry, -bonus, small) + found, 0);
    }
  }
  const random = randomIntegers(81);
  for (const bound of new Set(TABLES.map((table) => table.bound).filter((bound) => bound > 0))) {
    const values = [bound, bound - 1, bound >> 1, 1, 0, -1, 1 - bound, -bound];
    for (let i = 0; i < 60; i++) values.push(random(2 * bound + 1) - bound);
    for (const entry of values) {
      for (const bonus of values) {
        const found = gravity(entry, bonus, bound);
        assert(Math.abs(found) <= bound, `${entry} with bonus ${bonus} of ${bound}: ${found}`);
        // Neither the entry nor the product before the division overflows.
        assertEquals(new Int16Array([found])[0], found);
        assertEquals(entry * bonus | 0, entry * bonus + 0);
      }
    }
  }
});

Deno.test("no bound is greater than gravity can keep in 16 bits, and each table has a name and a title of its own", () => {
  for (const { bound, name } of TABLES) assert(bound >= 0 && bound <= 16384, name);
  assertEquals(new Set(TABLES.map(({ title }) => title)).size, TABLES.length);
  for (const kind of [[...QUIETS, CAPTURE], CORRECTIONS]) {
    assertEquals(new Set(kind.map(({ name }) => name)).size, kind.length);
  }
});

Deno.test("`Layout` places tables one after the other, so no tables share an entry except the distances of continuation history", () => {
  const layout = new Layout();
  assertEquals([layout.take(5), layout.take(3), layout.size], [0, 5, 8]);
  const others = QUIETS.filter(({ lessons }) => (lessons & ABOUT_ANSWER) === 0);
  for (const kind of [[...others, HISTORIES.continuation1, CAPTURE], CORRECTIONS]) {
    const sorted: Table[] = kind.toSorted((a, b) => a.start - b.start);
    const ends = sorted.map(({ start, size }) => start + size);
    assertEquals(sorted.map(({ start }) => start).slice(1), ends.slice(0, -1));
  }
  for (const { start } of QUIETS.filter(({ lessons }) => (lessons & ABOUT_ANSWER) !== 0)) {
    assertEquals(start, HISTORIES.continuation1.start);
  }
  const histories = new Histories();
  for (const table of QUIETS) assertEquals(histories.of(table).length, table.size, table.name);
});
