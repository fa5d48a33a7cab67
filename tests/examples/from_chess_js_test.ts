import { assertEquals, assertThrows } from "@std/assert";
import { Chess, DEFAULT_POSITION, validateFen } from "../../examples/from_chess_js.ts";

Deno.test("programs written for chess.js can play moves, take them back, and read and write games with the library", () => {
  const chess = new Chess();
  assertEquals([chess.fen(), chess.turn(), chess.moves({ square: "e2" })], [DEFAULT_POSITION, "w", ["e3", "e4"]]);
  const { lan, flags, color } = chess.move("e4");
  assertEquals([lan, flags, color], ["e2e4", "b", "w"]);
  assertEquals(chess.fen({ forceEnpassantSquare: true }).split(" ")[3], "e3");
  assertThrows(() => chess.move("e4"), Error, "Invalid move");
  chess.setComment("good");
  chess.addNag(1);
  chess.move("e5");
  chess.setHeader("White", "Anna");
  assertEquals(chess.pgn().split("\n").at(-1), "1. e4 $1 {good} e5 *");
  assertEquals([chess.undo()?.san, chess.history()], ["e5", ["e4"]]);
  const other = new Chess();
  other.loadPgn(chess.pgn());
  assertEquals([other.getHeaders().White, other.getComment(), other.getNags()], ["Anna", "good", [1]]);
  assertEquals([other.move("--").isNullMove(), other.history(), other.undo()?.lan], [true, ["e4", "--"], "--"]);
  assertEquals(other.moves({ square: "e7", verbose: true }).map((move) => move.isBigPawn()), [false, true]);
});

Deno.test("a board is set up piece by piece as in chess.js, and need not be a legal position", () => {
  const chess = new Chess();
  chess.clear();
  assertEquals([chess.put({ type: "k", color: "w" }, "e1"), chess.put({ type: "k", color: "w" }, "e2")], [true, false]);
  assertEquals([chess.moves(), chess.put({ type: "k", color: "b" }, "e8")], [[], true]);
  chess.put({ type: "r", color: "w" }, "h1");
  assertEquals([chess.setCastlingRights("w", { k: true }), chess.setCastlingRights("w", { q: true })], [true, false]);
  const rook = [chess.get("h1"), chess.remove("h1")?.type, chess.get("h1")];
  assertEquals(rook, [{ type: "r", color: "w" }, "r", undefined]);
  chess.load("rnbqkbnr/pppppppp/8/8/8/P7/PPPPPPPP/RNBQKBNR w");
  assertEquals([chess.moves(), chess.attackers("a3", "w")], [[], ["b1", "b2"]]);
  assertThrows(() => chess.move("e4"), Error, "Invalid move");
  assertThrows(() => chess.load("8/8/8/8/8/8/8/k7 w - - 0 1"), Error, "Invalid FEN");
  assertEquals([chess.remove("a3")?.type, chess.fen()], ["p", DEFAULT_POSITION.replace("KQkq", "-")]);
  assertEquals([validateFen(chess.fen()).ok, validateFen("8/8 w").ok], [true, false]);
});
