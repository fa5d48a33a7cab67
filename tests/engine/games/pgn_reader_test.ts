/** Reading PGN with the deviations from the standard that real files have. */

import { assertEquals, assertStringIncludes } from "@std/assert";
import { decodePgn, type PgnSource } from "../../../engine/games/pgn_lines.ts";
import { readPgn, streamPgn } from "../../../engine/games/pgn_reader.ts";
import { writePgn } from "../../../engine/games/pgn_writer.ts";
import { movesOf, readOne } from "./read_games.ts";

Deno.test("a game is read with tags, comments, glyphs, nested variations and result", () => {
  const game = readOne(`[Event "A \\"great\\" game"]
[White "Anna \\\\ Co"]
[Result "1-0"]

{ Before } 1. e4! {first
 comment} e5 $6 2.Nf3 (2. f4 exf4 (2... d5!? 3. exd5) {Gambit} 3. Nf3) 2... Nc6 ; rest of the line
3. Bb5 a6 1-0
`);
  assertEquals(game.fault, null);
  assertEquals([...game.tags], [["Event", 'A "great" game'], ["White", "Anna \\ Co"], ["Result", "1-0"]]);
  assertEquals(game.root.comments, ["Before"]);
  const expected = "e4 $1 {first comment} e5 $6 Nf3 (f4 exf4 {Gambit} (d5 $5 exd5) Nf3) Nc6 {rest of the line} Bb5 a6";
  assertEquals(movesOf(game.root), expected);
  assertEquals(game.result, "1-0");
});

Deno.test("a byte order mark, all kinds of line breaks and escaped lines are accepted", () => {
  const text = '\ufeff[White "A"]\r\n\r\n% not for you { (\r\n1. e4\r\ne5 *\r\n';
  for (const source of [text, text.replaceAll("\r\n", "\r"), text.replaceAll("\r\n", "\n")]) {
    const game = readOne(source);
    assertEquals([game.fault, game.tags.get("White"), movesOf(game.root)], [null, "A", "e4 e5"]);
  }
});

Deno.test("a line that begins with a percent sign is a comment, or plain text within a comment", () => {
  const game = readOne("1. e4 {wins in\n% of games 60\n%} e5\n% 2. d4 {\n2. Nf3 *");
  assertEquals([game.fault, movesOf(game.root)], [null, "e4 {wins in % of games 60 %} e5 {% 2. d4 {} Nf3"]);
  assertEquals(movesOf(readOne(writePgn(game)).root), movesOf(game.root));
});

Deno.test("bytes are read as UTF-8 or as UTF-16, with or without a byte order mark; other lines are read as Latin-1", () => {
  const name = "Kovač";
  const codes = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));
  const utf8 = (text: string): number[] => [...new TextEncoder().encode(text)];
  assertEquals(decodePgn(new TextEncoder().encode(name)), name);
  const wide = new Uint8Array([0xff, 0xfe, ...codes(name).flatMap((code) => [code & 255, code >> 8])]);
  assertEquals(decodePgn(wide), name);
  // Without the mark, UTF-16 is recognised by the zeros in the first letters.
  assertEquals(decodePgn(wide.subarray(2)), name);
  const big = wide.map((_, i) => wide[i ^ 1]);
  assertEquals([decodePgn(big), decodePgn(big.subarray(2))], [name, name]);
  assertEquals(decodePgn(new Uint8Array(codes("Müller"))), "Müller");
  const mixed = [...utf8('[White "Ľubica"]\n'), ...codes('[Black "García"]\n'), ...utf8("{Größe}")];
  assertEquals(decodePgn(new Uint8Array(mixed)), '[White "Ľubica"]\n[Black "García"]\n{Größe}');
  // The replacement character is no fault if the file itself contains it.
  assertEquals(decodePgn(new TextEncoder().encode("Müller \ufffd")), "Müller \ufffd");
});

Deno.test("moves are read in any notation and numbering, and are written in standard notation", () => {
  const written: [text: string, moves: string][] = [
    ["1.e4 e5 2.Nf3", "e4 e5 Nf3"],
    ["1. e4 1... e5 2 . Nf3 2. ... Nc6", "e4 e5 Nf3 Nc6"],
    ["1 e4 e5 2 Nf3 Nc6", "e4 e5 Nf3 Nc6"],
    ["1. e4 1… e5", "e4 e5"],
    ["e4 e5", "e4 e5"],
    ["1.e4 e5 2.Ng1-f3 Nb8-c6 3.Bf1c4 Bc5 4.0-0 Nf6 5.d3 0-0", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 O-O"],
    ["1.e2e4 e7e5 2.g1f3 b8c6 3.f1b5 a7a6 4.e1g1", "e4 e5 Nf3 Nc6 Bb5 a6 O-O"],
    ["1.e2-e4 e7-e5 2.Ng1\u2013f3", "e4 e5 Nf3"],
    ["1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O\u2013O Nf6 5. d3 0\u20130", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 O-O"],
    ["1. e4 e5 2. ♘f3 ♞c6\ufe0e 3. ♗b5", "e4 e5 Nf3 Nc6 Bb5"],
    ["1. e4\u200b e5 2.\u200bNf3\u00a0Nc6", "e4 e5 Nf3 Nc6"],
    ["1. h4 a6 2. h5 g5 3. hxg6e.p. f5 4. g4 h5 5. gxf5", "h4 a6 h5 g5 hxg6 f5 g4 h5 gxf5"],
    ["1. h4 a6 2. h5 g5 3. hxg6 e.p. a5", "h4 a6 h5 g5 hxg6 a5"],
    ["1. h4 a6 2. h5 g5 3. hxg6ep a5 4. gxh7 a4 5. hxg8(Q) a3", "h4 a6 h5 g5 hxg6 a5 gxh7 a4 hxg8=Q a3"],
    ["e4 ?! e5!! d4 ± N c5 +-", "e4 $6 e5 $3 d4 $16 $146 c5 $18"],
    ["e4 $1 $1", "e4 $1"],
    ["e4!!! e5???", "e4 $3 e5 $4"],
    ["Nf3 += d5 +/= c4 =+ e6 =/+", "Nf3 $14 d5 $14 c4 $15 e6 $15"],
    ["g3 -+ e6 -/+ Bg2 = Be7 ∞", "g3 $19 e6 $17 Bg2 $10 Be7 $13"],
    ["Nf3+- Nf6+/- g3= g6 Bg2 Bg7 O-O+= O-O+/=", "Nf3 $18 Nf6 $16 g3 $10 g6 Bg2 Bg7 O-O $14 O-O $14"],
    // A check with a symbol after it.
    ["e4 f5 Qh5++- g6 Qe2 d5 exd5 e5 Qxe5+-+", "e4 f5 Qh5+ $18 g6 Qe2 d5 exd5 e5 Qxe5+ $19"],
    ["Nf3 +− Nf6 +/– g3+− g6 Bg2 –+", "Nf3 $18 Nf6 $16 g3 $18 g6 Bg2 $19"],
    // Signs such as initiative and attack belong to the side that moved.
    ["e4 → e5→ Nf3 ↑ Nc6 ↑ Bb5 ⇆ a6⇆", "e4 $40 e5 $41 Nf3 $36 Nc6 $37 Bb5 $132 a6 $133"],
    ["e4 ⟳ e5 ⨀ Nf3 ⊕ Nc6 =∞ Bb5 ∆ (⌓ Bc4) a6 ○", "e4 $32 e5 $23 Nf3 $138 Nc6 $45 Bb5 $140 (Bc4 $142) a6 $27"],
    // Signs without a number are kept; check marks that stand apart from the move are ignored.
    ["e4 ⟫ e5 ~ Nf3 ☐✓ Nc6", "e4 {⟫} e5 {~} Nf3 {☐✓} Nc6"],
    ["f3 e5 g4 Qh4 #", "f3 e5 g4 Qh4#"],
    ["f3 e5 d3 Qh4 + g3", "f3 e5 d3 Qh4+ g3"],
    ["e4 (--) e5 (-- Nf3)", "e4 (--) e5 (-- Nf3)"],
    ["e4 e5 (Z0 d4) (null)", "e4 e5 (-- d4) (--)"],
    ["e4(d4)e5", "e4 (d4) e5"],
    ["1. e4 {comment} $1 (1. d4 d5) e5", "e4 $1 {comment} (d4 d5) e5"],
    ["1. e4 ({better:} 1. d4 {yes} d5) ({nothing})", "e4 {nothing} ({better:} d4 {yes} d5)"],
  ];
  for (const [text, moves] of written) {
    const game = readOne(text);
    assertEquals([game.fault, movesOf(game.root)], [null, moves], text);
  }
});

Deno.test("a result is read in all its forms, and text after it does not begin a game", () => {
  const forms: Readonly<Record<string, string[]>> = {
    "1-0": ["1-0", "1\u20130", "1:0"],
    "0-1": ["0\u20141", "0 - 1"],
    "1/2-1/2": ["½\u2013½", "½-½", "1/2:1/2", "1/2", "½", "0.5-0.5"],
    "0-0": ["0-0"],
    "*": ["*"],
  };
  for (const [result, texts] of Object.entries(forms)) {
    for (const text of texts) {
      const game = readOne(`1. e4 e5 ${text}`);
      assertEquals([game.fault, movesOf(game.root), game.result], [null, "e4 e5", result], text);
      assertEquals(readOne(`[Result "${text}"]\n\n1. e4`).result, result, text);
    }
  }
  const remark = readOne("1. e4 e5 1-0 Black resigns {at once}\nA short game.\n\n");
  assertEquals([movesOf(remark.root), remark.result], ["e4 e5 {Black resigns} {at once} {A short game.}", "1-0"]);
  const games = readPgn('[Event "F"]\n[Result "0-0"]\n\n0-0\n\n[Event "next"]\n\n1. e4 *');
  assertEquals(games.map(({ root, result }) => [movesOf(root), result]), [["", "0-0"], ["e4", "*"]]);
  // After a move, `0-0` means castling, not a result; if castling is illegal, the game ends there.
  const illegal: [text: string, moves: string][] = [
    ["1. e4 e5 2. Nf3 Nc6 3. d3 Bc5 4. 0-0 Nf6 5. Nc3 1-0", "e4 e5 Nf3 Nc6 d3 Bc5 |4. 0-0 Nf6 5. Nc3|"],
    ["1. e4 e5 2. Nf3 0-0 3. Nc3 *", "e4 e5 Nf3 |0-0 3. Nc3|"],
    ["1. e4 e5 2. Xf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 5. c3 *", "e4 e5 |2. Xf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 5. c3|"],
  ];
  for (const [text, moves] of illegal) {
    const [game, ...others] = readPgn(text);
    assertEquals([movesOf(game.root), others.length, game.fault === null], [moves, 0, false], text);
  }
  const german = "1. d4 d5 2. c4 e6 3. Sc3 Sf6 4. Lg5 Le7 5. e3 0-0 6. Sf3 b6 *";
  const dutch = "1. d4 d5 2. c4 e6 3. Pc3 Pf6 4. Lg5 Le7 5. e3 0-0\n6. Pf3 b6 *";
  for (const text of [german, dutch]) {
    const [game, ...others] = readPgn(text);
    assertEquals([movesOf(game.root), others.length], ["d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 b6", 0], text);
  }
  assertEquals(movesOf(readOne("1. g3 g6 2. Bg2 Bg7 3. Nf3 Nf6 4. 0-0 0-0 0-0").root).split(" ").length, 8);
});

Deno.test("a game in another language is read, and a warning names the language", () => {
  const games: [language: string, text: string, moves: string][] = [
    ["German", "1.e4 e5 2.Sf3 Sc6 3.Lb5 a6 4.Lxc6 dxc6 5.0-0 Dd6 6.Te1", "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O Qd6 Re1"],
    ["French", "1. e4 e5 2. Cf3 Cc6 3. Fb5 Df6 4. Tg1 Re7", "e4 e5 Nf3 Nc6 Bb5 Qf6 Rg1 Ke7"],
    ["Spanish or Italian", "1. e4 e5 2. Cf3 Cc6 3. Ab5 Df6", "e4 e5 Nf3 Nc6 Bb5 Qf6"],
    ["Dutch", "1. e4 e5 2. Pf3 Pc6 3. Lb5 Df6", "e4 e5 Nf3 Nc6 Bb5 Qf6"],
    ["Russian", "1. e4 e5 2. Кf3 Кc6 3. Сb5 Крe7", "e4 e5 Nf3 Nc6 Bb5 Ke7"],
  ];
  for (const [language, text, moves] of games) {
    const game = readOne(`[White "A"]\n\n${text} *`);
    assertEquals([game.fault, movesOf(game.root)], [null, moves], text);
    assertStringIncludes(game.warnings.join(), `were read as ${language}: `);
  }
  const promotion = readOne('[FEN "8/P6k/8/8/8/8/p6K/8 w - - 0 1"]\n\n1. a8D a1=S 2. Dh8+ Kxh8 *');
  assertEquals(movesOf(promotion.root), "a8=Q a1=N Qh8+ Kxh8");
  // A word that fits no language remains a fault.
  assertStringIncludes(readOne("1. e4 e5 2. Sf3 Sc6 3. Lh9").fault ?? "", "At 2. Sf3");
});

Deno.test("a stream gives the same games as the whole text, however it is divided into pieces", async () => {
  const text = '\ufeff[White "Ľ"]\r\n\r\n1. e4 {a\r\nb} e5 *\r\n\r\n[White "B"]\r\n\r\n1. d4 (1. c4) d5 1-0\r\n';
  const bytes = new TextEncoder().encode(text);
  const expected = readPgn(text).map(({ root, tags, source }) => [movesOf(root), tags.get("White"), source]);
  assertEquals(expected.length, 2);
  const read = async (source: PgnSource): Promise<unknown[]> => {
    const found: unknown[] = [];
    for await (const { root, tags, source: own } of streamPgn(source)) {
      found.push([movesOf(root), tags.get("White"), own]);
    }
    return found;
  };
  for (const size of [1, 2, 7, 1000]) {
    const starts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => i * size);
    const pieces = starts.map((start) => bytes.slice(start, start + size));
    assertEquals(await read(pieces), expected);
    assertEquals(await read(ReadableStream.from(pieces)), expected);
    assertEquals(await read(starts.map((start) => text.slice(start, start + size))), expected);
  }
  assertEquals(await read(text), expected);
});

Deno.test("games may follow each other with or without results and blank lines", () => {
  const games = readPgn(`[White "A"]
1. e4 *
[White "B"]

1. d4

[White "C"]
[Black "D"]
[Result "0-1"]

1. c4 e5 0-1 1. Nf3 1/2-1/2`);
  assertEquals(games.map((game) => [game.number, game.line, game.tags.get("White"), movesOf(game.root), game.result]), [
    [1, 1, "A", "e4", "*"],
    [2, 3, "B", "d4", "*"],
    [3, 7, "C", "c4 e5", "0-1"],
    [4, 11, undefined, "Nf3", "1/2-1/2"],
  ]);
  assertEquals(games.map(({ fault }) => fault), [null, null, null, null]);
  assertStringIncludes(games[1].source, "1. d4");
  assertEquals(readPgn(" \n\n\t\ufeff".trim()), []);
});

Deno.test("comments before the tags belong to the game; comments between the tags of two games separate the games", () => {
  const read = (text: string): (string | undefined)[] =>
    readPgn(text).map(({ tags, root }) => [tags.get("White"), ...root.comments, movesOf(root)].join("|"));
  assertEquals(read('{ my games }\n; all of them\n[White "A"]\n\n1. e4 *'), ["A|my games|all of them|e4"]);
  assertEquals(read('[White "A"]\n\n{ never played }\n\n[White "B"]\n\n1. d4 *'), ["A|never played|", "B|d4"]);
});

Deno.test("text after a result is not a game: its comments belong to the previous game", () => {
  const read = (text: string): string[] =>
    readPgn(text).map(({ number, line, root, result, source }) => {
      assertStringIncludes(text, source);
      return [number, line, ...root.comments, movesOf(root), result].join("|");
    });
  const texts: [text: string, games: string[]][] = [
    ["1. e4 e5 {x} 1-0 {White wins}", ["1|1|e4 e5 {x} {White wins}|1-0"]],
    ["1. e4 *\n\n; exported by X", ["1|1|e4 {exported by X}|*"]],
    ["1. e4 e5 1/2 *", ["1|1|e4 e5|1/2-1/2"]],
    ["1. e4 0-1 {a} ; b\n{c}\n\n*\n$1 {d} 1-0 2.", ["1|1|e4 $1 {a} {b} {c} {d} {1-0}|0-1"]],
    ['[White "A"]\n\n1-0 {by default}', ["1|1|by default||1-0"]],
    // If another game follows, the text before a blank line belongs to the previous game.
    ["1. e4 1-0 {a\nb} {c}\n{d}\n1. d4 *", ["1|1|e4 {a b} {c} {d}|1-0", "2|4|d4|*"]],
    ["1. e4 1-0\n{a}\n\n{b}\n; c\n1. d4 *", ["1|1|e4 {a}|1-0", "2|4|b|c|d4|*"]],
    ["1. e4 1-0 {a} *\n{b} *\n\n{c} {d}\n1. d4 *", ["1|1|e4 {a} {b}|1-0", "2|4|c|d|d4|*"]],
    // There is no previous game.
    ["*", []],
    ["{ my games }\n; all of them\n", []],
    ["{ my games } 1. *", []],
    ['{ my games } *\n1.\n[White "A"]\n\n1. e4 *', ["1|1|my games|e4|*"]],
  ];
  for (const [text, games] of texts) assertEquals(read(text), games, text);
  assertEquals(readOne("1. e4 1-0 {White wins} *\n").source, "1. e4 1-0 {White wins} *");
  const [, broken] = readPgn("1. e4 1-0\n{a}\n{never closed");
  assertEquals([broken.line, broken.fault], [3, "A comment has no '}', line 3"]);
  // After a fault, it stays after the unread text.
  const faulty = writePgn(readOne("1. e4 e5 2. Ke3 Nc6 1-0\nAfter the game both agreed.\n"));
  assertStringIncludes(faulty, "1. e4 e5 2. Ke3 Nc6 {After the game both agreed.} 1-0");
  // There are more comments than a function can have arguments.
  assertEquals(readOne(`1. e4 1-0\n${"{a}".repeat(300_000)}`).root.next?.comments.length, 300_000);
});

Deno.test("a result inside a variation does not end the game", () => {
  const [game, ...others] = readPgn("1. e4 e5 (1... f6 2. d4 1-0) (1... g5 0-1) 2. Nf3 (2. f4 *) Nc6 1/2-1/2");
  assertEquals([game.result, others.length], ["1/2-1/2", 0]);
  assertEquals(movesOf(game.root), "e4 e5 (f6 d4 {1-0}) (g5 {0-1}) Nf3 (f4) Nc6");
});

Deno.test("if a tag is given twice, the first counts, with a warning", () => {
  const game = readOne('[White "A"]\n[Result "1-0"]\n[White "B"]\n[Result "0-1"]\n\n1. e4');
  assertEquals(game.warnings, [
    "Line 3 has the tag 'White' again; the first one counts",
    "Line 4 has the tag 'Result' again; the first one counts",
  ]);
  assertEquals([...game.tags], [["White", "A"], ["Result", "1-0"]]);
  assertEquals(game.result, "1-0");
});

Deno.test("a tag that is repeated after a blank line begins the next game", () => {
  const games = readPgn('[White "A"]\n\n[Black "a"]\n \t\n[White "B"]\n[White "C"]\n\n1. e4 *\n');
  const found = games.map(({ line, tags, root }) => [line, [...tags], movesOf(root)]);
  assertEquals(found, [[1, [["White", "A"], ["Black", "a"]], ""], [5, [["White", "B"]], "e4"]]);
  assertEquals(games[0].source, '[White "A"]\n\n[Black "a"]');
});

Deno.test("if the moves end with '*', the result is taken from the tag", () => {
  const read = (tag: string, token: string): string => readOne(`[Result "${tag}"]\n\n1. e4 ${token}`).result;
  assertEquals(["1-0", "1/2", "*", "White wins"].map((tag) => read(tag, "*")), ["1-0", "1/2-1/2", "*", "*"]);
  assertEquals([read("1-0", "0-1"), read("1-0", ""), read("*", "0-1")], ["0-1", "1-0", "0-1"]);
});

Deno.test("long files are read in reasonable time", () => {
  const game = '[White "A"]\n[Black "B"]\n\n' + "1. Nf3 {a comment} Nf6 2. Ng1 Ng8 $1 ".repeat(50) + "*\n\n";
  const start = performance.now();
  assertEquals(readPgn(game.repeat(100)).length, 100);
  // This takes about 50 ms. It would take twenty seconds if lines were counted again for each move.
  assertEquals(performance.now() - start < 10_000, true);
});
