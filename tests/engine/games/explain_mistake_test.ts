/** Why a move was a mistake: each case is a position, the move, the better line and the answer, with their scores. */

import { assertEquals, assertThrows } from "@std/assert";
import { PositionError } from "../../../engine/errors.ts";
import { explainMistake } from "../../../engine/games/explain_mistake.ts";
import type { Score } from "../../../engine/line.ts";

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

const CASES: readonly (readonly [
  what: string,
  fen: string,
  move: string,
  best: string,
  answer: string | null,
  text: string,
])[] = [
  [
    "a piece that is put where nobody guards it",
    "4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1",
    "Ne5",
    "300 Ke2 Kd7",
    "100 dxe5 Kd2 Kd7",
    "Allows dxe5, which wins a knight: the knight on e5 is undefended. Better was Ke2.",
  ],
  [
    "a piece that was attacked already",
    "4k3/8/3p4/4N3/8/8/8/4K3 w - - 0 1",
    "Ke2",
    "300 Nf3 Kd7",
    "100 dxe5 Kd3 Kd7",
    "Allows dxe5, which wins a knight: the knight on e5 was attacked already, and stays undefended. Better was Nf3.",
  ],
  [
    "a guard that leaves",
    "4r1k1/8/8/8/4N3/3B4/8/6K1 w - - 0 1",
    "Bf1",
    "500 Kf2 Kg7",
    "100 Rxe4 Kf2 Kg7",
    "Allows Rxe4, which wins a knight: the knight on e4 has lost its guard. Better was Kf2.",
  ],
  [
    "a line that opens",
    "r5k1/8/8/8/B7/8/N7/6K1 w - - 0 1",
    "Bd7",
    "500 Bc2 Kg7",
    "100 Rxa2 Bc6 Kg7",
    "Allows Rxa2, which wins a knight: the way to the knight on a2 is open. Better was Bc2.",
  ],
  [
    "a rook for a pawn",
    "6k1/8/3p4/8/5P2/8/6K1/4R3 w - - 0 1",
    "Re5",
    "400 Re6 Kf7",
    "0 dxe5 fxe5 Kf7",
    "Allows dxe5, which wins a rook for a pawn: the rook on e5 is worth more than what takes it. Better was Re6.",
  ],
  [
    "a guard that is pinned",
    "6k1/6r1/8/7q/8/7P/5PP1/5RK1 b - - 0 1",
    "Kf8",
    "400 Qxh3 f3 Kf8",
    "-300 Re1 Kg8",
    "Misses Qxh3, which wins a pawn: the pawn on g2 is pinned, and does not guard the pawn on h3.",
  ],
  [
    "a fork",
    "r3k3/8/8/3N4/8/7r/8/4K3 b q - 0 1",
    "Rh4",
    "300 Kd7 Kf2",
    "500 Nc7+ Kd7 Nxa8 Kc6",
    "Allows Nc7+, which wins a rook: a fork of the king on e8 and the rook on a8. Better was Kd7.",
  ],
  [
    "a skewer",
    "8/8/4k3/7q/8/8/8/R5K1 b - - 0 1",
    "Kd5",
    "400 Kf7 Ra7+",
    "500 Ra5+ Kd4 Rxh5 Kd3",
    "Allows Ra5+, which wins a queen: a skewer of the king on d5 and the queen on h5. Better was Kf7.",
  ],
  [
    "a discovered attack",
    "k7/6q1/8/8/3N4/8/1B6/5K2 b - - 0 1",
    "Kb8",
    "100 Qb7 Kf2",
    "900 Nc6+ Kc7 Bxg7 Kxc6",
    "Allows Nc6+, which wins a queen for a knight: a discovered attack on the queen on g7. Better was Qb7.",
  ],
  [
    "a guard that is taken",
    "2k5/1p6/2n5/1B2b3/8/5N2/8/4K3 b - - 0 1",
    "Kd8",
    "0 Bd6 Ke2",
    "300 Bxc6 bxc6 Nxe5 Kc7 Nf3 Kd6",
    "Allows Bxc6, which wins a bishop: it takes the guard of the bishop on e5. Better was Bd6.",
  ],
  [
    "a guard that is drawn away",
    "3r2k1/5ppp/8/3q4/8/8/6P1/3QR1K1 b - - 0 1",
    "h6",
    "0 Qxd1 Rxd1 Rxd1+",
    "500 Re8+ Rxe8 Qxd5 Re1+ Kf2",
    "Allows Re8+, which wins a queen for a rook: it draws the rook on d8 away from the queen on d5. Better was Qxd1, which wins a rook.",
  ],
  [
    "a piece that is trapped",
    "6k1/8/3b4/8/8/8/5PPP/5K2 b - - 0 1",
    "Bxh2",
    "300 Kf7 h3",
    "400 g3 Kf7 Kg2 Ke6 Kxh2 Kf5",
    "Allows g3, which wins a bishop for a pawn: the bishop on h2 is trapped. Better was Kf7.",
  ],
  [
    "a pin",
    "6k1/8/8/4q3/8/8/5PPP/R2R2K1 b - - 0 1",
    "Qd4",
    "0 Kg7 Ra7+",
    "500 Rxd4 Kf7",
    "Allows Rxd4, which wins a queen: the queen on d4 is undefended. Better was Kg7.",
  ],
  [
    "a pinned piece that is attacked",
    "4r1k1/5ppp/8/8/4N3/8/5PPP/4K3 w - - 0 1",
    "h3",
    "300 f3 f5",
    "0 f5 Kd2 fxe4 Ke3",
    "Allows f5, which wins a knight: the knight on e4 is pinned to the king on e1. Better was f3.",
  ],
  [
    "a threat of mate",
    "6k1/n4pp1/8/8/8/2B5/8/3Q2K1 b - - 0 1",
    "f5",
    "-200 Nb5 Bb4",
    "900 Qd4 Kf7 Qxa7+ Kg6",
    "Allows Qd4, which wins a knight: it threatens mate on g7 and the knight on a7. Better was Nb5.",
  ],
  [
    "the back rank",
    "6k1/5ppp/8/8/8/1R6/r4PPP/6K1 w - - 0 1",
    "Rh3",
    "100 g3 g6",
    "#1 Ra1#",
    "Allows Ra1#, which is mate: the back rank is open. Better was g3.",
  ],
  [
    "a new queen",
    "8/6k1/2P5/8/8/8/K6n/8 b - - 0 1",
    "Nf1",
    "0 Kf7 Kb3",
    "800 c7 Kf6 c8=Q Ne3",
    "Allows c7, which gets a new queen. Better was Kf7.",
  ],
  [
    "a perpetual check",
    "6k1/1R4pp/8/8/7q/8/6P1/6K1 w - - 0 1",
    "Rb3",
    "400 Rb8+ Kf7",
    "0 Qe1+ Kh2 Qh4+ Kg1 Qe1+ Kh2 Qh4+",
    "Allows Qe1+, which draws by perpetual check. Better was Rb8+.",
  ],
  [
    "a move that ends the game",
    "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1",
    "Qf7",
    "#1 Qf8#",
    null,
    "It ends the game with a draw. Better was Qf8#, which is mate.",
  ],
  [
    "what is missed, where the answer takes nothing",
    "4k3/8/8/8/3r4/5N2/8/4K3 w - - 0 1",
    "Kf2",
    "500 Nxd4 Kd7",
    "100 Ra4 Ke3",
    "Misses Nxd4, which wins a rook: the rook on d4 is undefended.",
  ],
  [
    "a quiet move by its lines alone",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "g4",
    "30 e4 e5 Nf3 Nc6",
    "120 d5 h3 e5 Bg2",
    "The answer is d5 h3 e5 (−1.20). Better was e4 e5 Nf3 (+0.30).",
  ],
];

for (const [what, fen, move, best, answer, text] of CASES) {
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
