/**
 * Perft counts. The nightly run counts the largest trees a ply deeper.
 *
 * The counts are published facts, as are the positions:
 *
 * - `STANDARD`: the six positions on the page "Perft Results" of the Chess Programming Wiki.
 * - `EDGES`: Martin Sedlak's positions, each of which tests one rule that generators often get wrong.
 * - `SUITE`: `perftsuite.epd`, which came with Roman Hartmann's engine ROCE, without positions that mirror another one
 *   (colours or wings exchanged). Most positions have few pieces, so short lines use every rule about castling,
 *   promotion and pawns.
 * - `CHESS960`: established with Stockfish 15.1. The sums over start positions were computed by this program.
 *
 * @module
 */

import { assertEquals, assertThrows } from "@std/assert";
import { chess960Start, flip, formatFen, parseFen, START_FEN } from "../../core/fen.ts";
import { formatUci } from "../../core/notation.ts";
import { divide, perft } from "../../core/perft.ts";
import { tries } from "../effort.ts";

const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const POSITION_3 = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
const POSITION_4 = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";
const POSITION_6 = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";

const STANDARD: [name: string, fen: string, depth: number, nodes: number][] = [
  ["the start position", START_FEN, 5, 4865609],
  ["Kiwipete (position 2)", KIWIPETE, 4, 4085603],
  ["position 3, en passant along a rank", POSITION_3, tries(5, 6), tries(674624, 11030083)],
  ["position 4, promotions", POSITION_4, tries(4, 5), tries(422333, 15833292)],
  ["position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", tries(3, 4), tries(62379, 2103487)],
  ["position 6", POSITION_6, tries(3, 4), tries(89890, 3894594)],
];

const OPENING = "rnbqkb1r/ppppp1pp/7n/4Pp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3";
const EDGES: [name: string, fen: string, depth: number, nodes: number][] = [
  ["an en-passant capture that would uncover a check", "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 6, 1134888],
  ["an en-passant capture of a shield on a diagonal", "8/b2p2k1/8/2P5/8/4K3/8/8 b - - 0 1", 6, 1015133],
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
  ["an en-passant capture in an opening", OPENING, tries(4, 5), tries(351806, 11139762)],
  ["stalemates and mates", "8/k1P5/8/1K6/8/8/8/8 w - - 0 1", 7, 567584],
  ["a double check", "8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", 4, 23527],
];

/** Each entry: a position, and how many lines of 1, 2, 3… plies it has, separated by semicolons. */
const SUITE: readonly string[] = [
  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;20 400 8902 197281 4865609 119060324",
  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1;48 2039 97862 4085603 193690690",
  "4k3/8/8/8/8/8/8/4K2R w K - 0 1;15 66 1197 7059 133987 764643",
  "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1;16 71 1287 7626 145232 846648",
  "4k2r/8/8/8/8/8/8/4K3 w k - 0 1;5 75 459 8290 47635 899442",
  "r3k3/8/8/8/8/8/8/4K3 w q - 0 1;5 80 493 8897 52710 1001523",
  "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1;26 112 3189 17945 532933 2788982",
  "r3k2r/8/8/8/8/8/8/4K3 w kq - 0 1;5 130 782 22180 118882 3517770",
  "8/8/8/8/8/8/6k1/4K2R w K - 0 1;12 38 564 2219 37735 185867",
  "8/8/8/8/8/8/1k6/R3K3 w Q - 0 1;15 65 1018 4573 80619 413018",
  "4k2r/6K1/8/8/8/8/8/8 w k - 0 1;3 32 134 2073 10485 179869",
  "r3k3/1K6/8/8/8/8/8/8 w q - 0 1;4 49 243 3991 20780 367724",
  "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1;26 568 13744 314346 7594526 179862938",
  "r3k2r/8/8/8/8/8/8/1R2K2R w Kkq - 0 1;25 567 14095 328965 8153719 195629489",
  "r3k2r/8/8/8/8/8/8/2R1K2R w Kkq - 0 1;25 548 13502 312835 7736373 184411439",
  "r3k2r/8/8/8/8/8/8/R3K1R1 w Qkq - 0 1;25 547 13579 316214 7878456 189224276",
  "1r2k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1;26 583 14252 334705 8198901 198328929",
  "2r1k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1;25 560 13592 317324 7710115 185959088",
  "r3k1r1/8/8/8/8/8/8/R3K2R w KQq - 0 1;25 560 13607 320792 7848606 190755813",
  "8/1n4N1/2k5/8/8/5K2/1N4n1/8 w - - 0 1;14 195 2760 38675 570726 8107539",
  "8/1k6/8/5N2/8/4n3/8/2K5 w - - 0 1;11 156 1636 20534 223507 2594412",
  "8/8/4k3/3Nn3/3nN3/4K3/8/8 w - - 0 1;19 289 4442 73584 1198299 19870403",
  "K7/8/2n5/1n6/8/8/8/k6N w - - 0 1;3 51 345 5301 38348 588695",
  "k7/8/2N5/1N6/8/8/8/K6n w - - 0 1;17 54 835 5910 92250 688780",
  "8/1n4N1/2k5/8/8/5K2/1N4n1/8 b - - 0 1;15 193 2816 40039 582642 8503277",
  "8/1k6/8/5N2/8/4n3/8/2K5 b - - 0 1;16 180 2290 24640 288141 3147566",
  "8/8/3K4/3Nn3/3nN3/4k3/8/8 b - - 0 1;4 68 1118 16199 281190 4405103",
  "B6b/8/8/8/2K5/4k3/8/b6B w - - 0 1;17 278 4607 76778 1320507 22823890",
  "8/8/1B6/7b/7k/8/2B1b3/7K w - - 0 1;21 316 5744 93338 1713368 28861171",
  "k7/B7/1B6/1B6/8/8/8/K6b w - - 0 1;21 144 3242 32955 787524 7881673",
  "K7/b7/1b6/1b6/8/8/8/k6B w - - 0 1;7 143 1416 31787 310862 7382896",
  "B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1;6 106 1829 31151 530585 9250746",
  "8/8/1B6/7b/7k/8/2B1b3/7K b - - 0 1;17 309 5133 93603 1591064 29027891",
  "7k/RR6/8/8/8/8/rr6/7K w - - 0 1;19 275 5300 104342 2161211 44956585",
  "R6r/8/8/2K5/5k2/8/8/r6R w - - 0 1;36 1027 29215 771461 20506480 525169084",
  "R6r/8/8/2K5/5k2/8/8/r6R b - - 0 1;36 1027 29227 771368 20521342 524966748",
  "6kq/8/8/8/8/8/8/7K w - - 0 1;2 36 143 3637 14893 391507",
  "K7/8/8/3Q4/4q3/8/8/7k w - - 0 1;6 35 495 8349 166741 3370175",
  "6qk/8/8/8/8/8/8/7K b - - 0 1;22 43 1015 4167 105749 419369",
  "8/8/8/8/8/K7/P7/k7 w - - 0 1;3 7 43 199 1347 6249",
  "K7/p7/k7/8/8/8/8/8 w - - 0 1;1 3 12 80 342 2343",
  "8/2k1p3/3pP3/3P2K1/8/8/8/8 w - - 0 1;7 35 210 1091 7028 34834",
  "8/2k1p3/3pP3/3P2K1/8/8/8/8 b - - 0 1;5 35 182 1091 5408 34822",
  "8/8/8/8/8/4k3/4P3/4K3 w - - 0 1;2 8 44 282 1814 11848",
  "8/8/7k/7p/7P/7K/8/8 w - - 0 1;3 9 57 360 1969 10724",
  "8/8/3k4/3p4/3P4/3K4/8/8 w - - 0 1;5 25 180 1294 8296 53138",
  "8/3k4/3p4/8/3P4/3K4/8/8 w - - 0 1;8 61 483 3213 23599 157093",
  "8/8/3k4/3p4/8/3P4/3K4/8 w - - 0 1;8 61 411 3213 21637 158065",
  "k7/8/3p4/8/3P4/8/8/7K w - - 0 1;4 15 90 534 3450 20960",
  "k7/8/3p4/8/3P4/8/8/7K b - - 0 1;4 15 89 537 3309 21104",
  "7k/3p4/8/8/3P4/8/8/K7 w - - 0 1;4 19 117 720 4661 32191",
  "7k/8/8/3p4/8/8/3P4/K7 w - - 0 1;5 19 116 716 4786 30980",
  "k7/8/8/7p/6P1/8/8/K7 w - - 0 1;5 22 139 877 6112 41874",
  "k7/8/7p/8/8/6P1/8/K7 w - - 0 1;4 16 101 637 4354 29679",
  "k7/8/8/6p1/7P/8/8/K7 w - - 0 1;5 22 139 877 6112 41874",
  "k7/8/6p1/8/8/7P/8/K7 w - - 0 1;4 16 101 637 4354 29679",
  "k7/8/8/3p4/4p3/8/8/7K w - - 0 1;3 15 84 573 3013 22886",
  "k7/8/3p4/8/8/4P3/8/7K w - - 0 1;4 16 101 637 4271 28662",
  "7k/3p4/8/8/3P4/8/8/K7 b - - 0 1;5 19 117 720 5014 32167",
  "7k/8/8/3p4/8/8/3P4/K7 b - - 0 1;4 19 117 712 4658 30749",
  "k7/8/8/3p4/4p3/8/8/7K b - - 0 1;5 15 102 569 4337 22579",
  "k7/7p/8/8/8/8/6P1/K7 w - - 0 1;5 25 161 1035 7574 55338",
  "k7/6p1/8/8/8/8/7P/K7 w - - 0 1;5 25 161 1035 7574 55338",
  "3k4/3pp3/8/8/8/8/3PP3/3K4 w - - 0 1;7 49 378 2902 24122 199002",
  "8/Pk6/8/8/8/8/6Kp/8 w - - 0 1;11 97 887 8048 90606 1030499",
  "n1n5/1Pk5/8/8/8/8/5Kp1/5N1N w - - 0 1;24 421 7421 124608 2193768 37665329",
  "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1;18 270 4699 79355 1533145 28859283",
  "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N w - - 0 1;24 496 9483 182838 3605103 71179139",
];

/** The largest count in the suite that is checked; all smaller counts are checked, too. */
const SUITE_LEAVES = tries(150_000, 4_000_000);
/** Of this many start positions, one is counted to three plies. */
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

/** The FEN with left and right exchanged; no side may castle or capture en passant. */
function mirrored(fen: string): string {
  return fen.replace(/^\S+/, (board) => board.split("/").map((rank) => Array.from(rank).reverse().join("")).join("/"));
}

Deno.test(`\`perft()\` gives every count of the ROCE suite up to ${SUITE_LEAVES}`, () => {
  for (const line of SUITE) {
    const [fen, counts] = line.split(";");
    const images = [fen, ...(fen.includes(" - - ") ? [mirrored(fen)] : [])].map((each) => parseFen(each));
    images.push(...images.map((position) => parseFen(flip(position))));
    for (const [index, nodes] of counts.split(" ").map(Number).entries()) {
      if (nodes > SUITE_LEAVES) break;
      // With colours or wings exchanged, the number of lines is the same. The largest counts omit these positions.
      for (const position of 30 * nodes > SUITE_LEAVES ? images.slice(0, 1) : images) {
        assertEquals(perft(position, index + 1), nodes, `Depth ${index + 1} of ${formatFen(position)}`);
      }
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
  assertEquals([onePly, twoPlies], [18_882, 371_766]);
  assertEquals([threePlies, different], [tries(1_051_674, 8_224_968), tries(1_027_804, 8_209_095)]);
});

for (const [fen, depth, nodes] of CHESS960) {
  Deno.test(`\`perft()\` counts ${nodes} lines of ${depth} plies in the Chess960 position ${fen}`, () => {
    const position = parseFen(fen, { chess960: true });
    assertEquals(perft(position, depth), nodes);
    // With colours exchanged there are as many lines. To save time, these are counted one ply less deep.
    assertEquals(perft(parseFen(flip(position), { chess960: true }), depth - 1), perft(position, depth - 1));
  });
}

Deno.test("`perft()` gives the same count if it makes every leaf, and leaves the position as it was", () => {
  for (const [, fen] of STANDARD) {
    const position = parseFen(fen);
    const seen = () => [formatFen(position), position.keyLo, position.keyHi, ...position.parts];
    const before = seen();
    assertEquals(perft(position, 3, false), perft(position, 3, true));
    assertEquals(seen(), before);
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
