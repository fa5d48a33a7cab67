/**
 * Pruning by searches of their own: what they return.
 *
 * @module
 */

import { assert, assertEquals, assertGreaterOrEqual } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import { NO_MOVE } from "../../core/types.ts";
import { probCut } from "../../search/pruning.ts";
import { NO_SCORE } from "../../search/score.ts";
import { createSearch, prepare } from "./fixtures.ts";

/** White to move wins the queen, and nothing takes back. */
const HANGING_QUEEN = "3q2k1/5pp1/7p/8/8/8/5PPP/3R2K1 w - - 0 1";

/** ProbCut at depth 8 with these bounds, in a position whose evaluation is about even. */
function cut(beta: number, margin: number): number {
  const position = parseFen(HANGING_QUEEN);
  const { search } = createSearch();
  prepare(search, position);
  return probCut(search, beta, beta + margin, 8, 4, true, 0, 0, NO_MOVE, false);
}

Deno.test("what ProbCut returns is at least beta, whatever its margin, and below what the search found", () => {
  for (const margin of [20, 100, 150]) {
    let cuts = 0;
    for (let beta = 0; beta <= 1800; beta += 15) {
      const score = cut(beta, margin);
      if (score === NO_SCORE) continue;
      cuts++;
      assertGreaterOrEqual(score, beta, `margin ${margin}`);
    }
    // A rook ahead, so it cuts up to some beta, and no further.
    assert(cuts > 20 && cuts < 121, `${cuts} cuts with margin ${margin}`);
  }
});

Deno.test("ProbCut does nothing where no capture beats beta and the margin", () => {
  assertEquals(cut(2000, 100), NO_SCORE);
});
