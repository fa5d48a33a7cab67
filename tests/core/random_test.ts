import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { Random } from "../../core/random.ts";

function take(random: Random, count: number): number[] {
  return Array.from({ length: count }, () => random.next());
}

// Books of openings, reports and tests name seeds, so a seed must lead to the same games in every version.
Deno.test("a seed, a stream and an index give the same numbers as in the first version", () => {
  assertEquals(take(new Random(1n), 3), [1080862987, 3546521498, 2861869171]);
  assertEquals(take(new Random(1n, 3), 3), [228666734, 3824721068, 1214065699]);
  assertEquals(take(new Random(1n, 0, 3), 3), [3600474458, 144100521, 44221259]);
  assertEquals(take(new Random(0xfedcba9876543210n, 5, 7), 3), [1633390748, 3287510321, 2311238010]);
});

Deno.test("`below()` returns all numbers equally often", () => {
  const random = new Random(77n);
  const counts = new Array<number>(6).fill(0);
  for (let i = 0; i < 60_000; i++) counts[random.below(6)]++;
  // The tolerance is four standard deviations of a binomial count.
  for (const count of counts) assertAlmostEquals(count, 10_000, 4 * Math.sqrt(60_000 * 5 / 36));
});

Deno.test("`chance()` is true with the given probability", () => {
  const random = new Random(3n);
  let hits = 0;
  for (let i = 0; i < 40_000; i++) if (random.chance(0.1)) hits++;
  assertAlmostEquals(hits, 4000, 4 * Math.sqrt(40_000 * 0.09));
  for (let i = 0; i < 1000; i++) assert(!random.chance(0) && random.chance(1));
});
