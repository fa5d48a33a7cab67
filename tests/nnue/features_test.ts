/** How the inputs are numbered. reference_test.ts checks the meaning of some inputs by hand. @module */

import { assertEquals } from "@std/assert";
import { BLACK, KING, makePiece, PAWN, WHITE } from "../../core/types.ts";
import { parseSquare } from "../../core/fen.ts";
import { featureIndex, FEATURES, orientation, outputBucket } from "../../nnue/features.ts";

Deno.test("`featureIndex()` gives every piece on every square its own input", () => {
  for (const perspective of [WHITE, BLACK]) {
    for (const king of [parseSquare("a1"), parseSquare("h8")]) {
      const seenFrom = orientation(perspective, king, true);
      const seen = new Set<number>();
      for (let square = 0; square < 64; square++) {
        for (let type = PAWN; type <= KING; type++) {
          const pieces = [WHITE, BLACK].map((colour) => makePiece(colour, type));
          for (const piece of pieces) seen.add(featureIndex(perspective, piece, square, seenFrom));
        }
      }
      assertEquals([seen.size, Math.min(...seen), Math.max(...seen)], [FEATURES, 0, FEATURES - 1]);
    }
  }
});

Deno.test("`outputBucket()` has a row for every four pieces, from two kings to a full board", () => {
  const buckets = Array.from({ length: 31 }, (_, i) => outputBucket(i + 2));
  assertEquals(buckets.join(""), "0000111122223333444455556666777");
});
