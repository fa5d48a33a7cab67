/** Pairs of games between two sets of values. @module */

import { assert, assertEquals, assertGreater, assertLess } from "@std/assert";
import { parseFen } from "../../../../core/fen.ts";
import { Random } from "../../../../core/random.ts";
import { type ParameterName, parameterValues } from "../../../../search/params.ts";
import { CONTROL_STOP, createControl } from "../../../../search/thread_slot.ts";
import { type GameOptions, PairPlayer, type Values } from "../../../matches/threads/pair_games.ts";
import { valuesOf } from "../../../matches/threads/players.ts";
import type { Game } from "../../../matches/tally.ts";
import { EVALUATOR } from "../../../../tests/search/evaluators.ts";

const OPTIONS: GameOptions = { pace: { nodes: 100 }, hash: 1, chess960: 0, adjudicate: true };
/** A rook up. */
const WON = "4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - 0 1";

function createPlayer(options: Partial<GameOptions> = {}, control = createControl()): PairPlayer {
  return new PairPlayer({ ...OPTIONS, ...options }, control, EVALUATOR);
}

function values(entries: Partial<Record<ParameterName, number>>): Values {
  return new Map(Object.entries(entries) as [ParameterName, number][]);
}

/** What the plus side has won. */
function pointsOf(games: readonly Game[] | null): number {
  assert(games !== null);
  return games.reduce((sum, { points }) => sum + points, 0);
}

function openingOf(player: PairPlayer, index: number): string {
  const fen = player.drawOpening(new Random(4n, 1, index));
  assert(fen !== null);
  return fen;
}

Deno.test("two sides with the same values play the same game twice and share the points", () => {
  const player = createPlayer();
  for (let index = 0; index < 2; index++) {
    const same = values({ lmrBase: 700 });
    const result = player.playPair(same, same, openingOf(player, index));
    assertEquals(result!.map(({ isTimeLoss }) => isTimeLoss), [undefined, undefined]);
    assertEquals(pointsOf(result), 1);
  }
});

Deno.test("the side that is ahead wins with either colour", () => {
  const result = createPlayer().playPair(values({}), values({}), WON);
  assertEquals(result, [{ points: 1 }, { points: 0 }]);
});

Deno.test("each side plays with its own values, and those in use are as before afterwards", () => {
  const before = parameterValues();
  const player = createPlayer({ pace: { nodes: 300 } });
  const names: ParameterName[] = ["rfpSlope", "quiescenceFutility"];
  const sane = values(Object.fromEntries(names.map((name) => [name, before[name]])));
  // Takes the evaluation for the score of nearly every node.
  const broken = values({ rfpSlope: -5000, quiescenceFutility: -5000 });
  let points = 0;
  for (let index = 0; index < 2; index++) {
    const fen = openingOf(player, index);
    const ahead = player.playPair(sane, broken, fen)!;
    const behind = player.playPair(broken, sane, fen)!;
    points += pointsOf(ahead);
    // The same two games from the other side.
    assertEquals(behind, ahead.toReversed().map(({ points }) => ({ points: 1 - points })));
  }
  // With the same values on both sides each pair would be shared, 2 points of 4.
  assertGreater(points, 2);
  assertEquals(parameterValues(), before);
});

Deno.test("a pair depends on its opening and values alone, not on what was played before", () => {
  const [one, two] = [createPlayer(), createPlayer()];
  const [plus, minus] = [values({ lmrBase: 900 }), values({ lmrBase: 100 })];
  const fens = [0, 1].map((index) => openingOf(one, index));
  const first = fens.map((fen) => one.playPair(plus, minus, fen));
  const second = fens.toReversed().map((fen) => two.playPair(plus, minus, fen)).toReversed();
  assertEquals(first, second);
});

Deno.test("random openings depend on the seed, are of Chess960 where asked for, and not one-sided", () => {
  const player = createPlayer();
  assertEquals(openingOf(player, 5), openingOf(createPlayer(), 5));
  const isChess960 = (fen: string) => /[A-Ha-h]/.test(fen.split(" ")[2]);
  const standard = Array.from({ length: 6 }, (_, index) => openingOf(player, index));
  assertEquals(new Set(standard).size, 6);
  assert(!standard.some(isChess960));
  const shuffled = createPlayer({ chess960: 1 });
  const fens = Array.from({ length: 6 }, (_, index) => openingOf(shuffled, index));
  for (const fen of fens) parseFen(fen);
  assert(fens.some(isChess960), `${fens}`);
});

Deno.test("a stop breaks off openings and games", () => {
  const control = createControl();
  const player = createPlayer({}, control);
  const fen = openingOf(player, 0);
  Atomics.store(control, CONTROL_STOP, 1);
  assertEquals(player.drawOpening(new Random(1n)), null);
  assertEquals(player.playPair(values({}), values({}), fen), null);
});

Deno.test("with a clock a game takes no more than both clocks allow", () => {
  const pace = { baseMs: 1000, incrementMs: 10 };
  const startedAt = performance.now();
  const result = createPlayer({ pace }).playPair(values({}), values({}), WON);
  assert(result !== null);
  // Two games of two seconds and the increments; a machine that is busy makes some of it lost on time.
  assertLess(performance.now() - startedAt, 60_000);
});

Deno.test("games with a clock that counts nodes are the same each time, and nobody loses on time", () => {
  const pace = { baseMs: 100, incrementMs: 20, nodesPerMs: 20 };
  const play = () => createPlayer({ pace }).playPair(values({ lmrBase: 900 }), values({}), WON)!;
  const first = play();
  assertEquals(first.filter(({ isTimeLoss }) => isTimeLoss), []);
  assertEquals(play(), first);
});

Deno.test("a side without time loses, and the loss is counted", () => {
  const pace = { baseMs: -1, incrementMs: 0 };
  const lost = createPlayer({ pace }).playPair(values({}), values({}), WON);
  assertEquals(lost, [{ points: 0, isTimeLoss: true }, { points: 1, isTimeLoss: true }]);
});

Deno.test("a side plays with its values, and with those that are fixed", () => {
  const parameters = [{ name: "lmrBase" }, { name: "rfpSlope" }] as const;
  const settings = { parameters, fixed: { futilityBase: 99 }, seed: "12", batchPairs: 3, games: OPTIONS };
  assertEquals(Object.fromEntries(valuesOf(settings, [7, 8])), { futilityBase: 99, lmrBase: 7, rfpSlope: 8 });
});
