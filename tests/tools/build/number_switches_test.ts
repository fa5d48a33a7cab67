/** Numbers that need others to have an effect: the list of them, compared with their effect on the search. @module */

import { assert, assertEquals, assertGreater, assertNotEquals } from "@std/assert";
import { parseFen } from "../../../core/fen.ts";
import { unlimited } from "../../../search/limits.ts";
import { type ParameterName, parameterValues, type Setting, TUNABLES } from "../../../search/params.ts";
import { runSearch } from "../../../search/run.ts";
import { isSwitch, needOf, playsPart } from "../../../tools/build/number_switches.ts";
import { createSearch, KIWIPETE } from "../../search/fixtures.ts";
import { withParameters } from "../../search/parameters.ts";

const DEPTH = 5;
const NEEDY = (Object.keys(TUNABLES) as ParameterName[]).filter((name) => {
  const { some, none } = needOf(name);
  return some !== undefined || none !== undefined;
});

function nodesWith(setting: Setting): number {
  return withParameters(setting, () => {
    const { search } = createSearch();
    return runSearch(search, parseFen(KIWIPETE), { ...unlimited(), depth: DEPTH }, () => {}).nodes;
  });
}

/** A value of these numbers that is far from the value in use. */
function farValues(names: readonly ParameterName[]): Setting {
  return Object.fromEntries(names.map((name) => {
    const { value, min, max } = TUNABLES[name];
    return [name, value - min > max - value ? min : max];
  }));
}

/** Settings with which a number that needs others has no effect, one for each reason. */
function settingsWithout(name: ParameterName): Setting[] {
  const { some = [], none = [] } = needOf(name);
  const settings: Setting[] = none.map((other) => ({ [other]: 1 }));
  if (some.length > 0) settings.push(Object.fromEntries(some.map((other) => [other, 0])));
  return settings;
}

Deno.test("a number has an effect if at least one of the numbers that it needs is not 0, and all numbers that must be 0 are 0", () => {
  assert(playsPart("lmrBase", parameterValues()));
  assertGreater(NEEDY.length, 30);
  for (const name of NEEDY) {
    const { some = [], none = [] } = needOf(name);
    const zeros = Object.fromEntries([...some, ...none].map((other) => [other, 0]));
    const values = { ...parameterValues(), ...zeros };
    for (const other of some) assert(playsPart(name, { ...values, [other]: 5 }), `${name} with ${other}`);
    for (const without of settingsWithout(name)) {
      assert(!playsPart(name, { ...values, ...without }), `${name} with ${JSON.stringify(without)}`);
    }
  }
  assert(isSwitch("useMalus"));
  assert(!isSwitch("orderPawn"));
});

// Two searches for each reason take about a second in all.
Deno.test("numbers have no effect without the numbers that they need, and an effect with the values in use", () => {
  const ways = new Map<string, ParameterName[]>();
  for (const name of NEEDY) {
    for (const without of settingsWithout(name)) {
      const way = JSON.stringify(without);
      ways.set(way, [...ways.get(way) ?? [], name]);
    }
  }
  for (const [way, names] of ways) {
    const without = JSON.parse(way) as Setting;
    assertEquals(nodesWith({ ...farValues(names), ...without }), nodesWith(without), `${names} with ${way}`);
  }
  assertNotEquals(nodesWith(farValues(NEEDY.filter((name) => playsPart(name, parameterValues())))), nodesWith({}));
});
