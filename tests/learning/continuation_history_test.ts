/**
 * Continuation history: what a cutoff writes after which earlier moves, in numbers worked out by hand, and what that
 * does to ordering and pruning.
 *
 * @module
 */

import { assertEquals, assertLess } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import { makePiece, ROOK, WHITE } from "../../core/types.ts";
import { Histories } from "../../learning/histories.ts";
import type { ParameterName } from "../../search/params.ts";
import { INFINITE, MATE } from "../../core/score.ts";
import { MARGIN, SearchStack } from "../../learning/stack.ts";
import { SIMPLE } from "../search/evaluators.ts";
import { createSearch, entries, moveOf, prepare, searchAt, setPlayed, withOnly } from "../search/fixtures.ts";
import {
  BLACK_KNIGHT,
  BLACK_PAWN,
  createStack,
  cutoff,
  EARLIER,
  NUMBERS,
  order,
  pieceTo,
  PLIES_BACK,
  PLY,
  replaceEarlier,
  square,
  squares,
  TWO_KNIGHTS,
  WHITE_KNIGHT,
} from "./history_fixtures.ts";

for (const [back, name, weight] of PLIES_BACK) {
  Deno.test(`continuation history at ${back} ply: a cutoff writes the pair with that move, ordering reads it after that move only`, () => {
    const position = parseFen(TWO_KNIGHTS);
    const move = moveOf(position, "b1a3");
    withOnly([name], NUMBERS, () => {
      const histories = new Histories();
      const stack = createStack();
      cutoff(histories, position, stack, ["b1a3"]);
      const [piece, , to] = EARLIER[back];
      const index = pieceTo(piece, to) << 10 | pieceTo(WHITE_KNIGHT, "a3");
      assertEquals(entries(histories.continuation), [[index, 980]]);
      const expected = (weight * 980) >> 10;
      assertEquals(histories.orderingScore(position, stack, PLY, move), expected);
      assertEquals(histories.orderingScore(position, stack, PLY, moveOf(position, "b1c3")), 0);
      assertEquals(order(histories, position, stack)[0], "b1a3");

      // Other moves at all other distances change nothing; another one at this distance leaves nothing.
      for (let other = 1; other <= 6; other++) {
        if (other !== back) replaceEarlier(stack, other, BLACK_PAWN, "h7", "h5");
      }
      assertEquals(histories.orderingScore(position, stack, PLY, move), expected);
      replaceEarlier(stack, back, piece, "h1", "h4");
      assertEquals(histories.orderingScore(position, stack, PLY, move), 0);
      // The same piece from elsewhere to the same square is the same relation; another piece is not.
      replaceEarlier(stack, back, piece, "h1", to);
      assertEquals(histories.orderingScore(position, stack, PLY, move), expected);
      replaceEarlier(stack, back, makePiece(piece >> 3, ROOK), "h1", to);
      assertEquals(histories.orderingScore(position, stack, PLY, move), 0);
    });
  });

  Deno.test(`continuation history at ${back} ply: a null move or the start of the search there is not learned from`, () => {
    const position = parseFen(TWO_KNIGHTS);
    withOnly([name], NUMBERS, () => {
      const histories = new Histories();
      const stack = createStack();
      stack.pieceTo[PLY - back + MARGIN] = 0;
      cutoff(histories, position, stack, ["b1a3"]);
      assertEquals(entries(histories.continuation), []);
      // At the root, nothing was played before.
      cutoff(histories, position, new SearchStack(), ["b1a3"], 6, 0);
      assertEquals(entries(histories.continuation), []);
    });
  });
}

Deno.test("continuation history: the five relations are learned at once, with malus, and add up in ordering", () => {
  const position = parseFen(TWO_KNIGHTS);
  withOnly([...PLIES_BACK.map(([, name]) => name), "useMalus"], NUMBERS, () => {
    const histories = new Histories();
    const stack = createStack();
    cutoff(histories, position, stack, ["b1c3", "b1a3"]);
    const rows = PLIES_BACK.map(([back]) => pieceTo(EARLIER[back][0], EARLIER[back][2]));
    const expected = rows.flatMap((row) => [
      [row << 10 | pieceTo(WHITE_KNIGHT, "a3"), 980],
      [row << 10 | pieceTo(WHITE_KNIGHT, "c3"), -1140],
    ]);
    assertEquals(entries(histories.continuation), expected.sort((a, b) => a[0] - b[0]) as [number, number][]);
    // (1024 + 1024 + 512 + 768 + 512) · 980 / 1024, and the same with −1140.
    assertEquals(histories.orderingScore(position, stack, PLY, moveOf(position, "b1a3")), 3675);
    assertEquals(histories.orderingScore(position, stack, PLY, moveOf(position, "b1c3")), -4275);
    // Nothing looks five plies back.
    replaceEarlier(stack, 5, BLACK_KNIGHT, "h1", "h4");
    assertEquals(histories.orderingScore(position, stack, PLY, moveOf(position, "b1a3")), 3675);
  });
});

Deno.test("continuation history in pruning: plies 1 and 2 count with their weights, the farther ones do not", () => {
  const position = parseFen(TWO_KNIGHTS);
  const stack = createStack();
  const all: ParameterName[] = ["useButterfly", ...PLIES_BACK.map(([, name]) => name)];
  const histories = new Histories();
  const move = moveOf(position, "b1a3");
  const to = pieceTo(WHITE_KNIGHT, "a3");
  histories.quiet.butterfly.entries[squares("b1", "a3")] = 1000;
  // 100 for the move before, 200 for the one before that, and so on.
  for (const [back] of PLIES_BACK) {
    histories.continuation[pieceTo(EARLIER[back][0], EARLIER[back][2]) << 10 | to] = 100 * back;
  }
  const scores = (names: ParameterName[]) =>
    withOnly(names, NUMBERS, () => {
      histories.configure();
      return histories.pruningScore(position, stack, PLY, move);
    });
  // Butterfly 2 · 1000.
  assertEquals(scores(all), 2000);
  // and 1024 · 100 / 1024 + 768 · 200 / 1024.
  assertEquals(scores([...all, "useContinuationPruning"]), 2000 + 100 + 150);
  assertEquals(scores(["useContinuationPruning", "useContinuation1"]), 100);
  assertEquals(scores(["useContinuationPruning", "useContinuation2"]), 150);
  const far: ParameterName[] = ["useContinuation3", "useContinuation4", "useContinuation6"];
  assertEquals(scores(["useContinuationPruning", ...far]), 0);
});

Deno.test("history pruning skips the quiet moves that continuation history condemns, even if they save a piece", () => {
  // At depth 1 the knight runs from the pawn, unless history says that its moves never work. Pruning starts at −3200 ·
  // depth.
  const position = parseFen("k7/8/8/4p3/3N4/8/6PP/6K1 w - - 0 1");
  const scoreWith = (switches: ParameterName[], entry: number) =>
    withOnly(switches, {
      ...NUMBERS,
      historyPruningSlope: 3200,
      historyPruningDepth: 5,
      pruneContinuation1: 1024,
      futilityDepth: -1,
      lmpBase: 100,
    }, () => {
      const { search } = createSearch(1, SIMPLE);
      prepare(search, position);
      setPlayed(search.stack, 1, BLACK_KNIGHT, square("b8"), square("a6"));
      const row = pieceTo(BLACK_KNIGHT, "a6") << 10 | pieceTo(WHITE_KNIGHT, "a1");
      search.histories.continuation.fill(entry, row, row + 64);
      return searchAt(search, -INFINITE, INFINITE, 1, 2, false);
    });
  const switches: ParameterName[] = ["useContinuation1", "useContinuationPruning"];
  const saved = scoreWith(switches, 0);
  assertEquals(scoreWith(switches, -3200), saved);
  assertLess(scoreWith(switches, -3201), saved - 200);
  // Read for ordering only, it makes the moves the last ones, but they are searched.
  assertEquals(scoreWith(["useContinuation1"], -16384), saved);
  assertEquals(scoreWith(["useContinuationPruning"], -16384), saved);
});

Deno.test("history pruning spares a quiet check: condemned a thousand times, a mate is found all the same", () => {
  const position = parseFen("7k/8/6K1/8/8/8/8/R7 w - - 0 1");
  withOnly(["useContinuation1", "useContinuationPruning"], { ...NUMBERS, lmpBase: 100 }, () => {
    const { search } = createSearch();
    prepare(search, position);
    setPlayed(search.stack, 1, BLACK_KNIGHT, square("b8"), square("a6"));
    const mate = pieceTo(makePiece(WHITE, ROOK), "a8");
    search.histories.continuation[pieceTo(BLACK_KNIGHT, "a6") << 10 | mate] = -16384;
    assertEquals(searchAt(search, -INFINITE, INFINITE, 1, 2, false), MATE - 3);
  });
});
