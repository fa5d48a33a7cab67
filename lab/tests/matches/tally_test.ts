/** Counting games in pairs and reporting them. @module */

import { assertEquals, assertStringIncludes } from "@std/assert";
import { GAIN_BOUNDS } from "../../matches/statistics.ts";
import {
  countGames,
  EMPTY_TALLY,
  formatBlock,
  PairCounter,
  readFinishedGame,
  reasonToDistrust,
  type Tally,
} from "../../matches/tally.ts";

Deno.test("`readFinishedGame()` reads the points of the first engine, whatever its colour", () => {
  const line = (colours: string, result: string) => `Finished game 7 (${colours}): ${result} {White mates}`;
  const points = (colours: string, result: string) => readFinishedGame(line(colours, result), "with")?.points;
  assertEquals(points("with vs without", "1-0"), 1);
  assertEquals(points("with vs without", "0-1"), 0);
  assertEquals(points("without vs with", "1-0"), 0);
  assertEquals(points("without vs with", "0-1"), 1);
  assertEquals(points("without vs with", "1/2-1/2"), 0.5);
});

Deno.test("`readFinishedGame()` reads the number and recognises faults", () => {
  const faulty = (reason: string) => readFinishedGame(`Finished game 12 (a vs b): 1-0 {${reason}}`, "a");
  assertEquals(faulty("Black loses on time (12ms overrun)"), { id: 12, points: 1, fault: "time" });
  for (const reason of ["Black makes an illegal move", "Black disconnects", "Black's connection stalls"]) {
    assertEquals(faulty(reason), { id: 12, points: 1, fault: "broken" }, reason);
  }
  for (const reason of ["White mates", "White wins by adjudication", "Draw by 3-fold repetition"]) {
    assertEquals(faulty(reason), { id: 12, points: 1 }, reason);
  }
});

Deno.test("`readFinishedGame()` passes over other lines and games that were cut short", () => {
  for (
    const line of [
      "Started game 7 of 20 (a vs b)",
      "Finished game 7 (a vs b): * {Game interrupted}",
      "Games: 2, Wins: 1, Losses: 0, Draws: 1, Points: 1.5 (75.00 %)",
      "",
    ]
  ) assertEquals(readFinishedGame(line, "a"), null, line);
});

Deno.test("a pair counts when both of its games are there, in whatever order they finish", () => {
  const counter = new PairCounter();
  const add = (id: number, points: number) => counter.add({ id, points });
  add(4, 0.5);
  add(1, 1);
  add(5, 1);
  assertEquals(counter.tally, EMPTY_TALLY);
  add(3, 0);
  assertEquals(counter.tally, { wins: 0, losses: 1, draws: 1, pairs: [0, 1, 0, 0, 0], faults: 0, timeLosses: 0 });
  add(2, 1);
  assertEquals(counter.tally, { wins: 2, losses: 1, draws: 1, pairs: [0, 1, 0, 0, 1], faults: 0, timeLosses: 0 });
  assertEquals(countGames(counter.tally), 4);
});

Deno.test("a win and a loss count as the same pair as two draws", () => {
  const counter = new PairCounter();
  counter.add({ id: 1, points: 1, fault: "broken" });
  counter.add({ id: 2, points: 0, fault: "time" });
  for (const id of [3, 4]) counter.add({ id, points: 0.5 });
  assertEquals(counter.tally, { wins: 1, losses: 1, draws: 2, pairs: [0, 0, 2, 0, 0], faults: 2, timeLosses: 1 });
});

Deno.test("`formatBlock()` reports in the five lines that engine testers use", () => {
  const tally = { ...EMPTY_TALLY, wins: 1430, losses: 1300, draws: 3326, pairs: [29, 660, 1525, 780, 34] } as const;
  assertEquals(formatBlock(tally, "8.0+0.08s Threads=1 Hash=32MB", GAIN_BOUNDS).split("\n"), [
    "Elo   | 7.46 +- 4.62 (95%)",
    "SPRT  | 8.0+0.08s Threads=1 Hash=32MB",
    "LLR   | 2.91 (-2.25, 2.89) [0.00, 5.00]",
    "Games | N: 6056 W: 1430 L: 1300 D: 3326",
    "Penta | [29, 660, 1525, 780, 34]",
  ]);
});

Deno.test("`formatBlock()` mentions games that should not count, and writes what is infinite", () => {
  const tally: Tally = { ...EMPTY_TALLY, wins: 2, pairs: [0, 0, 0, 0, 1], faults: 2, timeLosses: 1 };
  const block = formatBlock(tally, "", GAIN_BOUNDS);
  assertStringIncludes(block, "Elo   | inf +- inf");
  assertStringIncludes(block, "Fault | 1 games lost on time, 1 by an illegal move or a crash");
});

Deno.test("a match with one crash, or with more than 1 % of its games lost on time, is not to be trusted", () => {
  const tally = (faults: number, timeLosses: number): Tally => ({
    ...EMPTY_TALLY,
    draws: 200,
    pairs: [0, 0, 100, 0, 0],
    faults,
    timeLosses,
  });
  assertEquals(reasonToDistrust(tally(0, 0)), "");
  assertEquals(reasonToDistrust(tally(2, 2)), "");
  assertEquals(reasonToDistrust(tally(3, 3)), "3 of 200 games were lost on time, more than 1 %");
  assertEquals(reasonToDistrust(tally(1, 0)), "1 games ended by an illegal move or a crash");
  assertEquals(reasonToDistrust(EMPTY_TALLY), "");
});
