/** The committed names of openings equal those in the package. @module */

import { assertEquals } from "@std/assert";
import { collectOpenings, OPENINGS_FILE } from "../../../tools/build/build_openings.ts";

Deno.test("`openings.txt` equals the output of `deno task build:openings`, and no two names share a key", async () => {
  const text = await Deno.readTextFile(OPENINGS_FILE);
  assertEquals(collectOpenings(), text);
  const keys = text.trimEnd().split("\n").flatMap((line) => line.split("\t")[2].match(/.{12}/g) ?? []);
  assertEquals(new Set(keys).size, keys.length);
  assertEquals(text.includes("B90\tSicilian Defense: Najdorf Variation\t"), true);
});
