/** Whole searches count nodes exactly, are repeatable and independent, and leave the position as it was. @module */

import { CONTROL_RUNNING, CONTROL_STOP } from "../../search/thread_slot.ts";
import { createControl, createSharedState, ThreadSlot } from "../../search/thread_slot.ts";
import { assert, assertEquals, assertGreater, assertLess, assertNotEquals } from "@std/assert";
import { formatFen, parseFen, START_FEN } from "../../core/fen.ts";
import { isLegal } from "../../core/legality.ts";
import { NO_MOVE } from "../../core/types.ts";
import { CORRECTIONS } from "../../learning/corrections.ts";
import { Evaluator } from "../../search/evaluate.ts";
import { type SearchLimits, unlimited } from "../../search/limits.ts";
import { Search } from "../../search/search.ts";
import { playBothKinds, playRandomGames, randomIntegers } from "../core/random_games.ts";
import { EVALUATOR, NETWORK, SIMPLE } from "./evaluators.ts";
import { analyse, createSearch, KIWIPETE, MIDDLEGAME, ONE_BUCKET, positionAfter, replay, run } from "./fixtures.ts";
import { frameAt } from "./nodes.ts";
import { tries } from "../effort.ts";

Deno.test("a search that is repeated visits the same nodes in a new game, but not in the same game", () => {
  const { search, table } = createSearch();
  const searched = () => strip(run(search, parseFen(MIDDLEGAME), { depth: 8 }));
  const first = searched();
  assertNotEquals(searched(), first);
  search.newGame();
  table.clear();
  assertEquals(searched(), first);
  assertEquals(strip(analyse(MIDDLEGAME, { depth: 8 })), first);
});

/** An outcome without the parts that depend on the clock. */
function strip({ infos, ...result }: ReturnType<typeof run>): unknown {
  return { ...result, infos: infos.map((info) => ({ ...info, timeMs: 0 })) };
}

/** Teaches that White does well: with White to move, every position is better than its evaluation. */
function learnThatWhiteWins({ corrections }: Search): void {
  for (const table of CORRECTIONS.filter(({ index }) => index.startsWith("[side]"))) {
    const [white, black] = [0, 1].map((side) => corrections.of(table).subarray(side * table.size / 2));
    black.fill(-300);
    white.subarray(0, table.size / 2).fill(300);
  }
}

Deno.test("corrections are forgotten if, and only if, an earlier position of the game follows", () => {
  const { search, table } = createSearch();
  const LINE = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4"];
  const next: [what: string, moves: string[], isForgotten: boolean][] = [
    ["a move back", LINE.slice(0, 4), true],
    ["the start", [], true],
    ["the same position", LINE, false],
    ["a move that was not expected", [...LINE.slice(0, 4), "f1b5"], false],
    ["a move on", [...LINE, "g8f6"], false],
    ["a later position of another game", ["d2d4", "d7d5", "c2c4", "e7e6", "b1c3", "g8f6"], false],
  ];
  const searched = (moves: string[], depth: number) => strip(run(search, positionAfter(START_FEN, moves), { depth }));
  for (const [what, moves, isForgotten] of next) {
    for (const isNewGame of [false, true]) {
      search.newGame();
      table.clear();
      const alone = searched(moves, 6);
      search.newGame();
      searched(LINE, 1);
      // Histories of moves, and the table, would also change the search.
      search.histories.clear();
      table.clear();
      if (isNewGame) search.newGame();
      learnThatWhiteWins(search);
      const isAsAlone = JSON.stringify(searched(moves, 6)) === JSON.stringify(alone);
      assertEquals(isAsAlone, isForgotten && !isNewGame, `${what}, new game: ${isNewGame}`);
    }
  }
  // All threads share the corrections, and the first thread clears them for all.
  const control = createControl();
  const slot = new ThreadSlot(createSharedState(control, 2), 1);
  const helper = new Search(table, control, EVALUATOR, slot, search);
  control[CONTROL_RUNNING] = 1;
  slot.join(1, 2);
  learnThatWhiteWins(search);
  for (const moves of [LINE, []]) run(helper, positionAfter(START_FEN, moves), { depth: 1 });
  assertEquals(helper.root.previousAverage?.gamePly, 0);
  assert(search.corrections.entries.some((entry) => entry === -300));
});

Deno.test("each search begins a new generation of the transposition table", () => {
  const { search, table } = createSearch();
  run(search, parseFen(MIDDLEGAME), { depth: 12 });
  assertGreater(table.hashfull(), 20);
  run(search, parseFen("8/8/8/8/8/5k2/8/r6K w - - 0 1"), { depth: 1 });
  assert(table.hashfull() <= 1);
});

Deno.test("a search visits exactly the given number of nodes, but at least up to the first node of depth 2", () => {
  const { search, table } = createSearch();
  const nodesWithin = (fen: string, limits: Partial<SearchLimits>): number => {
    search.newGame();
    table.clear();
    return run(search, parseFen(fen), limits).nodes;
  };
  for (const fen of [MIDDLEGAME, KIWIPETE, START_FEN]) {
    const least = nodesWithin(fen, { depth: 1 }) + 1;
    assertLess(least, 1000);
    for (const nodes of [1, 2, 17, 1023, 1024, 1025, 3333]) {
      assertEquals(nodesWithin(fen, { nodes }), Math.max(least, nodes), fen);
    }
  }
  for (let nodes = 1000; nodes < 1300; nodes += tries(31, 1)) {
    assertEquals(run(search, parseFen(KIWIPETE), { nodes }).nodes, nodes);
  }
});

Deno.test("the nodes below the root moves are all nodes except the root's own", () => {
  const { search } = createSearch();
  const { nodes } = run(search, parseFen(MIDDLEGAME), { depth: 8 });
  const below = search.root.moves.reduce((sum, move) => sum + move.nodes, 0);
  // The root counts as a node once for each window.
  assert(nodes - below >= 8 && nodes - below < 40, `${below} of ${nodes}`);
});

Deno.test("the stop flag ends a search within 256 nodes, with a legal move and the position as it was", () => {
  const { search, control } = createSearch();
  const position = parseFen(KIWIPETE);
  let nodesAtStop = 0;
  const { nodes, bestMove } = run(search, position, { depth: 60 }, (info) => {
    if (info.depth < 7 || nodesAtStop > 0) return;
    nodesAtStop = info.nodes;
    Atomics.store(control, CONTROL_STOP, 1);
  });
  assertGreater(nodesAtStop, 0);
  assert(nodes > nodesAtStop && nodes <= nodesAtStop + 256, `${nodesAtStop} to ${nodes}`);
  assert(isLegal(position, bestMove));
  assertEquals(formatFen(position), KIWIPETE);
  // If the flag is set before the start, the search still visits this many nodes.
  const early = run(search, position, { depth: 60 });
  assert(early.nodes <= 256 && isLegal(position, early.bestMove));
});

Deno.test("wherever a search was stopped, its thread searches like a new thread after `newGame()`", () => {
  const expected = strip(analyse(MIDDLEGAME, { depth: 6 }));
  const { search, table } = createSearch();
  for (const nodes of [1, 50, 777, 2500, 9000]) {
    run(search, parseFen(KIWIPETE), { nodes });
    for (let ply = 0; ply < 40; ply++) assertEquals(frameAt(search, ply).excluded, NO_MOVE);
    assertEquals(search.nullMoveMinPly, 0);
    search.newGame();
    table.clear();
    assertEquals(strip(run(search, parseFen(MIDDLEGAME), { depth: 6 })), expected);
    search.newGame();
    table.clear();
  }
});

Deno.test("in random positions lines are legal, the best move is the first move of the line, and the position does not change", () => {
  const { search } = createSearch();
  let positions = 0;
  playBothKinds({ games: 5, plies: 100, seed: 141 }, (position, _, count) => {
    if (count === 0 || position.gamePly % 30 !== 9) return;
    positions++;
    const seen = () => [formatFen(position), position.keyLo, position.keyHi, position.top, ...position.parts];
    const before = seen();
    const { infos, bestMove, ponderMove } = run(search, position, { depth: 7, nodes: 4000 });
    assertEquals(seen(), before);
    for (const { pv } of infos) replay(position, pv);
    const last = infos.at(-1)!.pv;
    // A line whose score is outside the window is reported without moves from the table, even if one is known.
    assertEquals([last[0], last[1] ?? ponderMove], [bestMove, ponderMove], formatFen(position));
    if (ponderMove !== NO_MOVE) replay(position, [bestMove, ponderMove]);
  });
  assertGreater(positions, 30);
});

Deno.test("two searches at the same time do not interfere with each other", () => {
  const alone = analyse(MIDDLEGAME, { depth: 7 });
  const other = analyse(KIWIPETE, { depth: 4 });
  const [first, second] = [1, 2].map(() => createSearch(1, new Evaluator(NETWORK)).search);
  // The second search runs in the middle of the first, after each of its depths.
  const result = run(first, parseFen(MIDDLEGAME), { depth: 7 }, () => {
    second.newGame();
    second.tt.clear();
    assertEquals(strip(run(second, parseFen(KIWIPETE), { depth: 4 })), strip(other));
  });
  assertEquals(strip(result), strip(alone));
});

Deno.test("searches with a table of one bucket give legal moves and leave the position as it was", () => {
  const { search } = createSearch(ONE_BUCKET);
  let searched = 0;
  playRandomGames({ games: 4, plies: 60, seed: 123 }, (position, _, count) => {
    if (count === 0 || position.gamePly % 10 !== 3) return;
    const fen = formatFen(position);
    const { bestMove } = run(search, position, { depth: 5, nodes: 4000 });
    assert(isLegal(position, bestMove), fen);
    assertEquals(formatFen(position), fen);
    searched++;
  });
  assertGreater(searched, 15);
});

Deno.test("even if TT hits belong to other positions, every played move is legal", () => {
  const { search, table } = createSearch();
  // Keys of six bits: most probes hit the entry of some other position, with its move, score and evaluation.
  const { probe, store } = table;
  let hits = 0;
  table.probe = ({ keyLo }, ply, out) => {
    const isHit = probe.call(table, { keyLo: keyLo & 63, keyHi: 0, halfmoves: 0 }, ply, out);
    if (isHit) hits++;
    return isHit;
  };
  table.store = ({ keyLo }, ...rest) => store.call(table, { keyLo: keyLo & 63, keyHi: 0, halfmoves: 0 }, ...rest);
  const random = randomIntegers(124);
  let lines = 0;
  playRandomGames({ games: 5, plies: 60, seed: 125 }, (position, _, count) => {
    if (count === 0 || random(8) !== 0) return;
    const fen = formatFen(position);
    const { bestMove, infos } = run(search, position, { depth: 6, nodes: 5000 });
    assert(isLegal(position, bestMove), fen);
    assertEquals(formatFen(position), fen);
    for (const { pv } of infos) replay(position, pv);
    lines += infos.length;
  });
  assertGreater(hits, 2000);
  assertGreater(lines, 25);
});

Deno.test("corrections are forgotten if the root's move number is lower than that of the previous root", () => {
  const rooks = (number: number): string => `4k3/8/8/8/8/8/8/R3K3 w - - 0 ${number}`;
  const roots: readonly (readonly [fen: string, previousPly: number | null, isForgotten: boolean])[] = [
    [START_FEN, 40, true],
    [START_FEN, null, false],
    [rooks(5), 9, true],
    [rooks(5), 8, false],
    // A program may write move 1 into every FEN: here after a search for Black, and after one late in the game.
    [rooks(1), 1, false],
    [rooks(1), 40, false],
  ];
  for (const [fen, previousPly, isForgotten] of roots) {
    const { search } = createSearch(1, SIMPLE);
    search.corrections.entries[7] = 9;
    search.root.previousAverage = previousPly === null ? null : { score: 0, gamePly: previousPly };
    search.begin(parseFen(fen), unlimited());
    assertEquals(search.corrections.entries[7], isForgotten ? 0 : 9, `${fen} ${previousPly}`);
  }
});
