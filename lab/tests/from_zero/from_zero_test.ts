/** A run from zero: its plan, the networks with which it begins, the ratings, and the style of games. @module */

import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { parseFen, START_FEN } from "../../../core/fen.ts";
import { networkChecksum } from "../../../nnue/network.ts";
import { parseNetwork, serialiseNetwork } from "../../../nnue/network_file.ts";
import { referenceEvaluate } from "../../../nnue/reference.ts";
import { withFolder } from "../../../tests/folder.ts";
import { materialNetwork, randomNetwork } from "../../from_zero/first_networks.ts";
import { settle } from "../../from_zero/from_zero.ts";
import { MATERIAL, networkName, nextLevel, opponentName, ratingsOf } from "../../from_zero/opponents.ts";
import { batchFor, epochsFor, firstLearned, planRound, roundsFor, widthFor } from "../../from_zero/plan.ts";
import { styleOf } from "../../from_zero/play_style.ts";
import { newRound, type Round, type RunState, RunStore } from "../../from_zero/run_state.ts";
import { GameWriter } from "../../games/game_files.ts";
import { BLACK_WON } from "../../games/viriformat.ts";
import { EMPTY_TALLY, withGames } from "../../matches/statistics.ts";
import { gameOf } from "../games/recorded.ts";

const NO_SEED = { out: "x", threads: 1, seed: undefined };

Deno.test("the material network counts material: a pawn is worth 100, other pieces in proportion", () => {
  const network = parseNetwork(serialiseNetwork(materialNetwork()));
  const evaluate = (fen: string) => referenceEvaluate(network, parseFen(fen));
  assertEquals(evaluate(START_FEN), 0);
  const kings = (white: string) => evaluate(`4k3/8/8/8/8/8/${white}/4K3 w - - 0 1`);
  const [pawn, knight, bishop, rook, queen] = ["P7", "N7", "B7", "R7", "Q7"].map(kings);
  assert(Math.abs(pawn - 100) < 5, `${pawn}`);
  assertEquals([knight, bishop], [knight, knight]);
  for (const [value, steps] of [[knight, 10], [rook, 16], [queen, 29]]) {
    assert(Math.abs(value - pawn * steps / 3) <= 2, `${value} for ${steps} thirds of ${pawn}`);
  }
  assertEquals(evaluate("4k3/8/8/8/8/8/Q7/4K3 b - - 0 1"), -queen);
  // With all pieces against a bare king, the sum does not saturate.
  assert(kings("PPPPPPPP") > 7.9 * pawn);
  assert(evaluate("4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1") > 38 * pawn);
});

Deno.test("random weights depend on the seed alone, and evaluate the initial position as about equal", () => {
  const [first, again, other] = [1n, 1n, 2n].map((seed) => randomNetwork(64, seed));
  assertEquals(networkChecksum(first), networkChecksum(again));
  assert(networkChecksum(first) !== networkChecksum(other));
  assert(Math.abs(referenceEvaluate(first, parseFen(START_FEN))) < 300);
});

Deno.test("a plan uses all of its time, in rounds that grow", () => {
  for (const minutes of [0.1, 3, 60, 600]) {
    const rounds = roundsFor(minutes);
    let left = 60 * minutes;
    let before = 0;
    for (let round = 1; round <= rounds; round++) {
      const { play, train, measure } = planRound(round, rounds, left);
      const length = play + train + measure;
      assert(length > before && play > train && train > measure, `round ${round} of ${rounds}: ${length}`);
      [left, before] = [left - length, length];
    }
    assert(Math.abs(left) < 1e-6, `${left} s are left of ${minutes} minutes`);
  }
  assertEquals([roundsFor(0.1), roundsFor(60), roundsFor(1e6)], [2, 20, 30]);
  assertEquals([widthFor(0.1), widthFor(60), widthFor(1e6)], [64, 256, 512]);
  // If a run is late, its rounds are short, but never negative.
  assertEquals(planRound(3, 4, -5).play, 0);
  assertEquals([epochsFor(100, 1000, 30), epochsFor(1, 1e9, 30), epochsFor(1e9, 1, 30)], [3, 1, 8]);
  assertEquals([1, 2, 3, 4, 5, 8, 20].map(firstLearned), [1, 2, 2, 2, 3, 4, 10]);
  assertEquals([batchFor(100), batchFor(10_000), batchFor(1e9)], [16, 624, 4096]);
});

/** A round whose network met one opponent, in pairs that it won, drew or lost in turn. */
function roundAgainst(opponent: string, points: readonly (0 | 0.5 | 1)[]): Round {
  const tally = withGames(EMPTY_TALLY, points.flatMap((points) => [{ points }, { points }]));
  return { ...newRound({ play: 1, train: 1, measure: 1 }), matches: [{ opponent, tally }] };
}

Deno.test("ratings agree with the results and are finite, and the common opponent has 0", () => {
  const won = Array.from({ length: 50 }, (_, i) => i % 4 === 0 ? 0 : 1);
  const first = roundAgainst(MATERIAL, won);
  const ratings = ratingsOf([first, roundAgainst(networkName(1), won)]);
  assertEquals(ratings.get(MATERIAL), { value: 0, error: 0 });
  const [one, two] = [1, 2].map((round) => ratings.get(networkName(round))!);
  // A score of 74 % corresponds to 182 Elo.
  assertAlmostEquals(one.value, 180, 5);
  assertAlmostEquals(two.value, 2 * one.value, 10);
  assert(one.error > 80 && one.error < 160, `${one.error}`);
  const { value, error } = ratingsOf([roundAgainst(MATERIAL, [1, 1, 1, 1, 1])]).get(networkName(1))!;
  assert(value > 300 && Number.isFinite(value) && Number.isFinite(error), `${value} ± ${error}`);
  assertEquals(ratingsOf([]).size, 1);
});

Deno.test("the next level is a step above a level that was outgrown", () => {
  const round = (elo: number, points: 0 | 0.5 | 1) => roundAgainst(opponentName(elo), [points, points]);
  const first = nextLevel([]);
  assertEquals(nextLevel([round(first, 0.5)]), first);
  assertEquals(nextLevel([round(first, 1)]), first + 300);
  assertEquals(nextLevel([round(first, 1), round(first + 300, 0)]), first + 300);
  assertEquals(nextLevel([round(5000, 1)]), nextLevel([round(9000, 1)]));
});

Deno.test("the style of games is counted: length, results, castling, pieces left en prise", async () => {
  await withFolder((folder) => {
    assertEquals(styleOf(folder), null);
    const writer = new GameWriter(folder, 1n, 0);
    writer.add(gameOf(START_FEN, ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "e1g1", "g8f6"]));
    // The queen can be taken for nothing once.
    writer.add(gameOf(START_FEN, ["e2e4", "d7d5", "d1g4", "c8g4"], undefined, BLACK_WON));
    assertEquals(styleOf(folder), { games: 2, plies: 6, decided: 0.5, castled: 0.25, left: 100 / 12 });
  });
});

Deno.test("the same command continues a run, and other settings are refused", async () => {
  const fresh = settle({ ...NO_SEED, minutes: 3 }, null);
  assertEquals([fresh.rounds, fresh.hidden], [7, 64]);
  assert(settle({ ...NO_SEED, minutes: undefined }, null).minutes === 60);
  const started: RunState = { version: 1, settings: fresh, rounds: [newRound({ play: 3, train: 2, measure: 1 })] };
  assertEquals(settle({ ...NO_SEED, minutes: undefined }, started), fresh);
  assertThrows(() => settle({ ...NO_SEED, minutes: 4 }, started), RangeError, "--minutes=3");
  assertThrows(() => settle({ ...NO_SEED, minutes: 3, seed: BigInt(fresh.seed) + 1n }, started), RangeError, "--seed");
  await withFolder((folder) => {
    const store = new RunStore(folder);
    assertEquals(store.load(), null);
    store.save(started);
    assertEquals(new RunStore(folder).load(), started);
    Deno.writeTextFileSync(`${folder}/run.json`, "{}");
    assertThrows(() => store.load(), RangeError, "to be the state of a run");
  });
});
