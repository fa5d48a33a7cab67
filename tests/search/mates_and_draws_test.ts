import { assert, assertEquals, assertGreater, assertLess, assertNotEquals } from "@std/assert";
import { formatFen, parseFen } from "../../core/fen.ts";
import { isLegal } from "../../core/legality.ts";
import { isThreefold } from "../../core/draws.ts";
import { DRAW, isMateScore, mateIn } from "../../core/score.ts";
import { SIMPLE } from "./evaluators.ts";
import { analyse, createSearch, legalMoves, names, positionAfter, replay, run } from "./fixtures.ts";

/** Moves to the shortest mate, confirmed by another engine; negative if the side to move is mated. */
const MATES: [fen: string, distance: number][] = [
  ["6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 1],
  ["r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1],
  ["7k/R7/5K2/8/8/8/8/8 w - - 0 1", 2],
  ["8/5P1k/5K2/8/8/8/8/8 w - - 0 1", 2],
  ["r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3],
  ["1k5r/pP3ppp/3p2b1/1BN1n3/1Q2P3/P1B5/KP3P1P/7q w - - 1 1", 3],
  ["r3k2r/ppp2Npp/1b5n/4p2b/2B1P2q/BQP2P2/P5PP/RN5K w kq - 1 1", 3],
  ["r2n1rk1/1ppb2pp/1p1p4/3Ppq1n/2B3P1/2P4P/PP1N1P1K/R2Q1RN1 b - - 0 1", 3],
  ["8/3k4/8/3K4/8/8/3Q4/8 w - - 0 1", 4],
  ["5r1k/6pp/8/6N1/8/1Q6/8/K7 w - - 0 1", 4],
  ["k7/7R/1K6/8/8/8/8/8 b - - 0 1", -1],
  ["8/8/8/8/8/5k2/8/r6K w - - 0 1", -2],
  ["4k3/8/4K3/8/8/8/8/6R1 b - - 0 1", -2],
  ["8/8/8/5K1k/8/8/8/6R1 b - - 0 1", -5],
];

for (const [fen, distance] of MATES) {
  Deno.test(`mate in ${distance}: ${fen}`, () => {
    const position = parseFen(fen);
    const { search } = createSearch();
    const limits = distance > 0 ? { mate: distance, depth: 40 } : { depth: 40 };
    const { score, infos, bestMove } = run(search, position, { ...limits, nodes: 1_000_000 });
    assertEquals(isMateScore(score) ? mateIn(score) : `score ${score}`, distance);
    const { pv } = infos.at(-1)!;
    assertEquals(pv[0], bestMove);
    assertEquals(pv.length, distance > 0 ? 2 * distance - 1 : -2 * distance);
    assert(replay(position, pv), `${names(pv)} is not a mate`);
  });
}

Deno.test("a side that would otherwise lose seeks stalemate and perpetual check", () => {
  // Black threatens mate with two rooks and a queen; the white king cannot move, so the queen gives itself up.
  const stalemate = analyse("7k/5Q2/8/8/8/6q1/rr6/7K w - - 0 1", { depth: 10 }, SIMPLE);
  const perpetual = analyse("6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1", { depth: 10 }, SIMPLE);
  assert(stalemate.score === DRAW && perpetual.score === DRAW, `${stalemate.score}, ${perpetual.score}`);
  assert(["f7g8", "f7f8", "f7g7", "f7h7", "f7h5"].includes(names([stalemate.bestMove])[0]));
  assertEquals(names(perpetual.infos.at(-1)!.pv.slice(0, 2)), ["h5e8", "g8h7"]);
});

Deno.test("the winning side avoids a repetition", () => {
  // All moves of the rook along its file are about equal; a search to depth 2 chooses the longest.
  const fen = "8/8/3k4/8/8/3K4/8/7R w - - 0 1";
  const { search } = createSearch(1, SIMPLE);
  const usual = run(search, parseFen(fen), { depth: 2 }).bestMove;
  assertEquals(names([usual]), ["h1h8"]);
  // In this game the position after that move has occurred twice: a third time would be a draw.
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
  search.tt.clear();
  const { bestMove, score } = run(search, position, { depth: 2 });
  assertNotEquals(bestMove, usual);
  assertGreater(score, 300);
});

Deno.test("the losing side seeks a repetition", () => {
  // Black, a rook behind, can repeat the first position for the third time.
  const moves = ["a1a2", "f7f6", "a2a1", "f6f7", "a1a2", "f7f6", "a2a1"];
  const position = positionAfter("8/5k2/8/8/8/3K4/8/R7 w - - 0 1", moves);
  const { bestMove, score } = run(createSearch(1, SIMPLE).search, position, { depth: 8 });
  assertEquals(names([bestMove]), ["f6f7"]);
  assert(score === DRAW, `${score}`);
});

Deno.test("the fifty-move rule: the next move without progress draws, but a mate by that move counts", () => {
  const quiet = "8/8/8/8/8/2k5/8/KR6 w - - 99 120";
  assert(analyse(quiet, { depth: 6 }, SIMPLE).score === DRAW);
  assertGreater(analyse(quiet.replace("99", "60"), { depth: 6 }, SIMPLE).score, 300);
  assertEquals(mateIn(analyse("7k/8/6K1/8/8/8/8/R7 w - - 99 120", { depth: 6 }, SIMPLE).score), 1);
  // Mate in two needs three plies: with the clock at 97 there is enough time, at 98 there is not.
  assertEquals(mateIn(analyse("7k/R7/5K2/8/8/8/8/8 w - - 97 120", { depth: 8 }, SIMPLE).score), 2);
  assert(analyse("7k/R7/5K2/8/8/8/8/8 w - - 98 120", { depth: 8 }, SIMPLE).score === DRAW);
});

Deno.test("the fifty-move rule: a pawn move that wins is preferred to shuffling towards the draw", () => {
  const { bestMove, score } = analyse("8/8/8/8/8/1k6/6P1/6KR w - - 98 120", { depth: 6 }, SIMPLE);
  assert(names([bestMove])[0].startsWith("g2"));
  assertGreater(score, 300);
});

Deno.test("zugzwang: the side to move loses its pawn, and no null move hides that", () => {
  // Each king protects its own pawn and attacks the other pawn.
  for (const side of ["w", "b"]) {
    const { score } = analyse(`8/8/8/3pK3/2kP4/8/8/8 ${side} - - 0 1`, { depth: 16, nodes: 100_000 }, SIMPLE);
    assertLess(score, -300, side);
  }
});
