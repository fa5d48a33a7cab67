/**
 * Correction histories that several threads share.
 *
 * @module
 */

import { assertEquals, assertNotEquals } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import { Corrections, createSharedCorrections } from "../../learning/corrections.ts";
import { SearchStack } from "../../learning/stack.ts";
import { KIWIPETE } from "../search/fixtures.ts";

const PLY = 4;

Deno.test("threads that share corrections learn for each other, and one that forgets forgets for all", () => {
  const position = parseFen(KIWIPETE);
  const stack = new SearchStack();
  const entries = createSharedCorrections();
  const [first, second] = [new Corrections(entries), new Corrections(entries)];
  first.update(position, stack, PLY, 8, 100);
  const learned = first.correction(position, stack, PLY);
  assertNotEquals(learned, 0);
  assertEquals(second.correction(position, stack, PLY), learned);
  assertEquals(new Corrections().correction(position, stack, PLY), 0);
  second.clear();
  assertEquals(first.correction(position, stack, PLY), 0);
});
