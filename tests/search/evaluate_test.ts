import { assert, assertEquals } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import { parseUci } from "../../core/notation.ts";
import { correctEval, Evaluator, explainEvaluation } from "../../search/evaluate.ts";
import { HandCraftedEvaluation } from "../../search/handcrafted.ts";
import { MAX_EVAL } from "../../search/score.ts";

const TWO_QUEENS = "4k3/8/8/8/8/8/PPPP4/QQ2K3 w - -";

Deno.test("`evaluate()` damps the score in proportion to the half-moves without progress, to zero at 200", () => {
  const score = (clock: number) => new Evaluator().evaluate(parseFen(`${TWO_QUEENS} ${clock} 300`));
  const whole = new HandCraftedEvaluation().evaluate(parseFen(`${TWO_QUEENS} 0 300`));
  assertEquals(score(0), whole);
  assertEquals(score(100), Math.trunc(whole / 2));
  assertEquals(score(150), Math.trunc(whole / 4));
  assertEquals(score(200), 0);
});

Deno.test("`evaluate()` never turns a winning score around, however long a game shuffles", () => {
  const position = parseFen(`${TWO_QUEENS} 0 300`);
  const evaluator = new Evaluator();
  for (let i = 0; i < 150; i++) {
    for (const move of ["e1e2", "e8e7", "e2e1", "e7e8"]) position.make(parseUci(position, move));
    assert(evaluator.evaluate(position) >= 0, `${position.halfmoves} half-moves`);
  }
  assertEquals(position.halfmoves, 600);
});

Deno.test("`correctEval()` adds the correction and stays clear of mate scores", () => {
  assertEquals(correctEval(10, -25), -15);
  assertEquals(correctEval(MAX_EVAL - 5, 50), MAX_EVAL);
  assertEquals(correctEval(5 - MAX_EVAL, -50), 0 - MAX_EVAL);
});

Deno.test("`explainEvaluation()` ends with the score from White's side, and says that checks are not evaluated", () => {
  const lines = explainEvaluation(parseFen("4k3/8/8/8/8/8/PPPP4/QQ2K3 b - - 0 1")).split("\n");
  assert(/^Evaluation \+\d+\.\d\d from White's side$/.test(lines[lines.length - 1]), lines[lines.length - 1]);
  assert(explainEvaluation(parseFen("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1")).includes("in check"));
});
