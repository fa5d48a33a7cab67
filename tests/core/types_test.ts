import { assertEquals } from "@std/assert";
import * as types from "../../core/types.ts";

const { BLACK, KING, KNIGHT, makeMove, makePiece, makePromotion, makeSquare, PAWN, QUEEN, relativeRank, WHITE } = types;

/** The parts of a move: kind, origin, target and the piece that it promotes to. */
const read = (
  move: number,
) => [types.moveKind(move), types.moveFrom(move), types.moveTo(move), types.promotionType(move)];

Deno.test("every part of a move can be read back, and every move has its own code", () => {
  const codes = new Set<number>();
  const kinds = [types.NORMAL, types.EN_PASSANT, types.CASTLING];
  for (let from = 0; from < 64; from++) {
    for (let to = 0; to < 64; to++) {
      const moves = kinds.map((kind) => makeMove(from, to, kind));
      const expected = kinds.map((kind) => [kind, from, to, types.promotionType(0)]);
      for (let type = KNIGHT; type <= QUEEN; type++) {
        moves.push(makePromotion(from, to, type));
        expected.push([types.PROMOTION, from, to, type]);
      }
      assertEquals(moves.map(read).join(" "), expected.join(" "));
      for (const move of moves) codes.add(move);
    }
  }
  assertEquals([codes.size, Math.max(...codes) < 65536], [64 * 64 * 7, true]);
  assertEquals(makeMove(0, 0), types.NO_MOVE);
});

Deno.test("a piece consists of colour and type, and a square of file and rank", () => {
  for (const colour of [WHITE, BLACK]) {
    for (let type = PAWN; type <= KING; type++) {
      const piece = makePiece(colour, type);
      assertEquals([types.pieceColour(piece), types.pieceType(piece)], [colour, type]);
    }
  }
  for (let square = 0; square < 64; square++) {
    assertEquals(makeSquare(types.fileOf(square), types.rankOf(square)), square);
    assertEquals(relativeRank(WHITE, square) + relativeRank(BLACK, square), 7);
  }
  assertEquals([relativeRank(WHITE, 0), relativeRank(BLACK, 63)], [0, 0]);
});
