/** What people paste: positions and games in many forms. @module */

import { assertEquals, assertThrows } from "@std/assert";
import { START_FEN } from "../../../engine/mod.ts";
import { castlingOf, passantSquares, readGames } from "../../../web/state/game_text.ts";

/** A position after 1. e4. */
const FEN = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

function fenOf(text: string): string | undefined {
  return readGames(text, false).games[0]?.line.fen;
}

Deno.test("`readGames()` reads a FEN with its fields, with some of them, or with underscores", () => {
  const [placement] = FEN.split(" ");
  assertEquals(fenOf(FEN), FEN);
  assertEquals(fenOf(FEN.replaceAll(" ", "_")), FEN);
  assertEquals(fenOf(`${placement} b`), FEN);
  assertEquals(fenOf(`  ${placement} b KQkq -\n`), FEN);
  assertEquals(fenOf(START_FEN.split(" ")[0]), START_FEN);
  // Castling only where king and rooks stand for it.
  assertEquals(fenOf("r3k3/8/8/8/8/8/8/4K2R w"), "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1");
});

Deno.test("`readGames()` finds the FEN in an address, and says what else can be pasted", () => {
  const path = FEN.replaceAll(" ", "_");
  for (
    const address of [
      `https://lichess.org/analysis/${path}`,
      `https://lichess.org/editor/${path}?color=white`,
      `https://lichess.org/analysis/standard/${path}#1`,
      `https://www.chess.com/analysis?fen=${encodeURIComponent(FEN)}&flip=true`,
      `https://www.chess.com/analysis?fen=${FEN.replaceAll(" ", "+")}`,
    ]
  ) assertEquals(fenOf(address), FEN, address);
  assertThrows(() => readGames("https://lichess.org/abcdefgh", false), Error, "copy the PGN");
});

Deno.test("`readGames()` reads moves as programs write them", () => {
  for (const moves of ["e2e4 e7e5 g1f3", "e2e4,e7e5,g1f3", "position startpos moves e2e4 e7e5 g1f3"]) {
    assertEquals(readGames(moves, false).games[0].line.moves.map(({ san }) => san), ["e4", "e5", "Nf3"], moves);
  }
  assertThrows(() => readGames("e2e4 e2e4", false));
  assertThrows(() => readGames("8/8/8/8 w - - 0 1", false));
  assertEquals(readGames("1. e4 e5 *", false).games[0].line.moves.length, 2);
});

Deno.test("`castlingOf()` and `passantSquares()` say what the places of the pieces allow", () => {
  assertEquals(castlingOf("r3k3/8/8/8/8/8/8/4K2R"), "Kq");
  assertEquals(castlingOf("4k3/8/8/8/8/8/8/4K3"), "-");
  const after = "4k3/8/8/1pP2pPp/1Pp2P2/8/8/4K3";
  assertEquals(passantSquares(after, "w"), ["b6", "f6", "h6"]);
  assertEquals(passantSquares(after, "b"), ["b3"]);
  // A piece stands where the pawn has come from, or nobody can take it.
  assertEquals(passantSquares("4k3/1n6/8/1pP4p/8/8/8/4K3", "w"), []);
});
