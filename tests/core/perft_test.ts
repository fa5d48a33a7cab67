/**
 * Perft counts. The nightly run counts the largest trees a ply deeper.
 *
 * The counts are published facts, and so is what they are from:
 *
 * - `STANDARD`: the six positions of the Chess Programming Wiki, page "Perft Results".
 * - `EDGES`: Martin Sedlak's positions, each for one rule that generators get wrong.
 * - `perft_suite.ts`: the suite that came with the engine ROCE.
 * - `CHESS960`: established with Stockfish 15.1. The sums over start positions were computed by this program.
 *
 * @module
 */

import { assertEquals, assertThrows } from "@std/assert";
import { chess960Start, flip, formatFen, parseFen, START_FEN } from "../../core/fen.ts";
import { formatUci } from "../../core/notation.ts";
import { majorKey, minorKey, pawnKey } from "../../core/part_keys.ts";
import { divide, perft } from "../../core/perft.ts";
import { PERFT_SUITE } from "./perft_suite.ts";
import { tries } from "../effort.ts";

const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

const STANDARD: [name: string, fen: string, depth: number, nodes: number][] = [
  ["the start position", START_FEN, 5, 4865609],
  ["Kiwipete (position 2)", KIWIPETE, 4, 4085603],
  [
    "position 3, en passant along a rank",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    tries(5, 6),
    tries(674624, 11030083),
  ],
  [
    "position 4, promotions",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    tries(4, 5),
    tries(422333, 15833292),
  ],
  ["position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", tries(3, 4), tries(62379, 2103487)],
  [
    "position 6",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    tries(3, 4),
    tries(89890, 3894594),
  ],
];

const EDGES: [name: string, fen: string, depth: number, nodes: number][] = [
  ["an en-passant capture that would uncover a check", "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 6, 1134888],
  [
    "an en-passant capture of a pawn that shields a king on a diagonal",
    "8/b2p2k1/8/2P5/8/4K3/8/8 b - - 0 1",
    6,
    1015133,
  ],
  ["an en-passant capture that answers a check", "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", 6, 1440467],
  ["short castling that gives check", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", 6, 661072],
  ["long castling that gives check", "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", 6, 803711],
  ["rooks captured before they castle", "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", 4, 1274206],
  ["castling past attacked squares", "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", 4, 1720476],
  ["a promotion that answers a check", "2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", 6, 3821001],
  ["a check uncovered by a piece", "8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", 5, 1004658],
  ["a promotion that gives check", "4k3/1P6/8/8/8/8/K7/8 w - - 0 1", 6, 217342],
  ["underpromotions that give check", "8/P1k5/K7/8/8/8/8/8 w - - 0 1", 6, 92683],
  ["a stalemate of oneself", "K1k5/8/P7/8/8/8/8/8 w - - 0 1", 6, 2217],
  [
    "an en-passant capture at the start of a game",
    "rnbqkb1r/ppppp1pp/7n/4Pp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    tries(4, 5),
    tries(351806, 11139762),
  ],
  ["stalemates and mates", "8/k1P5/8/1K6/8/8/8/8 w - - 0 1", 7, 567584],
  ["a double check", "8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", 4, 23527],
];

/** The largest count of the suite that is compared; the smaller ones of a position all are. */
const SUITE_LEAVES = tries(150_000, 4_000_000);

/** Of how many start positions one is counted to three plies. */
const EACH = tries(8, 1);

const CHESS960: [fen: string, depth: number, nodes: number][] = [
  ["bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", tries(4, 5), tries(326672, 8146062)],
  ["2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", tries(4, 5), tries(667366, 16253601)],
  ["b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", tries(4, 5), tries(273318, 6417013)],
  ["qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9", tries(4, 5), tries(382958, 9183776)],
  ["rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w CAca - 0 1", 4, 201143],
  ["nrbnbkrq/pppppppp/8/8/8/8/PPPPPPPP/NRBNBKRQ w GBgb - 0 1", 4, 197263],
  // Different back ranks.
  ["rbbqnnkr/pppppppp/8/8/8/8/PPPPPPPP/QNRKBBRN w GCha - 0 1", 4, 200312],
  ["r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1", tries(4, 5), tries(285754, 7096972)],
  ["1r2k1r1/p6p/8/2b2B2/2B2b2/8/P6P/1R2K1R1 w GBgb - 0 1", 4, 2652709],
  // The castling rook shields its king, or uncovers it.
  ["8/8/8/4B2b/6nN/8/5P2/2R1K2k w C - 0 1", 5, 3223406],
  ["2r5/8/8/8/8/8/6PP/k2KR3 w E - 0 1", 5, 985298],
  ["4r3/3k4/8/8/8/8/6PP/qR1K1R2 w BF - 2 2", tries(4, 5), tries(405636, 8992652)],
  // Two rooks on the same side of the king.
  ["rr2k3/8/8/8/8/8/8/RR2K1RR b GBa - 0 1", tries(4, 5), tries(584792, 13732241)],
  ["5rkr/6pp/8/1Pp5/4K3/8/6PP/RB6 w h c6 0 1", 5, 2673068],
  ["1rkr4/P6P/8/3pP3/8/8/p6p/1RKR4 w DBdb d6 0 1", 4, 479679],
];

for (const [name, fen, depth, nodes] of [...STANDARD, ...EDGES]) {
  Deno.test(`\`perft()\` counts ${nodes} lines of ${depth} plies in ${name}`, () => {
    assertEquals(perft(parseFen(fen), depth), nodes);
  });
}

Deno.test(`\`perft()\` gives every count of the ROCE suite up to ${SUITE_LEAVES}`, () => {
  for (const [fen, counts] of PERFT_SUITE) {
    const position = parseFen(fen);
    const flipped = parseFen(flip(position));
    for (const [index, nodes] of counts.entries()) {
      if (nodes > SUITE_LEAVES) break;
      assertEquals(perft(position, index + 1), nodes, `Depth ${index + 1} of ${fen}`);
      // The same with colours exchanged, but for the largest.
      if (10 * nodes > SUITE_LEAVES) continue;
      assertEquals(perft(flipped, index + 1), nodes, `Depth ${index + 1} of ${fen} with colours exchanged`);
    }
  }
});

Deno.test("`perft()` counts the lines from all 960 start positions, and from 960 with different back ranks", () => {
  let [onePly, twoPlies, threePlies, different] = [0, 0, 0, 0];
  for (let number = 0; number < 960; number++) {
    const position = parseFen(chess960Start(number), { chess960: true });
    onePly += perft(position, 1);
    twoPlies += perft(position, 2);
    if (number % EACH !== 0) continue;
    threePlies += perft(position, 3);
    different += perft(parseFen(chess960Start(number, (number * 7 + 13) % 960), { chess960: true }), 3);
  }
  assertEquals([onePly, twoPlies, threePlies, different], [
    18_882,
    371_766,
    tries(1_051_674, 8_224_968),
    tries(1_027_804, 8_209_095),
  ]);
});

for (const [fen, depth, nodes] of CHESS960) {
  Deno.test(`\`perft()\` counts ${nodes} lines of ${depth} plies in the Chess960 position ${fen}`, () => {
    const position = parseFen(fen, { chess960: true });
    assertEquals(perft(position, depth), nodes);
    // The position with colours exchanged has as many lines; one ply less, for time.
    const mirrored = parseFen(flip(position), { chess960: true });
    assertEquals(perft(mirrored, depth - 1), perft(position, depth - 1));
  });
}

Deno.test("`perft()` counts the same with every leaf made, and leaves the position as it was", () => {
  for (const [, fen] of STANDARD) {
    const position = parseFen(fen);
    const before = [position.keyLo, position.keyHi, pawnKey(position), minorKey(position), majorKey(position)];
    assertEquals(perft(position, 3, false), perft(position, 3, true));
    assertEquals(formatFen(position), fen);
    assertEquals(before, [position.keyLo, position.keyHi, pawnKey(position), minorKey(position), majorKey(position)]);
  }
});

Deno.test("`perft()` of depth 0 is the position itself, and other depths must be whole numbers", () => {
  assertEquals(perft(parseFen(START_FEN), 0), 1);
  for (const depth of [-1, 1.5, NaN]) assertThrows(() => perft(parseFen(START_FEN), depth), RangeError, String(depth));
});

Deno.test("`divide()` splits the count by the moves of the root", () => {
  const position = parseFen(KIWIPETE);
  const counts: { move: number; nodes: number }[] = [];
  divide(position, 3, (move, nodes) => counts.push({ move, nodes }));
  assertEquals(counts.length, 48);
  assertEquals(counts.reduce((sum, { nodes }) => sum + nodes, 0), 97862);
  const castling = counts.find(({ move }) => formatUci(move, false) === "e1g1");
  position.make(castling?.move ?? 0);
  assertEquals(castling?.nodes, perft(position, 2));
  assertThrows(() => divide(position, 0, () => {}), RangeError, "1 to 32");
});
