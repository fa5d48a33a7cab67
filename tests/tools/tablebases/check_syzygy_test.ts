/**
 * The command line of the check of tables.
 *
 * @module
 */

import { assertEquals, assertThrows } from "@std/assert";
import { readCheckOptions } from "../../../tools/tablebases/check_syzygy.ts";

Deno.test("the check of tables takes a folder and names of endings", () => {
  const { folder, positions, retrograde, play, seed } = readCheckOptions(["tables", "--retrograde=KQvK,KRvKP"]);
  assertEquals([folder, positions, play, seed], ["tables", 1000, 0, 1n]);
  assertEquals(retrograde, ["KQvK", "KRvKP"]);
  assertEquals(readCheckOptions(["--help"]).help, true);
});

Deno.test("the check of tables refuses names that no table has", () => {
  for (const wrong of ["KQK", "QvK", "KvQ", "kqvk", "KQvK;KRvK"]) {
    const message = `--retrograde to list names of tables such as KPvK, but got "${wrong}"`;
    assertThrows(() => readCheckOptions(["tables", `--retrograde=KPvK,${wrong}`]), RangeError, message);
  }
  for (const wrong of ["KQRvKR", "KPvKP"]) {
    const message = `up to 4 men with pawns on one side at most, but got "${wrong}"`;
    assertThrows(() => readCheckOptions(["tables", `--retrograde=${wrong}`]), RangeError, message);
  }
  assertThrows(() => readCheckOptions([]), RangeError, "one folder, but got 0");
});
