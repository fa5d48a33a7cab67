/** The groups of numbers to tune, against params.ts. @module */

import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { type ParameterName, TUNABLES } from "../../../../search/params.ts";
import { isSwitch } from "../../../../tools/build/number_switches.ts";
import {
  describeGroups,
  engineValues,
  groupOf,
  GROUPS,
  isTunable,
  NUMBERS,
  selectNumbers,
} from "../../../matches/tuning/tune_groups.ts";

const WITH_CLOCK = { hasClock: true, values: engineValues() };
const WITHOUT_CLOCK = { hasClock: false, values: engineValues() };

Deno.test("every number that can be tuned is in exactly one group, and no group is empty", () => {
  const members = new Map(GROUPS.map((group) => [group, 0]));
  for (const name of Object.keys(TUNABLES) as ParameterName[]) {
    if (isSwitch(name)) continue;
    // Throws where a name fits no pattern or several: a new number needs a place in tune_groups.ts.
    const group = groupOf(name);
    members.set(group, members.get(group)! + 1);
  }
  for (const [group, count] of members) assert(count > 0, group);
  assertEquals(Array.from(members.values()).reduce((sum, count) => sum + count), NUMBERS.length);
});

Deno.test("groups hold what their names say", () => {
  assertEquals(groupOf("lmrBase"), "reductions");
  assertEquals(groupOf("quietBonusMax"), "history-bonuses");
  assertEquals(groupOf("orderButterfly"), "history-weights");
  assertEquals(groupOf("correctPawn"), "corrections");
  assertEquals(groupOf("futilityBase"), "pruning");
  assertEquals(groupOf("singularDepth"), "extensions");
  assertEquals(groupOf("timeMoves"), "time");
  assertEquals(groupOf("aspirationDelta"), "other");
  assertThrows(
    () => groupOf("unknownKind" as ParameterName),
    RangeError,
    '"unknownKind" to be in one group, but found none',
  );
});

Deno.test("names and groups add up, exceptions are taken out, each number comes once", () => {
  const reductions = selectNumbers(["reductions"], [], WITHOUT_CLOCK);
  assert(reductions.includes("lmrBase") && !reductions.includes("futilityBase"));
  assertEquals(selectNumbers(["lmrBase", "reductions", "lmrBase"], [], WITHOUT_CLOCK), reductions);
  assertEquals(selectNumbers(["reductions"], ["lmrBase"], WITHOUT_CLOCK).length, reductions.length - 1);
  assertEquals(
    selectNumbers(["all"], ["all"].slice(1), WITH_CLOCK),
    NUMBERS.filter((name) => isTunable(name, WITH_CLOCK)),
  );
});

Deno.test("numbers of the clock are tuned with a clock only", () => {
  assert(selectNumbers(["all"], [], WITH_CLOCK).includes("timeMoves"));
  assert(!selectNumbers(["all"], [], WITHOUT_CLOCK).includes("timeMoves"));
  assertThrows(() => selectNumbers(["timeMoves"], [], WITHOUT_CLOCK), RangeError, '"timeMoves" needs a clock (--tc)');
  assertThrows(() => selectNumbers(["time"], [], WITHOUT_CLOCK), RangeError, "nothing is left");
});

Deno.test("a number of something that is off is excluded from groups, and refused by name", () => {
  const values = engineValues({ orderPawn: 0, prunePawn: 0 });
  const off = { hasClock: false, values };
  assert(selectNumbers(["all"], [], WITHOUT_CLOCK).includes("bonusPawn"));
  assert(!selectNumbers(["all"], [], off).includes("bonusPawn"));
  assertThrows(() => selectNumbers(["bonusPawn"], [], off), RangeError, "belongs to something that is off");
  assertThrows(() => selectNumbers(["useMalus"], [], WITH_CLOCK), RangeError, "is a switch");
});

Deno.test("what cannot be selected is explained", () => {
  assertThrows(() => selectNumbers([], [], WITH_CLOCK), RangeError, "groups are history-bonuses,");
  assertThrows(() => selectNumbers(["lmr"], [], WITH_CLOCK), RangeError, 'Unknown number or group "lmr"');
  assertThrows(() => selectNumbers(["all"], ["lmr"], WITH_CLOCK), RangeError, 'Unknown number or group "lmr"');
  assertThrows(() => selectNumbers(["reductions"], ["reductions"], WITH_CLOCK), RangeError, "nothing is left");
});

Deno.test("the list has every group and number", () => {
  const list = describeGroups();
  for (const name of [...GROUPS, ...NUMBERS]) assertStringIncludes(list, name);
});
