/**
 * Whole searches: mates, draws, zugzwang; that they are exact about nodes, repeatable, independent, and leave things
 * as they were.
 *
 * The positions with mates have no shorter ones: the distances were established with another engine.
 *
 * @module
 */

import { assert, assertEquals, assertGreater, assertLess, assertNotEquals } from "@std/assert";
import { formatFen, parseFen, START_FEN } from "../../core/fen.ts";
import { isLegal } from "../../core/legality.ts";
import type { Position } from "../../core/position.ts";
import { isThreefold } from "../../core/repetition.ts";
import { NO_MOVE } from "../../core/types.ts";
import { pieceToOf } from "../../search/histories.ts";
import { BOUND_UPPER } from "../../search/info.ts";
import { CONTROL_STOP, unlimited } from "../../search/limits.ts";
import { searchNode } from "../../search/node.ts";
import { lateMoveLimit, nullMovePruning } from "../../search/pruning.ts";
import { DRAW, INFINITE, isMateScore, MATE, mateIn, NO_SCORE, scoreToTable } from "../../search/score.ts";
import type { Search } from "../../search/search.ts";
import { MARGIN } from "../../search/stack.ts";
import { playRandomGames } from "../core/random_games.ts";
import {
  analyse,
  type Changes,
  createSearch,
  entries,
  legalMoves,
  moveOf,
  names,
  prepare,
  run,
  setPlayed,
  withParameters,
} from "./fixtures.ts";

const MIDDLEGAME = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 10";
const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/** Positions with the distance of the mate in moves, negative if the side to move is mated. */
const MATES: [fen: string, distance: number][] = [
  ["6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 1],
  ["rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", 1],
  ["r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1],
  ["6rk/6pp/8/6N1/8/8/8/K6Q w - - 0 1", 1],
  ["7k/R7/5K2/8/8/8/8/8 w - - 0 1", 2],
  ["8/5P1k/5K2/8/8/8/8/8 w - - 0 1", 2],
  ["8/8/8/3Q4/8/2K5/8/1k6 w - - 0 1", 2],
  ["r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3],
  ["5rk1/5Npp/8/8/8/1Q6/8/K7 w - - 0 1", 3],
  ["1k5r/pP3ppp/3p2b1/1BN1n3/1Q2P3/P1B5/KP3P1P/7q w - - 1 1", 3],
  ["r3k2r/ppp2Npp/1b5n/4p2b/2B1P2q/BQP2P2/P5PP/RN5K w kq - 1 1", 3],
  ["2r3k1/p4p2/3Rp2p/1p2P1pK/8/1P4P1/P3Q2P/1q6 b - - 0 1", 3],
  ["r2n1rk1/1ppb2pp/1p1p4/3Ppq1n/2B3P1/2P4P/PP1N1P1K/R2Q1RN1 b - - 0 1", 3],
  ["8/2Q5/8/8/8/8/1K6/3k4 w - - 0 1", 4],
  ["8/3k4/8/3K4/8/8/3Q4/8 w - - 0 1", 4],
  ["5r1k/6pp/8/6N1/8/1Q6/8/K7 w - - 0 1", 4],
  ["k7/7R/1K6/8/8/8/8/8 b - - 0 1", -1],
  ["8/8/8/8/8/5k2/8/r6K w - - 0 1", -2],
  ["4k3/8/4K3/8/8/8/8/6R1 b - - 0 1", -2],
  ["8/8/8/5K1k/8/8/8/6R1 b - - 0 1", -5],
];

/** Plays a line, asserting that it is legal, and takes it back. Returns whether it ends with a mate. */
function replay(position: Position, line: readonly number[]): boolean {
  line.forEach((move, i) => {
    assert(isLegal(position, move), `move ${i + 1} of ${names(line)} in ${formatFen(position)}`);
    position.make(move);
  });
  const isMate = position.inCheck && legalMoves(position).length === 0;
  line.forEach(() => position.undo());
  return isMate;
}

for (const [fen, distance] of MATES) {
  Deno.test(`mate in ${distance}: ${fen}`, () => {
    const position = parseFen(fen);
    const { search } = createSearch();
    const limits = distance > 0 ? { mate: distance, depth: 30 } : { depth: 24 };
    const { score, infos, bestMove } = run(search, position, { ...limits, nodes: 1_000_000 });
    assertEquals(isMateScore(score) ? mateIn(score) : `score ${score}`, distance);
    const { pv } = infos.at(-1)!;
    assertEquals(pv[0], bestMove);
    assertEquals(pv.length, distance > 0 ? 2 * distance - 1 : -2 * distance);
    assert(replay(position, pv), `${names(pv)} is no mate`);
  });
}

Deno.test("stalemate is sought by the side that loses otherwise", () => {
  // Black threatens mate with two rooks and a queen; the white king cannot move, so the queen gives itself up.
  const { score, bestMove } = analyse("7k/5Q2/8/8/8/6q1/rr6/7K w - - 0 1", { depth: 10 });
  assert(score === DRAW, `${score}`);
  assert(["f7g8", "f7f8", "f7g7", "f7h7", "f7h5"].includes(names([bestMove])[0]));
});

Deno.test("stalemate is avoided by the side that wins", () => {
  // The queen would stalemate; the rook mates.
  const { score, bestMove } = analyse("8/5P1k/5K2/8/8/8/8/8 w - - 0 1", { depth: 8 });
  assertEquals(names([bestMove]), ["f7f8r"]);
  assertEquals(mateIn(score), 2);
});

Deno.test("perpetual check is sought by the side that loses otherwise", () => {
  const { score, infos } = analyse("6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1", { depth: 10 });
  assert(score === DRAW, `${score}`);
  assertEquals(names(infos.at(-1)!.pv.slice(0, 2)), ["h5e8", "g8h7"]);
});

Deno.test("a repetition is avoided by the side that wins", () => {
  const fen = "8/8/3k4/8/8/3K4/8/R7 w - - 0 1";
  const { search } = createSearch();
  const usual = run(search, parseFen(fen), { depth: 8 }).bestMove;
  // A game in which the position after that move occurred twice: the third time it would be a draw.
  const position = parseFen(fen);
  position.make(usual);
  const back = (usual >> 6 & 63) | (usual & 63) << 6;
  for (let i = 0; i < 2; i++) {
    const away = legalMoves(position)[0];
    for (const move of [away, back, (away >> 6 & 63) | (away & 63) << 6]) {
      assert(isLegal(position, move));
      position.make(move);
    }
    if (i === 0) position.make(usual);
  }
  position.make(usual);
  assert(isThreefold(position));
  position.undo();
  assertEquals(formatFen(position).split(" ")[0], fen.split(" ")[0]);
  search.newGame();
  search.table.clear();
  const { bestMove, score } = run(search, position, { depth: 8 });
  assertNotEquals(bestMove, usual);
  assertGreater(score, 300);
});

Deno.test("a repetition is sought by the side that loses", () => {
  // Black, a rook behind, can bring about the first position for the third time.
  const position = parseFen("8/5k2/8/8/8/3K4/8/R7 w - - 0 1");
  for (const text of ["a1a2", "f7f6", "a2a1", "f6f7", "a1a2", "f7f6", "a2a1"]) position.make(moveOf(position, text));
  const { bestMove, score } = run(createSearch().search, position, { depth: 8 });
  assertEquals(names([bestMove]), ["f6f7"]);
  assert(score === DRAW, `${score}`);
});

Deno.test("the fifty-move rule: without progress the next move draws, a mate by it counts", () => {
  const quiet = "8/8/8/8/8/2k5/8/KR6 w - - 99 120";
  assert(analyse(quiet, { depth: 6 }).score === DRAW);
  assertGreater(analyse(quiet.replace("99", "60"), { depth: 6 }).score, 300);
  assertEquals(mateIn(analyse("7k/8/6K1/8/8/8/8/R7 w - - 99 120", { depth: 6 }).score), 1);
  // Mate in two needs three plies: there is time at 97, and none at 98.
  assertEquals(mateIn(analyse("7k/R7/5K2/8/8/8/8/8 w - - 97 120", { depth: 8 }).score), 2);
  assert(analyse("7k/R7/5K2/8/8/8/8/8 w - - 98 120", { depth: 8 }).score === DRAW);
});

Deno.test("the fifty-move rule: a pawn move that wins is preferred to shuffling towards the draw", () => {
  const { bestMove, score } = analyse("8/8/8/8/8/1k6/6P1/6KR w - - 98 120", { depth: 6 });
  assert(names([bestMove])[0].startsWith("g2"));
  assertGreater(score, 300);
});

Deno.test("zugzwang: whoever moves loses the last pawns, and the search does not pass in thought", () => {
  // Each king holds its pawn and attacks the other's.
  for (const side of ["w", "b"]) {
    const { score } = analyse(`8/8/8/3pK3/2kP4/8/8/8 ${side} - - 0 1`, { depth: 16, nodes: 200_000 });
    assertLess(score, -300, side);
  }
});

/** Reductions of null moves, fixed: 5 + depth / 3 + (estimate − beta) / 200, at most 3. */
const NULL_MOVE: Changes = {
  nullMoveDepth: 2,
  nullMoveBase: 5,
  nullMoveDepthDivisor: 3,
  nullMoveEvalDivisor: 200,
  nullMoveEvalMax: 3,
  nullMoveEvalSlope: 18,
  nullMoveEvalBase: 140,
};

Deno.test("zugzwang with a piece on the board: a pass would save Black, and its verification finds that no move does", () => {
  // The bishop must leave a7 to the rook, or the pawn takes it and b7 mates.
  const cut = (nullMoveVerifyDepth: number) =>
    withParameters({ ...NULL_MOVE, nullMoveVerifyDepth }, () => {
      const position = parseFen("kbK5/pp6/RP6/8/8/8/8/8 b - - 0 1");
      const { search } = createSearch();
      prepare(search, position);
      setPlayed(search.stack, 3, 4, 0, 40);
      search.rootDepth = 20;
      const score = nullMovePruning(search, -600, 20, 4, true, -500, -500, false);
      // Null moves are allowed again.
      assertEquals(search.nullMoveMinPly, 0);
      return score;
    });
  assert(cut(1000) >= -600);
  assertEquals(cut(15), NO_SCORE);
});

/** What null-move pruning says at a node whose evaluation is far above beta. */
function passAt(fen: string, change: (search: Search) => void = () => {}): { score: number; nodes: number } {
  const position = parseFen(fen);
  const { search } = createSearch();
  prepare(search, position);
  setPlayed(search.stack, 3, 9, 52, 44);
  change(search);
  const before = formatFen(position);
  const score = nullMovePruning(search, 0, 6, 4, true, 300, 300, false);
  assertEquals(formatFen(position), before);
  return { score, nodes: search.nodes };
}

Deno.test("null-move pruning passes and cuts, but not with pawns alone, not twice in a row, not while it is verified", () => {
  const fen = "4k3/pp6/8/8/8/8/5PP1/2B1K2R w - - 0 1";
  assert(passAt(fen).score >= 0);
  const none = { score: NO_SCORE, nodes: 0 };
  assertEquals(passAt("4k3/pp6/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"), none);
  assertEquals(passAt(fen, (search) => search.stack.move[3 + MARGIN] = NO_MOVE), none);
  assertEquals(passAt(fen, (search) => search.nullMoveMinPly = 5), none);
});

Deno.test("a mate found after a pass is not believed: the cutoff returns beta", () => {
  const afterPass = (score: number) =>
    withParameters({ ...NULL_MOVE, nullMoveVerifyDepth: 100 }, () => {
      const position = parseFen("8/8/8/8/8/6k1/r7/7K b - - 0 1");
      const { search } = createSearch();
      prepare(search, position);
      setPlayed(search.stack, 3, 6, 7, 7);
      // What is known of White to move, at ply 5.
      position.makeNull();
      const { keyLo, keyHi } = position;
      search.table.store(keyLo, keyHi, NO_MOVE, scoreToTable(-score, 5), 0, 60, BOUND_UPPER, false);
      position.undoNull();
      return nullMovePruning(search, 7, 12, 4, true, 500, 500, false);
    });
  assertEquals(afterPass(400), 400);
  assertEquals(afterPass(MATE - 7), 7);
});

Deno.test("an excluded move is not searched: without the only mate, another score comes back", () => {
  const position = parseFen("7k/8/6K1/8/8/8/8/R7 w - - 0 1");
  const { search } = createSearch();
  // So that late move pruning does not hide the mate.
  withParameters({ lmpBase: 100 }, () => {
    prepare(search, position);
    assertEquals(searchNode(search, -INFINITE, INFINITE, 2, 2, false), MATE - 3);
    search.table.clear();
    search.stack.excluded[2 + MARGIN] = moveOf(position, "a1a8");
    assertLess(searchNode(search, -INFINITE, INFINITE, 2, 2, false), MATE - 3);
  });
  // With nothing but the excluded move, the node fails low.
  const single = parseFen("8/8/8/8/8/5k2/8/r6K w - - 0 1");
  prepare(search, single);
  search.stack.excluded[2 + MARGIN] = moveOf(single, "h1h2");
  assertEquals(searchNode(search, 99, 100, 2, 2, false), 99);
});

Deno.test("late move pruning never leaves a node without a move that was searched", () => {
  withParameters({ lmpBase: 1 }, () => {
    assertEquals(lateMoveLimit(1, false), 1);
    for (const fen of [START_FEN, MIDDLEGAME, KIWIPETE]) {
      const { score, bestMove } = analyse(fen, { depth: 6 });
      assert(bestMove !== NO_MOVE && Math.abs(score) < 2000, `${score}`);
    }
  });
});

Deno.test("the same search from a new game visits the same nodes, and after a game it does not", () => {
  const { search, table } = createSearch();
  const first = run(search, parseFen(MIDDLEGAME), { depth: 8 });
  const warm = run(search, parseFen(MIDDLEGAME), { depth: 8 });
  assertNotEquals(warm.nodes, first.nodes);
  search.newGame();
  table.clear();
  const again = run(search, parseFen(MIDDLEGAME), { depth: 8 });
  assertEquals(strip(again), strip(first));
  assertEquals(strip(run(createSearch().search, parseFen(MIDDLEGAME), { depth: 8 })), strip(first));
});

/** An outcome without what the clock decides. */
function strip({ infos, ...result }: ReturnType<typeof run>): unknown {
  return { ...result, infos: infos.map((info) => ({ ...info, timeMs: 0 })) };
}

Deno.test("each run is a new generation of the transposition table", () => {
  const { search, table } = createSearch();
  run(search, parseFen(MIDDLEGAME), { depth: 9 });
  assertGreater(table.hashfull(), 20);
  run(search, parseFen("8/8/8/8/8/5k2/8/r6K w - - 0 1"), { depth: 1 });
  assert(table.hashfull() <= 1);
});

Deno.test("after `newGame()` nothing learned remains", () => {
  const { search } = createSearch();
  run(search, parseFen(MIDDLEGAME), { depth: 8 });
  const tables = [search.histories, search.corrections].flatMap((owner) =>
    Object.entries(owner).filter(([, field]) => ArrayBuffer.isView(field))
  ) as [string, Int16Array][];
  assertGreater(tables.filter(([, table]) => entries(table).length > 0).length, 8);
  search.newGame();
  for (const [name, table] of tables) assertEquals(entries(table), [], name);
});

Deno.test("a bound of nodes is met exactly", () => {
  const { search, table } = createSearch();
  for (const fen of [MIDDLEGAME, KIWIPETE, START_FEN]) {
    for (const nodes of [1, 2, 17, 100, 1023, 1024, 1025, 2048, 3333, 10_000]) {
      search.newGame();
      table.clear();
      assertEquals(run(search, parseFen(fen), { nodes }).nodes, nodes, fen);
    }
  }
  for (let nodes = 3000; nodes < 3300; nodes++) assertEquals(run(search, parseFen(KIWIPETE), { nodes }).nodes, nodes);
});

Deno.test("a search of one node answers with a legal move", () => {
  for (const fen of [MIDDLEGAME, KIWIPETE, "8/8/8/8/8/5k2/8/r6K w - - 0 1"]) {
    const position = parseFen(fen);
    const { bestMove, infos } = analyse(fen, { nodes: 1 });
    assert(isLegal(position, bestMove));
    assertEquals(infos.at(-1)!.pv[0], bestMove);
  }
});

Deno.test("the stop flag ends a search within 256 nodes, with a legal move and the position as it was", () => {
  const { search, control } = createSearch();
  const position = parseFen(KIWIPETE);
  let nodesAtStop = 0;
  const limits = { ...unlimited(), depth: 60 };
  const { nodes, bestMove } = search.run(position, limits, (info) => {
    if (info.depth < 7 || nodesAtStop > 0) return;
    nodesAtStop = info.nodes;
    Atomics.store(control, CONTROL_STOP, 1);
  });
  assertGreater(nodesAtStop, 0);
  assert(nodes > nodesAtStop && nodes <= nodesAtStop + 256, `${nodesAtStop} to ${nodes}`);
  assert(isLegal(position, bestMove));
  assertEquals(formatFen(position), KIWIPETE);
  // Set before the start, it lets the search look at as much.
  const early = search.run(position, limits, () => {});
  assert(early.nodes <= 256 && isLegal(position, early.bestMove));
});

Deno.test("a search that was stopped anywhere leaves a thread that searches like a new one after `newGame()`", () => {
  const expected = strip(analyse(MIDDLEGAME, { depth: 6 }));
  const { search, table } = createSearch();
  for (const nodes of [1, 50, 777, 2500, 9000]) {
    run(search, parseFen(KIWIPETE), { nodes });
    assertEquals(entries(search.stack.excluded), []);
    assertEquals(search.nullMoveMinPly, 0);
    search.newGame();
    table.clear();
    assertEquals(strip(run(search, parseFen(MIDDLEGAME), { depth: 6 })), expected);
    search.newGame();
    table.clear();
  }
});

Deno.test("in 50 random positions: lines are legal, the first move is the one played, the position is as it was", () => {
  const { search } = createSearch();
  let positions = 0;
  for (const chess960 of [false, true]) {
    playRandomGames({ games: 5, plies: 100, seed: 141, chess960 }, (position, _, count) => {
      if (count === 0 || position.gamePly % 18 !== 9) return;
      positions++;
      const fen = formatFen(position);
      const { keyLo, keyHi, top } = position;
      const parts = position.parts.slice();
      const { infos, bestMove, ponderMove } = run(search, position, { depth: 7, nodes: 8000 });
      assertEquals(formatFen(position), fen);
      assertEquals([position.keyLo, position.keyHi, position.top], [keyLo, keyHi, top]);
      assertEquals(position.parts, parts);
      for (const { pv } of infos) replay(position, pv);
      const last = infos.at(-1)!.pv;
      assertEquals([last[0], last[1] ?? NO_MOVE], [bestMove, ponderMove], fen);
    });
  }
  assertGreater(positions, 50);
});

Deno.test("two searches side by side do not disturb each other", () => {
  const alone = analyse(MIDDLEGAME, { depth: 7 });
  const other = analyse(KIWIPETE, { depth: 5 });
  const [first, second] = [createSearch().search, createSearch().search];
  // The second one runs in the middle of the first, after each of its depths.
  const infos: (typeof alone.infos)[number][] = [];
  const result = first.run(parseFen(MIDDLEGAME), { ...unlimited(), depth: 7 }, (info) => {
    infos.push(info);
    second.newGame();
    second.table.clear();
    assertEquals(strip(run(second, parseFen(KIWIPETE), { depth: 5 })), strip(other));
  });
  assertEquals(strip({ ...result, infos }), strip(alone));
});

Deno.test("the moves of the game before the root are known to the histories", () => {
  const line = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "e1g1", "f8e7"];
  const position = parseFen(START_FEN);
  const played = line.map((text) => {
    const move = moveOf(position, text);
    const piece = pieceToOf(position, move);
    position.make(move);
    return [move, piece];
  });
  const { search } = createSearch();
  run(search, position, { depth: 1 });
  const known = [1, 2, 3, 4, 5, 6, 7, 8].map((back) => [
    search.stack.move[MARGIN - back],
    search.stack.pieceTo[MARGIN - back],
  ]);
  assertEquals(known, played.reverse().slice(0, 8));
  // Another game: nothing of the one before is left.
  run(search, parseFen(START_FEN), { depth: 1 });
  assertEquals(entries(search.stack.move.subarray(0, MARGIN)), []);
  assertEquals(entries(search.stack.pieceTo.subarray(0, MARGIN)), []);
});

Deno.test("the line of a node is its move and the line below it", () => {
  const { search } = createSearch();
  const position = parseFen("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1");
  prepare(search, position);
  // Deeper and deeper, so that the table orders the moves.
  let score = 0;
  for (let depth = 1; depth < 30 && !isMateScore(score); depth++) {
    score = searchNode(search, -INFINITE, INFINITE, depth, 1, false);
  }
  assertEquals(score, MATE - 6);
  const line = search.stack.line(1);
  assertEquals(names(line.slice(0, 1)), ["f6a6"]);
  assertEquals(line.length, 5);
  assert(replay(position, line));
});
