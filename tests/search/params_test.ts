/** The tunable numbers: their ranges, and whether the search reads each of them. @module */

import { assert, assertEquals, assertThrows } from "@std/assert";
import { CORRECTIONS } from "../../learning/corrections.ts";
import { CAPTURE, HISTORIES } from "../../learning/histories.ts";
import { L } from "../../learning/params.ts";
import { P, type ParameterName, parameterValues, setParameter, TUNABLES } from "../../search/params.ts";
import { withParameters } from "./parameters.ts";

const NAMES = Object.keys(TUNABLES) as ParameterName[];

Deno.test("the value of every number is whole and in its range, its step fits the range, and a number that begins with `use` is a switch", () => {
  for (const name of NAMES) {
    const { value, min, max, step } = TUNABLES[name];
    assert([value, min, max, step].every(Number.isInteger), name);
    assert(min <= value && value <= max && step >= 1 && step <= max - min, name);
    if (name.startsWith("use")) assertEquals([min, max, step], [0, 1, 1], name);
  }
});

Deno.test("`L`, `P` and the tables hold the value of every number under its name", () => {
  assertEquals(parameterValues(), Object.fromEntries(NAMES.map((name) => [name, TUNABLES[name].value])));
  const values: Record<string, number> = { ...L, ...P };
  for (const [key, table] of Object.entries(HISTORIES)) {
    const suffix = key[0].toUpperCase() + key.slice(1);
    for (const field of ["order", "prune", "bonus", "malus"] as const) values[`${field}${suffix}`] = table[field];
  }
  for (const { parameter, weight, gain } of CORRECTIONS) {
    values[`correct${parameter}`] = weight;
    values[`gain${parameter}`] = gain;
  }
  values.orderCapture = CAPTURE.order;
  assertEquals<Record<string, number>>(values, parameterValues());
});

Deno.test("tables that share a parameter have the same value", () => {
  withParameters({ correctNonPawn: 7, gainNonPawn: 9 }, () => {
    const alike = CORRECTIONS.filter(({ parameter }) => parameter === "NonPawn");
    assertEquals(alike.map(({ weight, gain }) => [weight, gain]), [[7, 9], [7, 9]]);
  });
});

Deno.test("the search reads every number of `L` and `P`: tuning an unread number would have no effect", async () => {
  let text = "";
  for (const folder of ["learning/", "search/"].map((name) => new URL(`../../${name}`, import.meta.url))) {
    for await (const entry of Deno.readDir(folder)) {
      if (entry.name.endsWith(".ts") && entry.name !== "params.ts") {
        text += await Deno.readTextFile(new URL(entry.name, folder));
      }
    }
  }
  const read = new Set<string>(Array.from(text.matchAll(/\b[LP]\.(\w+)/g), (match) => match[1]));
  assertEquals([...Object.keys(L), ...Object.keys(P)].filter((name) => !read.has(name)), []);
});

Deno.test("`setParameter()` changes the number that is read, and refuses unknown names", () => {
  assertEquals(withParameters({ lmrBase: 7, useMalus: 0 }, () => [P.lmrBase, L.useMalus]), [7, 0]);
  assertThrows(() => setParameter("lmrBias" as ParameterName, 1), RangeError, "lmrBias");
});
