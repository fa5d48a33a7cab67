import { assertEquals } from "@std/assert";
import * as tables from "../../core/attacks.ts";
import { hasSquare } from "../../core/bitboard.ts";
import { bishopHi, bishopIndex, bishopLo, rookHi, rookIndex, rookLo } from "../../core/sliders.ts";
import { BISHOP, BLACK, EMPTY, KING, KNIGHT, makePiece, PAWN, QUEEN, ROOK, WHITE } from "../../core/types.ts";
import { randomStream } from "../../core/zobrist.ts";
import { attacks } from "./mailbox_attacks.ts";

/** The squares that a piece on `square` attacks if these squares are occupied, as a pair of halves. */
function attackedFrom(piece: number, square: number, occLo = 0, occHi = 0): [number, number] {
  const board = Uint8Array.from({ length: 64 }, (_, each) => hasSquare(occLo, occHi, each) ? QUEEN : EMPTY);
  board[square] = piece;
  const set: [number, number] = [0, 0];
  for (let target = 0; target < 64; target++) if (attacks(board, square, target)) set[target >> 5] |= 1 << target;
  return set;
}

function pairAt(table: Int32Array, index: number): [number, number] {
  return [table[index << 1], table[index << 1 | 1]];
}

Deno.test("slider attacks agree with the mailbox, for every square and 1000 occupancies of each density", () => {
  const next = randomStream(7);
  for (let round = 0; round < 3000; round++) {
    // About a half, a quarter or an eighth of the squares are occupied.
    let occLo = next();
    let occHi = next();
    for (let i = 0; i < round % 3; i++) {
      occLo &= next();
      occHi &= next();
    }
    const square = round & 63;
    const bishop = bishopIndex(square, occLo, occHi);
    assertEquals([bishopLo(bishop), bishopHi(bishop)], attackedFrom(BISHOP, square, occLo, occHi));
    const rook = rookIndex(square, occLo, occHi);
    assertEquals([rookLo(rook), rookHi(rook)], attackedFrom(ROOK, square, occLo, occHi));
  }
});

Deno.test("leaper attacks and empty-board rays agree with the mailbox", () => {
  for (let square = 0; square < 64; square++) {
    const { KNIGHT_ATTACKS, KING_ATTACKS, BISHOP_RAYS, ROOK_RAYS, PAWN_ATTACKS } = tables;
    const all = [KNIGHT_ATTACKS, KING_ATTACKS, BISHOP_RAYS, ROOK_RAYS, PAWN_ATTACKS];
    const found = all.map((table) => pairAt(table, square));
    const pieces = [KNIGHT, KING, BISHOP, ROOK, makePiece(WHITE, PAWN), makePiece(BLACK, PAWN)];
    assertEquals([...found, pairAt(PAWN_ATTACKS, 64 | square)], pieces.map((piece) => attackedFrom(piece, square)));
  }
});

Deno.test("`BETWEEN` and `LINE` contain the squares between two squares, and all squares on their line", () => {
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
      assertEquals(pairAt(tables.BETWEEN, a << 6 | b), between);
      assertEquals(pairAt(tables.LINE, a << 6 | b), line);
    }
  }
});
