import { assert, assertEquals, assertThrows } from "@std/assert";
import { loadFen, parseFen, parseSetup, parseSquare, readFen } from "../../core/fen.ts";
import { flip, formatFen, MAX_CLOCK, squareName, START_FEN } from "../../core/fen.ts";
import type { Position } from "../../core/position.ts";
import { BLACK, KING, makePiece, NO_SQUARE, ROOK, WHITE } from "../../core/types.ts";
import { playBothKinds } from "./random_games.ts";
import { tries } from "../effort.ts";

function rewritten(fen: string, chess960 = false): string {
  return formatFen(parseFen(fen, { chess960 }));
}

Deno.test("`parseFen()` reads the start position", () => {
  const position = parseFen(START_FEN);
  assertEquals([position.mailbox[4], position.mailbox[63]], [makePiece(WHITE, KING), makePiece(BLACK, ROOK)]);
  const { sideToMove, rights, castlingRooks, enPassant, halfmoves, gamePly, chess960 } = position;
  assertEquals([sideToMove, rights, ...castlingRooks, enPassant], [WHITE, 15, 7, 0, 63, 56, NO_SQUARE]);
  assertEquals([halfmoves, gamePly, chess960], [0, 0, false]);
});

Deno.test("`parseFen()` tolerates missing clocks, runs of spaces and move number 0", () => {
  const board = "4k3/8/8/8/8/8/4P3/4K3";
  for (const rest of ["w - -", "w - - 0", "  w \t- -  0 1\n", "w - - 0 0", "w - - 00 01"]) {
    assertEquals(rewritten(`  ${board} ${rest}`), `${board} w - - 0 1`, rest);
  }
  assertEquals(rewritten("4k3/44/1111P111/8/8/8/8/4K3 b - - 3 7"), "4k3/8/4P3/8/8/8/8/4K3 b - - 3 7");
});

Deno.test("clocks are read unchanged, and clocks that no game can reach are reported as faults", () => {
  const board = "4k3/8/8/8/8/8/4P3/4K3 b - -";
  for (const clocks of ["255 65535", "300 70000", "9000 123456", `${MAX_CLOCK} ${MAX_CLOCK}`]) {
    assertEquals(rewritten(`${board} ${clocks}`), `${board} ${clocks}`);
    assertEquals(readFen(`${board} ${clocks}`).mended, []);
  }
  for (const huge of [`${MAX_CLOCK + 1}`, "4294967296", "99999999999999999999999999", "9".repeat(400)]) {
    assertThrows(() => parseFen(`${board} ${huge} 1`), RangeError, `Halfmove clock must be at most ${MAX_CLOCK}`);
    assertThrows(() => parseFen(`${board} 0 ${huge}`), RangeError, `Move number must be at most ${MAX_CLOCK}`);
    const { position, mended } = readFen(`${board} ${huge} ${huge}`);
    assertEquals([formatFen(position), mended.length], [`${board} ${MAX_CLOCK} ${MAX_CLOCK}`, 2]);
  }
});

Deno.test("`parseFen()` keeps an en-passant square only if a capture is legal", () => {
  const kept = ["4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 2"];
  assertEquals(kept.map((fen) => rewritten(fen)), kept);
  const dropped = [
    // No pawn can capture.
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    // The capturing pawn is pinned on a file, or both pawns leave the rank of the king.
    "4k3/4r3/8/3pP3/8/8/8/4K3 w - d6 0 2",
    "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2",
    // A knight gives check. The capture does not answer it, and no double push could have caused it.
    "4k3/8/8/3pP3/8/5n2/8/4K3 w - d6 0 2",
  ];
  for (const fen of dropped) assertEquals(parseFen(fen).enPassant, NO_SQUARE, fen);
});

Deno.test("`parseFen()` reads castling fields of FEN, X-FEN and Shredder-FEN, even if they are mixed", () => {
  const board = "r3k2r/8/8/8/8/8/8/R3K2R";
  const read = (fen: string) => {
    const { rights, castlingRooks, chess960 } = parseFen(fen);
    return [rights, ...castlingRooks, chess960];
  };
  for (const field of ["KQkq", "HAha", "KAhq", "qkQK", "AHah"]) {
    assertEquals(read(`${board} w ${field} - 0 1`), [15, 7, 0, 63, 56, false], field);
  }
  assertEquals(read(`${board} w Kq - 0 1`), [9, 7, NO_SQUARE, NO_SQUARE, 56, false]);
  // K and Q mean the outermost rooks; a file letter means an inner rook.
  assertEquals(read("1r2k1rr/8/8/8/8/8/8/RR2K1R1 w GBkb - 0 1"), [15, 6, 1, 63, 57, true]);
  assertEquals(read("rr2k1r1/8/8/8/8/8/8/RR2K1R1 w KQkq - 0 1"), [15, 6, 0, 62, 56, true]);
});

Deno.test("`parseFen()` recognises Chess960 by castling rights that ordinary chess does not have", () => {
  assert(parseFen("3k4/8/8/8/8/8/8/3K3R w K - 0 1").chess960, "The king is not on the e-file");
  assert(parseFen("6k1/8/8/8/8/8/8/3K3R w K - 0 1").chess960, "The other king has moved");
  assert(parseFen("4k3/8/8/8/8/8/8/4K1R1 w K - 0 1").chess960, "The rook is not in the corner");
  assert(!parseFen("4k3/8/8/8/8/8/8/3K3R w - - 0 1").chess960, "Without castling rights nothing shows the variant");
  assert(!parseFen("4k3/8/8/8/8/8/8/4K2R w H - 0 1").chess960);
  assert(parseFen(START_FEN, { chess960: true }).chess960);
});

Deno.test("castling rights that fit neither ordinary chess nor Chess960 are faults, unless Chess960 is requested", () => {
  const board = (black: string, white: string): string => `${black}/8/8/8/8/8/8/${white}`;
  const cases: [board: string, rights: string, left: string, dropped: string][] = [
    // The kings are on different files.
    [board("r3k2r", "R2K3R"), "KQkq", "kq", "K, Q"],
    [board("r2k3r", "R3K2R"), "KQkq", "KQ", "k, q"],
    [board("4k3", "R2K3R"), "KQ", "-", "K, Q"],
    [board("r1k4r", "R4K1R"), "KQkq", "-", "K, Q, k, q"],
    [board("rnbqkbnr", "RNBQ1RK1"), "Qkq", "kq", "Q"],
    // The rooks on one side of the king are also on different files.
    [board("1r2k3", "R3KR2"), "KQq", "Q", "K, q"],
    [board("r3k2r", "1R2K2R"), "KQkq", "Kkq", "Q"],
    [board("1r2k1rr", "RR2K1R1"), "KQkq", "Qk", "K, q"],
  ];
  for (const [placement, rights, left, dropped] of cases) {
    const fen = `${placement} w ${rights} - 0 1`;
    const { position, mended } = readFen(fen);
    assertEquals([formatFen(position), position.chess960], [`${placement} w ${left} - 0 1`, false]);
    assertEquals(mended.map((each) => /^Castling right '(.)' fits neither/.exec(each)?.[1]).join(", "), dropped, fen);
    assertThrows(() => parseFen(fen), RangeError, "a Chess960 start with equal back ranks");
    const meant = readFen(fen, { chess960: true });
    assertEquals([meant.mended, formatFen(meant.position).split(" ")[2].length], [[], rights.length], fen);
    // File letters are understood too, so every written FEN can be read back.
    assertEquals(rewritten(formatFen(meant.position)), formatFen(meant.position));
  }
});

Deno.test("`formatFen()` writes Shredder-FEN for Chess960, otherwise FEN", () => {
  assertEquals(rewritten(START_FEN, true), START_FEN.replace("KQkq", "HAha"));
  assertEquals(rewritten(START_FEN.replace("KQkq", "HAha")), START_FEN);
  assertEquals(rewritten("4k3/8/8/8/8/8/8/RR2K3 w B - 0 1"), "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1");
});

Deno.test("a FEN that `formatFen()` wrote gives the same position and text throughout random games", () => {
  let positions = 0;
  playBothKinds({ games: tries(6, 20), plies: 200, seed: 77 }, (position) => {
    const fen = formatFen(position);
    const copy = parseFen(fen, { chess960: position.chess960 });
    const seen = ({ keyLo, keyHi, gamePly, rights }: Position) => [keyLo, keyHi, gamePly, rights];
    assertEquals([formatFen(copy), ...seen(copy)], [fen, ...seen(position)]);
    positions++;
  });
  assert(positions > tries(1200, 4000));
});

Deno.test("`loadFen()` leaves the position unchanged if it refuses the FEN", () => {
  const position = parseFen("4k3/8/8/8/8/8/4P3/4K3 w - - 5 9");
  position.make(12 | 20 << 6);
  const before = formatFen(position);
  assertThrows(() => loadFen(position, "8/8/8/8/8/8/8/8 w - - 0 1", false), RangeError);
  assertEquals(formatFen(position), before);
  position.undo();
  loadFen(position, START_FEN, true);
  assert(position.chess960);
  assertEquals(position.top, 0);
});

const REFUSED: [what: string, fen: string, error: typeof SyntaxError | typeof RangeError, message: string][] = [
  ["an empty text", "", SyntaxError, "FEN must have 4 to 6 fields, not 0"],
  ["too few fields", "4k3/8/8/8/8/8/8/4K3 w -", SyntaxError, "FEN must have 4 to 6 fields, not 3"],
  ["too many fields", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", SyntaxError, "FEN must have 4 to 6 fields, not 7"],
  ["seven ranks", "4k3/8/8/8/8/8/4K3 w - - 0 1", SyntaxError, "Board must have 8 ranks, not 7"],
  ["nine ranks", "4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", SyntaxError, "Board must have 8 ranks, not 9"],
  ["a short rank", "4k3/8/8/7/8/8/8/4K3 w - - 0 1", SyntaxError, "Rank 5 must have 8 squares, not 7"],
  ["a long rank", "4k3/8/8/8/8/8/8/4K3R w - - 0 1", SyntaxError, "Rank 1 must have 8 squares, not 9"],
  ["an unknown piece", "4k3/8/8/3x4/8/8/8/4K3 w - - 0 1", SyntaxError, "Unknown piece 'x' on rank 5"],
  ["a digit beyond 8", "4k3/9/8/8/8/8/8/4K3 w - - 0 1", SyntaxError, "Unknown piece '9' on rank 7"],
  ["an upper-case side to move", "4k3/8/8/8/8/8/8/4K3 W - - 0 1", SyntaxError, "Side to move must be w or b"],
  ["no white king", "4k3/8/8/8/8/8/8/8 w - - 0 1", RangeError, "White must have one king, not 0"],
  ["two black kings", "4k2k/8/8/8/8/8/8/4K3 w - - 0 1", RangeError, "Black must have one king, not 2"],
  ["a pawn on rank 1", "4k3/8/8/8/8/8/8/4K2P w - - 0 1", RangeError, "Pawn on h1"],
  ["a pawn on rank 8", "p3k3/8/8/8/8/8/8/4K3 w - - 0 1", RangeError, "Pawn on a8"],
  ["17 white pieces", "4k3/8/8/8/8/N7/PPPPPPPP/RNBQKBNR w - - 0 1", RangeError, "White must have at most 16 pieces"],
  ["17 black pieces", "rnbqkbnr/pppppppp/n7/8/8/8/8/4K3 w - - 0 1", RangeError, "not 17"],
  ["check to the waiting side", "4k3/8/8/8/8/8/8/4R2K w - - 0 1", RangeError, "Black is in check although"],
  ["a pawn's check to the waiting side", "8/8/8/3k4/4P3/8/8/7K w - - 0 1", RangeError, "Black is in check"],
  ["a knight's check to the waiting side", "7k/8/8/8/8/5n2/8/4K3 b - - 0 1", RangeError, "White is in check"],
  ["adjacent kings", "8/8/8/3kK3/8/8/8/8 b - - 0 1", RangeError, "White is in check although"],
  ["an unknown castling letter", "4k3/8/8/8/8/8/8/4K2R w KX - 0 1", SyntaxError, "Castling field must be - or"],
  ["a right without rook", "4k3/8/8/8/8/8/8/4K2R w Q - 0 1", RangeError, "Castling right 'Q' has no"],
  ["a right with an enemy rook", "4k3/8/8/8/8/8/8/4K2r b K - 0 1", RangeError, "White is in check"],
  ["a right with the king off its rank", "4k3/8/8/8/8/8/4K3/7R w K - 0 1", RangeError, "Castling right 'K' has no"],
  ["a right of Black without rook", "4k3/8/8/8/8/8/8/4K2R w k - 0 1", RangeError, "Castling right 'k' has no"],
  ["a file letter without rook", "4k3/8/8/8/8/8/8/4K2R w G - 0 1", RangeError, "Castling right 'G' has no"],
  ["two rights to one side", "4k3/8/8/8/8/8/8/4K1RR w KG - 0 1", RangeError, "Castling right 'G' duplicates"],
  ["a strange en-passant field", "4k3/8/8/3pP3/8/8/8/4K3 w - d9 0 1", SyntaxError, "not 'd9'"],
  ["an en-passant square on the wrong rank", "4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1", RangeError, "must be on rank 6"],
  ["an en-passant square without pawn", "4k3/8/8/3pP3/8/8/8/4K3 w - e6 0 1", RangeError, "has no pawn on e5"],
  ["a full en-passant square", "4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", RangeError, "was not passed"],
  ["a pawn that cannot have been pushed", "4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", RangeError, "or d7 is occupied"],
  ["a halfmove clock of letters", "4k3/8/8/8/8/8/8/4K3 w - - x 1", SyntaxError, "Halfmove clock must be a whole"],
  ["a fraction of a move", "4k3/8/8/8/8/8/8/4K3 w - - 0 1.5", SyntaxError, "Move number must be a whole number"],
  ["a negative halfmove clock", "4k3/8/8/8/8/8/8/4K3 w - - -3 1", SyntaxError, "must be a whole number from 0"],
  ["a negative move number", "4k3/8/8/8/8/8/8/4K3 w - - 0 -1", SyntaxError, "must be a whole number from 0"],
];

for (const [what, fen, error, message] of REFUSED) {
  Deno.test(`\`parseFen()\` refuses ${what}`, () => {
    const thrown = assertThrows(() => parseFen(fen), error, message);
    assert(thrown instanceof Error && thrown.message.includes(`'${fen}'`), "The message shows the FEN");
  });
}

const BOARD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
const AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";

/** FENs, each with the FEN that a tolerant reading makes of it and the number of repairs. */
const MENDED: [what: string, fen: string, becomes: string, mended: number][] = [
  ["rights without rooks", "4k3/8/8/8/8/8/4P3/4K3 w KQkq - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 4],
  ["one of two castling rights without a rook", "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 1],
  ["a right twice", "4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 1],
  ["a board alone", BOARD, `${BOARD} w - - 0 1`, 3],
  ["two fields", `${BOARD} b`, `${BOARD} b - - 0 1`, 2],
  ["three fields", `${BOARD} w KQkq`, `${BOARD} w KQkq - 0 1`, 1],
  ["a missing side to move", `${BOARD} KQkq - 3 9`, `${BOARD} w KQkq - 3 9`, 1],
  ["a missing en-passant field", `${BOARD} b KQkq 3 9`, `${BOARD} b KQkq - 3 9`, 1],
  ["dashes as clocks", `${BOARD} w KQkq - - -`, `${BOARD} w KQkq - 0 1`, 2],
  ["a negative clock", `${BOARD} w KQkq - -4 9`, `${BOARD} w KQkq - 0 9`, 1],
  ["operations of an EPD", `${BOARD} w KQkq - bm e4; id "a 1 b";`, `${BOARD} w KQkq - 0 1`, 1],
  ["clocks in an EPD", `${BOARD} w KQkq - fmvn 9; hmvc 3;`, `${BOARD} w KQkq - 3 9`, 1],
  ["a comment after the fields", `${BOARD} w KQkq - 0 1 moves e2e4`, `${BOARD} w KQkq - 0 1`, 1],
  ["a side in capitals", `${BOARD} W KQkq - 0 1`, `${BOARD} w KQkq - 0 1`, 0],
  ["a side as a word", `${BOARD} black KQkq - 0 1`, `${BOARD} b KQkq - 0 1`, 0],
  ["an en-passant square on the wrong rank", `${AFTER_E4} e6 0 1`, `${AFTER_E4} - 0 1`, 1],
  ["an en-passant square without a pawn", `${AFTER_E4} d3 0 1`, `${AFTER_E4} - 0 1`, 1],
  ["an en-passant field without a square", `${AFTER_E4} e9 4 7`, `${AFTER_E4} - 4 7`, 2],
  ["other dashes, quotes, zero-width spaces", `"\u200b${BOARD} w \u2013 \u2212 0 1"`, `${BOARD} w - - 0 1`, 0],
  ["backslashes", `${AFTER_E4.replaceAll("/", "\\")} - 0 1`, `${AFTER_E4} - 0 1`, 1],
  ["slashes with backslashes", `${AFTER_E4.replaceAll("/", "\\/")} - 0 1`, `${AFTER_E4} - 0 1`, 1],
  ["a semicolon after the clocks", `${BOARD} w KQkq - 4 17;`, `${BOARD} w KQkq - 4 17`, 0],
  ["a slash after the board", `${BOARD}/ w KQkq - 0 1`, `${BOARD} w KQkq - 0 1`, 0],
  ["nothing that is wrong", `${AFTER_E4} e3 0 1`, `${AFTER_E4} - 0 1`, 0],
];

for (const [what, fen, becomes, count] of MENDED) {
  Deno.test(`\`readFen()\` reads ${what}`, () => {
    const { position, mended } = readFen(fen);
    assertEquals(formatFen(position), becomes);
    assertEquals(mended.length, count, mended.join("; "));
  });
}

Deno.test("`readFen()` refuses text that is not a position", () => {
  const refused = [
    "",
    "8/8/8/8/8/8/8/K7 w - - 0 1",
    "kk6/8/8/8/8/8/8/K7 w - - 0 1",
    "P6k/8/8/8/8/8/8/K7 w - - 0 1",
    "4k3/8/8/8/8/8/8/4RK2 w - - 0 1",
    "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN? w KQkq - 0 1",
  ];
  for (const fen of refused) assertThrows(() => readFen(fen), Error, `'${fen}'`);
});

Deno.test("`readFen()` reports its repairs", () => {
  const found = readFen(`${BOARD} KQkq - 0 1 x`).mended;
  assertEquals(found, ["Side to move is missing, read as w", "'x' after the fields is omitted"]);
  const expected = ["Castling right 'K' has no king and rook on the back rank"];
  assertEquals(readFen("4k3/8/8/8/8/8/8/4K3 w K - 0 1").mended, expected);
});

Deno.test("`parseSetup()` accepts nine queens and ten rooks", () => {
  for (const fen of ["QQQQQQQQ/QQQ4Q/QQ6/8/7k/8/8/K7 b - - 0 1", "rrrrk3/rrrrrr2/8/8/8/8/8/4K3 w - - 0 1"]) {
    assertEquals([parseSetup(fen).board.length, rewritten(fen)], [64, fen]);
  }
});

Deno.test("`flip()` exchanges colours, castling rights, en-passant rank and the side to move", () => {
  const pairs = [
    [START_FEN, START_FEN.replace(" w ", " b ")],
    ["r3k2r/8/8/8/3Pp3/8/8/4K2R b Kq d3 0 9", "4k2r/8/8/3pP3/8/8/8/R3K2R w Qk d6 0 9"],
    ["1r2k1rr/8/8/8/8/8/8/RR2K1R1 w Ggb - 3 9", "rr2k1r1/8/8/8/8/8/8/1R2K1RR b GBg - 3 9"],
  ];
  for (const [fen, flipped] of pairs) assertEquals(flip(parseFen(fen)), flipped);
});

Deno.test("`squareName()` and `parseSquare()` agree on all squares", () => {
  for (let square = 0; square < 64; square++) assertEquals(parseSquare(squareName(square)), square);
  assertEquals([squareName(0), squareName(7), squareName(56), squareName(63)], ["a1", "h1", "a8", "h8"]);
  for (const name of ["", "a", "a0", "a9", "i1", "A1", "a1 ", "aa1"]) assertEquals(parseSquare(name), NO_SQUARE);
});
