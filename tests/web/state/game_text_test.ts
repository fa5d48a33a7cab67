/** The texts that people paste: positions and games in many forms. @module */

import { assertEquals, assertMatch, assertStringIncludes, assertThrows } from "@std/assert";
import { START_FEN } from "../../../engine/mod.ts";
import { linesOf } from "../../../web/state/game_line.ts";
import { castlingOf, gamesFromPgn, passantSquares, readGames } from "../../../web/state/game_text.ts";

/** A position after 1. e4. */
const FEN = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

Deno.test("`readGames()` reads a FEN with all fields or some of them, with underscores, or in an address", () => {
  const [placement] = FEN.split(" ");
  const path = FEN.replaceAll(" ", "_");
  const cases: readonly [text: string, fen: string][] = [
    [FEN, FEN],
    [path, FEN],
    [`${placement} b`, FEN],
    [`  ${placement} b KQkq -\n`, FEN],
    [" 4k3/8/8/8/8/8/8/4K2R w K - 3 9\n", "4k3/8/8/8/8/8/8/4K2R w K - 3 9"],
    [START_FEN.split(" ")[0], START_FEN],
    // Castling is possible only with king and rooks on the right squares.
    ["r3k3/8/8/8/8/8/8/4K2R w", "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1"],
    [`https://lichess.org/analysis/${path}`, FEN],
    [`https://lichess.org/editor/${path}?color=white`, FEN],
    [`https://lichess.org/analysis/standard/${path}#1`, FEN],
    [`https://www.chess.com/analysis?fen=${encodeURIComponent(FEN)}&flip=true`, FEN],
    [`https://www.chess.com/analysis?fen=${FEN.replaceAll(" ", "+")}`, FEN],
  ];
  for (const [text, fen] of cases) assertEquals(readGames(text, false).games[0].line.fen, fen, text);
  assertThrows(() => readGames("https://lichess.org/abcdefgh", false), Error, "copy the PGN");
  assertThrows(() => readGames("8/8/8/8 w - - 0 1", false));
});

Deno.test("`readGames()` repairs a position and reports the repairs", () => {
  const board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
  const cases: [text: string, fen: string, warnings: number][] = [
    ["4k3/8/8/8/8/8/4P3/4K3 w KQkq - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 4],
    ["r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R2K3R w kq - 0 1", 2],
    [`${board.replaceAll("/", "\\/")} w KQkq - 0 1`, `${board} w KQkq - 0 1`, 0],
    [`${board.replaceAll("/", "\\")} b KQkq - 300 70000`, `${board} b KQkq - 300 70000`, 0],
    ["[FEN 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1]\n\n1. e4 *", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 1],
    ['[Result "1-0"]\n\n1. e4 0-1', `${board} w KQkq - 0 1`, 1],
  ];
  for (const [text, fen, count] of cases) {
    const [{ line, warnings }] = readGames(text, false).games;
    assertEquals([line.root.fen, line.chess960, warnings.length], [fen, false, count], text);
  }
  const contradictory = readGames('[Result "1-0"]\n\n1. e4 0-1', false).games[0].line.toPgn();
  assertEquals([/Result "(.*)"/.exec(contradictory)?.[1], contradictory.slice(-3)], ["1-0", "0-1"]);
});

Deno.test("`gamesFromPgn()` reads a game of any length, without its null moves", () => {
  const moves = Array.from({ length: 20_000 }, (_, ply) => ["Nf3", "Nf6", "Ng1", "Ng8"][ply % 4]);
  const { games } = gamesFromPgn(`${moves.join(" ")} (-- Nf3) *\n\n1. e4 ({so} 1. d4) *`);
  assertEquals(games.map(({ line }) => line.mainLine.length), [20_000, 1]);
  assertEquals([...games[0].line.walk()].length, 20_000);
  assertEquals(games[1].line.root.children[1].comments, ["so"]);
});

Deno.test("`readGames()` reads moves as programs write them, and games in PGN", () => {
  for (const moves of ["e2e4 e7e5 g1f3", "e2e4,e7e5,g1f3", "position startpos moves e2e4 e7e5 g1f3"]) {
    assertEquals(readGames(moves, false).games[0].line.history(), ["e4", "e5", "Nf3"], moves);
  }
  assertThrows(() => readGames("e2e4 e2e4", false));
  assertEquals(readGames("1. e4 e5 *", false).games[0].line.mainLine.length, 2);
  const { games } = readGames('[White "A"]\n\n1. e4 e5 *\n\n[White "B"]\n\n1. d4 *', false);
  assertEquals(games.map(({ line }) => [line.tags.get("White"), line.mainLine.length]), [["A", 2], ["B", 1]]);
});

Deno.test("`castlingOf()` and `passantSquares()` say what the placement of the pieces allows", () => {
  assertEquals(castlingOf("r3k3/8/8/8/8/8/8/4K2R"), "Kq");
  assertEquals(castlingOf("4k3/8/8/8/8/8/8/4K3"), "-");
  const after = "4k3/8/8/1pP2pPp/1Pp2P2/8/8/4K3";
  assertEquals(passantSquares(after, "w"), ["b6", "f6", "h6"]);
  assertEquals(passantSquares(after, "b"), ["b3"]);
  // On the b-file, a piece is on the square from which the pawn would have come. On the h-file, no pawn can capture.
  assertEquals(passantSquares("4k3/1n6/8/1pP4p/8/8/8/4K3", "w"), []);
});

const ANNOTATED = `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Anna"]
[Black "Bert"]
[Result "1-0"]

{ A short game } 1. e4 $1 { Best by test } (1. d4 d5 { solid } (1... Nf6 2. c4)
2. c4) (1. c4) 1... e5 2. Nf3 { [%clk 0:10:00] } 2... Nc6 3. Bb5 1-0`;

Deno.test("`gamesFromPgn()` keeps variations, comments and glyphs", () => {
  const [{ line }] = gamesFromPgn(ANNOTATED).games;
  const lines = linesOf(line.root).map(({ parent, from, nodes }) => [parent, from, ...nodes.map(({ san }) => san)]);
  assertEquals(lines, [
    [0, 0, "e4", "e5", "Nf3", "Nc6", "Bb5"],
    [0, 0, "d4", "d5", "c4"],
    [0, 0, "c4"],
    [1, 1, "Nf6", "c4"],
  ]);
  assertEquals(line.toPgn(), ANNOTATED);
});

Deno.test("`gamesFromPgn()` ends a variation at an illegal move, and keeps the comment before a variation", () => {
  const [{ line }] = gamesFromPgn("1. e4 ({ Or } 1. d4 -- 2. c4) 1... e5 *").games;
  const [, variation] = linesOf(line.root);
  assertEquals(variation.nodes.map(({ san }) => san), ["d4"]);
  assertEquals(variation.nodes[0].comments, ["Or"]);
  assertEquals(line.mainLine.length, 2);
});

Deno.test("`gamesFromPgn()` reads a start position, and omits a game with an illegal move", () => {
  const [{ line }] = gamesFromPgn('[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 5"]\n\n5... Kd7 (5... Ke7 6. e4) 6. e3 *').games;
  assertEquals(line.root.fen, "4k3/8/8/8/8/8/4P3/4K3 b - - 0 5");
  assertStringIncludes(line.toPgn(), "5... Kd7 (5... Ke7 6. e4) 6. e3 *");
  const { games, faults } = gamesFromPgn(
    '[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. e4 e5 2. Ke5 *\n\n[White "C"]\n\n1. d4 *',
  );
  assertEquals(games.map(({ number, line }) => [number, line.tags.get("White")]), [[1, "A"], [3, "C"]]);
  assertEquals(faults.length, 1);
  assertMatch(faults[0], /^Game 2 \(B – \?\): .*Ke5/);
});

Deno.test("`gamesFromPgn()` takes the result after the moves if there is no tag for the result", () => {
  const { games } = gamesFromPgn('1. e4 0-1\n\n[Result "1-0"]\n\n1. e4 *\n\n[White "Anna"]\n\n1. e4 *');
  assertEquals(games.map(({ line }) => line.tags.get("Result")), ["0-1", "1-0", undefined]);
});

Deno.test("the notes of a game can be added to the same game without notes", () => {
  const [{ line }] = gamesFromPgn(ANNOTATED).games;
  const [{ line: bare }] = gamesFromPgn(ANNOTATED.replace(/\{[^}]*\}/g, "").replace("$1", "")).games;
  assertEquals(bare.notes, []);
  bare.addNotes(line.notes);
  assertEquals(bare.toPgn(), ANNOTATED);
  bare.addNotes([{ line: 9, ply: 1, comments: ["nowhere"], nags: [] }]);
  assertEquals(bare.toPgn(), ANNOTATED);
});
