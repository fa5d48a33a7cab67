import { assert, assertAlmostEquals, assertEquals, assertLess } from "@std/assert";
import { type Encounter, rate } from "../../../tools/matches/ratings.ts";
import { eloToScore } from "../../../tools/matches/statistics.ts";

/** A player's name and Elo. */
type Player = readonly [name: string, elo: number];

/** Encounters of all with all that end as the given ratings say. */
function playedAs(players: readonly Player[], games: number): Encounter[] {
  return players.flatMap(([first, a], i) =>
    players.slice(i + 1).map(([second, b]) => ({ first, second, points: games * eloToScore(a - b), games }))
  );
}

Deno.test("`rate()` finds the ratings that the results were made from", () => {
  const players: readonly Player[] = [["a", 1320], ["b", 1500], ["c", 1900], ["d", 2100], ["e", 2500]];
  const ratings = rate(playedAs(players, 1000), new Map([["a", 1320], ["d", 2100]]));
  for (const [name, elo] of players) assertAlmostEquals(ratings.get(name)!.elo, elo, 5, name);
});

Deno.test("known players stay where they are, without an error", () => {
  const ratings = rate([{ first: "a", second: "b", points: 9, games: 10 }], new Map([["b", 1500]]));
  assertEquals(ratings.get("b"), { elo: 1500, error: 0, games: 10 });
  assert(ratings.get("a")!.elo > 1700);
});

Deno.test("a player who has won every game has a finite rating and a large error", () => {
  const ratings = rate([{ first: "a", second: "b", points: 20, games: 20 }], new Map([["b", 1500]]));
  const { elo, error } = ratings.get("a")!;
  assert(elo > 1900 && elo < 3500, String(elo));
  assert(error > 150);
});

Deno.test("the error shrinks with the square root of the games", () => {
  const error = (games: number): number =>
    rate([{ first: "a", second: "b", points: games / 2, games }], new Map([["b", 1500]])).get("a")!.error;
  assertAlmostEquals(error(400) / error(1600), 2, 0.02);
  assertAlmostEquals(error(400), 1.96 * 400 / Math.LN10 / Math.sqrt(100), 0.5);
});

Deno.test("without known players the ratings lie around 0", () => {
  const ratings = rate(playedAs([["a", -100], ["b", 100]], 100), new Map());
  assertAlmostEquals(ratings.get("a")!.elo + ratings.get("b")!.elo, 0, 5);
  assertLess(ratings.get("a")!.elo, ratings.get("b")!.elo);
});
