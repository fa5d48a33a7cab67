/**
 * The table of systems against the parameters of the search.
 *
 * @module
 */

import { assert, assertEquals, assertNotEquals, assertThrows } from "@std/assert";
import { type ParameterName, type Setting, TUNABLES } from "../../../search/params.ts";
import { CORRECTIONS, isOff, OTHER_HISTORIES, QUIET_ROWS } from "../../../learning/descriptors.ts";
import { findSystems, isInUse, SYSTEMS } from "../../../engine/view/systems.ts";

/** A setting, completed by the engine's defaults. */
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

Deno.test("the two sides of every system differ", () => {
  for (const { name, on, off } of SYSTEMS) assertNotEquals(complete(on), complete(off), name);
});

Deno.test("the eighteen systems are there, in order and once each", () => {
  const numbers = SYSTEMS.map(({ number }) => Number(number)).filter((number) => !Number.isNaN(number));
  assertEquals(numbers, Array.from({ length: 18 }, (_, index) => index + 1));
});

Deno.test("names are unique, whatever their case", () => {
  const names = SYSTEMS.map(({ name }) => name.toLowerCase());
  assertEquals(new Set(names).size, names.length);
});

Deno.test("every switch of params.ts has a system of its own", () => {
  const switches = Object.keys(TUNABLES).filter((name) => name.startsWith("use") || name === "correctionRule");
  const single = SYSTEMS.filter(({ number }) => number !== "*");
  const covered = new Set(single.flatMap(({ on, off }) => [...Object.keys(on), ...Object.keys(off)]));
  assertEquals(switches.filter((name) => !covered.has(name)), []);
});

Deno.test("`all` leaves no history on", () => {
  const [{ on, off }] = findSystems(["all"]);
  assertEquals(on, {});
  const left = Object.entries(complete(off)).filter(([name, value]) => name.startsWith("use") && value !== 0);
  assertEquals(left, []);
});

Deno.test("piece-to history is compared with butterfly history at equal weights", () => {
  const [{ on, off }] = findSystems(["pieceTo"]);
  assertEquals([on.useButterfly, on.usePieceTo, off.useButterfly, off.usePieceTo], [0, 1, 1, 0]);
  assertEquals(on.orderPieceTo, complete(off).orderButterfly);
  assertEquals(on.prunePieceTo, complete(off).pruneButterfly);
});

Deno.test("`isInUse()` is true for the systems that the engine uses", () => {
  assertEquals(findSystems(["butterfly", "pieceTo", "counterMove", "ttMove"]).map(isInUse), [
    true,
    false,
    false,
    false,
  ]);
  // A history that is off has one switch, and so has its comparison.
  const off = [...QUIET_ROWS, ...Object.values(OTHER_HISTORIES)].filter(isOff).map(({ use }) => use);
  const systems = SYSTEMS.filter(({ number, on }) => number !== "*" && off.some((use) => use in on));
  assertEquals(systems.length, off.length);
  assertEquals(systems.filter(isInUse), []);
});

Deno.test("`findSystems()` finds names in any case and in the order of the table", () => {
  assertEquals(findSystems(["CAPTURE", "malus"]).map(({ name }) => name), ["malus", "capture"]);
  assertEquals(findSystems([]), SYSTEMS);
  assertThrows(() => findSystems(["malus", "killers"]), RangeError, 'Unknown system "killers"; expected butterfly,');
});

Deno.test("every history and correction history has a comparison", () => {
  const switched = new Set(SYSTEMS.filter(({ number }) => number !== "*").flatMap(({ off }) => Object.keys(off)));
  const rows = [...QUIET_ROWS, ...Object.values(OTHER_HISTORIES), ...CORRECTIONS];
  assertEquals(rows.filter(({ use }) => !switched.has(use)).map(({ title }) => title), []);
});
