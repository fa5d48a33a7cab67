/** Games get the names of their openings. */

import { assertEquals } from "@std/assert";
import { Game } from "../../../engine/games/game.ts";
import { describeOpening, openingMove, openingOf } from "../../../engine/games/openings.ts";

/** The opening of a game, with how many of its moves lead there. */
function opening(moves: string, fen?: string, chess960 = false): [name: string, plies: number] | null {
  const game = new Game(fen, { chess960 });
  for (const move of moves.split(" ").filter((text) => text !== "")) game.move(text(move));
  const found = openingOf(game.record);
  return found === null ? null : [describeOpening(found), found.plies];
}

function text(move: string): string {
  return move.replace(/^\d+\./, "");
}

Deno.test("a game is named after its last position that has a name", () => {
  assertEquals(opening("1.e4"), ["B00 King's Pawn Game", 1]);
  const najdorf = ["B90 Sicilian Defense: Najdorf Variation", 10];
  assertEquals(opening("1.e4 c5 2.Nf3 d6 3.d4 cxd4 4.Nxd4 Nf6 5.Nc3 a6"), najdorf);
  // What follows has no name.
  assertEquals(opening("1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Bxc6 dxc6 5.h4 h5 6.Na3 Rh6"), [
    "C68 Ruy Lopez: Exchange Variation",
    7,
  ]);
});

Deno.test("the order of the moves does not matter", () => {
  const queensGambit = opening("1.d4 d5 2.c4 e6 3.Nc3 Nf6");
  assertEquals(opening("1.c4 e6 2.Nc3 d5 3.d4 Nf6"), queensGambit);
  assertEquals(queensGambit?.[0].slice(0, 3), "D35");
});

Deno.test("a square for taking en passant counts only where a pawn can be taken", () => {
  assertEquals(opening("1.e4 Nf6 2.e5 d5")?.[0], "B02 Alekhine Defense");
});

Deno.test("games without moves, from other positions and of Chess960 have no name", () => {
  assertEquals(opening(""), null);
  assertEquals(opening("1.e4", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1"), null);
  assertEquals(opening("1.e4", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1", true), null);
});

/** The moves that may be played after others, as chance will have it. */
function known(moves: string, ...setup: ConstructorParameters<typeof Game>): string[] {
  const game = new Game(...setup);
  for (const move of moves.split(" ").filter((text) => text !== "")) game.move(text(move));
  const chances = Array.from({ length: 8 }, (_, i) => openingMove(game, () => i / 8));
  return [...new Set(chances)].map((move) => move ?? "none").sort();
}

Deno.test("a move of a known opening is one from which much is known, and leads to a position with a name", () => {
  assertEquals(known(""), ["d2d4", "e2e4", "g1f3"]);
  assertEquals(known("1.e4"), ["e7e5"]);
  assertEquals(known("1.d4"), ["d7d5", "g8f6"]);
  assertEquals(known("1.e4 e5 2.Nf3 Nc6").includes("f1b5"), true);
  assertEquals(known("1.h4"), ["none"]);
  assertEquals(known("1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Bxc6 dxc6 5.h4 h5 6.Na3 Rh6"), ["none"]);
  assertEquals(known("", "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"), ["none"]);
  assertEquals(known("1.e4", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1", { chess960: true }), ["none"]);
});
