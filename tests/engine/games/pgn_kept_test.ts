/** No word of a file disappears: what is not a move, number, glyph or result is a comment or a fault. @module */

import { assertEquals, assertMatch } from "@std/assert";
import { Game } from "../../../engine/games/game.ts";
import { gameFromPgn, readAllGames } from "../../../engine/games/read_games.ts";
import { readPgn } from "../../../engine/games/pgn_reader.ts";
import { writePgn } from "../../../engine/games/pgn_writer.ts";
import { movesOf, readOne } from "./read_games.ts";

/** The comment before a game's moves, and its moves. */
function saidIn(text: string): string {
  const { root, fault } = readOne(text);
  assertEquals(fault, null, text);
  const before = [...root.glyphs.map((glyph) => `$${glyph}`), ...root.comments.map((each) => `{${each}}`)];
  return [...before, movesOf(root)].join(" ");
}

/** Expects the contents of texts, even after the texts were written and read again. */
function expectKept(texts: readonly (readonly [text: string, said: string])[]): void {
  for (const [text, said] of texts) {
    assertEquals(saidIn(text), said, text);
    assertEquals(saidIn(writePgn(readOne(text))), said, text);
    assertEquals(saidIn(gameFromPgn(text).toPgn()), said, text);
  }
}

Deno.test("moves in the digits of ICCF are read", () => {
  expectKept([
    ["1. 5254 5755 2. 7163 2836 1-0", "e4 e5 Nf3 Nc6"],
    ["5254 5755 7163", "e4 e5 Nf3"],
    ["1.5254 5755 2.7163! 2836$2", "e4 e5 Nf3 $1 Nc6 $2"],
    ["1. 5254 (1. 4244 4745) 5755 {so} 2. 7163", "e4 (d4 d5) e5 {so} Nf3"],
    ["1. 5254 5755 2. 6134 6835 3. 7163 7866 4. 5171", "e4 e5 Bc4 Bc5 Nf3 Nf6 O-O"],
    ['[FEN "8/4P2k/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. 57581', "e8=Q"],
    ['[FEN "8/4P2k/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. 57584', "e8=N"],
  ]);
  const illegal = readOne("1. 5254 5755 2. 7164 2836 {why} 1-0");
  assertMatch(illegal.fault ?? "", /^At 2\. 7164, line 1: Move 'g1f4' is not legal/);
  assertEquals([movesOf(illegal.root), illegal.result], ["e4 e5 |2. 7164 2836 {why}|", "1-0"]);
});

Deno.test("a number that is not a move number becomes a comment", () => {
  expectKept([
    ["1. e4 +0.35 e5 0.20", "e4 {+0.35} e5 {0.20}"],
    ["1. e4 -0.35/12 e5 0.20/15 2. Nf3 \u22121,5 Nc6", "e4 {-0.35/12} e5 {0.20/15} Nf3 {\u22121,5} Nc6"],
    ["1. e4 0:01:30 e5 12s 2. Nf3 35% Nc6 3. Bb5", "e4 {0:01:30} e5 {12s} Nf3 {35%} Nc6 Bb5"],
    ["e4 35 e5 20 Nf3 7", "e4 {35} e5 {20} Nf3 {7}"],
    ["1 e4 e5 2 Nf3 7 Nc6 3 Bb5", "e4 e5 Nf3 {7} Nc6 Bb5"],
    // Move numbers count from the first written number, or from the position's move number.
    ["17 e4 e5 18 Nf3 Nc6 3 Bb5", "e4 e5 Nf3 Nc6 Bb5"],
    ['[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 41"]\n\n41 e4 Kd7 42 e5', "e4 Kd7 e5"],
    ['[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 41"]\n\n1 e4 Kd7 2 e5', "e4 Kd7 e5"],
    ["1. e4 (1. d4 12 d5) e5", "e4 (d4 {12} d5) e5"],
  ]);
});

Deno.test("text around moves becomes a comment, unchanged, and no move is lost", () => {
  expectKept([
    ["% my line\n1. e4 {a} e5\n% second: important\n2. Nf3 *", "{% my line} e4 {a} e5 {% second: important} Nf3"],
    ['[White "A"]\n% within\n[Black "B"]\n\n% before\n1. e4 *\n% after', "{% within} {% before} e4 {% after}"],
    ["e4 e5 Nf3 a6 +M5 Bc4 #5 h6 M5 d3 -M3 d6 #-2", "e4 e5 Nf3 a6 {+M5} Bc4 {#5} h6 {M5} d3 {-M3} d6 {#-2}"],
    ["1. e4 [%clk 0:01] e5 [0:10] (c5 [x]) 2. Nf3\n[+0.3]", "e4 {[%clk 0:01]} e5 {[0:10]} (c5 {[x]}) Nf3 {[+0.3]}"],
    ["1. e4 <reserved> e5 <for 2. later> Nf3 <br/>", "e4 {<reserved>} e5 {<for 2. later>} Nf3 {<br/>}"],
    ["1. e4 $1x e5 $2$3 2. Nf3 ~well Nc6 +Bb5", "e4 {$1x} e5 $2 $3 Nf3 {~well} Nc6 {+} Bb5"],
    ["1. e4 $1e5 2. Nf3", "e4 $1 e5 Nf3"],
  ]);
});

Deno.test("wrong move numbers and repeated glyphs cause warnings", () => {
  const changed = (numbers: string): string => `Moves may be missing; their numbers were changed: ${numbers}`;
  const ones = "1. e4 e5 1. Nf3 Nc6 1. Bb5 a6 1. Ba4 Nf6 1. d3 d6 1. c3 Be7 1. h3";
  const cases: [text: string, ...warnings: string[]][] = [
    ["5. e4 e5 7. Nf3 9... Nc6", changed("5 to 1, 7 to 2, 9 to 2")],
    ["17 e4 e5 18 Nf3 (18. d4) Nc6 19 Bb5", changed("17 to 1")],
    [ones, `${changed("1 to 2, 1 to 3, 1 to 4, 1 to 5, 1 to 6")}, and more`],
    ["1. e4 1... e5 2 Nf3 (2. d4 d5 3. c4) 2. ... Nc6 3.. Bb5"],
    ['[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 41"]\n\n41... Kd7 42. e4'],
    ["1. e4 $1\n$1 !! e5 $1 $3", "Line 2 has the glyph $1 again"],
    ["1. e4 ! e5 (1... $2 ? c5)\n1-0 ?", "Line 1 has the glyph $2 again"],
  ];
  for (const [text, ...warnings] of cases) {
    const [game] = readAllGames(text);
    assertEquals([game.fault, game.warnings], [null, warnings], text);
    assertEquals(readAllGames(game.game.toPgn())[0].warnings, [], text);
  }
});

Deno.test("a glyph before the first move, after the result or alone in a variation is kept", () => {
  expectKept([
    ["1. $1 e4 $2 e5", "e4 $1 $2 e5"],
    ["$18 1. e4", "$18 e4"],
    ['[White "A"]\n\n$18 1. $1 e4', "$18 e4 $1"],
    ['$14 {equal} [White "A"]\n\n1. e4', "$14 {equal} e4"],
    ["1. ! e4", "e4 $1"],
    ["1. e4 $1 1-0 $3", "e4 $1 $3"],
    ["1. e4 ($142) e5", "e4 $142 e5"],
    ['[White "A"]\n\n1. $18 *', "$18 "],
    ['[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"]\n\n1... $22 Kd7', "Kd7 $22"],
  ]);
  const broken = readOne("1. e4 ($142 {x} 1... Ke7 d5) e5 *");
  assertEquals(movesOf(broken.root), "e4 |($142 {x} 1... Ke7 d5)| e5");
});

Deno.test("the text kept with a fault is written once, and reading it again gives the same text", () => {
  const texts: [text: string, moves: string][] = [
    ["1. e4 e5 2. {so} Xf3 Nc6 *", "e4 e5 |2. {so} Xf3 Nc6|"],
    ["1. {so} Xe4 e5 *", "|1. {so} Xe4 e5|"],
    ["1. e4 {a} 1... {b} Xe5 *", "e4 {a} |1... {b} Xe5|"],
    ["1. e4 (1. c5) % no line for others *", "e4 |(1. c5)\n% no line for others|"],
    ["1. e4 (1. c5) [no tag d4 *", "e4 |(1. c5)\n[no tag d4|"],
    ["1. e4 e5 2. [no tag *", "e4 e5 |2. [no tag|"],
    ["2. Nf3 ... 3. Bb5 Nc6 *", "Nf3 |... 3. Bb5 Nc6|"],
  ];
  for (const [text, moves] of texts) {
    const game = readOne(text);
    assertEquals([game.fault === null, movesOf(game.root)], [false, moves], text);
    const written = writePgn(game);
    assertEquals(writePgn(readOne(written)), written, text);
  }
});

Deno.test("the rest of a line that only looks like a tag is read", () => {
  expectKept([
    ["[%x] 1. e4 e5", "e4 e5"],
    ["[FEN 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1] 1. e4 Kd7", "e4 Kd7"],
    ['1-0\n$1\n[White "A"]\n\n1. e4', "$1 {1-0} e4"],
    ['$1\n$1 [White "A"]\n\n1. e4', "$1 e4"],
  ]);
});

Deno.test("braces within a comment are read as pairs if they match, otherwise as the standard demands", () => {
  expectKept([
    ["1. e4 {a {b} c} e5", "e4 {a {b} c} e5"],
    ["1. e4 {a {b\n1. d4 (} c\n1-0} {d} e5", "e4 {a {b 1. d4 (} c 1-0} {d} e5"],
    ["{a {b {c} d} e} 1. e4 {{}} e5", "{a {b {c} d} e} e4 {{}} e5"],
    ["1. e4 {a { b} e5 {c} 2. Nf3", "e4 {a { b} e5 {c} Nf3"],
    ["1. e4 {a { b} e5\n{c { d}\n2. Nf3 {e}", "e4 {a { b} e5 {c { d} Nf3 {e}"],
    ["1. e4 (1. d4 {a {b}} d5) e5", "e4 (d4 {a {b}} d5) e5"],
  ]);
  const games = readPgn('1. e4 {a { b} e5 {c\n} 1-0\n\n1. c4 *\n\n[White "B"]\n\n1. d4 {x {y} z} d5 {open {a} *\n');
  const moves = games.map(({ root }) => movesOf(root));
  assertEquals(moves, ["e4 {a { b} e5 {c}", "c4", "d4 {x {y} z} d5 {open {a}"]);
});

Deno.test("prose before the first tag or move is not a game, and becomes comments of the first game", () => {
  expectKept([
    [
      'Games of 1998.\n1. Paris\nBy "X" (2020)\n\n[White "A"]\n\n1. e4',
      '{Games of 1998.} {1. Paris} {By "X" (2020)} e4',
    ],
    ["My best game: 1. e4 e5", "{My best game:} e4 e5"],
    ["The largest glyph: 1. e4 $255 $999 $1000 e5", "{The largest glyph:} e4 $255 $999 {$1000} e5"],
    ["My best game, 1. e4 (1. d4) e5", "{My best game,} e4 (d4) e5"],
    ["Anna - Bob\n1. e4\ne5", "{Anna - Bob} e4 e5"],
    ["The shortest: 1. f4 *", "{The shortest:} f4"],
    ["1998 was good {very}\n\n1. e4 e5", "{1998 was good} {very} e4 e5"],
    ['(c) 2020 X\n== all games ==\n\n[White "A"]\n\n1. e4', "{(c) 2020 X} {== all games ==} e4"],
    ["Schach\n1. e2-e4 e7-e5", "{Schach} e4 e5"],
    ['<p>[White "A"]\n\n1. e4 e5', "{<p>} e4 e5"],
  ]);
  const texts = [
    "Hello, world",
    "Games of 1998\nand 1999.",
    "P-K4 P-K4",
    "The best move is 1.e4.",
    "I think 1. e4 e5 2.Nf3! is best, since\n3.Bb5 is strong\nand O-O comes soon.",
    "Both 1.e4, 1.d4 and 1.c4 (of 20) are good",
    "The Sicilian (1.e4 c5) is sharp; 1.e4 \u2013 always \u2013 wins",
    "Is 12...Qxb2?? what \u201c12.e4 e5\u201d means, or 12...O-O (to castle)",
    "1.e4 is best by test",
  ];
  for (const text of texts) {
    assertEquals(readPgn(text), [], text);
    const [game] = readPgn(`${text}\n\n[White "A"]\n\n1. d4 *`);
    assertEquals([game.fault, game.root.comments.join("\n"), movesOf(game.root)], [null, text, "d4"]);
  }
  // After another game the text is kept as a game, or with the next game.
  const [, lost] = readPgn("1. e4 *\n\n1. P-K4 P-K4\n2. N-KB3 *\n");
  assertEquals([lost.fault, lost.root.rest], ["Expected a game, but got prose, line 3", "1. P-K4 P-K4\n2. N-KB3"]);
  const [, next] = readPgn('1. e4 *\n\n1. P-K4 P-K4 *\n\n[White "B"]\n\n1. d4 *\n');
  assertEquals([next.root.comments, movesOf(next.root)], [["1. P-K4 P-K4 *"], "d4"]);
  // Text that begins like a game is a game, whatever faults it has.
  for (const text of ["1. e5 e5 *", "e5 *", "1. Sf3 Lb9 *", "1. e4 resigns", "1. e4 e5 2. Nf3 he resigned"]) {
    assertEquals(readOne(text).fault === null, false, text);
  }
});

Deno.test("a tag that decides where a game starts is read in any spelling, or the game is refused", () => {
  const fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
  const tags = `[FEN x]|[FEN: "x"]|[FEN 'x']|[FEN \u201cx\u201d]|[FEN "x"|[FEN "x]`.replaceAll("x", fen).split("|");
  for (const tag of [...tags, `[fen ${fen}`, `[Fen = ${fen} ]`]) {
    const game = readOne(`[White Anna]\n${tag}\n\n1. e4 Kd7 *`);
    assertEquals([game.fault, game.tags.get("FEN"), movesOf(game.root)], [null, fen, "e4 Kd7"], tag);
    assertMatch(game.warnings[1], /^Line 2 is not a tag, and was read as \[FEN "4k3/);
  }
  const escaped = readOne(`[FEN "${fen.replaceAll("/", "\\/")}"]\n\n1. e4 Kd7 *`);
  assertEquals([escaped.fault, escaped.tags.get("FEN"), escaped.warnings.length], [null, fen, 1]);
  for (const tag of ["[FEN 4k3/8/8/8/]", "[FEN ?", "[Variant Crazyhouse]"]) {
    const game = readOne(`[White "A"]\n${tag}\n\n1. e4 *`);
    assertEquals([game.isUnplayable, movesOf(game.root)], [true, "|1. e4|"], tag);
  }
  assertMatch(readOne('[SetUp "1"]\n\n1. e4 *').warnings[0], /^The tag 'SetUp' announces a position/);
});

Deno.test("results that contradict each other are all kept, with a warning", () => {
  const both = /^The result is 1-0 in the tag 'Result', but 0-1 after the moves$/;
  const none = /^The tag 'Result' does not have a chess result: 'White wins'$/;
  const onBoard = /^The result is 1-0, but on the board it is 0-1: Black wins by checkmate$/;
  const cases: [text: string, tag: string, end: string, warning: RegExp][] = [
    ['[Result "1-0"]\n\n1. e4 e5 0-1', "1-0", "0-1", both],
    ['[Result "White wins"]\n\n1. e4 1-0', "White wins", "1-0", none],
    ['[Result "White wins"]\n\n1. e4 *', "White wins", "*", none],
    ["1. f3 e5 2. g4 Qh4# 1-0", "1-0", "1-0", onBoard],
    ["1. e4 1-0\n0-1", "1-0", "1-0", /^Line 2 has the result 0-1 after 1-0; the first one counts$/],
  ];
  for (const [text, tag, end, warning] of cases) {
    const { game, warnings } = readAllGames(text)[0];
    assertEquals([warnings.length, game.tags.get("Result")], [1, tag], text);
    assertMatch(warnings[0], warning);
    for (const written of [writePgn(readOne(text)), game.toPgn()]) {
      assertEquals([/Result "(.*)"/.exec(written)?.[1], written.split(" ").at(-1)], [tag, end], text);
    }
    game.tags.set("Result", "1/2-1/2");
    assertEquals(game.toPgn().split(" ").at(-1), "1/2-1/2");
  }
  const fine = ['[Result "1-0"]\n\n1. e4 *', '[Result "?"]\n\n1. e4 1-0', "1. f3 e5 2. g4 Qh4# 0-1", "1. e4 1-0 *"];
  for (const text of fine) assertEquals(readOne(text).warnings, [], text);
});

Deno.test("a draw that can only be claimed is not written as the result in PGN, but a draw by the rules is", () => {
  const drawn = (fen: string): string => /\S+$/.exec(new Game(fen).toPgn())?.[0] ?? "";
  assertEquals(drawn("4k3/8/8/8/8/8/8/R3K3 w - - 100 80"), "*");
  assertEquals(drawn("4k3/8/8/8/8/8/8/R3K3 w - - 150 120"), "1/2-1/2");
  assertEquals(drawn("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), "1/2-1/2");
  const repeated = gameFromPgn("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *");
  assertEquals([repeated.outcome?.code, repeated.toPgn().split(" ").at(-1)], ["threefold-repetition", "*"]);
});
