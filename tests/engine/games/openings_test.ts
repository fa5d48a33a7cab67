import { assertEquals } from "@std/assert";
import { Game } from "../../../engine/games/game.ts";
import { describeOpening, openingMove, openingOf } from "../../../engine/games/openings.ts";
import { play } from "./read_games.ts";

const CHESS960 = ["bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1", { chess960: true }] as const;

Deno.test("a game is named after its last named position, with any order of moves", () => {
  const named: [moves: string, name: string, plies: number][] = [
    ["1.e4", "B00 King's Pawn Game", 1],
    ["1.e4 c5 2.Nf3 d6 3.d4 cxd4 4.Nxd4 Nf6 5.Nc3 a6", "B90 Sicilian Defense: Najdorf Variation", 10],
    // The positions after that have no name.
    ["1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Bxc6 dxc6 5.h4 h5 6.Na3 Rh6", "C68 Ruy Lopez: Exchange Variation", 7],
    // An en-passant square counts only if a pawn can be captured there.
    ["1.e4 Nf6 2.e5 d5", "B02 Alekhine Defense", 2],
  ];
  for (const [moves, name, plies] of named) {
    const game = play(moves);
    const found = openingOf(game.record);
    assertEquals([openingOf(game), openingOf(game.end), openingOf({ moves: game.history() })], [found, found, found]);
    assertEquals(found && [describeOpening(found), found.plies], [name, plies]);
  }
  const orders = ["1.d4 d5 2.c4 e6 3.Nc3 Nf6", "1.c4 e6 2.Nc3 d5 3.d4 Nf6"];
  const [one, other] = orders.map((moves) => openingOf(play(moves).record));
  assertEquals(other, one);
  assertEquals(one?.eco, "D35");
});

Deno.test("games without moves, from other positions and of Chess960 have no name", () => {
  const withoutRook = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1";
  for (const game of [new Game(), play("1.e4", withoutRook), play("1.e4", ...CHESS960)]) {
    assertEquals(openingOf(game.record), null);
  }
});

/** All opening moves that may be chosen at random after the given moves. */
function known(moves: string, ...setup: ConstructorParameters<typeof Game>): string[] {
  const game = play(moves, ...setup);
  const chances = Array.from({ length: 8 }, (_, i) => openingMove(game, () => i / 8));
  return [...new Set(chances)].map((move) => move ?? "none").sort();
}

Deno.test("an opening move leads to a named position with many known continuations", () => {
  assertEquals(known(""), ["d2d4", "e2e4", "g1f3"]);
  assertEquals(known("1.e4"), ["e7e5"]);
  assertEquals(known("1.d4"), ["d7d5", "g8f6"]);
  assertEquals(known("1.e4 e5 2.Nf3 Nc6").includes("f1b5"), true);
  assertEquals(known("1.h4"), ["none"]);
  assertEquals(known("1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Bxc6 dxc6 5.h4 h5 6.Na3 Rh6"), ["none"]);
  assertEquals(known("", "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"), ["none"]);
  assertEquals(known("1.e4", ...CHESS960), ["none"]);
});
