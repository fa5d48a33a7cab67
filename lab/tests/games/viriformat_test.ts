import { assert, assertEquals, assertThrows } from "@std/assert";
import { chess960Start, formatFen, parseFen, START_FEN } from "../../../core/fen.ts";
import { parseUci } from "../../../core/notation.ts";
import { Position } from "../../../core/position.ts";
import { decodeGame, encodeGame, endOfGame, packStart, unpackStart, WHITE_WON } from "../../games/viriformat.ts";

/** The start position of chess, byte by byte from the specification. */
const START_POSITION = [
  // Ranks 1, 2, 7 and 8.
  ...[0xff, 0xff, 0, 0, 0, 0, 0xff, 0xff],
  // a1 rook that may castle (6), b1 knight (1), c1 bishop (2), d1 queen (4), king (5), 2, 1, 6; then pawns (0).
  ...[0x16, 0x42, 0x25, 0x61, 0, 0, 0, 0],
  // Black's pawns (8) and pieces, each 8 more than White's.
  ...[0x88, 0x88, 0x88, 0x88, 0x9e, 0xca, 0xad, 0xe9],
  // No en passant, White to move; clock 0; move 1; no score; a draw by default; a free byte.
  ...[64, 0, 1, 0, 0, 0, 1, 0],
];

function reread(fen: string): string {
  const position = new Position();
  position.load(unpackStart(packStart(parseFen(fen))));
  return formatFen(position);
}

Deno.test("the start position is written as the specification says", () =>
  assertEquals(Array.from(packStart(parseFen(START_FEN))), START_POSITION));

Deno.test("positions are read as they were written, with castling, en passant and clocks", () => {
  const fens = [
    START_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 3 17",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "rnbqkbnr/pppp1ppp/8/8/3Pp3/7P/PPP1PPP1/RNBQKBNR b KQkq d3 0 3",
    "8/2k5/8/8/3K4/8/8/8 b - - 99 300",
    // Chess960: the inner rook may castle, the outer one may not.
    "1r2k1rr/pppppppp/8/8/8/8/PPPPPPPP/RR2K1R1 w Gb - 0 1",
  ];
  for (const fen of fens) assertEquals(reread(fen), formatFen(parseFen(fen)));
  // Move counters that do not fit are lowered.
  assertEquals(reread("8/2k5/8/8/3K4/8/8/8 b - - 300 70000"), "8/2k5/8/8/3K4/8/8/8 b - - 255 65535");
});

Deno.test("every start position of Chess960 is read with its castling rooks", () => {
  for (let number = 0; number < 960; number++) {
    const fen = formatFen(parseFen(chess960Start(number, 959 - number), { chess960: true }));
    assertEquals(reread(fen), formatFen(parseFen(fen)));
  }
});

Deno.test("a game consists of its start, four bytes a ply, and four zeros", () => {
  const position = parseFen(START_FEN);
  const bytes = encodeGame(packStart(position), [parseUci(position, "e2e4")], [-2], WHITE_WON);
  const expected = START_POSITION.slice();
  expected[30] = 2;
  // e2 = 12, e4 = 28: 12 + 28 * 64 = 0x070c. The score is 0xfffe.
  assertEquals(Array.from(bytes), [...expected, 0x0c, 0x07, 0xfe, 0xff, 0, 0, 0, 0]);
});

Deno.test("special moves are written as viriformat specifies: promotion N B R Q = 0 to 3, king takes rook", () => {
  assertEquals(parseUci(parseFen("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), "e1g1"), 4 | 7 << 6 | 2 << 14);
  assertEquals(parseUci(parseFen("8/P3k3/8/8/8/8/8/4K3 w - - 0 1"), "a7a8r"), 48 | 56 << 6 | 2 << 12 | 3 << 14);
  assertEquals(parseUci(parseFen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), "e5d6"), 36 | 43 << 6 | 1 << 14);
});

Deno.test("a game is read as it was written", () => {
  const moves = [1, 0x8000, 0xffff];
  const scores = [0, -0x8000, 0x7fff];
  const game = decodeGame(encodeGame(packStart(parseFen(START_FEN)), moves, scores, 0));
  assertEquals([Array.from(game.moves), Array.from(game.scores), game.result], [moves, scores, 0]);
});

Deno.test("the end of a game is four zeros where a ply could be", () => {
  const start = packStart(parseFen(START_FEN));
  const one = encodeGame(start, [1], [0], 0);
  const two = encodeGame(start, [0x100, 0x100], [0, 0], 0);
  const both = new Uint8Array([...one, ...two]);
  assertEquals(endOfGame(both, 0), one.length);
  assertEquals(endOfGame(both, one.length), both.length);
  assertEquals(endOfGame(both.subarray(0, both.length - 1), one.length), -1);
});

Deno.test("values that do not fit or are not valid are refused", () => {
  const start = packStart(parseFen(START_FEN));
  assertThrows(() => encodeGame(start, [0], [0], 0), RangeError, "move of 16 bits at ply 0, but got 0");
  assertThrows(() => encodeGame(start, [1, 2], [0, 40000], 0), RangeError, "score of 16 bits at ply 1, but got 40000");
  const spoil = (change: (bytes: Uint8Array) => void) => {
    const bytes = encodeGame(start, [1], [0], 0);
    change(bytes);
    return () => decodeGame(bytes);
  };
  assertThrows(spoil((bytes) => bytes[30] = 3), SyntaxError, "result of a game to be 0 to 2, but got 3");
  assertThrows(spoil((bytes) => bytes[8] |= 0x77), SyntaxError, "piece type of 0 to 6, but got 7");
  assertThrows(spoil((bytes) => bytes[10] = 0x22), SyntaxError, "king of each colour, but one is missing");
  assertThrows(spoil((bytes) => bytes[8] = 0x15), SyntaxError, "one king of each colour");
  assertThrows(spoil((bytes) => bytes[4] = 1), SyntaxError, "at most 32 pieces");
  // A pawn on the second rank becomes a rook that may castle.
  assertThrows(spoil((bytes) => bytes[12] = 0x06), SyntaxError, "castling rooks on the back rank");
  assert(decodeGame(encodeGame(start, [1], [0], 0)).moves.length === 1);
});
