import { assert, assertEquals, assertThrows } from "@std/assert";
import { formatFen, parseFen, START_FEN } from "../../core/fen.ts";
import { formatSan, formatUci, parseSan, parseUci } from "../../core/notation.ts";
import { CASTLING, makeMove, NO_MOVE, PROMOTION, QUEEN } from "../../core/types.ts";
import { playBothKinds } from "./random_games.ts";
import { tries } from "../effort.ts";

const CASTLE_FEN = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

Deno.test("`formatUci()` writes castling as the king's move, or as king takes rook in Chess960", () => {
  const kingside = makeMove(4, 7, CASTLING);
  const queenside = makeMove(60, 56, CASTLING);
  assertEquals([formatUci(kingside, false), formatUci(kingside, true)], ["e1g1", "e1h1"]);
  assertEquals([formatUci(queenside, false), formatUci(queenside, true)], ["e8c8", "e8a8"]);
  assertEquals(formatUci(NO_MOVE, false), "0000");
});

Deno.test("`parseUci()` reads castling in both forms and promotion letters in both cases", () => {
  for (const chess960 of [false, true]) {
    const position = parseFen(CASTLE_FEN, { chess960 });
    const [kingside, queenside] = [7, 0].map((rook) => makeMove(4, rook, CASTLING));
    const found = ["e1g1", "e1h1", "e1c1", "e1a1", "e1f1"].map((text) => parseUci(position, text));
    assertEquals(found, [kingside, kingside, queenside, queenside, makeMove(4, 5)]);
  }
  const position = parseFen("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
  assertEquals(parseUci(position, "a7a8Q"), parseUci(position, "a7a8q"));
  assertEquals(parseUci(position, "a7a8q"), 48 | 56 << 6 | (QUEEN - 2) << 12 | PROMOTION << 14);
});

Deno.test("`parseUci()` distinguishes a king's step from castling in Chess960", () => {
  const position = parseFen("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
  assertEquals(parseUci(position, "f1g1"), makeMove(5, 6));
  assertEquals(parseUci(position, "f1h1"), makeMove(5, 7, CASTLING));
  const still = parseFen("4k3/8/8/8/8/8/8/6KR w H - 0 1");
  assertEquals(parseUci(still, "g1h1"), makeMove(6, 7, CASTLING));
  assertThrows(() => parseUci(still, "g1g1"), RangeError, "not legal");
});

Deno.test("`parseUci()` reports in its error what is wrong with a move", () => {
  const position = parseFen(START_FEN);
  for (const text of ["", "e2", "e2e9", "i2i4", "e2-e4", "e7e8k", "e2e4 ", "Nf3"]) {
    assertThrows(() => parseUci(position, text), SyntaxError, `not '${text}'`);
  }
  for (const text of ["e2e5", "e7e5", "e1g1", "e2e4q"]) {
    assertThrows(() => parseUci(position, text), RangeError, `Move '${text}' is not legal in '${START_FEN}'`);
  }
  assertThrows(() => parseUci(position, "0000"), SyntaxError, "0000");
  const promotion = parseFen("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
  assertThrows(() => parseUci(promotion, "a7a8"), RangeError, "must name the piece promoted to");
});

const QUEENS = "6k1/8/8/8/4Q2Q/8/8/K6Q w - - 0 1";
const PROMOTION_FEN = "3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1";
const PASSING_FEN = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";

/** Moves with their SAN and other forms that people write: with missing or superfluous marks, chess symbols, dashes. */
const SAN: readonly (readonly [fen: string, uci: string, san: string, ...others: string[]])[] = [
  [START_FEN, "e2e4", "e4", "e2e4", "e2-e4", "♙e4", "Pe4"],
  [START_FEN, "g1f3", "Nf3", "g1f3", "g1-f3", "♘f3", "Ng1f3"],
  [PASSING_FEN, "e5d6", "exd6", "ed6", "exd6 e.p.", "exd6ep", "e5xd6", "Pexd6", "exd6e.p.", "exd6ep+", "e5d6", "xd6"],
  [PROMOTION_FEN, "e7d8n", "exd8=N", "ed8N", "exd8n"],
  [PROMOTION_FEN, "e7e8q", "e8=Q", "e8Q", "e8(Q)", "e8=q", "e7e8=Q", "e7-e8Q!", "e8/Q", "e8♕", "e7e8q", "e8=♛"],
  ["8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8r", "e8=R"],
  [CASTLE_FEN, "e1g1", "O-O", "0-0", "o-o", "OO", "O-O+", "0-0!?", "O\u2013O", "0\u20130", "О-О"],
  [CASTLE_FEN, "e1g1", "O-O", "O-O\u200b", "e1g1", "e1-g1", "e1h1"],
  [CASTLE_FEN, "e1c1", "O-O-O", "0-0-0", "OOO"],
  [CASTLE_FEN, "a1a8", "Rxa8+", "Ra8", "Rxa8", "Raxa8", "R1a8#", "Ra1xa8", "Ra1-a8??", " Ra1a8 ", "♖xa8†", "♜a8"],
  [CASTLE_FEN, "a1a8", "Rxa8+", "\u200bRa8", "Ra1\u00d7a8", "a1a8", "a1xa8", "Ra8\ufe0e"],
  ["6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "Ra8#"],
  ["5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"],
  // SAN names only as much of the origin as it needs.
  ["4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", "Rad1"],
  ["4k3/8/R7/8/8/8/4K3/R7 w - - 0 1", "a1a3", "R1a3"],
  [QUEENS, "h4e1", "Qh4e1"],
  [QUEENS, "h1e1", "Q1e1"],
  [QUEENS, "e4e1", "Qee1"],
  // The knight on e2 is pinned, so the move of the other knight needs no file.
  ["4r2k/8/8/8/8/8/4N3/N3K3 w - - 0 1", "a1c2", "Nc2"],
  ["7k/8/8/8/8/8/4N3/N3K3 w - - 0 1", "a1c2", "Nc2"],
  ["7k/8/8/8/8/2N5/8/2N1K3 w - - 0 1", "c1e2", "N1e2"],
  // A bishop and the pawn on the b-file can capture.
  ["4k3/8/8/8/8/2p5/1P6/B3K3 w - - 0 1", "b2c3", "bxc3"],
  ["4k3/8/8/8/8/2p5/3B4/4K3 w - - 0 1", "d2c3", "Bxc3"],
];

Deno.test("`formatSan()` writes standard SAN, and `parseSan()` reads moves as people write them", () => {
  for (const [fen, uci, san, ...others] of SAN) {
    const position = parseFen(fen);
    assertEquals(formatSan(position, parseUci(position, uci)), san, `${uci} in ${fen}`);
    for (const text of [san, ...others]) assertEquals(formatUci(parseSan(position, text), false), uci, text);
  }
});

Deno.test("`parseSan()` refuses a pawn capture without a file, and a promotion piece for a pawn that does not promote", () => {
  const position = parseFen("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
  for (const text of ["d5", "Nf3=Q", "a3=Q", "e8=Q"]) {
    assertThrows(() => parseSan(position, text), RangeError, `Move '${text}' is not legal`);
  }
  assertThrows(() => parseSan(parseFen("4k3/P7/8/8/8/8/8/4K3 w - - 0 1"), "a8"), RangeError, "not legal");
});

Deno.test("`parseSan()` reports in its error what is wrong with a move", () => {
  const position = parseFen("4k3/8/8/8/8/8/4K3/R6R w - - 0 1");
  assertThrows(() => parseSan(position, "Rd1"), RangeError, "may mean any of a1d1, h1d1");
  assertThrows(() => parseSan(position, "Ne4"), RangeError, "Move 'Ne4' is not legal in '4k3/8");
  assertThrows(() => parseSan(position, "O-O"), RangeError, "not legal");
  assertThrows(() => parseSan(parseFen("4k3/8/8/8/8/2p5/3B4/4K3 w - - 0 1"), "bxc3"), RangeError, "not legal");
  for (const text of ["", "R", "Rd9", "Xe4", "O-O-O-O", "0-O", "e4=K"]) {
    assertThrows(() => parseSan(position, text), SyntaxError, `not '${text}'`);
  }
});

Deno.test("every legal move in random games has unique UCI and SAN forms, which can be read back", () => {
  let checked = 0;
  playBothKinds({ games: tries(3, 12), plies: 200, seed: 31 }, (position, moves, count) => {
    const legal = Array.from(moves.subarray(0, count));
    const fen = formatFen(position);
    const uci = legal.map((move) => formatUci(move, position.chess960));
    const san = legal.map((move) => formatSan(position, move));
    assertEquals(uci.map((text) => parseUci(position, text)), legal, fen);
    assertEquals(san.map((text) => parseSan(position, text)), legal, fen);
    assertEquals([new Set(uci).size, new Set(san).size, formatFen(position)], [count, count, fen]);
    checked += count;
  });
  assert(checked > tries(15_000, 60_000));
});
