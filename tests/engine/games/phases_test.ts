/** The phases of a game, and how well each player did in them. */

import { assertAlmostEquals, assertEquals } from "@std/assert";
import { accuracyOf, judge } from "../../../engine/games/judgement.ts";
import { type Phase, phasesOf, summarizePhases } from "../../../engine/games/phases.ts";
import { winChance } from "../../../engine/games/evaluation.ts";
import { play } from "./read_games.ts";

const phases = (moves: string, fen?: string): Phase[] => phasesOf(play(moves, fen).record);

Deno.test("the opening lasts until a side has fewer than four men on its first rank", () => {
  // After Nf3, Bc4, Nc3 and Be3 White's first rank has four men. Qd2 leaves three, and castling removes none.
  const found = phases("e4 e5 Nf3 Nc6 Bc4 Bc5 Nc3 Nf6 d3 d6 Be3 O-O Qd2 a6 O-O-O a5 Rhe1 a4 h3");
  assertEquals(found.every((phase) => phase === "opening"), false);
  assertEquals(found.lastIndexOf("opening") < found.indexOf("middlegame"), true);
  // Qd2 is the thirteenth ply: Ra1, Ke1, Rh1 remain, so the next move is the first of the middlegame.
  assertEquals([found[12], found[13]], ["opening", "middlegame"]);
});

Deno.test("the middlegame begins with ten pieces and the endgame with six, and a promotion does not end the endgame", () => {
  assertEquals(phases("a3", "rn1qk1nr/pppppppp/8/8/8/8/PPPPPPPP/RN1QK1NR w KQkq - 0 1"), ["middlegame"]);
  assertEquals(phases("a3", "rnbqk1nr/pppppppp/8/8/8/8/PP1PPPPP/RN1QK1NR w KQkq - 0 1"), ["opening"]);
  assertEquals(phases("b8=Q Ke7", "r2nk1n1/1P6/8/8/8/8/6P1/RN2K1N1 w - - 0 1"), ["endgame", "endgame"]);
  assertEquals(phases("Ke2", "r2qk1n1/8/8/8/8/8/8/RN1QK1N1 w - - 0 1"), ["middlegame"]);
});

Deno.test("a summary counts a player's moves in each phase, and the game's accuracy uses the same moves", () => {
  const values = [0, 0, 0, -100, -100, -300, 0];
  const evaluations = values.map((cp) => ({ cp, mate: null }));
  const moves = values.slice(1).map((_, i) => judge(evaluations[i], evaluations[i + 1], i % 2 === 0, false));
  const chances = evaluations.map(winChance);
  const order: Phase[] = ["opening", "opening", "middlegame", "middlegame", "endgame", "endgame"];
  const white = summarizePhases(moves, chances, 0, order);
  assertEquals([white.opening, white.middlegame.moves, white.endgame.moves], [{ moves: 1, accuracy: 100 }, 1, 1]);
  assertAlmostEquals(white.middlegame.accuracy ?? 0, moves[2].accuracy, 1e-9);
  assertAlmostEquals(white.endgame.accuracy ?? 0, moves[4].accuracy, 1e-9);
  const whole = summarizePhases(moves, chances, 0, order.map(() => "endgame"));
  assertEquals(whole.endgame, { moves: 3, accuracy: accuracyOf(moves, chances, [0, 2, 4]) });
  assertEquals(whole.opening, { moves: 0, accuracy: null });
});

Deno.test("an interrupted analysis gives no accuracy for any phase", () => {
  const move = judge({ cp: 0, mate: null }, { cp: 0, mate: null }, true, false);
  const { endgame } = summarizePhases([null, null, move], [null, null, 50, 50], 0, ["opening", "opening", "endgame"]);
  assertEquals(endgame, { moves: 1, accuracy: null });
});
