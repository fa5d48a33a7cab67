import { assertEquals, assertGreater } from "@std/assert";
import { formatFen, parseFen } from "../../core/fen.ts";
import { givesCheck } from "../../core/gives_check.ts";
import { isLegal } from "../../core/legality.ts";
import { formatUci, parseUci } from "../../core/notation.ts";
import { Position } from "../../core/position.ts";
import {
  BLACK,
  CASTLING,
  EN_PASSANT,
  KING,
  makeMove,
  makePiece,
  moveKind,
  NO_SQUARE,
  PROMOTION,
  ROOK,
  WHITE,
} from "../../core/types.ts";
import { isCheckOnceMade } from "./once_made.ts";
import { type GameOptions, playRandomGames, randomIntegers } from "./random_games.ts";
import { tries } from "../effort.ts";

/** Compares both answers for every move of random games; returns how many checks of each kind of move there were. */
function compareInRandomGames(options: GameOptions): number[] {
  const checks = [0, 0, 0, 0];
  playRandomGames(options, (position, moves, count) => {
    for (let i = 0; i < count; i++) {
      const expected = isCheckOnceMade(position, moves[i]);
      if (expected) checks[moveKind(moves[i])]++;
      if (givesCheck(position, moves[i]) !== expected) {
        assertEquals(!expected, expected, `${formatUci(moves[i], true)} in ${formatFen(position)}`);
      }
    }
  });
  return checks;
}

Deno.test("`givesCheck()` agrees with making the move, in random games", () => {
  const checks = compareInRandomGames({ games: tries(100, 300), plies: 220, seed: 71 });
  for (const kind of [0, EN_PASSANT, PROMOTION]) assertGreater(checks[kind], 0, `kind ${kind}`);
});

Deno.test("`givesCheck()` agrees with making the move, in random games of Chess960", () => {
  const checks = compareInRandomGames({ games: tries(100, 300), plies: 160, seed: 72, chess960: true });
  for (const kind of [0, EN_PASSANT, PROMOTION]) assertGreater(checks[kind], 0, `kind ${kind}`);
});

Deno.test("`givesCheck()` agrees with making the move, for castling with every king, rook, enemy king and some blockers", () => {
  const random = randomIntegers(74);
  const position = new Position();
  let checks = 0;
  let others = 0;
  for (let king = 1; king < 7; king++) {
    for (let rook = 0; rook < 8; rook++) {
      for (let enemy = 0; enemy < 64; enemy++) {
        const board = new Uint8Array(64);
        if (rook === king || enemy === king || enemy === rook) continue;
        for (let i = 0; i < 3; i++) board[16 + random(40)] = makePiece(random(2), 1 + random(3));
        board[king] = makePiece(WHITE, KING);
        board[rook] = makePiece(WHITE, ROOK);
        board[enemy] = makePiece(BLACK, KING);
        const castlingRooks = [NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE];
        castlingRooks[rook > king ? 0 : 1] = rook;
        position.load({
          board,
          sideToMove: WHITE,
          castlingRooks,
          enPassant: NO_SQUARE,
          halfmoves: 0,
          fullmoves: 1,
          chess960: true,
        });
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
  ["a rook uncovered where another piece blocks it", "4k3/4p3/8/8/4K3/8/8/4R3 w - - 0 1", "e4d4", false],
  ["a bishop that stays between its queen and a blocker", "7k/6p1/8/8/3B4/8/1Q6/K7 w - - 0 1", "d4e5", false],
  ["a pawn that uncovers a rook by promoting beside it", "3b3k/4P3/8/8/8/8/8/KQ6 w - - 0 1", "e7d8n", false],
  ["a rook uncovered by a promotion", "3b4/R3P2k/8/8/8/8/8/K7 w - - 0 1", "e7d8n", true],
  ["a promotion to a queen", "k7/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8q", true],
  ["a promotion to a knight far away", "k7/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8n", false],
  ["a promotion to a knight that forks", "8/2k1P3/8/8/8/8/8/K7 w - - 0 1", "e7e8n", true],
  ["a promotion to a queen that looks back through its own pawn", "8/4P3/8/8/4k3/8/8/K7 w - - 0 1", "e7e8q", true],
  ["castling whose rook checks", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", true],
  ["castling whose rook is shut in", "5k2/8/8/8/8/8/5P2/4K2R w K - 0 1", "e1g1", false],
  ["castling on the other side", "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", true],
  ["en passant that empties the rank of both pawns", "8/8/8/R2pP2k/8/8/8/4K3 w - d6 0 1", "e5d6", true],
  ["en passant that opens a diagonal through the taken pawn", "8/8/2k5/3pP3/8/8/6B1/K7 w - d6 0 1", "e5d6", true],
  ["en passant without any check", "7k/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", false],
];

for (const [name, fen, text, expected] of CASES) {
  Deno.test(`\`givesCheck()\` is ${expected} for ${name}`, () => {
    const position = parseFen(fen);
    const move = parseUci(position, text);
    assertEquals(isCheckOnceMade(position, move), expected, "the case itself is wrong");
    assertEquals(givesCheck(position, move), expected);
  });
}
