/** An inspection returns the numbers that the search itself reads, and does not change the search. @module */

import { BOUND_EXACT } from "../../search/bound.ts";
import { assert, assertEquals, assertGreater } from "@std/assert";
import { formatFen, parseFen, parseSquare, squareName, START_FEN } from "../../core/fen.ts";
import { givesCheck } from "../../core/gives_check.ts";
import { formatUci } from "../../core/notation.ts";
import type { Position } from "../../core/position.ts";
import { seeAtLeast } from "../../core/see.ts";
import { NO_MOVE } from "../../core/types.ts";
import { CORRECTIONS } from "../../learning/corrections.ts";
import { HISTORIES, isOn, QUIETS } from "../../learning/histories.ts";
import { keysOf } from "../../learning/move_keys.ts";
import { ABOUT_MOVE } from "../../learning/table.ts";
import { escapeScore } from "../../search/move_picker.ts";
import { P } from "../../search/params.ts";
import { inspect, type Inspection, liveInspection } from "../../search/inspect.ts";
import type { Search } from "../../search/search.ts";
import { setRoot } from "../../search/run.ts";
import { SIMPLE } from "./evaluators.ts";
import { createSearch, KIWIPETE, legalMoves, moveOf, positionAfter, run } from "./fixtures.ts";
import { entries, litter, orderingScore } from "./learned.ts";
import { all, type Changes, NO_ESCAPES, withParameters } from "./parameters.ts";
import { Engine } from "../../engine/engine.ts";

/** Each table learns the full bonus, and each correction learns a difference times an eighth of the depth. */
const UNSCALED: Changes = { ...all(/^bonus[A-Z]/, 1024), ...all(/^gain[A-Z]/, 128) };
const ITALIAN = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "c2c3"];

function searched(position: Position, depth: number): Search {
  const search = createSearch(1, SIMPLE).search;
  run(search, position, { depth });
  return search;
}

/** A search with random knowledge about every move and position, except moves that follow no other move. */
function littered(position: Position): Search {
  const search = searched(position, 1);
  litter(search, 152, 500);
  return search;
}

/** The memories that these histories fill, by name, without duplicates. */
function memoriesOf(names: readonly string[]): string[] {
  return Array.from(new Set(names.map((name) => name.startsWith("continuation") ? "continuation" : name)));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Asserts that the shares and scores of an inspection are those of the search. */
function assertAgrees(search: Search, position: Position): Inspection {
  const inspection = inspect(search, position);
  search.histories.locate(position, search.rootFrame);
  for (const { move, score, shares } of inspection.quiets) {
    const name = formatUci(move, false);
    const history = orderingScore(search.histories, position, search.rootFrame, move);
    const check = givesCheck(position, move) && seeAtLeast(position, move, 0) ? P.orderCheck : 0;
    const expected = history + escapeScore(position, move) + check;
    assertEquals([score, sum(shares), shares.length], [expected, expected, inspection.quietTables.length], name);
  }
  for (const { move, history } of inspection.noisy) {
    assertEquals(history, search.histories.captureScore(position, move), formatUci(move, false));
  }
  const { evaluation } = inspection;
  if (evaluation !== null) {
    const { corrections, correction, raw, corrected } = evaluation;
    assertEquals(correction, search.corrections.correction(position, search.rootFrame));
    assertEquals(correction, Math.trunc(sum(corrections.map((share) => share.centipawns))));
    assertEquals([raw, corrected], [search.evaluator.evaluate(position), raw + correction]);
  }
  return inspection;
}

Deno.test("the shares of a quiet move add up to its score, and the shares of the corrections add up to the correction", () => {
  for (const [fen, moves] of [[START_FEN, ITALIAN], [KIWIPETE, []]] as const) {
    const position = positionAfter(fen, moves);
    assertAgrees(searched(position, 6), position);
    const inspection = assertAgrees(littered(position), position);
    // The shares must not be zero, since sums of zeros would also agree.
    const played = inspection.quiets.filter(({ score }) => score !== 0);
    assertGreater(played.length, 10);
    const hasGame = moves.length > 0;
    inspection.quietTables.forEach((table, at) => {
      const isKnown = played.some(({ shares }) => shares[at] !== 0);
      const isExpected = table === "check"
        ? played.some(({ move }) => givesCheck(position, move) && seeAtLeast(position, move, 0))
        : hasGame || !table.startsWith("continuation");
      assertEquals(isKnown, isExpected, table);
    });
    const corrections = inspection.evaluation?.corrections ?? [];
    assertEquals(corrections.length, CORRECTIONS.length);
    for (const { table, entry } of corrections) {
      assertEquals(entry !== 0, hasGame || !table.startsWith("continuation"), table);
    }
  }
});

Deno.test("the shares add up with every table on, and a counter-move has its share", () => {
  withParameters({ orderPieceTo: 900, orderCounterMove: 750, orderPawn: 777, orderCheck: 1234 }, () => {
    const position = positionAfter(START_FEN, ITALIAN);
    const search = littered(position);
    const refutation = moveOf(position, "g8f6");
    search.histories.locate(position, search.rootFrame);
    search.histories.of(HISTORIES.counterMove).fill(keysOf(position, refutation));
    const { counterMove, quiets, quietTables } = assertAgrees(search, position);
    const names = QUIETS.filter(({ order }) => order !== 0).map(({ name }) => name);
    assertEquals(quietTables, [...names, "escape", "check"]);
    assertEquals(counterMove, refutation);
    const answers = quiets.filter(({ shares }) => shares[quietTables.indexOf("counter-move")] === 6000);
    assertEquals(answers.map(({ move }) => move), [refutation]);
  });
});

Deno.test("tables that are off are excluded", () => {
  const off: Changes = { orderButterfly: 0, pruneButterfly: 0, orderContinuation2: 0, orderLowPly: 0, orderCapture: 0 };
  withParameters({ ...off, correctMinor: 0 }, () => {
    const position = positionAfter(START_FEN, ITALIAN);
    const inspection = assertAgrees(searched(position, 4), position);
    const names = QUIETS.filter(({ order }) => order !== 0).map(({ name }) => name);
    assertEquals(names.includes("butterfly") || names.includes("continuation 2") || names.includes("low-ply"), false);
    assertEquals(inspection.quietTables, [...names, "escape"]);
    assertEquals([inspection.counterMove, inspection.captureHistoryWeight], [null, null]);
    const filled = inspection.fills.map((fill) => fill.table);
    const corrections = CORRECTIONS.filter(({ name }) => name !== "minor").map(({ name }) => `correction: ${name}`);
    assertEquals(filled, [...memoriesOf(names), ...corrections]);
    assertEquals(inspection.evaluation?.corrections.some(({ table }) => table === "minor"), false);
  });
});

Deno.test("what a history learns appears in the fill levels and in the butterfly table", () => {
  withParameters(UNSCALED, () => {
    const position = positionAfter(START_FEN, ["e2e4", "e7e5"]);
    const { search } = createSearch();
    setRoot(search, position);
    const move = moveOf(position, "g1f3");
    search.histories.locate(position, search.rootFrame);
    search.histories.learn(ABOUT_MOVE, search.rootFrame, keysOf(position, move), 1024);
    const { fills, butterfly } = assertAgrees(search, position);
    assertEquals([butterfly.length, entries(butterfly)], [64 * 64, [[move & 0xfff, 1024]]]);
    const used = fills.filter((fill) => fill.used > 0);
    assertEquals(used.map(({ table }) => table), memoriesOf(QUIETS.filter(isOn).map(({ name }) => name)));
    // Only two moves were played before, so no table learns about a move further back.
    assertEquals(used.find(({ table }) => table === "continuation")?.used, 2);
    const sizes = { entries: 32768, used: 1, largest: 1024, bound: 8192, bytes: 65536 };
    assertEquals(used.find(({ table }) => table === "butterfly"), { table: "butterfly", ...sizes });
  });
});

Deno.test("an inspection has every legal move once, the TT move first, and each list in the order of the picker", () => {
  withParameters(NO_ESCAPES, () => {
    const position = positionAfter(KIWIPETE);
    const search = createSearch().search;
    const quietMove = moveOf(position, "a2a3");
    search.tt.store(position, 0, quietMove, 0, 0, 1, BOUND_EXACT, true);
    for (const [text, bonus] of [["e1g1", 900], ["d2c1", -500], ["a1b1", 300]] as const) {
      setRoot(search, position);
      const move = moveOf(position, text);
      search.histories.locate(position, search.rootFrame);
      search.histories.learn(ABOUT_MOVE, search.rootFrame, keysOf(position, move), bonus);
    }
    const { ttMove, quiets, noisy } = assertAgrees(search, position);
    assertEquals(ttMove, quietMove);
    assertEquals(quiets.slice(0, 3).map(({ move }) => formatUci(move, false)), ["a2a3", "e1g1", "a1b1"]);
    for (const list of [quiets.slice(1), noisy.filter(({ isLate }) => !isLate)]) {
      assertEquals(list.map(({ score }) => score), list.map(({ score }) => score).toSorted((a, b) => b - a));
    }
    assertEquals(noisy.map(({ isLate }) => isLate), noisy.map(({ isLate }) => isLate).toSorted());
    // The queen can take the guarded knight on f6; this exchange costs the queen.
    const queenTakes = noisy.find(({ move }) => formatUci(move, false) === "f3f6");
    assertEquals([queenTakes?.victim, queenTakes?.promotion, queenTakes?.isLate], [320, 0, true]);
    const found = [...quiets, ...noisy].map(({ move }) => move);
    assertEquals(found.toSorted(), legalMoves(position).toSorted());
  });
});

Deno.test("the TT move is the move that the search has just found, with any half-move clock", () => {
  for (const fen of [KIWIPETE, "8/5k2/8/8/3R4/8/2K5/8 w - - 60 90"]) {
    const position = parseFen(fen);
    const search = createSearch().search;
    const { bestMove } = run(search, position, { depth: 6 });
    assertEquals(formatUci(inspect(search, position).ttMove, false), formatUci(bestMove, false));
  }
});

Deno.test("the score of a capture is the sum of its reported parts", () => {
  for (const orderCapture of [256, 0]) {
    withParameters({ victimWeight: 20, orderCapture }, () => {
      const position = positionAfter(KIWIPETE);
      const { noisy, victimWeight, captureHistoryWeight } = assertAgrees(searched(position, 4), position);
      assertEquals([victimWeight, captureHistoryWeight], [20, orderCapture !== 0 ? 256 : null]);
      for (const { move, victim, history, score } of noisy) {
        const order = orderCapture !== 0 ? Math.floor(history / 4) : -(position.mailbox[move & 63] & 7);
        assertEquals(score, 20 * victim + order, formatUci(move, false));
      }
    });
  }
});

Deno.test("an inspection does not change tables or position", () => {
  const position = positionAfter(START_FEN, ITALIAN);
  const search = searched(position, 5);
  const learned = () => [search.histories, search.corrections].map(({ entries }) => entries.slice());
  const [key, before] = [position.keyLo, learned()];
  const first = inspect(search, position);
  assertEquals(inspect(search, position), first);
  assertEquals(position.keyLo, key);
  // If they differed, `assertEquals()` would take seconds to show how.
  assert(learned().every((entries, i) => entries.every((value, j) => value === before[i][j])));
  assertGreater(first.fills.find((fill) => fill.table === "low-ply")?.used ?? 0, 0);
  first.butterfly.fill(0);
  assertGreater(search.histories.of(HISTORIES.butterfly).filter((value) => value !== 0).length, 0);
});

Deno.test("a position in check has no evaluation, and a position without legal moves has no moves", () => {
  const check = positionAfter("rnbqkbnr/ppp2ppp/3p4/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 1 3");
  assertEquals(inspect(createSearch().search, check).evaluation, null);
  assertGreater(inspect(createSearch().search, check).quiets.length, 0);
  const mated = positionAfter(START_FEN, ["f2f3", "e7e5", "g2g4", "d8h4"]);
  const { quiets, noisy, ttMove } = inspect(createSearch().search, mated);
  assertEquals([quiets, noisy, ttMove], [[], [], NO_MOVE]);
});

Deno.test("the opponent's butterfly entries are those that the opponent would read on its own turn", () => {
  for (const moves of [ITALIAN, [...ITALIAN, "g8f6"], ["e2e4", "d7d5", "f1b5"]]) {
    const position = positionAfter(START_FEN, moves);
    const search = littered(position);
    const { opponentButterfly } = inspect(search, position);
    assertEquals(position.inCheck, moves.at(-1) === "f1b5");
    // Compare with the other side to move. After a check, no such position is legal, but its entries exist.
    assertGreater(opponentButterfly.filter((value) => value !== 0).length, 4000);
    if (position.inCheck) continue;
    const [board, side, castling] = formatFen(position).split(" ");
    const other = parseFen(`${board} ${side === "w" ? "b" : "w"} ${castling} - 0 1`);
    assertEquals(opponentButterfly, inspect(search, other).butterfly);
  }
});

Deno.test("the scores of pieces cover the squares that they reach on an empty board", () => {
  const position = parseFen("4k3/8/8/2p5/1PBN4/P7/1P6/R2QK2R w - - 0 1");
  const search = littered(position);
  // No entry is zero, so every square that is reached is visible.
  for (const table of QUIETS.filter(isOn)) {
    const values = search.histories.of(table);
    values.forEach((value, i) => values[i] = Math.abs(value) + 1);
  }
  const { pieceScores } = inspect(search, position);
  const squares = Array.from({ length: 64 }, (_, square) => square);
  const targetsOf = (from: string): string =>
    squares.filter((to) => pieceScores[to << 6 | parseSquare(from)] !== 0).map(squareName).join(" ");
  const [bishop, rook] = ["f1 a2 e2 b3 d3 b5 d5 a6 e6 f7 g8", "b1 c1 d1 e1 f1 g1 h1 a2 a3 a4 a5 a6 a7 a8"];
  const others = { b2: "b3 b4", a3: "a4", d4: "c2 e2 b3 f3 b5 f5 c6 e6", e1: "d1 f1 d2 e2 f2", c5: "" };
  const expected = { ...others, c4: bishop, a1: rook };
  assertEquals(Object.fromEntries(Object.keys(expected).map((from) => [from, targetsOf(from)])), expected);
  assertEquals(targetsOf("d1").split(" ").length, 7 + 7 + 7);
});

Deno.test("promotions and en passant are reported with their gains", () => {
  const { noisy } = assertAgrees(createSearch().search, positionAfter("3n2k1/2P5/8/3pP3/8/8/8/6K1 w - d6 0 2"));
  const found = (text: string) => noisy.find(({ move }) => formatUci(move, false) === text)!;
  const gains = ["e5d6", "c7c8q", "c7d8n"].map(found).map(({ victim, promotion }) => [victim, promotion]);
  assertEquals(gains, [[100, 0], [0, 950], [320, 320]]);
  assert(found("c7d8n").isLate);
});

const IN_CHECK = "rnb1kbnr/pppp1ppp/8/4p3/7q/5P2/PPPPP1PP/RNBQKBNR w KQkq - 1 3";

for (const fen of [KIWIPETE, IN_CHECK]) {
  Deno.test(`a live inspection changes nothing in a search of ${fen}`, () => {
    const limits = { nodes: 6000, depth: 12 };
    const plain = createSearch().search;
    const expected = run(plain, parseFen(fen), limits);
    const watched = createSearch().search;
    const root = parseFen(fen);
    const takeLive = liveInspection(watched, root, parseFen(fen));
    const seen: Inspection[] = [];
    let polls = 0;
    watched.clock.onPoll = () => {
      if (++polls % 8 === 0) seen.push(takeLive());
    };
    const result = run(watched, root, limits);
    assertEquals([result.nodes, result.score, result.pv], [expected.nodes, expected.score, expected.pv]);
    // Each inspection sees at least as many entries as the one before.
    const filled = seen.map(({ butterfly }) => butterfly.filter((value) => value !== 0).length);
    assertEquals(filled, filled.toSorted((a, b) => a - b));
    assertGreater(filled[5], filled[0]);
    assertEquals(takeLive(), inspect(watched, root));
    assertEquals(inspect(watched, root), inspect(plain, parseFen(fen)));
  });
}

Deno.test("`Engine.analyse()` reports the learned data during the search and after each depth, without changing the search", async () => {
  await using engine = await Engine.start();
  const position = { moves: ["e4", "e5", "Nf3"] };
  const seen: [depth: number, inspection: Inspection][] = [];
  const onDepth = (inspection: Inspection, depth: number): number => seen.push([depth, inspection]);
  const looks: Inspection[] = [];
  const onInspection = (inspection: Inspection): number => looks.push(inspection);
  const watched = await engine.analyse(position, { depth: 8, onDepth, onInspection, inspectEvery: 4 }).result;
  assertGreater(looks.length, 2);
  assertGreater(looks[looks.length - 1].quiets.length, 19);
  assertEquals(seen.map(([depth]) => depth), [1, 2, 3, 4, 5, 6, 7, 8]);
  const filled = seen.map(([, { butterfly }]) => butterfly.filter((value) => value !== 0).length);
  assertGreater(filled[7], filled[0]);
  assertEquals(seen[7][1], await engine.inspect(position));
  await engine.newGame();
  const plain = await engine.analyse(position, { depth: 8 }).result;
  assertEquals([plain.nodes, plain.move], [watched.nodes, watched.move]);
  assertEquals(seen.length, 8);
});
