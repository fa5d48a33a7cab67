import { assertAlmostEquals, assertEquals } from "@std/assert";
import { ELO_MAX, ELO_MIN } from "../../../search/weaker_play.ts";
import { eloOfLevel, MAX_LEVEL } from "../../../shell/play/level.ts";

Deno.test("levels rise in equal steps from the lowest Elo to full strength", () => {
  const elos = Array.from({ length: MAX_LEVEL }, (_, i) => eloOfLevel(i + 1) ?? ELO_MAX);
  assertEquals([elos[0], eloOfLevel(MAX_LEVEL)], [ELO_MIN, undefined]);
  const step = (ELO_MAX - ELO_MIN) / (MAX_LEVEL - 1);
  for (let i = 1; i < elos.length; i++) assertAlmostEquals(elos[i] - elos[i - 1], step, 1);
});
