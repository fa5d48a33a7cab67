import { assertEquals } from "@std/assert";
import {
  BLACK,
  CASTLING,
  EN_PASSANT,
  fileOf,
  KING,
  KNIGHT,
  makeMove,
  makePiece,
  makePromotion,
  makeSquare,
  moveFrom,
  moveKind,
  moveTo,
  NO_MOVE,
  NORMAL,
  PAWN,
  pieceColour,
  pieceType,
  PROMOTION,
  promotionType,
  QUEEN,
  rankOf,
  relativeRank,
  WHITE,
} from "../../core/types.ts";

Deno.test("every part of a move can be read back, and no two moves share a code", () => {
  const codes = new Set<number>();
  for (let from = 0; from < 64; from++) {
    for (let to = 0; to < 64; to++) {
      for (const kind of [NORMAL, EN_PASSANT, CASTLING]) {
        const move = makeMove(from, to, kind);
        assertEquals([moveFrom(move), moveTo(move), moveKind(move)], [from, to, kind]);
        codes.add(move);
      }
      for (let type = KNIGHT; type <= QUEEN; type++) {
        const move = makePromotion(from, to, type);
        assertEquals([moveFrom(move), moveTo(move), moveKind(move)], [from, to, PROMOTION]);
        assertEquals(promotionType(move), type);
        codes.add(move);
      }
    }
  }
  assertEquals(codes.size, 64 * 64 * 7);
  assertEquals(Math.max(...codes) < 65536, true);
  assertEquals(makeMove(0, 0), NO_MOVE);
});

Deno.test("a piece is made of colour and type, a square of file and rank", () => {
  for (const colour of [WHITE, BLACK]) {
    for (let type = PAWN; type <= KING; type++) {
      assertEquals([pieceColour(makePiece(colour, type)), pieceType(makePiece(colour, type))], [colour, type]);
    }
  }
  for (let square = 0; square < 64; square++) {
    assertEquals(makeSquare(fileOf(square), rankOf(square)), square);
    assertEquals(relativeRank(WHITE, square) + relativeRank(BLACK, square), 7);
  }
  assertEquals([relativeRank(WHITE, 0), relativeRank(BLACK, 63)], [0, 0]);
});
