import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import {
  formatRatings,
  levelName,
  measure,
  nextPairing,
  readCalibrateOptions,
  readOpponent,
} from "../../matches/calibrate.ts";
import { type Contender, fastchessArguments, type MatchPlan } from "../../matches/fastchess.ts";
import type { Rating } from "../../matches/ratings.ts";
import { EMPTY_TALLY, type Tally } from "../../matches/tally.ts";

Deno.test("an opponent is a name, a path, an Elo, and perhaps its error and options", () => {
  assertEquals(readOpponent("sf:/usr/games/stockfish:1350+-30:UCI_LimitStrength=true,UCI_Elo=1350"), {
    name: "sf",
    bundle: "/usr/games/stockfish",
    elo: 1350,
    error: 30,
    options: { UCI_LimitStrength: "true", UCI_Elo: "1350" },
  });
  assertEquals(readOpponent("x:C:\\x.exe:900"), {
    name: "x",
    bundle: "C:\\x.exe",
    elo: 900,
    error: 50,
    options: {},
  });
  for (
    const text of [
      "",
      "sf",
      "sf:/bin/sf",
      "sf:/bin/sf:strong",
      ":/bin/sf:1350",
      "sf:/bin/sf:1350+-",
      "sf:/bin/sf:1350+-x",
    ]
  ) {
    assertThrows(() => readOpponent(text), RangeError, "Expected an opponent");
  }
  assertEquals(readOpponent("x:/bin/x:900:Eval File=/tmp/a=b").options, { "Eval File": "/tmp/a=b" });
  assertThrows(() => readOpponent("sf:/bin/sf:1350:UCI_Elo=1350,Hash"), RangeError, "OPTION=VALUE");
});

Deno.test("the command line says which levels to rate, by which clock, against which opponents", () => {
  const options = readCalibrateOptions(["a:/bin/a:1000", "b:/bin/b:2000", "--levels=1,2.5", "--games=10"]);
  assertEquals(options.opponents.map(({ name }) => name), ["a", "b"]);
  assertEquals([options.levels, options.games, options.chunk, options.clock], [[1, 2.5], 10, 8, "2+0.02"]);
  assertEquals(readCalibrateOptions(["--help"]).help, true);
  assertThrows(() => readCalibrateOptions([]), RangeError, "at least one opponent");
  for (const twice of [["a:/bin/a:1000", "a:/bin/b:900"], ["level 0:/bin/a:1000", "--levels=0"]]) {
    assertThrows(() => readCalibrateOptions(twice), RangeError, "different names");
  }
  assertThrows(() => readCalibrateOptions(["a:/bin/a:1000", "--levels=21"]), RangeError, "within 0 … 20");
  assertThrows(() => readCalibrateOptions(["a:/bin/a:1000", "--level=2"]), RangeError, "Unknown option");
});

Deno.test("the level with the fewest games plays next, against the player nearest in strength that it has not met too often", () => {
  const levels = [levelName(0), levelName(10)];
  const names = ["weak", "strong", ...levels];
  const rating = (elo: number, games: number): Rating => ({ elo, error: 100, games });
  const known: [string, Rating][] = [["weak", rating(1300, 0)], ["strong", rating(2500, 0)]];
  assertEquals(nextPairing(names, levels, new Map(known), [])[0], "level 0");
  const first = new Map([...known, ["level 0", rating(900, 16)] as const]);
  assertEquals(nextPairing(names, levels, first, [])[0], "level 10");
  const both = new Map([...first, ["level 10", rating(2200, 8)] as const]);
  assertEquals(nextPairing(names, levels, both, []), ["level 10", "strong"]);
  const met = [{ first: "strong", second: "level 10", points: 4, games: 200 }];
  assertEquals(nextPairing(names, levels, both, met), ["level 10", "weak"]);
});

Deno.test("ratings are listed from the strongest on", () => {
  const ratings = new Map([["a", { elo: 1000.4, error: 0, games: 8 }], ["b", { elo: 1500, error: 61.6, games: 8 }]]);
  assertEquals(formatRatings(ratings).split("\n").map((line) => line.replaceAll(/ +/g, " ")), [
    "b 1500 ± 62 8 games",
    "a 1000 given 8 games",
  ]);
});

Deno.test("an engine that is no bundle is started as it is, with its options, and clocks may have a margin", () => {
  const args = fastchessArguments({
    first: { name: "a", bundle: "/x/a.js", options: { "Skill Level": 3 } },
    second: readOpponent("sf:/bin/sf:1350:UCI_LimitStrength=true"),
    ...{
      limit: { clock: "1+0.1" },
      hash: 16,
      book: "/b.epd",
      seed: 1,
      opening: 1,
      rounds: 4,
      concurrency: 2,
      adjudicate: true,
    },
    marginMs: 500,
  }, "/bin/deno");
  const second = args.slice(args.lastIndexOf("-engine"), args.indexOf("-each"));
  assertEquals(second, ["-engine", "name=sf", "cmd=/bin/sf", "option.UCI_LimitStrength=true"]);
  assertEquals(args.slice(args.indexOf("-each"), args.indexOf("-openings")).at(-1), "timemargin=500");
  assertEquals(args.includes("option.Skill Level=3"), true);
});

/** The games of a plan, all drawn. */
function drawn({ rounds }: MatchPlan): Tally {
  return { ...EMPTY_TALLY, draws: 2 * rounds, pairs: [0, 0, rounds, 0, 0] };
}

/** Measures level 0 against an opponent of Elo 1500 in matches of four games, with results that are made up. */
async function measureWith(
  resultOf: (plan: MatchPlan, match: number) => Tally,
  signal = new AbortController().signal,
) {
  const opponent = readOpponent("x:/bin/x:1500+-0");
  const players: Contender[] = [opponent, { name: levelName(0), bundle: "/engine.js", options: {} }];
  const options = readCalibrateOptions(["x:/bin/x:1500+-0", "--levels=0", "--games=12", "--chunk=4", "--seed=5"]);
  const lines: string[] = [];
  const openings: number[] = [];
  const measured = await measure(new Map(players.map((player) => [player.name, player])), options, {
    play: (plan) => {
      openings.push(plan.opening);
      const tally = resultOf(plan, openings.length);
      return Promise.resolve({ tally, openings: tally.pairs.reduce((sum, pairs) => sum + pairs) });
    },
    book: "/book.epd",
    progress: { print: (line) => lines.push(line), show: () => {} },
  }, signal);
  return { ...measured, openings, lines, games: measured.ratings.get(levelName(0))?.games ?? 0 };
}

Deno.test("a measurement plays as many games as were asked for, each match from the next opening of the book", async () => {
  const { openings, games, ratings, failures, lines } = await measureWith(drawn);
  assertEquals([openings, games, failures], [[1, 3, 5], 12, []]);
  assertEquals(Math.round(ratings.get(levelName(0))!.elo), 1500);
  assertEquals(lines.slice(0, 2), ["Seed 5", "level 0 – x: 2 of 4"]);
});

Deno.test("a match with a crash, an illegal move or a loss on time is not counted, and the measurement goes on", async () => {
  for (const fault of [{ faults: 1 }, { faults: 1, timeLosses: 1 }]) {
    const { games, failures, lines, openings } = await measureWith((plan, match) =>
      match === 2 ? { ...EMPTY_TALLY, wins: 4, pairs: [0, 0, 0, 0, 2], ...fault } : drawn(plan)
    );
    assertEquals([games, openings, failures.length], [12, [1, 3, 5, 7], 1]);
    const line = lines.find((each) => each.includes("not counted"));
    assert(line !== undefined);
    assertStringIncludes(line, failures[0]);
  }
});

Deno.test("matches without a complete pair end the measurement after the fifth", async () => {
  const { openings, failures, games } = await measureWith((plan, match) => match === 1 ? drawn(plan) : EMPTY_TALLY);
  assertEquals([openings.length, games], [6, 4]);
  assertEquals(failures, Array(5).fill("No pair of games was completed"));
});

Deno.test("a measurement that is stopped keeps the pairs so far and counts no failure", async () => {
  const controller = new AbortController();
  const { openings, failures, games } = await measureWith((plan, match) => {
    if (match === 1) return drawn(plan);
    controller.abort();
    return EMPTY_TALLY;
  }, controller.signal);
  assertEquals([openings.length, games, failures], [2, 4, []]);
});
