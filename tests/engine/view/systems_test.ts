/** The table of systems agrees with the parameters of the search. */

import { assert, assertEquals, assertNotEquals, assertThrows } from "@std/assert";
import { P, type ParameterName, type Setting, TUNABLES } from "../../../search/params.ts";
import { CORRECTIONS } from "../../../learning/corrections.ts";
import { HISTORIES, isOn, type QuietKey } from "../../../learning/histories.ts";
import { findSystems, isInUse, SYSTEMS } from "../../../engine/view/systems.ts";

/** A setting, with the engine's defaults for all other parameters. */
function complete(setting: Setting): Record<string, number> {
  const defaults = Object.fromEntries(Object.entries(TUNABLES).map(([name, { value }]) => [name, value]));
  return { ...defaults, ...setting };
}

Deno.test("every setting names existing parameters and keeps to their ranges", () => {
  for (const system of SYSTEMS) {
    for (const [name, value] of Object.entries({ ...system.on, ...system.off })) {
      assert(Object.hasOwn(TUNABLES, name), `${system.name} sets ${name}`);
      const { min, max } = TUNABLES[name as ParameterName];
      assert(value >= min && value <= max, `${system.name} sets ${name} to ${value}, outside ${min} … ${max}`);
    }
  }
});

Deno.test("the two sides of each system differ, names are unique, and the eighteen numbered systems are in order", () => {
  for (const { name, on, off } of SYSTEMS) assertNotEquals(complete(on), complete(off), name);
  assertEquals(new Set(SYSTEMS.map(({ name }) => name.toLowerCase())).size, SYSTEMS.length);
  const numbers = SYSTEMS.map(({ number }) => Number(number)).filter((number) => !Number.isNaN(number));
  assertEquals(numbers, Array.from({ length: 18 }, (_, index) => index + 1));
});

Deno.test("every switch of params.ts has its own system", () => {
  const switches = Object.keys(TUNABLES).filter((name) => name.startsWith("use") || name === "correctionRule");
  const single = SYSTEMS.filter(({ number }) => number !== "*");
  const covered = new Set(single.flatMap(({ on, off }) => [...Object.keys(on), ...Object.keys(off)]));
  assertEquals(switches.filter((name) => !covered.has(name)), []);
});

/** Whether a number belongs to the search and is not a table's weight. */
function isOfTheSearch(name: string): boolean {
  return Object.hasOwn(P, name);
}

Deno.test("`all` switches every history off", () => {
  const [{ on, off }] = findSystems(["all"]);
  assertEquals(on, {});
  const left = Object.entries(complete(off)).filter(([name, value]) =>
    /^(use|(order|prune|correct)[A-Z])/.test(name) && value !== 0 && !isOfTheSearch(name)
  );
  assertEquals(left, []);
});

Deno.test("piece-to history is compared with butterfly history at equal weights", () => {
  const [{ on, off }] = findSystems(["pieceTo"]);
  const { orderButterfly, pruneButterfly } = complete({});
  const [none, all] = [[0, 0], [orderButterfly, pruneButterfly]];
  assertEquals([[on.orderButterfly, on.pruneButterfly], [on.orderPieceTo, on.prunePieceTo]], [none, all]);
  assertEquals([[off.orderButterfly, off.pruneButterfly], [off.orderPieceTo, off.prunePieceTo]], [all, none]);
});

Deno.test("`isInUse()` is true for the systems that the engine uses", () => {
  const inUse = findSystems(["butterfly", "pieceTo", "counterMove", "ttMove"]).map(isInUse);
  assertEquals(inUse, [true, false, false, false]);
});

Deno.test("`findSystems()` finds names in any case and in the order of the table", () => {
  assertEquals(findSystems(["CAPTURE", "malus"]).map(({ name }) => name), ["malus", "capture"]);
  assertEquals(findSystems([]), SYSTEMS);
  assertThrows(() => findSystems(["malus", "killers"]), RangeError, 'Unknown system "killers"; expected butterfly,');
});

Deno.test("every history and correction history has a comparison that sets all its weights to 0", () => {
  const single = SYSTEMS.filter(({ number }) => number !== "*");
  const isCompared = (...names: string[]) =>
    single.some(({ on, off }) => {
      const [with_, without] = [complete(on), complete(off)];
      return names.some((name) => with_[name] !== 0) && names.every((name) => without[name] === 0);
    });
  for (const key of Object.keys(HISTORIES) as QuietKey[]) {
    const suffix = key[0].toUpperCase() + key.slice(1);
    assert(isCompared(`order${suffix}`, `prune${suffix}`), key);
    // The engine does not use a system whose history is off.
    if (!isOn(HISTORIES[key])) assertEquals(isInUse(findSystems([key])[0]), false, key);
  }
  for (const { parameter } of CORRECTIONS) assert(isCompared(`correct${parameter}`), parameter);
  assert(isCompared("orderCapture"));
});
