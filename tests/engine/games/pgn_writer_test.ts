import { assert, assertEquals, assertLess, assertMatch } from "@std/assert";
import type { PgnGame } from "../../../engine/games/pgn.ts";
import { readPgn } from "../../../engine/games/pgn_reader.ts";
import { writePgn } from "../../../engine/games/pgn_writer.ts";
import { GAMES } from "./games.ts";

/** A game without the parts that depend on its layout. */
function contentOf({ tags, root, result }: PgnGame): unknown {
  const known = Array.from(tags).filter(([, value]) => !/^[?.*]+$/.test(value)).sort();
  const nodes = [root, ...root.walk()].map((
    { ply, uci, isMainLine, commentsBefore, comments, glyphs, rest },
  ) => [ply, uci, isMainLine, commentsBefore, comments, glyphs, rest]);
  return { known, nodes, result };
}

Deno.test("games are written as they were read, and writing them again changes nothing", () => {
  const games = readPgn(GAMES);
  assertEquals(games.length, 4);
  for (const game of games) {
    const text = writePgn(game);
    const [again] = readPgn(text);
    assertEquals(again.fault, null);
    assertEquals(contentOf(again), contentOf(game));
    assertEquals(writePgn(again), text);
  }
});

Deno.test("the seven tags of the roster come first, and quotes and backslashes are escaped", () => {
  const [game] = readPgn('[Opening "Spanish"]\n[White "A \\"B\\" \\\\"]\n\n1. e4 1-0');
  const roster = '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "A \\"B\\" \\\\"]\n[Black "?"]\n';
  assertEquals(writePgn(game), `${roster}[Result "1-0"]\n[Opening "Spanish"]\n\n1. e4 1-0`);
});

Deno.test("a tag is written on one line", () => {
  const [game] = readPgn('[Event "two  blanks\tstay"]\n[Result "1-0"]\n\n1. e4 *');
  game.tags.set("Site", "a \r\n b\u2028%c").set("Board_2", 'x"]\n[White "y');
  const games = readPgn(writePgn(game));
  assertEquals(games.map(({ fault, result }) => [fault, result]), [[null, "1-0"]]);
  assertEquals(Array.from(games[0].tags).filter(([, value]) => !/^[?.]+$/.test(value)), [
    ["Event", "two  blanks\tstay"],
    ["Site", "a b %c"],
    ["Result", "1-0"],
    ["Board_2", 'x"] [White "y'],
  ]);
});

Deno.test("moves and notes are written in their usual form", () => {
  const written: [text: string, end: string][] = [
    // Black's move has a number at the start, after a comment and after a variation.
    [
      '[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 12"]\n\n' +
      "12... e5 13. a4 {x} a5 14. b4 (14. c4 {y} c5) b5 *",
      '"]\n\n12... e5 13. a4 { x } 13... a5 14. b4 (14. c4 { y } 14... c5) 14... b5 *',
    ],
    ["1. e4 {a  b   c} e5 {two\n  lines} *", "1. e4 { a  b   c } 1... e5 { two lines } *"],
    ["1. e4 {[%clk 0:10:00][%eval 0.3] and more} *", "1. e4 { [%clk 0:10:00][%eval 0.3] and more } *"],
    // After moves, the result 0-0 would be read as castling.
    ['[Result "0-0"]\n\n*', '[Result "0-0"]\n\n*'],
    // The tag contradicts the result after the moves.
    ['[Result "1/2"]\n\n1. e4 0-1', '[Result "1/2-1/2"]\n\n1. e4 0-1'],
  ];
  for (const [text, end] of written) {
    const found = writePgn(readPgn(text)[0]);
    assert(found.endsWith(end), found);
    const [before, after] = [text, found].map((each) => readPgn(each)[0].root.line.map(({ comments }) => comments));
    assertEquals(after, before);
  }
  const [game] = readPgn("1. e4 0-1");
  assertMatch(writePgn({ ...game, tags: new Map([["Result", "*"]]) }), /\[Result "0-1"\]\n\n1\. e4 0-1$/);
});

Deno.test("lines of moves have fewer than 80 columns, and commands in comments are not divided", () => {
  const comment = "{ a rather long remark about this position that needs its own line, and [%clk 0:00:01] more }";
  const [game] = readPgn(`${`1. Nf3 ${comment} Nf6 ${comment} 2. Ng1 Ng8 `.repeat(9)}*`);
  const lines = writePgn(game).split("\n");
  for (const line of lines) assertLess(line.length, 80);
  assertEquals(lines.join("\n").match(/\[%clk 0:00:01\]/g)?.length, 18);
});

Deno.test("empty comments and variations are omitted, and a comment with a brace becomes a comment to the end of the line", () => {
  const [game] = readPgn("1. e4 {} e5 () 2. d4 *");
  game.root.line[2].comments = ["a } b", " "];
  const text = writePgn(game);
  assert(text.endsWith("1. e4 e5 2. d4\n; a } b\n*"), text);
  assertEquals(readPgn(text)[0].root.line[2].comments, ["a } b"]);
});

Deno.test("no line of a comment begins with a percent sign, since readers would skip it", () => {
  const [game] = readPgn("1. e4 *");
  for (let length = 40; length < 80; length++) {
    const comment = `${"x".repeat(length)} 50 % %% sure`;
    game.root.line[0].comments = [comment];
    const text = writePgn(game);
    const [again] = readPgn(text);
    assertEquals([again.fault, again.root.line[0].comments], [null, [comment]], text);
  }
});
