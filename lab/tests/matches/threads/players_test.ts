/**
 * What players are given to play. Their games are tested with the programs that play them, see tuning/tune_process_test.ts.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { type PlayerSettings, valuesOf } from "../../../matches/threads/players.ts";

const SETTINGS: PlayerSettings = {
  parameters: [{ name: "lmrBase" }, { name: "rfpSlope" }],
  fixed: { futilityBase: 99 },
  seed: "12",
  batchPairs: 3,
  games: { pace: { nodes: 100 }, hash: 1, chess960: 0, adjudicate: true },
};

Deno.test("a side plays with its values, and with those that are fixed", () => {
  assertEquals(Object.fromEntries(valuesOf(SETTINGS, [7, 8])), { futilityBase: 99, lmrBase: 7, rfpSlope: 8 });
});
