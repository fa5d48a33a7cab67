import { assertEquals, assertStringIncludes } from "@std/assert";
import { textOf } from "../../../engine/games/commands.ts";
import { drawingsOf, withDrawings, withText } from "../../../web/state/comments.ts";
import { GameLine } from "../../../web/state/game_line.ts";
import { gamesFromPgn } from "../../../web/state/game_text.ts";

Deno.test("`withText()` keeps the commands, and changes text so that PGN can contain it", () => {
  const comments = ["[%clk 0:10:00] Best", "[%eval 0.3]"];
  assertEquals(withText(comments, " New\n text "), ["[%clk 0:10:00] [%eval 0.3] New text"]);
  assertEquals(withText(["[%clk 0:10:00] Best"], ""), ["[%clk 0:10:00]"]);
  assertEquals(withText(["Best"], " "), []);
  assertEquals(withText([], "a } b {sure} (c) [d] [%clk 1]"), ["a ) b (sure) (c) [d] [ %clk 1]"]);
});

Deno.test("a comment is added, changed and removed, in the game and in its PGN", () => {
  const line = new GameLine();
  line.setComment("A short game");
  line.move("e4");
  const { version } = line;
  line.setComment("50 % of all games } start so");
  assertEquals(line.version, version + 1);
  // The same text is not a change.
  line.setComment("50 % of all games ) start so ");
  assertEquals(line.version, version + 1);
  const pgn = line.toPgn();
  assertEquals(pgn.split("\n").at(-1), "{ A short game } 1. e4 { 50 % of all games ) start so } *");
  const [{ line: again }] = gamesFromPgn(pgn).games;
  assertEquals(again.notes, line.notes);
  line.setComment("");
  line.goToPly(0);
  line.setComment("");
  assertEquals([line.notes, line.mainLine.length], [[], 1]);
});

Deno.test("a comment does not change the result and the moves of a game", () => {
  const [{ line }] = gamesFromPgn("1. e4 { [%clk 0:10:00] Best } 1... e5 1-0").games;
  line.step(1);
  line.setComment("By test");
  assertEquals(line.toPgn().split("\n").at(-1), "1. e4 { [%clk 0:10:00] By test } 1... e5 1-0");
});

Deno.test("`withDrawings()` changes only arrows and circles, and `drawingsOf()` reads them", () => {
  const comments = ["[%clk 0:10:00] Good [%cal Gd2d4]", "and [%csl Re5, Xz9 ] more"];
  assertEquals(drawingsOf(comments), ["Gd2d4", "Re5"]);
  const changed = withDrawings(comments, ["Bg1f3", "Ya1", "nonsense"]);
  assertEquals(drawingsOf(changed), ["Bg1f3", "Ya1"]);
  assertEquals(textOf(changed), "Good and more");
  assertStringIncludes(changed.join(), "[%clk 0:10:00]");
  assertEquals(withDrawings(["[%cal Gd2d4]"], ["Re5", "Gd2d4"]), ["[%cal Gd2d4] [%csl Re5]"]);
  assertEquals(withDrawings(["[%cal Gd2d4]"], []), []);
  // Some programs write a command for each arrow.
  assertEquals(drawingsOf(["[%cal Gd2d4] here", "[%cal Rg1f3]"]), ["Gd2d4", "Rg1f3"]);
});
