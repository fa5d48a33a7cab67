import { assertAlmostEquals } from "@std/assert";
import { estimateMean } from "../estimate.ts";

Deno.test("`estimateMean()` gives the mean and its error of 95 %", () => {
  const { value, error } = estimateMean(Array.from({ length: 400 }, (_, i) => i % 2 === 0 ? 1 : 3));
  assertAlmostEquals(value, 2, 1e-12);
  assertAlmostEquals(error, 1.96 / 20, 1e-3);
});
