/** The groups of numbers to tune: their contents, and how a command line selects numbers. @module */

import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { type ParameterName, TUNABLES } from "../../../../search/params.ts";
import { isSwitch } from "../../../../tools/build/number_switches.ts";
import { describeGroups, engineValues, groupOf, GROUPS, NUMBERS } from "../../../matches/tuning/tune_groups.ts";
import { reasonNotToTune, selectNumbers } from "../../../matches/tuning/tune_groups.ts";

const WITH_CLOCK = { hasClock: true, values: engineValues() };
const WITHOUT_CLOCK = { hasClock: false, values: engineValues() };

Deno.test("every number that can be tuned is in exactly one group, and no group is empty", () => {
  const members = new Map(GROUPS.map((group) => [group, 0]));
  for (const name of Object.keys(TUNABLES) as ParameterName[]) {
    if (isSwitch(name)) continue;
    // Throws if a name fits no pattern or several: a new number needs a place in tune_groups.ts.
    const group = groupOf(name);
    members.set(group, members.get(group)! + 1);
  }
  for (const [group, count] of members) assert(count > 0, group);
  assertEquals(Array.from(members.values()).reduce((sum, count) => sum + count), NUMBERS.length);
});

Deno.test("groups contain the numbers that their names suggest", () => {
  const search = ["lmrBase", "futilityBase", "singularDepth", "timeMoves", "aspirationDelta"] as const;
  assertEquals((["quietBonusMax", "orderButterfly", "correctPawn", ...search] as const).map(groupOf), GROUPS);
  const unknown = '"unknownKind" to be in one group, but found none';
  assertThrows(() => groupOf("unknownKind" as ParameterName), RangeError, unknown);
});

Deno.test("names and groups are combined, exceptions are removed, and each number occurs once", () => {
  const reductions = selectNumbers(["reductions"], [], WITHOUT_CLOCK);
  assert(reductions.includes("lmrBase") && !reductions.includes("futilityBase"));
  assertEquals(selectNumbers(["lmrBase", "reductions", "lmrBase"], [], WITHOUT_CLOCK), reductions);
  assertEquals(selectNumbers(["reductions"], ["lmrBase"], WITHOUT_CLOCK).length, reductions.length - 1);
  const found = selectNumbers(["all"], [], WITH_CLOCK);
  assertEquals(found, NUMBERS.filter((name) => reasonNotToTune(name, WITH_CLOCK) === ""));
});

Deno.test("a number without effect is excluded from groups, and refused with the reason if it is named", () => {
  const off = { hasClock: true, values: engineValues({ orderPawn: 0, prunePawn: 0 }) };
  for (const [name, circumstances] of [["timeMoves", WITHOUT_CLOCK], ["bonusPawn", off]] as const) {
    assert(selectNumbers(["all"], [], WITH_CLOCK).includes(name));
    assert(!selectNumbers(["all"], [], circumstances).includes(name));
  }
  const refused = [
    [["timeMoves"], [], WITHOUT_CLOCK, '"timeMoves" needs a clock (--tc)'],
    [["bonusPawn"], [], off, "belongs to something that is off"],
    [["useMalus"], [], WITH_CLOCK, "is a switch"],
    [["time"], [], WITHOUT_CLOCK, "has an effect here"],
    [["reductions"], ["reductions"], WITH_CLOCK, "has an effect here"],
    [[], [], WITH_CLOCK, "groups are history-bonuses,"],
    [["lmr"], [], WITH_CLOCK, 'Unknown number or group "lmr"'],
    [["all"], ["lmr"], WITH_CLOCK, 'Unknown number or group "lmr"'],
  ] as const;
  for (const [words, except, circumstances, message] of refused) {
    assertThrows(() => selectNumbers(words, except, circumstances), RangeError, message);
  }
});

Deno.test("the list has every group and number", () => {
  const list = describeGroups();
  for (const name of [...GROUPS, ...NUMBERS]) assertStringIncludes(list, name);
});
