/**
 * Perft counts. They take about half a minute on one core, most of it in positions with many promotions or castlings.
 *
 * The six positions of ordinary chess are those of the Chess Programming Wiki; the counts of the Chess960 ones were
 * established with Stockfish 15.1.
 *
 * @module
 */

import { assert, assertEquals, assertThrows } from "@std/assert";
import { flip, formatFen, parseFen, START_FEN } from "../../core/fen.ts";
import { formatUci } from "../../core/notation.ts";
import { divide, perft } from "../../core/perft.ts";

const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

const STANDARD: [name: string, fen: string, depth: number, nodes: number][] = [
  ["the start position", START_FEN, 6, 119060324],
  ["Kiwipete (position 2)", KIWIPETE, 5, 193690690],
  ["position 3, en passant along a rank", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11030083],
  ["position 4, promotions", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15833292],
  ["position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, 89941194],
  ["position 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5, 164075551],
];

const CHESS960: [fen: string, depth: number, nodes: number][] = [
  ["bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 5, 8146062],
  ["2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 5, 16253601],
  ["b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", 5, 6417013],
  ["qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9", 5, 9183776],
  ["rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w CAca - 0 1", 4, 201143],
  ["nrbnbkrq/pppppppp/8/8/8/8/PPPPPPPP/NRBNBKRQ w GBgb - 0 1", 4, 197263],
  // Different back ranks.
  ["rbbqnnkr/pppppppp/8/8/8/8/PPPPPPPP/QNRKBBRN w GCha - 0 1", 4, 200312],
  ["r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1", 5, 7096972],
  ["1r2k1r1/p6p/8/2b2B2/2B2b2/8/P6P/1R2K1R1 w GBgb - 0 1", 4, 2652709],
  // The castling rook shields its king, or uncovers it.
  ["8/8/8/4B2b/6nN/8/5P2/2R1K2k w C - 0 1", 5, 3223406],
  ["2r5/8/8/8/8/8/6PP/k2KR3 w E - 0 1", 5, 985298],
  ["4r3/3k4/8/8/8/8/6PP/qR1K1R2 w BF - 2 2", 5, 8992652],
  // Two rooks on the same side of the king.
  ["rr2k3/8/8/8/8/8/8/RR2K1RR b GBa - 0 1", 5, 13732241],
  ["5rkr/6pp/8/1Pp5/4K3/8/6PP/RB6 w h c6 0 1", 5, 2673068],
  ["1rkr4/P6P/8/3pP3/8/8/p6p/1RKR4 w DBdb d6 0 1", 4, 479679],
];

for (const [name, fen, depth, nodes] of STANDARD) {
  Deno.test(`\`perft()\` counts ${nodes} lines of ${depth} plies in ${name}`, () => {
    assertEquals(perft(parseFen(fen), depth), nodes);
  });
}

for (const [fen, depth, nodes] of CHESS960) {
  Deno.test(`\`perft()\` counts ${nodes} lines of ${depth} plies in the Chess960 position ${fen}`, () => {
    const position = parseFen(fen, { chess960: true });
    assertEquals(perft(position, depth), nodes);
    // The position with colours exchanged has as many lines; one ply less, for time.
    const mirrored = parseFen(flip(position), { chess960: true });
    assertEquals(perft(mirrored, depth - 1), perft(position, depth - 1));
  });
}

const suite = new URL("../../../shared/suites/perft/standard.epd", import.meta.url);

Deno.test({
  name: "`perft()` gives every count of the standard suite to depth 5",
  ignore: !isReadable(suite),
  fn() {
    let positions = 0;
    for (const line of Deno.readTextFileSync(suite).split("\n")) {
      const [fen, ...operations] = line.split(";");
      if (operations.length === 0) continue;
      const position = parseFen(fen);
      positions++;
      for (const operation of operations) {
        const [, depth, nodes] = /^D(\d+) (\d+)/.exec(operation) ?? [];
        assert(nodes !== undefined, `Unknown operation '${operation}'`);
        if (Number(depth) <= 5) assertEquals(perft(position, Number(depth)), Number(nodes), `Depth ${depth} of ${fen}`);
      }
    }
    assert(positions > 100);
  },
});

Deno.test("`perft()` counts the same with every leaf made, and leaves the position as it was", () => {
  for (const [, fen] of STANDARD) {
    const position = parseFen(fen);
    const before = [position.keyLo, position.keyHi, position.pawnKey, position.minorKey, position.majorKey];
    assertEquals(perft(position, 4, false), perft(position, 4, true));
    assertEquals(formatFen(position), fen);
    assertEquals(before, [position.keyLo, position.keyHi, position.pawnKey, position.minorKey, position.majorKey]);
  }
});

Deno.test("`perft()` of depth 0 is the position itself, and other depths must be whole numbers", () => {
  assertEquals(perft(parseFen(START_FEN), 0), 1);
  for (const depth of [-1, 1.5, NaN]) assertThrows(() => perft(parseFen(START_FEN), depth), RangeError, String(depth));
});

Deno.test("`divide()` splits the count by the moves of the root", () => {
  const position = parseFen(KIWIPETE);
  const counts = divide(position, 3);
  assertEquals(counts.length, 48);
  assertEquals(counts.reduce((sum, { nodes }) => sum + nodes, 0), 97862);
  const castling = counts.find(({ move }) => formatUci(move, false) === "e1g1");
  position.make(castling?.move ?? 0);
  assertEquals(castling?.nodes, perft(position, 2));
  assertThrows(() => divide(position, 0), RangeError, "at least 1");
});

function isReadable(url: URL): boolean {
  try {
    return Deno.statSync(url).isFile;
  } catch {
    return false;
  }
}
