import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { gamesFromPgn } from "../../../web/state/game_text.ts";
import { linesOf } from "../../../web/state/game_line.ts";

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
  assertEquals(line.ply, 0);
  assertEquals(line.moves.map(({ san }) => san), ["e4", "e5", "Nf3", "Nc6", "Bb5"]);
  const variations = linesOf(line.root).slice(1);
  assertEquals(
    variations.map(({ parent, from, nodes }) => [parent, from, nodes.map(({ san }) => san).join(" ")]),
    [[0, 0, "d4 d5 c4"], [0, 0, "c4"], [1, 1, "Nf6 c4"]],
  );
  assertEquals(line.root.comments, ["A short game"]);
  const [e4] = line.root.children;
  assertEquals([e4.comments, e4.glyphs], [["Best by test"], [1]]);
  assertEquals(line.game.toPgn(), ANNOTATED);
});

Deno.test("`gamesFromPgn()` ends a variation at what is not a legal move, and keeps what is said before one", () => {
  const [{ line }] = gamesFromPgn("1. e4 ({ Or } 1. d4 -- 2. c4) 1... e5 *").games;
  const [, variation] = linesOf(line.root);
  assertEquals(variation.nodes.map(({ san }) => san), ["d4"]);
  assertEquals(variation.nodes[0].comments, ["Or"]);
  assertEquals(line.moves.length, 2);
});

Deno.test("`gamesFromPgn()` reads a start of its own, and omits a game with an illegal move", () => {
  const [{ line }] = gamesFromPgn('[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 5"]\n\n5... Kd7 (5... Ke7 6. e4) 6. e3 *').games;
  assertEquals(line.start.fen, "4k3/8/8/8/8/8/4P3/4K3 b - - 0 5");
  assertStringIncludes(line.game.toPgn(), "5... Kd7 (5... Ke7 6. e4) 6. e3 *");
  const { games, faults } = gamesFromPgn(
    '[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. e4 e5 2. Ke5 *\n\n[White "C"]\n\n1. d4 *',
  );
  assertEquals(games.map(({ number, line }) => [number, line.tags.get("White")]), [[1, "A"], [3, "C"]]);
  assertEquals(faults.length, 1);
  assertMatch(faults[0], /^Game 2 \(B – \?\): .*Ke5/);
});

Deno.test("`gamesFromPgn()` takes the result from behind the moves where no tag has it", () => {
  const { games } = gamesFromPgn('1. e4 0-1\n\n[Result "1-0"]\n\n1. e4 *\n\n[White "Anna"]\n\n1. e4 *');
  assertEquals(games.map(({ line }) => line.tags.get("Result")), ["0-1", "1-0", undefined]);
});

Deno.test("notes are taken out of a game and put in again", () => {
  const [{ line }] = gamesFromPgn(ANNOTATED).games;
  const [{ line: bare }] = gamesFromPgn(ANNOTATED.replace(/\{[^}]*\}/g, "").replace("$1", "")).games;
  assertEquals(bare.notes, []);
  bare.addNotes(line.notes);
  assertEquals(bare.game.toPgn(), ANNOTATED);
  bare.addNotes([{ line: 9, ply: 1, comments: ["nowhere"], nags: [] }]);
  assertEquals(bare.game.toPgn(), ANNOTATED);
});
