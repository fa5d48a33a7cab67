import { assertEquals } from "@std/assert";
import type { AnalysedMove, Analysis } from "../../../engine/games/analysis.ts";
import type { Judgement } from "../../../engine/games/judgement.ts";
import { GameLine } from "../../../web/state/game_line.ts";
import { mistakeAt, mistakesOf, nextOf, refutationOf, worstOf } from "../../../web/state/mistakes.ts";

/** A review in which each move has a judgement, a loss and a better line. */
function reviewOf(...judged: (readonly [judgement: Judgement | null, loss: number] | null)[]): Analysis {
  const moves = judged.map((each, i): AnalysedMove | null =>
    each === null
      ? null
      : { judgement: each[0], loss: each[1], isWhite: i % 2 === 0, best: [`best ${i}`] } as unknown as AnalysedMove
  );
  return { moves } as unknown as Analysis;
}

const REVIEW = reviewOf(
  [null, 1],
  ["blunder", 60],
  ["inaccuracy", 7],
  ["mistake", 15],
  ["mistake", 12],
  null,
  ["blunder", 40],
);

const plies = (found: readonly { readonly ply: number }[]): number[] => found.map(({ ply }) => ply);

Deno.test("`mistakesOf()` lists mistakes and blunders of one side or both, or inaccuracies if there are none", () => {
  assertEquals(plies(mistakesOf(REVIEW, null)), [2, 4, 5, 7]);
  assertEquals(plies(mistakesOf(REVIEW, "white")), [5, 7]);
  assertEquals(plies(mistakesOf(REVIEW, "black")), [2, 4]);
  assertEquals(plies(mistakesOf(reviewOf(["inaccuracy", 7], [null, 0]), null)), [1]);
  assertEquals(mistakesOf(reviewOf([null, 0], null), null), []);
});

Deno.test("`worstOf()` gives the three errors that cost most, in the order of the game", () => {
  assertEquals(plies(worstOf(mistakesOf(REVIEW, null))), [2, 4, 7]);
  assertEquals(plies(worstOf(mistakesOf(REVIEW, "white"))), [5, 7]);
});

Deno.test("`nextOf()` gives the first error after the shown move, and after the last error the first one of the game", () => {
  const mistakes = mistakesOf(REVIEW, null);
  assertEquals([8, 0, 2, 3, 5, 7].map((ply) => nextOf(mistakes, ply)?.ply), [2, 2, 4, 4, 7, 2]);
  assertEquals(nextOf([], 0), null);
});

Deno.test("`mistakeAt()` gives the error that is shown, even in the variation that corrects it", () => {
  const line = new GameLine();
  for (const move of ["e4", "e5", "Nf3", "Nc6"]) line.move(move);
  const shown = (): number | null => mistakeAt(line, REVIEW)?.ply ?? null;
  assertEquals(shown(), 4);
  line.goToPly(1);
  assertEquals(shown(), null);
  line.addLine(1, ["c5", "Nc3"]);
  assertEquals(shown(), 2);
  line.step(1);
  assertEquals([shown(), mistakeAt(line, null)], [2, null]);
  const [blunder] = mistakesOf(REVIEW, null);
  // The refutation of an error is the best line in place of the next move.
  const found = [refutationOf(REVIEW, blunder), refutationOf(reviewOf(["blunder", 9]), { ...blunder, ply: 1 })];
  assertEquals(found, [["best 2"], []]);
});
