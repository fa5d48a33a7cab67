import { assertEquals } from "@std/assert";
import { BLACK, KING, makePiece, PAWN, WHITE } from "../../core/types.ts";
import { parseSquare } from "../../core/fen.ts";
import { featureIndex, FEATURES, kingBucket, orientation, outputBucket } from "../../nnue/features.ts";

Deno.test("`featureIndex()` gives every piece on every square an input of its own", () => {
  for (const perspective of [WHITE, BLACK]) {
    for (const king of [parseSquare("a1"), parseSquare("h8")]) {
      const seenFrom = orientation(perspective, king, true);
      const seen = new Set<number>();
      for (const colour of [WHITE, BLACK]) {
        for (let type = PAWN; type <= KING; type++) {
          for (let square = 0; square < 64; square++) {
            seen.add(featureIndex(perspective, makePiece(colour, type), square, seenFrom));
          }
        }
      }
      assertEquals(seen.size, FEATURES);
      assertEquals(Math.min(...seen), 0);
      assertEquals(Math.max(...seen), FEATURES - 1);
    }
  }
});

Deno.test("`featureIndex()` counts own before other, then types, then squares from the owner's left corner", () => {
  const white = orientation(WHITE, parseSquare("e1"), false);
  const black = orientation(BLACK, parseSquare("e8"), false);
  const pawn = makePiece(WHITE, PAWN);
  const king = makePiece(BLACK, KING);
  assertEquals(featureIndex(WHITE, pawn, parseSquare("a2"), white), 8);
  assertEquals(featureIndex(BLACK, pawn, parseSquare("a2"), black), 384 + parseSquare("a7"));
  assertEquals(featureIndex(WHITE, king, parseSquare("g8"), white), 384 + 5 * 64 + parseSquare("g8"));
  assertEquals(featureIndex(BLACK, king, parseSquare("g8"), black), 5 * 64 + parseSquare("g1"));
});

Deno.test("`orientation()` of a mirrored network depends on the half of the board where the king is", () => {
  for (let square = 0; square < 64; square++) {
    const isRight = "efgh".includes("abcdefgh"[square & 7]);
    assertEquals(orientation(WHITE, square, true), isRight ? 7 : 0);
    assertEquals(orientation(BLACK, square, true), isRight ? 63 : 56);
    assertEquals(orientation(WHITE, square, false), 0);
    assertEquals(orientation(BLACK, square, false), 56);
  }
});

Deno.test("`kingBucket()` counts squares from the owner's left corner", () => {
  const kingBuckets = Uint8Array.from({ length: 64 }, (_, square) => square >> 3);
  assertEquals(kingBucket(kingBuckets, WHITE, parseSquare("c2")), 1);
  assertEquals(kingBucket(kingBuckets, BLACK, parseSquare("c2")), 6);
  assertEquals(kingBucket(kingBuckets, BLACK, parseSquare("h8")), 0);
});

Deno.test("`outputBucket()` has a row for every four pieces, from two kings to a full board", () => {
  const buckets = Array.from({ length: 31 }, (_, i) => outputBucket(i + 2));
  assertEquals(
    buckets,
    [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7],
  );
});
