/**
 * The numbers that depend on switches, compared with what the search does with them.
 *
 * @module
 */

import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { parseFen } from "../../../core/fen.ts";
import { unlimited } from "../../../search/limits.ts";
import { type ParameterName, parameterValues, type Setting, TUNABLES } from "../../../search/params.ts";
import { NUMBER_SWITCHES, playsPart } from "../../../tools/build/number_switches.ts";
import { createSearch, withParameters } from "../../search/fixtures.ts";
import { runSearch } from "../../../search/run.ts";

const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const DEPTH = 8;
const ENTRIES = Object.entries(NUMBER_SWITCHES) as [ParameterName, Setting][];

/** Nodes of a search with these values. */
function nodesWith(setting: Setting): number {
  return withParameters(setting, () => {
    const { search } = createSearch();
    return runSearch(search, parseFen(KIWIPETE), { ...unlimited(), depth: DEPTH }, () => {}).nodes;
  });
}

/** A value of these numbers that is far from the one in use. */
function farValues(names: readonly ParameterName[]): Setting {
  return Object.fromEntries(names.map((name) => {
    const { value, min, max } = TUNABLES[name];
    return [name, value - min > max - value ? min : max];
  }));
}

Deno.test("a number has an effect if all of its switches have the values that it needs", () => {
  assert(playsPart("lmrBase", parameterValues()));
  for (const [name, needed] of ENTRIES) {
    assert(playsPart(name, { ...parameterValues(), ...needed }), name);
    for (const [gate, value] of Object.entries(needed)) {
      assertEquals(
        playsPart(name, { ...parameterValues(), ...needed, [gate]: 1 - value }),
        false,
        `${name} without ${gate}`,
      );
    }
  }
});

// Every value of every switch once, with two searches each: some seconds.
Deno.test("without its switch a number changes nothing, with the switches as they are the numbers matter", () => {
  const gates = new Set(ENTRIES.flatMap(([, needed]) => Object.keys(needed) as ParameterName[]));
  for (const gate of gates) {
    for (const value of [0, 1]) {
      const names = ENTRIES.filter(([, needed]) => needed[gate] === value).map(([name]) => name);
      if (names.length === 0) continue;
      const off = { [gate]: 1 - value };
      assertEquals(nodesWith({ ...off, ...farValues(names) }), nodesWith(off), `${names} without ${gate}`);
    }
  }
  const inUse = ENTRIES.map(([name]) => name).filter((name) => playsPart(name, parameterValues()));
  assertNotEquals(nodesWith(farValues(inUse)), nodesWith({}));
});
