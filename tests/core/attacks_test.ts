import { assertEquals } from "@std/assert";
import {
  BETWEEN,
  BISHOP_RAYS,
  bishopHi,
  bishopIndex,
  bishopLo,
  KING_ATTACKS,
  KNIGHT_ATTACKS,
  LINE,
  PAWN_ATTACKS,
  ROOK_RAYS,
  rookHi,
  rookIndex,
  rookLo,
} from "../../core/attacks.ts";
import { hasSquare } from "../../core/bitboard.ts";
import { randomStream } from "../../core/zobrist.ts";

type Step = [files: number, ranks: number];
const DIAGONALS: Step[] = [[1, 1], [1, -1], [-1, -1], [-1, 1]];
const STRAIGHTS: Step[] = [[0, 1], [1, 0], [0, -1], [-1, 0]];
const KNIGHT_STEPS: Step[] = [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]];

/** Walks from a square, one step or until an occupied square, the plain way. */
function walk(square: number, steps: Step[], isLong: boolean, occLo: number, occHi: number): [number, number] {
  const set: [number, number] = [0, 0];
  for (const [files, ranks] of steps) {
    let file = (square & 7) + files;
    let rank = (square >> 3) + ranks;
    while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
      const target = rank << 3 | file;
      set[target >> 5] |= 1 << target;
      if (!isLong || hasSquare(occLo, occHi, target)) break;
      file += files;
      rank += ranks;
    }
  }
  return set;
}

function pairAt(table: Int32Array, index: number): [number, number] {
  return [table[index << 1], table[index << 1 | 1]];
}

Deno.test("slider attacks equal walking the board, for every square and 2000 occupancies of each density", () => {
  const next = randomStream(7);
  for (let round = 0; round < 6000; round++) {
    // Densities of about a half, a quarter and an eighth.
    let occLo = next();
    let occHi = next();
    for (let i = 0; i < round % 3; i++) {
      occLo &= next();
      occHi &= next();
    }
    const square = round & 63;
    const bishop = bishopIndex(square, occLo, occHi);
    assertEquals([bishopLo(bishop), bishopHi(bishop)], walk(square, DIAGONALS, true, occLo, occHi));
    const rook = rookIndex(square, occLo, occHi);
    assertEquals([rookLo(rook), rookHi(rook)], walk(square, STRAIGHTS, true, occLo, occHi));
  }
});

Deno.test("leaper attacks and empty-board rays equal walking the board", () => {
  for (let square = 0; square < 64; square++) {
    assertEquals(pairAt(KNIGHT_ATTACKS, square), walk(square, KNIGHT_STEPS, false, 0, 0));
    assertEquals(pairAt(KING_ATTACKS, square), walk(square, [...DIAGONALS, ...STRAIGHTS], false, 0, 0));
    assertEquals(pairAt(PAWN_ATTACKS, square), walk(square, [[-1, 1], [1, 1]], false, 0, 0));
    assertEquals(pairAt(PAWN_ATTACKS, 64 | square), walk(square, [[-1, -1], [1, -1]], false, 0, 0));
    assertEquals(pairAt(BISHOP_RAYS, square), walk(square, DIAGONALS, true, 0, 0));
    assertEquals(pairAt(ROOK_RAYS, square), walk(square, STRAIGHTS, true, 0, 0));
  }
});

Deno.test("`BETWEEN` and `LINE` hold the squares that two squares' geometry gives", () => {
  for (let a = 0; a < 64; a++) {
    for (let b = 0; b < 64; b++) {
      const files = (b & 7) - (a & 7);
      const ranks = (b >> 3) - (a >> 3);
      const isLine = a !== b && (files === 0 || ranks === 0 || Math.abs(files) === Math.abs(ranks));
      const between = [0, 0];
      const line = [0, 0];
      for (let square = 0; square < 64 && isLine; square++) {
        const f = (square & 7) - (a & 7);
        const r = (square >> 3) - (a >> 3);
        if (f * ranks !== r * files) continue;
        line[square >> 5] |= 1 << square;
        const along = f * files + r * ranks;
        if (along > 0 && along < files * files + ranks * ranks) between[square >> 5] |= 1 << square;
      }
      assertEquals(pairAt(BETWEEN, a << 6 | b), between);
      assertEquals(pairAt(LINE, a << 6 | b), line);
    }
  }
});
