/** The windows in which the loop over depths searches the root, and what a new search forgets. @module */

import { assertEquals } from "@std/assert";
import { HISTORIES } from "../../learning/histories.ts";
import { parseFen } from "../../core/fen.ts";
import { INFINITE, MATE } from "../../core/score.ts";
import { StatedEvaluator } from "./evaluators.ts";
import { createSearch, run } from "./fixtures.ts";
import { type Changes, withParameters } from "./parameters.ts";
import { KNIGHTS } from "./scripted_children.ts";

const NUMBERS: Changes = { aspirationDelta: 14, aspirationGrowth: 150, aspirationDepth: 2 };

/**
 * The widths of the root's windows, with the depths to which the root is searched in them: that of depth 1, which finds
 * the evaluation of zero; then those of depth 2, where all moves score as the test says, one number for each window, and
 * the window after these.
 */
function windows(...scores: number[]): { width: number; depth: number }[] {
  return withParameters(NUMBERS, () => {
    const { search } = createSearch(1, new StatedEvaluator(() => 0));
    const found: number[] = [];
    const depths: number[] = [];
    Object.defineProperty(search.root, "delta", {
      get: () => found[found.length - 1],
      set: (width: number) => {
        found.push(width);
        // The last window is not searched any more.
        if (found.length === 2 + scores.length) search.clock.stopped = true;
      },
    });
    // Children answer where the search asks the endgame tables, with a score for the side to move there.
    Object.defineProperty(search.tablebases, "isInTree", { value: true });
    search.tablebases.probe = () => 0 - scores[found.length - 2];
    // The root stores with the depth to which it was searched.
    search.tt.store = (_, ply, __, ___, ____, depth) => {
      if (ply === 0 && depth > 0) depths[found.length - 1] = depth;
    };
    run(search, parseFen(KNIGHTS), { depth: 2 });
    return found.map((width, i) => ({ width, depth: depths[i] }));
  });
}

/** The scores of the windows of depth 2 that failed, and the widths of all windows. */
const WINDOWS: readonly (readonly [what: string, scores: readonly number[], widths: readonly number[]])[] = [
  ["the first one of a depth is as wide as its margin on both sides of the score before", [], [28]],
  // −14 … 14 becomes −114 … 0: the upper end is the middle.
  ["after a fail-low one reaches from the middle down to a margin below the score", [-100], [28, 114]],
  // −14 … 14 becomes −14 … 114, for a score that depth 2 blends with beta: (2 · 143 + 14) / 3 = 100.
  ["after a fail-high one reaches from where it began up to a wider margin above the score", [143], [28, 128]],
  // After −114 … 0 the upper end is −57, and the margin 14 · 1.5 + 1 = 22: −222 … −57.
  ["the margin grows with each one that fails", [-100, -200], [28, 114, 165]],
];

for (const [what, scores, widths] of WINDOWS) {
  Deno.test(`aspiration windows: ${what}`, () => {
    assertEquals(windows(...scores).map(({ width }) => width), [2 * INFINITE, ...widths]);
  });
}

Deno.test("aspiration: after a fail-high the next search is a ply shallower, unless the score is certain", () => {
  // The window behind these is searched too, and fails low.
  const depthsAfter = (score: number): number[] => windows(score, -300).slice(0, 3).map(({ depth }) => depth);
  assertEquals(depthsAfter(143), [1, 2, 1]);
  assertEquals(depthsAfter(-100), [1, 2, 2]);
  assertEquals(depthsAfter(MATE - 9), [1, 2, 2]);
});

Deno.test("`run()` clears what the histories have for one root only", () => {
  const { search } = createSearch();
  search.histories.of(HISTORIES.lowPly).fill(5);
  search.histories.of(HISTORIES.butterfly).fill(5);
  run(search, parseFen(KNIGHTS), { nodes: 1 });
  assertEquals(search.histories.of(HISTORIES.lowPly).includes(5), false);
  assertEquals(search.histories.of(HISTORIES.butterfly).includes(5), true);
});
