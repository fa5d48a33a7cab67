/**
 * What the threads of a pool share.
 *
 * @module
 */

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { PoolMemory } from "../../../search/threads/pool_memory.ts";

Deno.test("all threads of a pool get the same correction histories", () => {
  const memory = new PoolMemory(true, 1, null);
  const { corrections } = memory.startRequest(0, null);
  assert(corrections !== null);
  assert(corrections.buffer instanceof SharedArrayBuffer);
  assertStrictEquals(memory.startRequest(1, null).corrections?.buffer, corrections.buffer);
  // Two pools do not learn for each other.
  assert(new PoolMemory(true, 1, null).startRequest(0, null).corrections?.buffer !== corrections.buffer);
});

Deno.test("a thread that shares no memory has its own corrections", () => {
  assertEquals(new PoolMemory(false, 1, null).startRequest(0, null).corrections, null);
});
