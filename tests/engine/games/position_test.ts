import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { START_FEN } from "../../../core/fen.ts";
import { PositionError } from "../../../engine/errors.ts";
import { Game } from "../../../engine/games/game.ts";
import type { Piece } from "../../../engine/games/move_info.ts";
import { Position } from "../../../engine/games/position.ts";
import { PositionSetup } from "../../../engine/games/position_setup.ts";
import { squareColour } from "../../../engine/games/readable_board.ts";

Deno.test("a position gives its pieces, the attacked squares and the castling rights", () => {
  const position = new Position("r3k2r/8/8/8/8/8/4Q3/R3K3 b Qkq - 4 20");
  assertEquals(position.get("e2"), { type: "q", colour: "white" });
  assertEquals([position.get("e4"), position.pieces().length, position.board()[0][4]?.square], [null, 6, "e8"]);
  assertEquals(position.attackers("e8", "white"), ["e2"]);
  assertEquals([position.isAttacked("a1"), position.isAttacked("c4")], [true, false]);
  assertEquals([position.isCheck, position.turn, position.fullmove, position.halfmoves], [true, "black", 20, 4]);
  const expected = { white: { kingside: false, queenside: true }, black: { kingside: true, queenside: true } };
  assertEquals(position.castling, expected);
  assertEquals(position.material, { white: 14, black: 10 });
  assertEquals([squareColour("a1"), squareColour("h1")], ["dark", "light"]);
  assertEquals(position.ascii().split("\n")[1], "8 | r  .  .  .  k  .  .  r |");
  assertEquals(position.hash.length, 16);
  assertThrows(() => position.get("e9"), PositionError, "Expected a square");
});

Deno.test("a move gives a new position and does not change the old one", () => {
  const start = new Position();
  const next = start.play("e4").play({ from: "e7", to: "e5" });
  assertEquals([start.fen, next.turn, next.enPassant], [START_FEN, "white", null]);
  assertEquals(next.hash, new Position(next.fen).hash);
  assertEquals(next.record.moves.length, 2);
});

Deno.test("pieces are added to a set-up and removed until it is a position", () => {
  const setup = new PositionSetup();
  assertThrows(() => setup.toPosition(), PositionError, "White must have one king");
  assertStringIncludes(setup.fault ?? "", "White must have one king");
  setup.put({ type: "k", colour: "black" }, "e8");
  for (const [type, square] of [["k", "e1"], ["r", "h1"], ["p", "a2"]] as const) {
    setup.put({ type, colour: "white" }, square);
  }
  setup.castling = "KQ";
  assertEquals(setup.remove("a2"), { type: "p", colour: "white" });
  const position = setup.toPosition();
  assertEquals(setup.fault, null);
  assertEquals([position.fen, position.mended.length], ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", 1]);
  assertEquals(new PositionSetup(new Position()).fen, START_FEN);
  assertThrows(() => setup.put({ type: "x" as "p", colour: "white" }, "a1"), TypeError, "a piece such as");
});

Deno.test("a set-up may be a board that is not a position, and answers questions about it", () => {
  const setup = new PositionSetup("8/8/3Q4/8/8/3Q4/8/8 black KQ");
  assertEquals([setup.fen, setup.mended.length], ["8/8/3Q4/8/8/3Q4/8/8 b KQ - 0 1", 1]);
  assertEquals([setup.attackers("d4", "white"), setup.isAttacked("d4")], [["d3", "d6"], false]);
  assertEquals([setup.material.white, setup.board()[2][3]?.type, setup.ascii().split("\n").length], [18, "q", 11]);
  assertEquals(setup.pieces({ type: "q", colour: "w" }).map(({ square }) => square), ["d3", "d6"]);
  assertEquals([setup.pieces({ colour: "black" }), setup.pieces({ type: "k" })], [[], []]);
  assertThrows(() => setup.toPosition(), PositionError, "White must have one king");
  const seventeen = new PositionSetup("rnbqkbnr/pppppppp/8/8/8/P7/PPPPPPPP/RNBQKBNR w KQkq - 3 9");
  assertEquals([seventeen.remove("a3")?.type, seventeen.toPosition().fen], ["p", START_FEN.replace("0 1", "3 9")]);
  assertThrows(() => new PositionSetup("8/8/8 w"), PositionError, "8 ranks");
});

Deno.test("other libraries' words are accepted if they have only one meaning; otherwise the error names the right word", () => {
  const position = new Position();
  assertEquals(position.moves({ square: "e2" }), position.moves({ from: "e2" }));
  assertEquals(position.attackers("f3", "w"), position.attackers("f3", "white"));
  assertEquals([position.isAttacked("e3", "w"), position.isAttacked("e3", "b")], [true, false]);
  assertEquals(new Position(new Game(position.play("e4"))).moves(), position.play("e4").moves());
  const setup = new PositionSetup(position);
  setup.turn = "b" as "black";
  setup.put({ type: "q", colour: "w" }, "e4");
  assertEquals([setup.turn, setup.get("e4")], ["black", { type: "q", colour: "white" }]);
  const filter = { verbose: true } as Record<string, unknown>;
  assertThrows(() => position.moves(filter), TypeError, "here its name is legalMoves()");
  const piece = { type: "q", color: "w" } as unknown as Piece;
  assertThrows(() => setup.put(piece, "e4"), TypeError, 'a piece such as { type: "n", colour: "white" }');
});
