import { assert, assertEquals, assertGreater, assertLess } from "@std/assert";
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

/** What White has of the row `name` over Black, middlegame and endgame together. */
function edge(fen: string, name: string): number {
  const row = new HandCraftedEvaluation().trace(parseFen(fen)).find((candidate) => candidate.name === name)!;
  return row.whiteMiddlegame + row.whiteEndgame - row.blackMiddlegame - row.blackEndgame;
}

/** Row, what is compared, the position that must score more for White, the one that must score less. */
const PAIRS: [string, string, string, string][] = [
  ["Pawns", "an extra pawn", "4k3/pp6/8/8/8/8/PPP5/4K3 w - - 0 1", "4k3/ppp5/8/8/8/8/PPP5/4K3 w - - 0 1"],
  ["Pawns", "no doubled pawns", "4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1", "4k3/8/8/8/8/1P6/PP6/4K3 w - - 0 1"],
  ["Pawns", "neighbours", "4k3/pppppppp/8/8/8/8/1PP5/4K3 w - - 0 1", "4k3/pppppppp/8/8/8/8/1P1P4/4K3 w - - 0 1"],
  [
    "Pawns",
    "a pawn that is not backward",
    "4k3/8/8/2p5/2P5/1P6/8/4K3 w - - 0 1",
    "4k3/8/8/2p5/1pP5/8/1P6/4K3 w - - 0 1",
  ],
  ["Pawns", "a passed pawn", "4k3/p7/8/4P3/8/8/8/4K3 w - - 0 1", "4k3/3p4/8/4P3/8/8/8/4K3 w - - 0 1"],
  ["Pawns", "a more advanced passed pawn", "4k3/8/4P3/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/4P3/8/8/8/4K3 w - - 0 1"],
  ["Pieces", "a central knight", "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1"],
  ["Pieces", "a knight on an outpost", "4k3/p6p/8/3N4/2P5/8/8/4K3 w - - 0 1", "4k3/2p4p/8/3N4/2P5/8/8/4K3 w - - 0 1"],
  ["Pieces", "a bishop with a view", "4k3/8/8/8/8/1P6/2B5/4K3 w - - 0 1", "4k3/8/8/8/8/1P1P4/2B5/4K3 w - - 0 1"],
  ["Pieces", "bishops of both colours", "4k3/8/8/8/8/8/2BB4/4K3 w - - 0 1", "4k3/8/8/8/8/3B4/2B5/4K3 w - - 0 1"],
  [
    "Pieces",
    "pawns off the bishop's colour",
    "4k3/8/8/P7/7P/8/4B3/4K3 w - - 0 1",
    "4k3/8/8/8/P7/7P/4B3/4K3 w - - 0 1",
  ],
  ["Pieces", "a rook on an open file", "4k3/p7/8/8/8/8/P7/1R2K3 w - - 0 1", "4k3/1p6/8/8/8/8/1P6/1R2K3 w - - 0 1"],
  ["Pieces", "a rook on a half-open file", "4k3/pp6/8/8/8/8/P7/1R2K3 w - - 0 1", "4k3/pp6/8/8/8/8/P7/R3K3 w - - 0 1"],
  ["Pieces", "a rook on the seventh", "6k1/1R6/p7/8/8/8/8/4K3 w - - 0 1", "8/1R6/p5k1/8/8/8/8/4K3 w - - 0 1"],
  [
    "Pieces",
    "a rook that is not shut in",
    "3k4/8/8/8/8/8/5PPP/5RK1 w - - 0 1",
    "3k4/8/8/8/8/8/5PPP/6KR w - - 0 1",
  ],
  ["Pieces", "a mobile queen", "4k3/8/8/8/8/8/PP6/1K1Q4 w - - 0 1", "4k3/8/8/8/8/8/PP6/QK6 w - - 0 1"],
  [
    "King",
    "a king behind its pawns",
    "r1bq1rk1/pppp1ppp/8/8/8/8/PPP2PPP/R1BQ1RK1 w - - 0 1",
    "r1bq1rk1/pppp1ppp/8/8/5PPP/8/PPP5/R1BQ1RK1 w - - 0 1",
  ],
  [
    "King",
    "a king that pawns do not storm",
    "2kr1b1r/ppp2p2/6pp/8/8/8/PPP2PPP/R1BQ1RK1 w - - 0 1",
    "2kr1b1r/ppp2p2/8/8/6pp/8/PPP2PPP/R1BQ1RK1 w - - 0 1",
  ],
  [
    "King",
    "a king that pieces do not attack",
    "r1bq1rk1/pppp1ppp/2n2n2/8/8/2N5/PPP2PPP/R1BQ1RK1 w - - 0 1",
    "r1b2rk1/pppp1ppp/8/6nq/6n1/2N5/PPP2PPP/R1BQ1RK1 w - - 0 1",
  ],
  [
    "King",
    "a king without a safe check against it",
    "6k1/5ppp/8/8/8/q7/5PPP/5RK1 w - - 0 1",
    "6k1/5ppp/8/8/8/q7/2R2PPP/6K1 w - - 0 1",
  ],
  [
    "Threats",
    "a pawn that attacks a piece",
    "4k3/8/2n1p3/3P4/8/8/8/4K3 w - - 0 1",
    "4k3/8/4p3/2nP4/8/8/8/4K3 w - - 0 1",
  ],
  [
    "Threats",
    "a pawn that could attack a piece",
    "4k3/p7/2r5/8/3P4/8/8/4K3 w - - 0 1",
    "4k3/p7/1r6/8/3P4/8/8/4K3 w - - 0 1",
  ],
  ["Threats", "an undefended target", "4k3/8/8/3n4/8/4N3/8/4K3 w - - 0 1", "4k3/8/2p5/3n4/8/4N3/8/4K3 w - - 0 1"],
  [
    "Threats",
    "a knight that attacks a rook",
    "4k3/8/2p5/3r4/8/4N3/8/4K3 w - - 0 1",
    "4k3/8/2p5/4r3/8/4N3/8/4K3 w - - 0 1",
  ],
  ["Passed pawns", "an enemy king far away", "8/8/8/4P3/8/k7/8/4K3 w - - 0 1", "8/8/4k3/8/4P3/8/8/4K3 w - - 0 1"],
  ["Passed pawns", "the own king near", "7k/p7/8/8/r3P3/4K3/8/8 w - - 0 1", "7k/p7/8/8/r3P3/8/8/K7 w - - 0 1"],
  ["Passed pawns", "a free way", "7k/5n2/8/P7/8/8/8/K3R3 w - - 0 1", "7k/8/n7/P7/8/8/8/K3R3 w - - 0 1"],
  ["Passed pawns", "an own rook behind", "6k1/8/n7/8/P7/8/8/R3K3 w - - 0 1", "6k1/8/n7/8/P7/8/8/4K2R w - - 0 1"],
  ["Passed pawns", "no enemy rook behind", "7k/8/8/8/P7/8/8/4K2r w - - 0 1", "7k/8/8/8/P7/8/8/r3K3 w - - 0 1"],
  [
    "Space",
    "room behind the pawns",
    "rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/3PP3/PPP2PPP/RNBQKBNR w - - 0 1",
  ],
];

for (const [name, what, better, worse] of PAIRS) {
  Deno.test(`the term "${name}" rewards ${what}`, () => {
    assertGreater(edge(better, name), edge(worse, name));
    // And Black alike.
    assertLess(edge(flip(parseFen(better)), name), edge(flip(parseFen(worse)), name));
  });
}

Deno.test("material is worth what players count", () => {
  const kings = "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1";
  const worth = (piece: string): number => evaluate(kings.replace("8/8/8/8", `8/8/3${piece}4/8`)) - evaluate(kings);
  assert(worth("P") > 60 && worth("P") < 260, `${worth("P")}`);
  assert(worth("N") > 280 && worth("N") < 480, `${worth("N")}`);
  assert(worth("B") > worth("N") && worth("B") < worth("N") + 120, `${worth("B")}`);
  assert(worth("R") > worth("B") + 120 && worth("R") < 2 * worth("B"), `${worth("R")}`);
  assert(worth("Q") > 1.6 * worth("R") && worth("Q") < 2.4 * worth("R"), `${worth("Q")}`);
});

/** Endings that cannot be won, or hardly, although one side has more. */
const DRAWS: [string, string][] = [
  ["a lone knight", "8/8/8/4k3/8/8/3N4/4K3 w - - 0 1"],
  ["a lone bishop", "8/8/8/4k3/8/8/3B4/4K3 w - - 0 1"],
  ["two knights", "8/8/8/4k3/8/8/3NN3/4K3 w - - 0 1"],
  ["a knight against a pawn", "8/8/8/4k3/3p4/8/3N4/4K3 w - - 0 1"],
  ["rook against bishop", "8/8/4b3/4k3/8/8/3R4/4K3 w - - 0 1"],
  ["rook against knight", "8/8/4n3/4k3/8/8/3R4/4K3 w - - 0 1"],
  ["rook and bishop against rook", "8/8/4r3/4k3/8/3B4/3R4/4K3 w - - 0 1"],
  ["rook and knight against rook", "8/8/4r3/4k3/8/2N5/3R4/4K3 w - - 0 1"],
  ["two minor pieces against one", "8/8/4b3/4k3/8/2N5/3B4/4K3 w - - 0 1"],
  ["queen and knight against queen", "8/8/4q3/4k3/8/2N5/3Q4/3K4 w - - 0 1"],
  ["a rook's pawn with the wrong bishop", "k7/8/8/P7/8/8/3B4/4K3 w - - 0 1"],
  ["two rook's pawns with the wrong bishop", "6k1/8/7P/7P/8/8/4B3/4K3 w - - 0 1"],
  ["a rook's pawn against the king in its corner", "k7/8/8/P7/1K6/8/8/8 w - - 0 1"],
];

for (const [name, fen] of DRAWS) {
  Deno.test(`${name} is nearly a draw`, () => {
    assertLess(Math.abs(evaluate(fen)), 90);
    assertEquals(evaluate(flip(parseFen(fen))), evaluate(fen));
  });
}

/** Endings that are won and must not be taken for draws. */
const WINS: [string, string][] = [
  ["a queen", "8/8/8/4k3/8/8/8/3QK3 w - - 0 1"],
  ["a rook", "8/8/8/4k3/8/8/8/3RK3 w - - 0 1"],
  ["two bishops", "8/8/8/4k3/8/8/3BB3/4K3 w - - 0 1"],
  ["bishop and knight", "8/8/8/4k3/8/8/3BN3/4K3 w - - 0 1"],
  ["three knights", "8/8/8/4k3/8/2N5/3NN3/4K3 w - - 0 1"],
  ["a rook's pawn with the right bishop", "k7/8/8/P7/8/8/4B3/4K3 w - - 0 1"],
  ["queen against rook", "8/8/4r3/4k3/8/8/8/1Q2K3 w - - 0 1"],
  ["a pawn that outruns the king", "8/8/8/P6k/8/8/8/4K3 w - - 0 1"],
];

for (const [name, fen] of WINS) {
  Deno.test(`${name} wins`, () => assertGreater(evaluate(fen), 300));
}

Deno.test("opposite bishops make a pawn ahead worth less", () => {
  const same = "8/5pk1/4b3/8/8/3B2PP/5PK1/8 w - - 0 1";
  const opposite = "8/5pk1/5b2/8/8/3B2PP/5PK1/8 w - - 0 1";
  assertLess(evaluate(opposite) * 1.5, evaluate(same));
});

Deno.test("a lone king scores worse the nearer it is to the edge and to the enemy king", () => {
  const centre = evaluate("8/8/8/8/3k4/8/8/KQ6 w - - 0 1");
  const edge = evaluate("8/8/8/8/7k/8/8/KQ6 w - - 0 1");
  const near = evaluate("8/8/8/5K2/7k/8/8/1Q6 w - - 0 1");
  assertLess(centre, edge);
  assertLess(edge, near);
});

Deno.test("bishop and knight drive the king to the corner of the bishop's colour", () => {
  // The bishop on e2 moves on light squares: h1 and a8.
  const light = evaluate("8/8/8/8/8/2K5/3NB3/7k w - - 0 1");
  const dark = evaluate("7k/8/2K5/8/8/8/3NB3/8 w - - 0 1");
  assertGreater(light, dark + 50);
});

Deno.test("the strangest positions stay within bounds", () => {
  const fens = [
    "QQQQQQQQ/QQQQQQQ1/8/8/8/8/8/k1K5 b - - 0 1",
    "4k3/8/8/8/8/8/QQQQQQQQ/QQQQKQQQ b - - 0 1",
    "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
    "rrrrkrrr/rrrrrrrr/8/8/8/8/RRRRRRRR/RRRRKRRR b - - 0 1",
    "nnnnknnn/nnnnnnnn/8/8/8/8/8/4K3 w - - 0 1",
    "bbbbkbbb/bbbbbbbb/8/8/8/8/8/4K3 b - - 0 1",
    "4k3/PPPPPPPP/PPPPPPP1/8/8/8/8/4K3 b - - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "k7/8/8/8/8/8/8/7K w - - 0 1",
    "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBN1k b - - 0 1",
  ];
  for (const fen of fens) {
    const position = parseFen(fen);
    const score = new HandCraftedEvaluation().evaluate(position);
    assert(Number.isInteger(score) && Math.abs(score) <= 20000, `${fen}: ${score}`);
    assertEquals(score, evaluate(flip(position)), fen);
    assertEquals(total(new HandCraftedEvaluation().trace(position), position), score, fen);
  }
  assertLess(evaluate(fens[1]), -12000);
  assertLess(evaluate(fens[4]), -3000);
});
