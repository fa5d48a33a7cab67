/**
 * The tunable numbers: their ranges, and that the search reads each of them.
 *
 * @module
 */

import { assert, assertEquals, assertThrows } from "@std/assert";
import { CORRECTIONS, QUIET_ROWS } from "../../learning/descriptors.ts";
import { L } from "../../learning/params.ts";
import { P, type ParameterName, parameterValues, setParameter, TUNABLES } from "../../search/params.ts";
import { SWITCHES, withOnly, withParameters } from "./fixtures.ts";

const NAMES = Object.keys(TUNABLES) as ParameterName[];

Deno.test("the value of every number is in its range and whole, its step fits in", () => {
  for (const name of NAMES) {
    const { value, min, max, step } = TUNABLES[name];
    assert([value, min, max, step].every(Number.isInteger), name);
    assert(min <= value && value <= max, name);
    assert(step >= 1 && step <= max - min, name);
  }
});

Deno.test("a number that begins with `use` is a switch, 0 or 1", () => {
  for (const name of NAMES) {
    if (!name.startsWith("use")) continue;
    const { min, max, step } = TUNABLES[name];
    assertEquals([min, max, step], [0, 1, 1], name);
  }
});

Deno.test("`L` and `P` hold the value of every number, in the same order", () => {
  assertEquals(parameterValues(), Object.fromEntries(NAMES.map((name) => [name, TUNABLES[name].value])));
  assertEquals([...Object.keys(L), ...Object.keys(P)], NAMES);
});

Deno.test("every number is read somewhere in the search: one that is not would be tuned in vain", async () => {
  let text = "";
  const folders = ["learning/", "learning/tables/", "learning/retired/", "search/"];
  for (const folder of folders.map((name) => new URL(`../../${name}`, import.meta.url))) {
    for await (const entry of Deno.readDir(folder)) {
      if (entry.name.endsWith(".ts") && entry.name !== "params.ts") {
        text += await Deno.readTextFile(new URL(entry.name, folder));
      }
    }
  }
  const read = new Set<string | undefined>(Array.from(text.matchAll(/\b[LP]\.(\w+)/g), (match) => match[1]));
  for (const { use, order, bonus, malus, prune, usePruning } of QUIET_ROWS) {
    for (const name of [use, order, bonus, malus, prune, usePruning]) read.add(name);
  }
  for (const { use, weight, gain } of CORRECTIONS) for (const name of [use, weight, gain]) read.add(name);
  assertEquals(NAMES.filter((name) => !read.has(name)), []);
});

Deno.test("`setParameter()` changes the number that is read, and refuses unknown names", () => {
  assertEquals(withParameters({ lmrBase: 7, useMalus: 0 }, () => [P.lmrBase, L.useMalus]), [7, 0]);
  assertThrows(() => setParameter("lmrBias" as ParameterName, 1), RangeError, "lmrBias");
});

Deno.test("the helper of these tests changes numbers for its body alone, and puts them back after an error", () => {
  const before = parameterValues();
  assertEquals(withParameters({ lmrBase: 7 }, () => P.lmrBase), 7);
  assertThrows(() =>
    withOnly(["usePieceTo"], { lmrBase: 8 }, () => {
      assertEquals(SWITCHES.filter((name) => parameterValues()[name] !== 0), ["usePieceTo"]);
      throw new RangeError("As a test would");
    }), RangeError);
  assertEquals(parameterValues(), before);
});
