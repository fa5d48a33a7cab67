import { assert, assertEquals } from "@std/assert";
import { isAttacked } from "../../core/checks.ts";
import { formatFen, parseFen } from "../../core/fen.ts";
import { ALL, generate, NOISY, QUIET } from "../../core/movegen.ts";
import { formatUci } from "../../core/notation.ts";
import { MAX_MOVES } from "../../core/types.ts";
import { playRandomGames } from "./random_games.ts";
import { tries } from "../effort.ts";

/** The legal moves of a FEN in UCI, sorted. */
function movesOf(fen: string, kinds: number = ALL): string[] {
  const position = parseFen(fen);
  const moves = new Int32Array(MAX_MOVES);
  const count = generate(position, moves, 0, kinds);
  return Array.from(moves.subarray(0, count), (move) => formatUci(move, position.chess960)).sort();
}

for (const chess960 of [false, true]) {
  const name = chess960 ? "Chess960" : "ordinary";
  Deno.test(`noisy and quiet moves together are all moves, each once, in random ${name} games`, () => {
    const split = new Int32Array(MAX_MOVES);
    let noisyMoves = 0;
    playRandomGames({ games: tries(20, 60), plies: 200, seed: 3, chess960 }, (position, moves, count) => {
      const noisy = generate(position, split, 0, NOISY);
      const total = generate(position, split, noisy, QUIET);
      for (let i = 0; i < total; i++) assertEquals(position.isNoisy(split[i]), i < noisy, formatFen(position));
      const all = moves.slice(0, count).sort();
      assertEquals(split.slice(0, total).sort(), all, formatFen(position));
      assertEquals(new Set(all).size, count);
      noisyMoves += noisy;
    });
    assert(noisyMoves > tries(3000, 10_000));
  });

  Deno.test(`no generated move leaves the own king attacked in random ${name} games`, () => {
    let inCheck = 0;
    playRandomGames({ games: tries(20, 60), plies: 200, seed: 23, chess960 }, (position, moves, count) => {
      const us = position.sideToMove;
      if (position.inCheck) inCheck++;
      for (let i = 0; i < count; i++) {
        position.make(moves[i]);
        const isSafe = !isAttacked(position, position.kings[us], us ^ 1, position.occupiedLo, position.occupiedHi);
        position.undo();
        assert(isSafe, `${formatUci(moves[i], chess960)} in '${formatFen(position)}'`);
      }
    });
    assert(inCheck > tries(90, 300));
  });
}

Deno.test("`generate()` writes from the given index on and keeps the elements before it", () => {
  const moves = new Int32Array(MAX_MOVES).fill(-1);
  const end = generate(parseFen("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), moves, 7, ALL);
  assertEquals(end, 12);
  assert(moves.subarray(0, 7).every((move) => move === -1));
  assert(moves.subarray(7, end).every((move) => move !== -1));
  assert(moves.subarray(end).every((move) => move === -1));
});

Deno.test("`generate()` finds the 218 moves of the richest known position and of its mirror image", () => {
  assertEquals(movesOf("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1").length, 218);
  assertEquals(movesOf("3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1").length, 218);
});

Deno.test("`MAX_MOVES` is enough for fifteen queens, the most that a FEN may have", () => {
  assertEquals(MAX_MOVES, 512);
  // Each queen has at most 27 moves, a king 8.
  assert(15 * 27 + 8 < MAX_MOVES);
  assertEquals(movesOf("KQ4Q1/4Q3/Q1Q4Q/Q4Q1Q/3Q4/1Q4Q1/pp2Q3/knQ4Q w - - 0 1").length, 241);
});

Deno.test("`generate()` answers a double check by king moves alone", () => {
  const moves = movesOf("4k3/8/8/8/1b2r3/8/4N3/R3K2R w KQ - 0 1");
  assertEquals(moves.filter((move) => !move.startsWith("e1")), []);
  assertEquals(moves, ["e1d1", "e1f1", "e1f2"]);
});

Deno.test("`generate()` answers a check by capture, by a shield, or by stepping away", () => {
  assertEquals(movesOf("4r1k1/8/8/8/8/8/3P1P2/2BRKBN1 w - - 0 1"), ["f1e2", "g1e2"]);
  assertEquals(movesOf("4k3/8/8/8/8/3n4/8/1B2K3 w - - 0 1"), ["b1d3", "e1d1", "e1d2", "e1e2", "e1f1"]);
});

Deno.test("`generate()` keeps pinned pieces on their line", () => {
  assertEquals(movesOf("4r1k1/8/8/8/8/4R3/8/4K3 w - - 0 1").filter((move) => move.startsWith("e3")), [
    "e3e2",
    "e3e4",
    "e3e5",
    "e3e6",
    "e3e7",
    "e3e8",
  ]);
  assertEquals(movesOf("4r1k1/8/8/8/8/4N3/8/4K3 w - - 0 1").filter((move) => move.startsWith("e3")), []);
  assertEquals(movesOf("6k1/8/8/8/7b/6P1/8/4K3 w - - 0 1").filter((move) => move.startsWith("g3")), ["g3h4"]);
});

Deno.test("`generate()` castles only along a free and unattacked way", () => {
  const castlings = (fen: string) => movesOf(fen).filter((move) => /^e1[cg]1$|^c1b1$/.test(move));
  assertEquals(castlings("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), ["e1c1", "e1g1"]);
  assertEquals(castlings("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1"), []);
  // b1 may be attacked, d1 may not; a check forbids both.
  assertEquals(castlings("1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), ["e1c1", "e1g1"]);
  assertEquals(castlings("3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), ["e1g1"]);
  assertEquals(castlings("2k3r1/8/8/8/8/8/8/R3K2R w KQ - 0 1"), ["e1c1"]);
  assertEquals(castlings("2k1r3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), []);
  // Chess960: the rook must not uncover its king.
  assertEquals(castlings("4k3/8/8/8/8/8/8/rRK5 w B - 0 1"), []);
  assertEquals(castlings("4k3/8/8/8/8/8/8/1RK5 w B - 0 1"), ["c1b1"]);
});

Deno.test("`generate()` takes en passant unless that uncovers the king", () => {
  const captures = (fen: string) => movesOf(fen, NOISY);
  assertEquals(captures("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1"), ["c5d6", "e5d6"]);
  assertEquals(captures("8/8/8/K1PpP2r/8/8/8/4k3 w - d6 0 1"), ["c5d6", "e5d6"]);
  assertEquals(captures("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1"), []);
  assertEquals(captures("7k/b7/8/2Pp4/3K4/8/8/8 w - d6 0 1"), ["d4d5"]);
  assertEquals(captures("7k/8/8/2Pp4/4K3/8/8/8 w - d6 0 1"), ["c5d6", "e4d5"]);
});

Deno.test("`generate()` finds nothing in mate and stalemate", () => {
  assertEquals(movesOf("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), []);
  assertEquals(movesOf("7k/8/6Q1/6K1/8/8/8/8 b - - 0 1"), []);
  assertEquals(movesOf("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"), []);
});
