import { assertEquals, assertGreater } from "@std/assert";
import { CheckSquares } from "../../core/check_squares.ts";
import { formatFen, parseFen } from "../../core/fen.ts";
import { givesCheck } from "../../core/gives_check.ts";
import { isLegal } from "../../core/legality.ts";
import { formatUci, parseUci } from "../../core/notation.ts";
import type { Position } from "../../core/position.ts";
import { BLACK, KING, makePiece, NO_SQUARE, pieceType, ROOK, WHITE } from "../../core/types.ts";
import { CASTLING, EN_PASSANT, makeMove, moveFrom, moveKind, NORMAL, PROMOTION } from "../../core/types.ts";
import { playBothKinds, positionOf, randomIntegers } from "./random_games.ts";
import { tries } from "../effort.ts";

/** Whether the opponent is in check after this move was made. */
function isCheckOnceMade(position: Position, move: number): boolean {
  position.make(move);
  const inCheck = position.inCheck;
  position.undo();
  return inCheck;
}

Deno.test("`givesCheck()` and `CheckSquares.has()` agree with making the move, in random games", () => {
  const squares = new CheckSquares();
  /** How many checks each kind of move gives; quiet king moves, which uncover a slider, are also counted separately. */
  const checks = [0, 0, 0, 0];
  let byKing = 0;
  playBothKinds({ games: tries(40, 300), plies: 200, seed: 71 }, (position, moves, count) => {
    squares.find(position);
    for (const move of moves.subarray(0, count)) {
      const expected = isCheckOnceMade(position, move);
      const found = [givesCheck(position, move), squares.has(position, move)];
      if (found[0] !== expected || found[1] !== expected) {
        assertEquals(found, [expected, expected], `${formatUci(move, true)} in ${formatFen(position)}`);
      }
      if (!expected) continue;
      checks[moveKind(move)]++;
      if (pieceType(position.mailbox[moveFrom(move)]) === KING && !position.isNoisy(move)) byKing++;
    }
  });
  assertGreater(checks[NORMAL], tries(2400, 20_000));
  for (const number of [checks[EN_PASSANT], checks[PROMOTION], byKing]) assertGreater(number, 0);
});

Deno.test("`givesCheck()` agrees with making the move, for castling with kings and rook on every square and some blockers", () => {
  const random = randomIntegers(74);
  let [checks, others] = [0, 0];
  for (let king = 1; king < 7; king++) {
    for (let rook = 0; rook < 8; rook++) {
      for (let enemy = 0; enemy < 64; enemy++) {
        const board = new Uint8Array(64);
        if (rook === king || enemy === king || enemy === rook) continue;
        for (let i = 0; i < 3; i++) board[16 + random(40)] = makePiece(random(2), 1 + random(3));
        board[king] = makePiece(WHITE, KING);
        board[rook] = makePiece(WHITE, ROOK);
        board[enemy] = makePiece(BLACK, KING);
        const rooks = [NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE].with(rook > king ? 0 : 1, rook);
        const position = positionOf(board, WHITE, rooks);
        const move = makeMove(king, rook, CASTLING);
        position.makeNull();
        const isPossible = !position.inCheck;
        position.undoNull();
        if (!isPossible || !isLegal(position, move)) continue;
        const expected = isCheckOnceMade(position, move);
        assertEquals(givesCheck(position, move), expected, formatFen(position));
        if (expected) checks++;
        else others++;
      }
    }
  }
  assertGreater(checks, 100);
  assertGreater(others, 1000);
});

const CASES: [name: string, fen: string, move: string, expected: boolean][] = [
  ["a direct check along a file", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "h1h8", true],
  ["a check that a piece blocks", "4k1n1/8/8/8/8/8/8/4K2R w - - 0 1", "h1h8", false],
  ["a pawn's check", "8/8/4k3/8/3P4/8/8/4K3 w - - 0 1", "d4d5", true],
  ["a pawn in front of the king", "8/8/3k4/8/3P4/8/8/4K3 w - - 0 1", "d4d5", false],
  ["a bishop uncovered by a knight", "7k/8/8/8/3N4/8/1B6/K7 w - - 0 1", "d4b5", true],
  ["a rook uncovered by the king", "4k3/8/8/8/4K3/8/8/4R3 w - - 0 1", "e4d4", true],
  ["a king that stays on the line", "4k3/8/8/8/4K3/8/8/4R3 w - - 0 1", "e4e5", false],
  ["an uncovered rook that another piece blocks", "4k3/4p3/8/8/4K3/8/8/4R3 w - - 0 1", "e4d4", false],
  ["a bishop that stays between its queen and a blocker", "7k/6p1/8/8/3B4/8/1Q6/K7 w - - 0 1", "d4e5", false],
  ["an underpromotion that uncovers nothing", "3b3k/4P3/8/8/8/8/8/KQ6 w - - 0 1", "e7d8n", false],
  ["a rook uncovered by a promotion", "3b4/R3P2k/8/8/8/8/8/K7 w - - 0 1", "e7d8n", true],
  ["a promotion to a queen", "k7/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8q", true],
  ["a promotion to a knight far away", "k7/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8n", false],
  ["a promotion to a knight that forks", "8/2k1P3/8/8/8/8/8/K7 w - - 0 1", "e7e8n", true],
  ["a promotion to a queen that gives check backwards", "8/4P3/8/8/4k3/8/8/K7 w - - 0 1", "e7e8q", true],
  ["castling with a rook that gives check", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", true],
  ["castling with an enclosed rook", "5k2/8/8/8/8/8/5P2/4K2R w K - 0 1", "e1g1", false],
  ["castling on the other side", "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", true],
  ["en passant that empties the rank of both pawns", "8/8/8/R2pP2k/8/8/8/4K3 w - d6 0 1", "e5d6", true],
  ["en passant that opens a diagonal through the taken pawn", "8/8/2k5/3pP3/8/8/6B1/K7 w - d6 0 1", "e5d6", true],
  ["en passant without any check", "7k/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", false],
  ["a knight in front of a rook, with an enemy behind it", "4k3/4p3/8/4N3/8/8/8/K3R3 w - - 0 1", "e5c4", false],
  ["two knights in front of a rook", "4k3/8/4N3/4N3/8/8/8/K3R3 w - - 0 1", "e5c4", false],
  ["a pawn that advances in front of its rook", "4k3/8/8/8/8/4P3/8/K3R3 w - - 0 1", "e3e4", false],
  ["a black pawn that captures and uncovers its rook", "k3r3/8/8/8/4p3/3P4/8/4K3 b - - 0 1", "e4d3", true],
];

Deno.test("`givesCheck()` and `CheckSquares.has()` recognise each kind of check, whatever position came before", () => {
  const squares = new CheckSquares();
  for (const [name, fen, text, expected] of CASES) {
    const position = parseFen(fen);
    squares.find(position);
    const move = parseUci(position, text);
    const found = [isCheckOnceMade, givesCheck].map((answer) => answer(position, move));
    assertEquals([...found, squares.has(position, move)], [expected, expected, expected], name);
  }
});
