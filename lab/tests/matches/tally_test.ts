/** Counting games in pairs and writing estimates. @module */

import { assertEquals } from "@std/assert";
import { countGames, EMPTY_TALLY, type Game, withGames, writeEstimate } from "../../matches/tally.ts";

Deno.test("games count in pairs: a win and a loss are the same pair as two draws", () => {
  const games: Game[] = [1, 0, 0.5, 0.5, 1, 1].map((points) => ({ points }));
  const tally = withGames(EMPTY_TALLY, [...games, { points: 0, isTimeLoss: true }, { points: 0.5 }]);
  assertEquals(tally, { wins: 3, losses: 2, draws: 3, pairs: [0, 1, 2, 0, 1], timeLosses: 1 });
  assertEquals(withGames(tally, [{ points: 1 }, { points: 0.5 }]).pairs, [0, 1, 2, 1, 1]);
  assertEquals(countGames(tally), 8);
});

Deno.test("an estimate is written with its sign and two digits, also where it is infinite or hardly below 0", () => {
  assertEquals(writeEstimate({ value: -7.456, error: 4.6 }), "−7.46 ± 4.60");
  assertEquals(writeEstimate({ value: -0.001, error: Infinity }), "0.00 ± inf");
  assertEquals(writeEstimate({ value: -Infinity, error: 1 }), "−inf ± 1.00");
});
