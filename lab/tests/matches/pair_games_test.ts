/** Pairs of games between two sides: networks, values of the search's numbers, a player that knows nothing. @module */

import { assert, assertEquals, assertGreater, assertLess } from "@std/assert";
import { parseFen } from "../../../core/fen.ts";
import { Random } from "../../../core/random.ts";
import { embeddedNetwork } from "../../../nnue/embedded.ts";
import { parameterValues, type Setting } from "../../../search/params.ts";
import { CONTROL_STOP, createControl } from "../../../search/thread_slot.ts";
import { materialNetwork } from "../../from_zero/first_networks.ts";
import { WEAK_GAMES } from "../../matches/contest.ts";
import { type Contestant, type GameOptions, PairPlayer } from "../../matches/pair_games.ts";
import { BatchPlayer, valuesOf } from "../../matches/players.ts";
import type { Game } from "../../matches/statistics.ts";

const OPTIONS: GameOptions = { pace: { nodes: 100 }, hash: 1, chess960: 0, adjudicate: true };
/** White is a rook ahead. */
const WON = "4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - 0 1";
const ENGINE: Contestant = { network: embeddedNetwork() };

function createPlayer(options: Partial<GameOptions> = {}, control = createControl()): PairPlayer {
  return new PairPlayer({ ...OPTIONS, ...options }, control, [ENGINE, ENGINE]);
}

function playPair(player: PairPlayer, plus: Setting, minus: Setting, fen: string): [Game, Game] | null {
  return player.playPair(plus, minus, fen, new Random(1n));
}

function pointsOf(games: readonly Game[] | null): number {
  assert(games !== null);
  return games.reduce((sum, { points }) => sum + points, 0);
}

function openingOf(player: PairPlayer, index: number): string {
  const fen = player.drawOpening(new Random(4n, 1, index), index);
  assert(fen !== null);
  return fen;
}

Deno.test("two sides with the same values play the same game twice and share the points", () => {
  const player = createPlayer();
  for (let index = 0; index < 2; index++) {
    const same = { lmrBase: 700 };
    const result = playPair(player, same, same, openingOf(player, index));
    assertEquals(result!.map(({ isTimeLoss }) => isTimeLoss), [undefined, undefined]);
    assertEquals(pointsOf(result), 1);
  }
});

Deno.test("the side that is ahead wins, as White and as Black", () => {
  const result = playPair(createPlayer(), {}, {}, WON);
  assertEquals(result, [{ points: 1 }, { points: 0 }]);
});

Deno.test("each side plays with its own values, and afterwards the values in use are restored", () => {
  const before = parameterValues();
  const player = createPlayer({ pace: { nodes: 300 } });
  const { rfpSlope, quiescenceFutility } = before;
  const sane = { rfpSlope, quiescenceFutility };
  // With these values, nearly every node returns its evaluation as its score.
  const broken = { rfpSlope: -5000, quiescenceFutility: -5000 };
  let points = 0;
  for (let index = 0; index < 2; index++) {
    const fen = openingOf(player, index);
    const ahead = playPair(player, sane, broken, fen)!;
    const behind = playPair(player, broken, sane, fen)!;
    points += pointsOf(ahead);
    // These are the same two games, from the other side's point of view.
    assertEquals(behind, ahead.toReversed().map(({ points }) => ({ points: 1 - points })));
  }
  // If the values made no difference, the plus side would have 2 of 4 points.
  assertGreater(points, 2);
  assertEquals(parameterValues(), before);
});

Deno.test("a pair depends only on its opening and values, not on earlier games", () => {
  const [one, two] = [createPlayer(), createPlayer()];
  const [plus, minus] = [{ lmrBase: 900 }, { lmrBase: 100 }];
  const fens = [0, 1].map((index) => openingOf(one, index));
  const first = fens.map((fen) => playPair(one, plus, minus, fen));
  assertEquals(first, fens.toReversed().map((fen) => playPair(two, plus, minus, fen)).toReversed());
});

Deno.test("random openings depend on the seed, are of Chess960 if requested, and are not one-sided", () => {
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

Deno.test("a stop aborts the judging of openings, and games", () => {
  const control = createControl();
  const player = createPlayer({}, control);
  const fen = openingOf(player, 0);
  Atomics.store(control, CONTROL_STOP, 1);
  assertEquals(player.drawOpening(new Random(1n), 0), null);
  assertEquals(playPair(player, {}, {}, fen), null);
});

Deno.test("with a clock a game takes no more than both clocks allow", () => {
  const pace = { baseMs: 1000, incrementMs: 10 };
  const startedAt = performance.now();
  const result = playPair(createPlayer({ pace }), {}, {}, WON);
  assert(result !== null);
  // Each of the two games takes at most two seconds and the increments, but on a busy machine a game may take longer.
  assertLess(performance.now() - startedAt, 60_000);
});

Deno.test("games with a clock that counts nodes are the same each time, and nobody loses on time", () => {
  const pace = { baseMs: 100, incrementMs: 20, nodesPerMs: 20 };
  const play = () => playPair(createPlayer({ pace }), { lmrBase: 900 }, {}, WON)!;
  const first = play();
  assertEquals(first.filter(({ isTimeLoss }) => isTimeLoss), []);
  assertEquals(play(), first);
});

Deno.test("a side without time loses, and the loss is counted", () => {
  const pace = { baseMs: -1, incrementMs: 0 };
  const lost = playPair(createPlayer({ pace }), {}, {}, WON);
  assertEquals(lost, [{ points: 0, isTimeLoss: true }, { points: 1, isTimeLoss: true }]);
});

Deno.test("a side plays with its values, and with those that are fixed", () => {
  const parameters = ["lmrBase", "rfpSlope"] as const;
  const settings = { parameters, fixed: { futilityBase: 99 }, seed: "12", batchPairs: 3, games: OPTIONS };
  assertEquals(valuesOf(settings, [7, 8]), { futilityBase: 99, lmrBase: 7, rfpSlope: 8 });
});

Deno.test("a match is won by the player that knows more, and can be repeated", () => {
  const strong: GameOptions = { ...OPTIONS, pace: { nodes: 300 }, openings: "ahead" };
  const cases: [plus: Contestant, minus: Contestant, games: GameOptions][] = [
    [ENGINE, { network: materialNetwork() }, strong],
    [{ network: materialNetwork() }, { network: null }, WEAK_GAMES],
  ];
  for (const [plus, minus, games] of cases) {
    const settings = { sides: [plus, minus], parameters: [], fixed: {}, seed: "2", batchPairs: 1, games } as const;
    const play = () => {
      const player = new BatchPlayer({ ...settings, control: createControl(), openings: [] });
      return [0, 1].flatMap((batch) => player.play({ batch, plus: [], minus: [] }) ?? []);
    };
    const played = play();
    assertGreater(pointsOf(played), 2.5);
    assertEquals(play(), played);
  }
});
