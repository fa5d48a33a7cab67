import { assert, assertAlmostEquals, assertEquals, assertLess } from "@std/assert";
import { type Encounter, type KnownElo, rate } from "../../matches/ratings.ts";
import { eloToScore } from "../../matches/statistics.ts";

/** A player's name and Elo. */
type Player = readonly [name: string, elo: number];

/** Players whose Elo is known without an error. */
function exactly(players: readonly Player[]): Map<string, KnownElo> {
  return new Map(players.map(([name, elo]) => [name, { elo, error: 0 }]));
}

/** Encounters of all with all that end as the given ratings say. */
function playedAs(players: readonly Player[], games: number): Encounter[] {
  return players.flatMap(([first, a], i) =>
    players.slice(i + 1).map(([second, b]) => ({ first, second, points: games * eloToScore(a - b), games }))
  );
}

Deno.test("`rate()` finds the ratings that the results were made from", () => {
  const players: readonly Player[] = [["a", 1320], ["b", 1500], ["c", 1900], ["d", 2100], ["e", 2500]];
  const ratings = rate(playedAs(players, 1000), exactly([["a", 1320], ["d", 2100]]));
  for (const [name, elo] of players) assertAlmostEquals(ratings.get(name)!.elo, elo, 5, name);
});

Deno.test("known players stay where they are, without an error", () => {
  const ratings = rate([{ first: "a", second: "b", points: 9, games: 10 }], exactly([["b", 1500]]));
  assertEquals(ratings.get("b"), { elo: 1500, error: 0, games: 10 });
  assert(ratings.get("a")!.elo > 1700);
});

Deno.test("a player that has won every game has a finite rating and a large error", () => {
  const ratings = rate([{ first: "a", second: "b", points: 20, games: 20 }], exactly([["b", 1500]]));
  const { elo, error } = ratings.get("a")!;
  assert(elo > 1900 && elo < 3500, String(elo));
  assert(error > 150);
});

Deno.test("the error shrinks with the square root of the games", () => {
  const error = (games: number): number =>
    rate([{ first: "a", second: "b", points: games / 2, games }], exactly([["b", 1500]])).get("a")!.error;
  assertAlmostEquals(error(400) / error(1600), 2, 0.02);
  assertAlmostEquals(error(400), 1.96 * 400 / Math.LN10 / Math.sqrt(100), 0.5);
});

Deno.test("without known players the mean of the ratings is about 0", () => {
  const ratings = rate(playedAs([["a", -100], ["b", 100]], 100), new Map());
  assertAlmostEquals(ratings.get("a")!.elo + ratings.get("b")!.elo, 0, 5);
  assertLess(ratings.get("a")!.elo, ratings.get("b")!.elo);
});

Deno.test("the error of an opponent is contained in that of every player that is measured against it", () => {
  const against = (error: number, games: number): number =>
    rate([{ first: "a", second: "b", points: games / 2, games }], new Map([["b", { elo: 1500, error }]])).get("a")!
      .error;
  // Independent errors add as squares, and no number of games goes below that of the opponent.
  assertAlmostEquals(against(60, 400), Math.hypot(60, against(0, 400)), 0.2);
  assertAlmostEquals(against(60, 1e8), 60, 0.2);
});

Deno.test("opponents with an Elo that disagrees with the games are fitted, the uncertain one further", () => {
  // The games say that both opponents are equal, their Elo that they are 100 apart.
  const encounters = ["b", "c"].map((second) => ({ first: "a", second, points: 5e5, games: 1e6 }));
  const ratings = rate(encounters, new Map([["b", { elo: 1500, error: 20 }], ["c", { elo: 1600, error: 60 }]]));
  // The mean of 1500 and 1600, weighted by 1/20² and 1/60².
  for (const name of ["a", "b", "c"]) assertAlmostEquals(ratings.get(name)!.elo, 1510, 1, name);
  assertLess(ratings.get("b")!.error, 20);
});

Deno.test("two players measured against the same opponent share its error, and many opponents shrink it", () => {
  const names = ["b", "c", "d", "e"];
  const ratings = rate(
    names.map((second) => ({ first: "a", second, points: 1e6, games: 2e6 })),
    new Map(names.map((name) => [name, { elo: 1500, error: 60 }])),
  );
  assertAlmostEquals(ratings.get("a")!.error, 30, 0.1);
});
