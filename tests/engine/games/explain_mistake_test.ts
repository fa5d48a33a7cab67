/** Why a move was a mistake: the cases of mistakes.ts and quiet_mistakes.ts, and the explanation as data for programs. */

import { assertEquals, assertThrows } from "@std/assert";
import { PositionError } from "../../../engine/errors.ts";
import { explainMistake, type MistakeExplanation, type MistakeLines } from "../../../engine/games/explain_mistake.ts";
import { judgeMove } from "../../../engine/games/judge_move.ts";
import type { Score } from "../../../engine/line.ts";
import { MISTAKES } from "./mistakes.ts";
import { QUIET_MISTAKES } from "./quiet_mistakes.ts";

/** A score in the form of the cases: centipawns, or `#3`. */
function scoreOf(text: string): Score {
  return text.startsWith("#") ? { type: "mate", value: Number(text.slice(1)) } : { type: "cp", value: Number(text) };
}

/** Lines such as `-20 Nf6 d4`: the score of the side that moves first, and the moves. */
function linesOf(best: string, answer: string | null): MistakeLines {
  const [line, reply] = [best, answer].map((text) => {
    const [score, ...moves] = (text ?? "0").split(" ");
    return { score: scoreOf(score), moves };
  });
  return { best: line, answer: answer === null ? null : reply };
}

function explain(fen: string, move: string, ...lines: Parameters<typeof linesOf>): MistakeExplanation {
  return explainMistake(fen, move, linesOf(...lines));
}

for (const [what, fen, move, best, answer, text] of [...MISTAKES, ...QUIET_MISTAKES]) {
  Deno.test(`\`explainMistake()\` explains ${what}`, () => assertEquals(explain(fen, move, best, answer).text, text));
}

Deno.test("everything that an explanation names is also given as data", () => {
  const fork = "r3k3/8/8/3N4/8/7r/8/4K3 b q - 0 1";
  const { allows, misses, reason, hint } = explain(fork, "Rh4", "300 Kd7 Kf2", "500 Nc7+ Kd7 Nxa8");
  assertEquals([allows, misses], [{ san: "Nc7+", gain: "material", motif: "fork" }, null]);
  assertEquals(reason, "Allows Nc7+, which wins a rook: a fork of the king on e8 and the rook on a8.");
  assertEquals(hint, reason);
  assertEquals(explain("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "Kd2", "90 e4", "-10 Kd7").reason, "");
  const best = explain("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "90 e4", "-10 Kd7");
  const mate = explain("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "Qg7", "#1 Qf8#", null);
  assertEquals([best.text, mate.text, mate.misses], ["", "", null]);
});

Deno.test("`explainMistake()` refuses lines that are not legal", () => {
  assertThrows(() => explain("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Ke2", "0 Qe7", "0 Kd8"), PositionError, "not legal");
});

Deno.test("`judgeMove()` judges a move by the same lines, even if it ends the game", () => {
  const start = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
  const mate = "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1";
  type Case = [fen: string, move: string, best: string, answer: string | null, judgement: string | null, loss: number];
  const cases: Case[] = [
    [start, "Kd2", "0 e4", "54 Kd7", null, 4],
    [start, "Kd2", "0 e4", "55 Kd7", "inaccuracy", 5],
    [start, "Kd2", "0 e2e4", "111 Kd7", "mistake", 10],
    [start, "e2e4", "0 e4", "300 Kd7", null, 25],
    [start.replace(" w ", " b "), "Kd7", "100 Kf7", "200 e4", "blunder", 26],
    [start, "Kd2", "#9 e4", "0 Kd7", "blunder", 47],
    [mate, "Qg7", "#1 Qf8#", null, null, 0],
    [mate, "Kg5", "#1 Qf8#", "0", "blunder", 47],
    // In a mated position, a search answers without a move.
    [mate, "Qg7", "#1 Qf8#", "#0", null, 0],
  ];
  for (const [fen, move, best, answer, judgement, loss] of cases) {
    const found = judgeMove(fen, move, linesOf(best, answer));
    assertEquals([found.judgement, Math.floor(found.loss)], [judgement, loss], `${move} after ${fen}`);
  }
  assertThrows(() => judgeMove(start, "Kd2", linesOf("0 e4", null)), TypeError, "Expected the best answer");
});

Deno.test("giving a piece away is an inaccuracy, even if the game is decided", () => {
  const lost = "3q1rk1/ppp2ppp/2n2n2/3p4/8/8/PPP2PPP/3QR1K1 w - - 0 10";
  const cases: [move: string, best: string, answer: string, isError: boolean][] = [
    ["Qg4", "-1100 Qd3", "2870 Nxg4", true],
    ["Qxd5", "-1100 Qd3", "2900 Qxd5", true],
    ["Re8", "-1100 Qd3", "2870 Qxe8", true],
    ["Qg4", "2900 Qd3", "-2000 Nxg4", true],
    ["Qg4", "-1100 Qd3", "#5 Nxg4", true],
    // Here a mate had already decided the game, or still wins it.
    ["Qg4", "#-5 Qd3", "#3 Nxg4", false],
    ["Qg4", "#5 Qd3", "#-7 Nxg4", false],
    // Here the evaluation does not fall, or the answer takes nothing, or no more than the move took.
    ["Qg4", "-1100 Qd3", "1150 Nxg4", false],
    ["a3", "-1100 Qd3", "2870 Re8", false],
  ];
  for (const [move, best, answer, isError] of cases) {
    const { judgement } = judgeMove(lost, move, linesOf(best, answer));
    assertEquals(judgement, isError ? "inaccuracy" : null, `${move}, ${best}, ${answer}`);
  }
  const traded = "5rk1/ppp2ppp/2n5/8/3q4/8/PPP2PPP/3QR1K1 w - - 0 10";
  assertEquals(judgeMove(traded, "Qxd4", linesOf("-1200 Qe2", "1700 Nxd4")).judgement, null);
});
