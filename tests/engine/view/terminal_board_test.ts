import { assert, assertEquals, assertFalse, assertLess } from "@std/assert";
import { parseFen, START_FEN } from "../../../core/fen.ts";
import { parseUci } from "../../../core/notation.ts";
import { NO_MOVE } from "../../../core/types.ts";
import { type BoardStyle, drawTerminalBoard } from "../../../engine/view/terminal_board.ts";

const PLAIN: BoardStyle = { colours: false, letters: false, flipped: false };

Deno.test("without colours, pieces are printed as chess symbols, brackets mark the last move, and coordinates surround the board", () => {
  const position = parseFen(START_FEN);
  const move = parseUci(position, "e2e4");
  position.make(move);
  assertEquals(drawTerminalBoard(position, move, PLAIN, ["Black"]).split("\n"), [
    "",
    " 8  ♜  ♞  ♝  ♛  ♚  ♝  ♞  ♜    Black",
    " 7  ♟  ♟  ♟  ♟  ♟  ♟  ♟  ♟",
    " 6     ·     ·     ·     ·",
    " 5  ·     ·     ·     ·",
    " 4     ·     · [♙] ·     ·",
    " 3  ·     ·     ·     ·",
    " 2  ♙  ♙  ♙  ♙ [ ] ♙  ♙  ♙",
    " 1  ♖  ♘  ♗  ♕  ♔  ♗  ♘  ♖",
    "    a  b  c  d  e  f  g  h",
  ]);
});

Deno.test("turned around, the board starts at h1", () => {
  const lines = drawTerminalBoard(parseFen(START_FEN), NO_MOVE, { ...PLAIN, letters: true, flipped: true }).split("\n");
  const edges = [" 1  R  N  B  K  Q  B  N  R", " 8  r  n  b  k  q  b  n  r", "    h  g  f  e  d  c  b  a"];
  assertEquals([lines[1], lines[8], lines[9]], edges);
});

Deno.test("castling marks the target of the king, even in Chess960", () => {
  const castlings = [
    ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "[·] ♖ [♔]"],
    ["4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1h1", "[♖][♔]"],
  ];
  for (const [fen, uci, marked] of castlings) {
    const position = parseFen(fen);
    const move = parseUci(position, uci);
    position.make(move);
    const first = drawTerminalBoard(position, move, PLAIN).split("\n")[8];
    assert(first.includes(marked), first);
  }
});

Deno.test("with colours, every square has a background, and both sides have the same chess symbols", () => {
  const text = drawTerminalBoard(parseFen(START_FEN), NO_MOVE, { ...PLAIN, colours: true });
  // deno-lint-ignore no-control-regex -- escape sequences begin with one
  const sequences = text.match(/\x1b\[48;5;\d+;38;5;\d+m/g) ?? [];
  assertEquals([sequences.length, text.match(/♜/g)?.length, text.includes("♖")], [64, 4, false]);
  for (const line of text.split("\n").slice(1, 9)) assert(line.endsWith("\x1b[0m"), "the colours end with the line");
});

Deno.test("without colours there is no escape sequence, and lines keep to 80 columns", () => {
  const text = drawTerminalBoard(parseFen(START_FEN), NO_MOVE, PLAIN, ["x".repeat(40)]);
  assertFalse(text.includes("\x1b"));
  for (const line of text.split("\n")) assertLess(line.length, 80);
});
