/** Candidates of a factorial experiment: the file, and what becomes of them. @module */

import { assertEquals, assertThrows } from "@std/assert";
import { TUNABLES } from "../../../../search/params.ts";
import { candidateSystems, checkedCandidates, readCandidates } from "../../../matches/factorial/candidates.ts";
import { Design } from "../../../matches/factorial/factorial_design.ts";
import { withFolder } from "../../../../tests/folder.ts";

const SLOPE = TUNABLES.rfpSlope.value;
const DELTA = TUNABLES.aspirationDelta.value;

Deno.test("a candidate changes its numbers, and is worth what its change brings", () => {
  const systems = candidateSystems({ wide: { rfpSlope: SLOPE + 9, aspirationDelta: DELTA + 4 }, calm: { lmrBase: 1 } });
  assertEquals(systems.map(({ name, title }) => [name, title]), [["wide", "wide"], ["calm", "calm"]]);
  const design = new Design(systems, 0.5);
  assertEquals(design.parameters, ["rfpSlope", "aspirationDelta", "lmrBase"]);
  assertEquals(design.valuesOf([]), [SLOPE, DELTA, TUNABLES.lmrBase.value]);
  assertEquals(design.valuesOf([0]), [SLOPE + 9, DELTA + 4, TUNABLES.lmrBase.value]);
  assertEquals(design.valuesOf([0, 1]), [SLOPE + 9, DELTA + 4, 1]);
  // The side with the change has what is measured.
  assertEquals(design.differences({ plus: [0], minus: [1] }), [1, -1]);
});

Deno.test("a file of candidates is read, one that makes no sense is refused with what was expected", () =>
  withFolder((folder) => {
    const path = `${folder}/changes.json`;
    Deno.writeTextFileSync(path, `{"tight": {"rfpSlope": ${SLOPE - 3}}}`);
    assertEquals(readCandidates(path), { tight: { rfpSlope: SLOPE - 3 } });
    assertThrows(() => readCandidates(`${folder}/none.json`), RangeError, "cannot read");
    Deno.writeTextFileSync(path, "{");
    assertThrows(() => readCandidates(path), SyntaxError, "not JSON");
    const faults: readonly (readonly [unknown, string])[] = [
      [[], "an object with a candidate for each name"],
      [{}, "an object with a candidate for each name"],
      [{ a: 5 }, 'candidate "a" of "x" to be an object of numbers, but got 5'],
      [{ a: { rfpSlop: 5 } }, 'to change numbers of params.ts, but got "rfpSlop"'],
      [{ a: { toString: 5 } }, 'to change numbers of params.ts, but got "toString"'],
      [{ a: { rfpBlend: 0 } }, 'to give "rfpBlend" a whole number from 16 to 160, but got 0'],
      [{ a: { rfpSlope: 1.5 } }, 'to give "rfpSlope" a whole number from 10 to 160, but got 1.5'],
      [{ a: { rfpSlope: "5" } }, 'to give "rfpSlope" a whole number from 10 to 160, but got "5"'],
      [{ a: { rfpSlope: SLOPE } }, "to differ from the engine, but it does not"],
      [{ a: {} }, "to differ from the engine, but it does not"],
    ];
    for (const [content, message] of faults) assertThrows(() => checkedCandidates(content, '"x"'), RangeError, message);
  }));
