import { assertEquals, assertNotEquals } from "@std/assert";
import { flip, parseFen, START_FEN } from "../../core/fen.ts";
import { EMPTY, KING } from "../../core/types.ts";
import { explainNetwork } from "../../nnue/explain.ts";
import { referenceEvaluate } from "../../nnue/reference.ts";
import { randomNetwork } from "./random_network.ts";

const NETWORKS = [
  randomNetwork(),
  randomNetwork({ hiddenSize: 64, isMirrored: true, seed: 2 }),
  randomNetwork({ isMirrored: true, kingBucketCount: 7, seed: 3 }),
];

Deno.test("`explainNetwork()` reports the evaluation by the row in use, from White's side", () => {
  const cases: [string, number][] = [
    [START_FEN, 7],
    ["r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1", 7],
    ["8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1", 2],
    ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 0],
  ];
  for (const network of NETWORKS) {
    for (const [fen, bucket] of cases) {
      const position = parseFen(fen);
      const { bucket: used, buckets } = explainNetwork(network, position);
      const score = referenceEvaluate(network, position) * (position.sideToMove === 0 ? 1 : -1);
      assertEquals([used, buckets.length, buckets[bucket]], [bucket, 8, score], fen);
    }
  }
});

Deno.test("`explainNetwork()` values a piece by the evaluation without it", () => {
  // Positions with 32 and with 31 pieces use the same row of output weights.
  for (const network of NETWORKS) {
    const whole = referenceEvaluate(network, parseFen(START_FEN));
    const { pieceValues } = explainNetwork(network, parseFen(START_FEN));
    const boards = ["PPPPPPPP/RNB1KBNR", "PPPP1PPP/RNBQKBNR"].map((ranks) => `rnbqkbnr/pppppppp/8/8/8/8/${ranks}`);
    boards.push("r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    const values = boards.map((board) => whole - referenceEvaluate(network, parseFen(`${board} w KQkq - 0 1`)));
    assertEquals([3, 12, 57].map((square) => pieceValues[square]), values);
  }
});

Deno.test("`explainNetwork()` gives kings and empty squares no value, and leaves the position as it is", () => {
  const position = parseFen("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1");
  const board = position.mailbox.slice();
  const { pieceValues } = explainNetwork(NETWORKS[0], position);
  assertEquals(position.mailbox, board);
  board.forEach((piece, square) => {
    if (piece === EMPTY || (piece & 7) === KING) assertEquals(pieceValues[square], 0);
    else assertNotEquals(pieceValues[square], 0);
  });
});

Deno.test("`explainNetwork()` gives the opposite values for the position with the colours exchanged", () => {
  const fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
  for (const network of NETWORKS) {
    const one = explainNetwork(network, parseFen(fen));
    const other = explainNetwork(network, parseFen(flip(parseFen(fen))));
    assertEquals(other.buckets, one.buckets.map((score) => 0 - score));
    assertEquals(other.pieceValues, one.pieceValues.map((_, square) => 0 - one.pieceValues[square ^ 56]));
  }
});
