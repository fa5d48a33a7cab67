import { assert, assertEquals } from "@std/assert";
import { formatFen, parseFen } from "../../core/fen.ts";
import { isLegal } from "../../core/legality.ts";
import { ALL, generate } from "../../core/movegen.ts";
import type { Position } from "../../core/position.ts";
import { MAX_MOVES } from "../../core/types.ts";
import { playRandomGames } from "./random_games.ts";

const TRICKY = [
  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
  "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
  "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
  "8/8/8/KPp4r/8/8/8/4k3 w - c6 0 1",
  "8/8/8/1Ppp3r/KR3p1k/8/4P1P1/8 w - c6 0 1",
  "4k3/8/4r3/3pP3/8/8/8/4K3 w - d6 0 1",
  "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
  "4k3/1P6/8/8/8/8/1p6/R2K4 b - - 0 1",
  "3rk3/2P1P3/8/8/8/8/8/4K3 w - - 0 1",
  "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1",
  "8/8/8/8/8/8/8/rRK1k3 w B - 0 1",
  "4k3/8/8/8/7b/8/3r4/R3K2R w KQ - 0 1",
  "4k3/8/8/8/8/5n2/8/R3K2R w KQ - 0 1",
  // In check on the square where castling would leave the king, the rook between it and the check.
  "4k3/8/8/8/8/8/8/R1K4r w A - 0 1",
  "4k3/8/8/8/8/8/8/r5KR w H - 0 1",
];

/** Fails unless exactly the generated numbers are accepted, out of all 65536. */
function assertExact(position: Position): void {
  const moves = new Int32Array(MAX_MOVES);
  const count = generate(position, moves, 0, ALL);
  const expected = new Uint8Array(65536);
  for (let i = 0; i < count; i++) expected[moves[i]] = 1;
  for (let move = 0; move < 65536; move++) {
    if (isLegal(position, move) !== (expected[move] === 1)) {
      throw new Error(`isLegal(${move}) should be ${expected[move] === 1} in '${formatFen(position)}'`);
    }
  }
}

Deno.test("`isLegal()` accepts exactly the generated moves among all 65536 numbers in tricky positions", () => {
  for (const fen of TRICKY) assertExact(parseFen(fen));
});

for (const chess960 of [false, true]) {
  const name = chess960 ? "Chess960" : "ordinary";
  Deno.test(`\`isLegal()\` accepts exactly the generated moves in thousands of ${name} positions`, () => {
    let positions = 0;
    playRandomGames({ games: 20, plies: 120, seed: 17, chess960 }, (position) => {
      assertExact(position);
      positions++;
    });
    assert(positions > 2000);
  });
}

Deno.test("`isLegal()` agrees with the generator on moves of earlier positions of the game", () => {
  let stale = 0;
  let earlier: number[] = [];
  playRandomGames({ games: 100, plies: 200, seed: 4 }, (position, moves, count) => {
    const list = Array.from(moves.subarray(0, count));
    for (const move of earlier) {
      assertEquals(isLegal(position, move), list.includes(move));
      stale++;
    }
    earlier = list;
  });
  assert(stale > 100_000);
});
