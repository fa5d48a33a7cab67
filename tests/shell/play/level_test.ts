import { assertAlmostEquals, assertEquals, assertGreater, assertLess } from "@std/assert";
import { ELO_MAX, ELO_MIN, ELO_OF_LEVEL, FULL_LEVEL, levelOfElo } from "../../../search/weaker_play.ts";
import { MAX_LEVEL, skillOfLevel } from "../../../shell/play/level.ts";

Deno.test("levels go from the weakest to everything the engine has, and the highest below that is weaker still", () => {
  const skills = Array.from({ length: MAX_LEVEL }, (_, i) => skillOfLevel(i + 1));
  assertEquals(skills[0], ELO_OF_LEVEL[0][0]);
  assertEquals(skills[MAX_LEVEL - 2], levelOfElo(ELO_MAX));
  assertLess(skills[MAX_LEVEL - 2], FULL_LEVEL);
  assertEquals(skills[MAX_LEVEL - 1], FULL_LEVEL);
  for (let i = 1; i < skills.length; i++) assertGreater(skills[i], skills[i - 1]);
});

Deno.test("a level in the middle is as many steps of Elo above the least as below the greatest", () => {
  assertAlmostEquals(skillOfLevel(5), levelOfElo((ELO_MIN + ELO_MAX) / 2));
});
