import { assertEquals, assertThrows } from "@std/assert";
import { parseFen, START_FEN } from "../../../core/fen.ts";
import { formatSan } from "../../../core/notation.ts";
import { NO_MOVE } from "../../../core/types.ts";
import { listMoves, readMove } from "../../../shell/play/move_entry.ts";

const CASTLE = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
const TWO_ROOKS = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1";
const PROMOTION = "8/P6k/8/8/8/8/8/4K3 w - - 0 1";
const PAWN_OR_BISHOP = "4k3/8/8/8/8/2p5/1P6/B3K3 w - - 0 1";

/** The move that a typed text means, in standard notation; "" for no move. */
function read(fen: string, text: string): string {
  const position = parseFen(fen);
  const move = readMove(position, text);
  return move === NO_MOVE ? "" : formatSan(position, move);
}

Deno.test("moves may be typed in either notation and in lower case", () => {
  const typed: [fen: string, text: string, san: string][] = [
    [START_FEN, "e4", "e4"],
    [START_FEN, "e2e4", "e4"],
    [START_FEN, "E2E4", "e4"],
    [START_FEN, "Nf3", "Nf3"],
    [START_FEN, "nf3", "Nf3"],
    [START_FEN, "g1f3", "Nf3"],
    [START_FEN, " Ng1-f3! ", "Nf3"],
    [START_FEN, "e2 e4", "e4"],
    [START_FEN, "n b1 c3", "Nc3"],
    [CASTLE, "O-O", "O-O"],
    [CASTLE, "oo", "O-O"],
    [CASTLE, "0-0-0", "O-O-O"],
    [CASTLE, "ooo", "O-O-O"],
    [CASTLE, "e1g1", "O-O"],
    [CASTLE, "e1h1", "O-O"],
    [CASTLE, "castle short", "O-O"],
    [CASTLE, "Castle queenside", "O-O-O"],
    [CASTLE.replace("KQkq", "Qkq"), "castle", "O-O-O"],
    ...["Sf3", "sf3", "Cf3", "Jf3", "Кf3"].map((text): [string, string, string] => [START_FEN, text, "Nf3"]),
    ["4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "Dd4", "Qd4"],
    ["4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "Крe2", "Ke2"],
    [PROMOTION, "a8=D", "a8=Q"],
    [PROMOTION, "a7a8=t", "a8=R"],
    ["4k3/8/8/8/8/8/8/RQ2K3 w - - 0 1", "Ta4", "Ra4"],
    [TWO_ROOKS, "rad1", "Rad1"],
    [TWO_ROOKS, "h1d1", "Rhd1"],
    [PROMOTION, "a8=Q", "a8=Q"],
    [PROMOTION, "a8n", "a8=N"],
    [PROMOTION, "a7a8r", "a8=R"],
    // If both a pawn and a bishop can capture, the pawn does.
    [PAWN_OR_BISHOP, "bxc3", "bxc3"],
    ["4k3/8/8/8/8/2p5/8/B3K3 w - - 0 1", "bxc3", "Bxc3"],
  ];
  for (const [fen, text, san] of typed) assertEquals(read(fen, text), san, text);
});

Deno.test("text that does not look like a move is not read as a move", () => {
  for (const text of ["hello", "save", "e", "e9e4", "board", "d", "42", "Nf", "hint please"]) {
    assertEquals(read(START_FEN, text), "", text);
  }
});

Deno.test("an illegal or ambiguous move is answered with similar legal moves", () => {
  const refused: [fen: string, text: string, message: string][] = [
    [START_FEN, "Nf6", "'Nf6' is not legal here; similar legal moves: Na3, Nc3, Nf3, Nh3"],
    [START_FEN, "e5", "'e5' is not legal here; similar legal moves: e3, e4"],
    [START_FEN, "e5!?", "'e5' is not legal here; similar legal moves: e3, e4"],
    [START_FEN, "exd5", "'exd5' is not legal here; similar legal moves: e3, e4"],
    [START_FEN, "e2e5", "'e2e5' is not legal here; similar legal moves: e3, e4"],
    [START_FEN, "Bf3", "'Bf3' is not legal here; similar legal moves: Nf3, f3"],
    [START_FEN, "Qh5", "'Qh5' is not legal here; 'moves' lists the legal moves"],
    [START_FEN, "b1c4", "'b1c4' is not legal here; similar legal moves: c4, Na3, Nc3"],
    [START_FEN, "Sf6", "'Sf6' is not legal here; similar legal moves: Na3, Nc3, Nf3, Nh3"],
    [START_FEN, "e2e4d", "'e2e4d' is not legal here; similar legal moves: e3, e4"],
    [TWO_ROOKS, "Rd1", "'Rd1' may be Rad1 or Rhd1"],
    [PROMOTION, "a8", "'a8' must name the piece that the pawn becomes: a8=N, a8=B, a8=R or a8=Q"],
    [PROMOTION, "a7a8", "'a7a8' must name the piece that the pawn becomes"],
    [PROMOTION, "a8=K", "'a8=K' must name the piece that the pawn becomes"],
  ];
  for (const [fen, text, message] of refused) {
    const error = assertThrows(() => readMove(parseFen(fen), text), RangeError, message.split(":")[0], text);
    const names = (sentence: string): string[] => (sentence.split(": ")[1] ?? "").split(/, | or /).sort();
    if (message.includes(":")) assertEquals(names((error as RangeError).message), names(message), text);
  }
});

Deno.test("the moves of all pieces, or of one piece, are listed in order", () => {
  assertEquals(listMoves(parseFen(START_FEN)).slice(0, 4), ["Na3", "Nc3", "Nf3", "Nh3"]);
  assertEquals(listMoves(parseFen(START_FEN)).length, 20);
  assertEquals(listMoves(parseFen(START_FEN), "g1"), ["Nf3", "Nh3"]);
  assertEquals(listMoves(parseFen(START_FEN), "a1"), []);
});

Deno.test("illegal castling is answered with the reason, and ambiguous text with both moves", () => {
  const refused: [fen: string, text: string, message: string][] = [
    [START_FEN, "O-O", "'O-O' is not legal here. O-O: there are pieces on f1 and g1"],
    [
      START_FEN,
      "castle",
      "'castle' is not legal here. O-O: there are pieces on f1 and g1; O-O-O: there are pieces on b1, c1 and d1",
    ],
    [CASTLE, "castle", "'castle' may be O-O or O-O-O"],
    ["4k3/8/8/8/8/8/8/R1B1K2R w Q - 0 1", "0-0-0", "O-O-O: there is a piece on c1"],
    ["4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "o-o", "O-O: the king or that rook has moved"],
    ["4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", "O-O", "O-O: the king is in check"],
    ["4k3/8/8/8/8/8/5r2/R3K2R w KQ - 0 1", "O-O", "O-O: the king would pass f1, which is attacked"],
    ["4k3/8/8/8/8/8/6r1/R3K2R w KQ - 0 1", "O-O", "O-O: the king would be in check on g1"],
    ["r3k2r/8/8/8/8/8/3R4/4K3 b kq - 0 1", "castle long", "O-O-O: the king would pass d8, which is attacked"],
    // In Chess960, castling can remove the rook that shielded the king's target square from a check.
    ["4k3/8/8/8/8/8/8/rR1K4 w B - 0 1", "O-O-O", "O-O-O: the king would be in check on c1"],
    ["4k3/8/8/8/8/8/8/2B1KN2 w - - 0 1", "Sd2", "'Sd2' may be Nd2 (German) or Bd2 (Czech)"],
  ];
  for (const [fen, text, message] of refused) {
    assertThrows(() => readMove(parseFen(fen), text), RangeError, message, text);
  }
});

Deno.test("English letters are never read as those of another language", () => {
  // A queen in Spanish or Italian is D, a king R, a bishop A.
  for (const text of ["Rd2", "Bc4", "Ke3", "Na2"]) {
    assertThrows(() => readMove(parseFen("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"), text), RangeError, "is not legal", text);
  }
});
