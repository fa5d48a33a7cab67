import { assert, assertEquals } from "@std/assert";
import { formatFen, parseFen } from "../../core/fen.ts";
import { ALL, generate, legalMoves, NOISY, QUIET } from "../../core/movegen.ts";
import { formatUci } from "../../core/notation.ts";
import { MAX_MOVES } from "../../core/types.ts";
import { playBothKinds } from "./random_games.ts";
import { tries } from "../effort.ts";

/** The legal moves of a FEN in UCI, sorted. */
function movesOf(fen: string): string[] {
  const position = parseFen(fen);
  return legalMoves(position).map((move) => formatUci(move, position.chess960)).sort();
}

Deno.test("the noisy and the quiet moves together contain each move once, in random games", () => {
  const split = new Int32Array(MAX_MOVES);
  let noisyMoves = 0;
  playBothKinds({ games: tries(10, 60), plies: 200, seed: 3 }, (position, moves, count) => {
    const noisy = generate(position, split, 0, NOISY);
    const total = generate(position, split, noisy, QUIET);
    assert(split.subarray(0, total).every((move, i) => position.isNoisy(move) === i < noisy), formatFen(position));
    const all = moves.slice(0, count).sort();
    assert(split.slice(0, total).sort().join() === all.join() && new Set(all).size === count, formatFen(position));
    noisyMoves += noisy;
  });
  assert(noisyMoves > tries(3000, 20_000));
});

Deno.test("`generate()` writes from the given index on and keeps the elements before it", () => {
  const moves = new Int32Array(MAX_MOVES).fill(-1);
  const end = generate(parseFen("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), moves, 7, ALL);
  assertEquals(end, 12);
  assert(moves.every((move, i) => move === -1 === (i < 7 || i >= end)));
});

Deno.test("`generate()` finds the 218 moves in the known position with most moves, and in its mirror image", () => {
  assertEquals(movesOf("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1").length, 218);
  assertEquals(movesOf("3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1").length, 218);
});

Deno.test("`MAX_MOVES` is enough for fifteen queens, the maximum in a FEN", () => {
  assertEquals(MAX_MOVES, 512);
  // Each queen has at most 27 moves, a king 8.
  assert(15 * 27 + 8 < MAX_MOVES);
  assertEquals(movesOf("KQ4Q1/4Q3/Q1Q4Q/Q4Q1Q/3Q4/1Q4Q1/pp2Q3/knQ4Q w - - 0 1").length, 241);
});

/** Cases: a position, a pattern for the moves that matter, and the expected moves among them. */
const CASES: [what: string, fen: string, which: RegExp, moves: string][] = [
  ["only king moves after a double check", "4k3/8/8/8/1b2r3/8/4N3/R3K2R w KQ - 0 1", /./, "e1d1 e1f1 e1f2"],
  ["shields against a check", "4r1k1/8/8/8/8/8/3P1P2/2BRKBN1 w - - 0 1", /./, "f1e2 g1e2"],
  ["a capture and steps out of check", "4k3/8/8/8/8/3n4/8/1B2K3 w - - 0 1", /./, "b1d3 e1d1 e1d2 e1e2 e1f1"],
  ["a pinned rook on its line", "4r1k1/8/8/8/8/4R3/8/4K3 w - - 0 1", /^e3/, "e3e2 e3e4 e3e5 e3e6 e3e7 e3e8"],
  ["no pinned knight", "4r1k1/8/8/8/8/4N3/8/4K3 w - - 0 1", /^e3/, ""],
  ["a pinned pawn's capture of its pinner", "6k1/8/8/8/7b/6P1/8/4K3 w - - 0 1", /^g3/, "g3h4"],
  ["castlings", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", /^e1[cg]1/, "e1c1 e1g1"],
  ["no castling through knights", "4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", /^e1[cg]1/, ""],
  ["castling although b1 is attacked", "1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", /^e1[cg]1/, "e1c1 e1g1"],
  ["no castling if d1 is attacked", "3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1", /^e1[cg]1/, "e1g1"],
  ["no castling if g1 is attacked", "2k3r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", /^e1[cg]1/, "e1c1"],
  ["no castling out of check", "2k1r3/8/8/8/8/8/8/R3K2R w KQ - 0 1", /^e1[cg]1/, ""],
  ["no castling if the rook uncovers its king", "4k3/8/8/8/8/8/8/rRK5 w B - 0 1", /^c1b1/, ""],
  ["castling of neighbours", "4k3/8/8/8/8/8/8/1RK5 w B - 0 1", /^c1b1/, "c1b1"],
  ["en passant from both sides", "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", /d6/, "c5d6 e5d6"],
  ["en passant if a pawn stays on the rank", "8/8/8/K1PpP2r/8/8/8/4k3 w - d6 0 1", /d6/, "c5d6 e5d6"],
  ["no en passant that empties the king's rank", "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", /d6/, ""],
  ["no en passant that opens a diagonal", "7k/b7/8/2Pp4/3K4/8/8/8 w - d6 0 1", /d[56]$/, "d4d5"],
  ["en passant of a pawn that gives check", "7k/8/8/2Pp4/4K3/8/8/8 w - d6 0 1", /d[56]$/, "c5d6 e4d5"],
  ["nothing in a mate", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", /./, ""],
  ["nothing in a stalemate", "7k/8/6Q1/6K1/8/8/8/8 b - - 0 1", /./, ""],
];

for (const [what, fen, which, moves] of CASES) {
  const find = () => movesOf(fen).filter((move) => which.test(move)).join(" ");
  Deno.test(`\`generate()\` finds ${what}`, () => assertEquals(find(), moves));
}
