import { assertEquals, assertGreater, assertLess } from "@std/assert";
import { flip, formatFen, parseFen } from "../../core/fen.ts";
import { ALL, generate } from "../../core/movegen.ts";
import type { Position } from "../../core/position.ts";
import { MAX_MOVES, WHITE } from "../../core/types.ts";
import { randomStream } from "../../core/zobrist.ts";
import { type EvaluationTerm, HandCraftedEvaluation, phaseOf } from "../../search/handcrafted.ts";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** FENs on the way through random legal games from several starts: openings to bare endings. */
function randomPositions(games: number): string[] {
  const random = randomStream(20261);
  const moves = new Int32Array(MAX_MOVES);
  const starts = [
    START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1",
  ];
  const fens: string[] = [];
  for (let game = 0; game < games; game++) {
    const position = parseFen(starts[game % starts.length]);
    for (let ply = 0; ply < 120; ply++) {
      const count = generate(position, moves, 0, ALL);
      if (count === 0) break;
      position.make(moves[(random() >>> 0) % count]);
      if (ply % 6 === game % 6) fens.push(formatFen(position));
    }
  }
  return fens;
}

/** The position with the files reversed and without castling rights. */
function mirrorFiles(fen: string): string {
  const [board, side, , passed] = fen.split(" ");
  const mirrored = board.split("/").map((rank) => Array.from(rank).reverse().join("")).join("/");
  const square = passed === "-" ? "-" : "hgfedcba"["abcdefgh".indexOf(passed[0])] + passed[1];
  return `${mirrored} ${side} - ${square} 0 1`;
}

function evaluate(fen: string): number {
  return new HandCraftedEvaluation().evaluate(parseFen(fen));
}

/** What a trace adds up to, tapered and turned to the side to move. */
function total(rows: EvaluationTerm[], position: Position): number {
  const tempo = rows.find((row) => row.name === "Tempo")!;
  let middlegame = 0;
  let endgame = 0;
  for (const row of rows) {
    if (row === tempo) continue;
    middlegame += row.whiteMiddlegame - row.blackMiddlegame;
    endgame += row.whiteEndgame - row.blackEndgame;
  }
  const phase = phaseOf(position);
  const white = Math.trunc((middlegame * phase + endgame * (256 - phase)) / 256) + tempo.whiteMiddlegame -
    tempo.blackMiddlegame;
  return position.sideToMove === WHITE ? white : 0 - white;
}

Deno.test("a position and its colour-flipped twin have the same score", () => {
  const evaluation = new HandCraftedEvaluation();
  const fens = randomPositions(60);
  assertGreater(fens.length, 500);
  for (const fen of fens) {
    const position = parseFen(fen);
    const score = evaluation.evaluate(position);
    assertEquals(evaluation.evaluate(parseFen(flip(position))), score, fen);
  }
});

Deno.test("the scores of random positions are many different ones", () => {
  const scores = new Set(randomPositions(20).map(evaluate));
  assertGreater(scores.size, 150);
});

Deno.test("a position and its left-right mirror image have the same score", () => {
  for (const fen of randomPositions(60)) {
    assertEquals(evaluate(mirrorFiles(fen)), evaluate(fen), fen);
  }
});

Deno.test("what the pawn table holds from earlier positions changes no score", () => {
  const warm = new HandCraftedEvaluation();
  const cold = new HandCraftedEvaluation();
  const fens = randomPositions(40);
  for (let round = 0; round < 2; round++) {
    for (const fen of fens) {
      const position = parseFen(fen);
      cold.clear();
      assertEquals(warm.evaluate(position), cold.evaluate(position), fen);
    }
  }
});

Deno.test("two positions whose pawns have the same key but differ are told apart", () => {
  const evaluation = new HandCraftedEvaluation();
  const first = parseFen("4k3/pp6/8/8/8/8/PPP5/4K3 w - - 0 1");
  const second = parseFen("4k3/pp6/8/8/8/8/P1P3P1/4K3 w - - 0 1");
  const expected = evaluation.evaluate(second);
  // A forged key makes the table look where the first position's pawns lie.
  Object.defineProperty(second, "pawnKey", { value: first.pawnKey });
  evaluation.clear();
  evaluation.evaluate(first);
  assertEquals(evaluation.evaluate(second), expected);
});

Deno.test("`evaluate()` leaves the position as it is", () => {
  for (const fen of randomPositions(5)) {
    const position = parseFen(fen);
    const before = [formatFen(position), position.keyLo, position.keyHi, position.top, ...position.bits];
    new HandCraftedEvaluation().evaluate(position);
    assertEquals([formatFen(position), position.keyLo, position.keyHi, position.top, ...position.bits], before);
  }
});

Deno.test("the rows of `trace()` add up to `evaluate()`", () => {
  const evaluation = new HandCraftedEvaluation();
  for (const fen of randomPositions(40)) {
    const position = parseFen(fen);
    assertEquals(total(evaluation.trace(position), position), evaluation.evaluate(position), fen);
  }
});

Deno.test("the start position is worth the move", () => {
  const score = evaluate(START);
  assertGreater(score, 5);
  assertLess(score, 30);
  assertEquals(evaluate(START.replace(" w ", " b ")), score);
});
