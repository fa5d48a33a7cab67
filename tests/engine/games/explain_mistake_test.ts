/** Why a move was a mistake: the cases of mistakes.ts and quiet_mistakes.ts, and what the explanation has for programs. */

import { assertEquals, assertThrows } from "@std/assert";
import { PositionError } from "../../../engine/errors.ts";
import { explainMistake } from "../../../engine/games/explain_mistake.ts";
import type { Score } from "../../../engine/line.ts";
import { TACTICAL } from "./mistakes.ts";
import { QUIET } from "./quiet_mistakes.ts";

/** A score as the cases have it: hundredths of a pawn, or `#3`. */
function scoreOf(text: string): Score {
  return text.startsWith("#") ? { type: "mate", value: Number(text.slice(1)) } : { type: "cp", value: Number(text) };
}

/** The explanation of a move, with lines such as `-20 Nf6 d4`: the score of who moves first, and the moves. */
function explain(fen: string, move: string, best: string, answer: string | null): ReturnType<typeof explainMistake> {
  const [line, reply] = [best, answer].map((text) => {
    const [score, ...moves] = (text ?? "0").split(" ");
    return { score: scoreOf(score), moves };
  });
  return explainMistake(fen, move, { best: line, answer: answer === null ? null : reply });
}

for (const [what, fen, move, best, answer, text] of [...TACTICAL, ...QUIET]) {
  Deno.test(`\`explainMistake()\` explains ${what}`, () => {
    assertEquals(explain(fen, move, best, answer).text, text);
  });
}

Deno.test("what an explanation names is there for programs, too", () => {
  const { allows, misses, reason } = explain(
    "r3k3/8/8/3N4/8/7r/8/4K3 b q - 0 1",
    "Rh4",
    "300 Kd7 Kf2",
    "500 Nc7+ Kd7 Nxa8",
  );
  assertEquals([allows, misses], [{ san: "Nc7+", gain: "material", motif: "fork" }, null]);
  assertEquals(reason, "Allows Nc7+, which wins a rook: a fork of the king on e8 and the rook on a8.");
  assertEquals(explain("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "Kd2", "90 e4", "-10 Kd7").reason, "");
});

Deno.test("`explainMistake()` refuses lines that are not legal", () => {
  assertThrows(() => explain("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Ke2", "0 Qe7", "0 Kd8"), PositionError, "not legal");
});
