import { assertAlmostEquals, assertEquals, assertGreater } from "@std/assert";
import { ELO_MAX, ELO_MIN } from "../../../search/weaker_play.ts";
import { eloOfLevel, MAX_LEVEL } from "../../../shell/play/level.ts";

Deno.test("levels go from the least to the greatest Elo, and the highest level is full strength", () => {
  const elos = Array.from({ length: MAX_LEVEL - 1 }, (_, i) => eloOfLevel(i + 1) ?? NaN);
  assertEquals([elos[0], elos[MAX_LEVEL - 2], eloOfLevel(MAX_LEVEL)], [ELO_MIN, ELO_MAX, undefined]);
  for (let i = 1; i < elos.length; i++) assertGreater(elos[i], elos[i - 1]);
});

Deno.test("a level in the middle is as many steps of Elo above the least as below the greatest", () => {
  assertAlmostEquals(eloOfLevel(5) ?? NaN, (ELO_MIN + ELO_MAX) / 2, 0.5);
});
