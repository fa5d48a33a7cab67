import { assertEquals } from "@std/assert";
import { readGames } from "../../../web/state/game_text.ts";
import { LegalMoves } from "../../../web/state/legal_moves.ts";
import { GameLine } from "../../../web/state/game_line.ts";

Deno.test("`LegalMoves` has the squares that a piece can go to, and castling in both forms", () => {
  const legal = new LegalMoves();
  const line = new GameLine({ fen: "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", chess960: false });
  assertEquals(legal.targets(line, "e1").sort(), ["a1", "c1", "d1", "d2", "e2", "f1", "f2", "g1", "h1"]);
  assertEquals([legal.moves(line, "e1", "g1"), legal.moves(line, "e1", "h1")], [["e1g1"], ["e1g1"]]);
  assertEquals(legal.targets(line, "e8"), []);
  line.play("e1g1");
  assertEquals(legal.moves(line, "e8", "a8"), ["e8c8"]);
});

Deno.test("`LegalMoves` takes a step of the king for a step where castling ends on the same square", () => {
  const legal = new LegalMoves();
  const line = new GameLine({ fen: "4k3/8/8/8/8/8/8/5K1R w H - 0 1", chess960: true });
  assertEquals(legal.moves(line, "f1", "g1"), ["f1g1"]);
  assertEquals(legal.moves(line, "f1", "h1"), ["f1h1"]);
});

Deno.test("`LegalMoves` gives the moves again where the same position has other rules for castling", () => {
  const legal = new LegalMoves();
  const fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
  const movesOf = (chess960: boolean): string[] => legal.moves(new GameLine({ fen, chess960 }), "e1", "h1");
  assertEquals([movesOf(false), movesOf(true)], [["e1g1"], ["e1h1"]]);
});

Deno.test("`LegalMoves` gives every promotion", () => {
  const line = new GameLine({ fen: "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", chess960: false });
  assertEquals(new LegalMoves().moves(line, "a7", "a8").sort(), ["a7a8b", "a7a8n", "a7a8q", "a7a8r"]);
});

Deno.test("`readGames()` reads a FEN and games in PGN", () => {
  assertEquals(
    readGames(" 4k3/8/8/8/8/8/8/4K2R w K - 3 9\n", false).games[0].line.fen,
    "4k3/8/8/8/8/8/8/4K2R w K - 3 9",
  );
  const { games } = readGames('[White "A"]\n\n1. e4 e5 *\n\n[White "B"]\n\n1. d4 *', false);
  assertEquals(games.map(({ line }) => [line.tags.get("White"), line.moves.length]), [["A", 2], ["B", 1]]);
});
