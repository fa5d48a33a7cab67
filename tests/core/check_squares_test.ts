import { assertEquals, assertGreater } from "@std/assert";
import { CheckSquares } from "../../core/check_squares.ts";
import { formatFen, parseFen } from "../../core/fen.ts";
import { givesCheck } from "../../core/gives_check.ts";
import { formatUci, parseUci } from "../../core/notation.ts";
import { EMPTY, KING, moveFrom, moveTo, pieceType } from "../../core/types.ts";
import { isCheckOnceMade } from "./once_made.ts";
import { type GameOptions, playRandomGames } from "./random_games.ts";
import { tries } from "../effort.ts";

/**
 * Compares `CheckSquares.has()` with the check found once the move is made, for every move of random games.
 *
 * @returns How many moves gave check, and how many of these were quiet moves of a king, which uncover a slider.
 */
function compareInRandomGames(options: GameOptions): { checks: number; byKing: number } {
  const squares = new CheckSquares();
  const seen = { checks: 0, byKing: 0 };
  playRandomGames(options, (position, moves, count) => {
    squares.find(position);
    for (let i = 0; i < count; i++) {
      const move = moves[i];
      const found = squares.has(position, move);
      const isKing = pieceType(position.mailbox[moveFrom(move)]) === KING &&
        position.mailbox[moveTo(move)] === EMPTY;
      const expected = isCheckOnceMade(position, move);
      if (found !== expected) assertEquals(found, expected, `${formatUci(move, true)} in ${formatFen(position)}`);
      if (expected) seen.checks++;
      if (expected && isKing) seen.byKing++;
    }
  });
  return seen;
}

Deno.test("`CheckSquares.has()` agrees with making the move, in random games", () => {
  const { checks, byKing } = compareInRandomGames({ games: tries(100, 300), plies: 220, seed: 75 });
  assertGreater(checks, tries(3000, 10_000));
  assertGreater(byKing, tries(5, 20));
});

Deno.test("`CheckSquares.has()` agrees with making the move, in random games of Chess960", () => {
  const { checks, byKing } = compareInRandomGames({ games: tries(100, 300), plies: 160, seed: 76, chess960: true });
  assertGreater(checks, tries(3000, 10_000));
  assertGreater(byKing, tries(5, 20));
});

const CASES: [name: string, fen: string, move: string, expected: boolean][] = [
  ["a knight that uncovers a bishop", "7k/8/8/8/3N4/8/1B6/K7 w - - 0 1", "d4b5", true],
  ["a bishop that stays in front of its queen", "7k/6p1/8/8/3B4/8/1Q6/K7 w - - 0 1", "d4e5", false],
  ["a knight in front of a rook, with an enemy behind it", "4k3/4p3/8/4N3/8/8/8/K3R3 w - - 0 1", "e5c4", false],
  ["two knights in front of a rook", "4k3/8/4N3/4N3/8/8/8/K3R3 w - - 0 1", "e5c4", false],
  ["a pawn that goes on before its rook", "4k3/8/8/8/8/4P3/8/K3R3 w - - 0 1", "e3e4", false],
  ["a black pawn that takes, away from its rook", "k3r3/8/8/8/4p3/3P4/8/4K3 b - - 0 1", "e4d3", true],
];

for (const [name, fen, text, expected] of CASES) {
  Deno.test(`\`CheckSquares.has()\` is ${expected} for ${name}`, () => {
    const position = parseFen(fen);
    const squares = new CheckSquares();
    squares.find(position);
    assertEquals(squares.has(position, parseUci(position, text)), expected);
  });
}

Deno.test("squares of an earlier position are forgotten", () => {
  const squares = new CheckSquares();
  squares.find(parseFen("7k/8/8/8/3N4/8/1B6/K7 w - - 0 1"));
  const position = parseFen("k7/8/8/8/8/8/3N4/K7 w - - 0 1");
  squares.find(position);
  for (const text of ["d2b3", "d2f3", "d2c4", "a1b2"]) {
    const move = parseUci(position, text);
    assertEquals(squares.has(position, move), givesCheck(position, move), text);
  }
});
