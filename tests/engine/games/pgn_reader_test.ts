/**
 * Reading PGN as it is found in the wild.
 *
 * @module
 */

import { assertEquals, assertStringIncludes } from "@std/assert";
import type { PgnGame, PgnLine } from "../../../engine/games/pgn.ts";
import { decodePgn, readPgn } from "../../../engine/games/pgn_reader.ts";

/** The moves of a line as text, with variations in brackets. */
function movesOf(line: PgnLine): string {
  return line.moves.map(({ san, nags, comments, variations }) =>
    [
      san,
      ...nags.map((nag) => `$${nag}`),
      ...comments.map((text) => `{${text}}`),
      ...variations.map((inner) => `(${movesOf(inner)})`),
    ]
      .join(" ")
  ).join(" ");
}

function readOne(text: string): PgnGame {
  const games = readPgn(text);
  assertEquals(games.length, 1);
  return games[0];
}

/** Where the first character of a line that is no white space stands. */
function offsetOf(text: string, line: number): number {
  const before = text.split("\n").slice(0, line - 1).join("\n").length;
  return before + text.slice(before).search(/\S/);
}

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
  assertEquals(game.main.comments, ["Before"]);
  assertEquals(
    movesOf(game.main),
    "e4 $1 {first comment} e5 $6 Nf3 (f4 exf4 {Gambit} (d5 $5 exd5) Nf3) Nc6 {rest of the line} Bb5 a6",
  );
  assertEquals(game.result, "1-0");
  assertEquals(game.main.moves.map(({ line }) => line), [5, 6, 6, 6, 7, 7]);
});

Deno.test("a byte order mark, any line breaks and escaped lines do no harm", () => {
  const text = '\ufeff[White "A"]\r\n\r\n% not for you { (\r\n1. e4\r\ne5 *\r\n';
  for (const source of [text, text.replaceAll("\r\n", "\r"), text.replaceAll("\r\n", "\n")]) {
    const game = readOne(source);
    assertEquals([game.fault, game.tags.get("White"), movesOf(game.main)], [null, "A", "e4 e5"]);
    assertEquals(game.main.moves.map(({ line }) => line), [4, 5]);
  }
});

Deno.test("bytes are read as UTF-8, as UTF-16 with its mark, else as Latin-1", () => {
  const name = "Kovač";
  assertEquals(decodePgn(new TextEncoder().encode(name)), name);
  const wide = new Uint8Array([
    0xff,
    0xfe,
    ...Array.from(name).flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8]),
  ]);
  assertEquals(decodePgn(wide), name);
  assertEquals(decodePgn(new Uint8Array([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72])), "Müller");
  // The character that stands for a fault is none where the file has it itself.
  assertEquals(decodePgn(new TextEncoder().encode("Müller \ufffd")), "Müller \ufffd");
});

Deno.test("moves are found however they are written and numbered", () => {
  const written: [text: string, moves: string][] = [
    ["1.e4 e5 2.Nf3", "e4 e5 Nf3"],
    ["1. e4 1... e5 2 . Nf3 2. ... Nc6", "e4 e5 Nf3 Nc6"],
    ["1 e4 e5 2 Nf3 Nc6", "e4 e5 Nf3 Nc6"],
    ["1… e5", "e5"],
    ["e4 e5", "e4 e5"],
    ["O-O 0-0-0 O-O-O+ 0-0", "O-O 0-0-0 O-O-O+ 0-0"],
    ["exd6 e.p. axb8=Q+ h8=N# g8(Q) Ng1-f3 Qh4xe1 e2e4 e7e8q", "exd6 axb8=Q+ h8=N# g8(Q) Ng1-f3 Qh4xe1 e2e4 e7e8q"],
    ["R1xe2 Nbd7 Qh4e1++", "R1xe2 Nbd7 Qh4e1++"],
    ["e4 ?! e5!! d4 ± N c5 +-", "e4 $6 e5 $3 d4 $16 $146 c5 $18"],
    ["e4 $1 $1", "e4 $1"],
    [
      "Nf3 += d5 +/= c4 =+ e6 =/+ g3 -+ Nf6 -/+ Bg2 = Be7 ∞",
      "Nf3 $14 d5 $14 c4 $15 e6 $15 g3 $19 Nf6 $17 Bg2 $10 Be7 $13",
    ],
    ["Nf3+- Nf6+/- O-O+= O-O-O+/= 0-0+-", "Nf3 $18 Nf6 $16 O-O $14 O-O-O $14 0-0 $18"],
    ["Nf3-+ Nf6-/+ Nc3=+ Nc6=/+ d4= e8=Q=", "Nf3 $19 Nf6 $17 Nc3 $15 Nc6 $15 d4 $10 e8=Q $10"],
    // A check with a symbol behind it.
    ["Qh5++- Bb4++/= O-O++- e8=Q+ +-", "Qh5+ $18 Bb4+ $14 O-O+ $18 e8=Q+ $18"],
    ["Qh5+-+ Bb4+-/+ O-O+=+ Qe1+=/+", "Qh5+ $19 Bb4+ $17 O-O+ $15 Qe1+ $15"],
    ["e4 (-- e5) e5 (Z0)", "e4 (-- e5) e5 (Z0)"],
    ["e4(d4)e5", "e4 (d4) e5"],
  ];
  for (const [text, moves] of written) {
    const game = readOne(text);
    assertEquals([game.fault, movesOf(game.main)], [null, moves], text);
  }
});

Deno.test("games follow each other with or without results and blank lines", () => {
  const games = readPgn(`[White "A"]
1. e4 *
[White "B"]

1. d4

[White "C"]
[Black "D"]
[Result "0-1"]

1. c4 e5 0-1 1. Nf3 1/2-1/2`);
  assertEquals(games.map((game) => [game.number, game.line, game.tags.get("White"), movesOf(game.main), game.result]), [
    [1, 1, "A", "e4", "*"],
    [2, 3, "B", "d4", "*"],
    [3, 7, "C", "c4 e5", "0-1"],
    [4, 11, undefined, "Nf3", "1/2-1/2"],
  ]);
  assertEquals(games.map(({ fault }) => fault), [null, null, null, null]);
  assertStringIncludes(games[1].source, "1. d4");
  assertEquals(readPgn(" \n\n\t\ufeff".trim()), []);
});

Deno.test("comments before the tags belong to the game; between two games' tags they separate them", () => {
  const read = (text: string): (string | undefined)[] =>
    readPgn(text).map(({ tags, main }) => [tags.get("White"), ...main.comments, movesOf(main)].join("|"));
  assertEquals(read('{ my games }\n; all of them\n[White "A"]\n\n1. e4 *'), ["A|my games|all of them|e4"]);
  assertEquals(read('[White "A"]\n\n{ never played }\n\n[White "B"]\n\n1. d4 *'), ["A|never played|", "B|d4"]);
});

Deno.test("what stands behind a result is no game: its comments belong to the game before", () => {
  const read = (text: string): string[] =>
    readPgn(text).map(({ number, line, main, result, source }) => {
      assertStringIncludes(text, source);
      return [number, line, ...main.comments, movesOf(main), result].join("|");
    });
  const texts: [text: string, games: string[]][] = [
    ["1. e4 e5 {x} 1-0 {White wins}", ["1|1|e4 e5 {x} {White wins}|1-0"]],
    ["1. e4 *\n\n; exported by X", ["1|1|e4 {exported by X}|*"]],
    ["1. e4 e5 1/2 *", ["1|1|e4 e5|1/2-1/2"]],
    ["1. e4 0-1 {a} ; b\n{c}\n\n*\n$1 {d} 1-0 2.", ["1|1|e4 {a} {b} {c} {d}|0-1"]],
    ['[White "A"]\n\n1-0 {by default}', ["1|1|by default||1-0"]],
    // Another game follows: what is on the line of the result belongs to the one before.
    ["1. e4 1-0 {a\nb} {c}\n{d}\n1. d4 *", ["1|1|e4 {a b} {c}|1-0", "2|3|d|d4|*"]],
    ["1. e4 1-0 {a} *\n{b} *\n\n{c} {d}\n1. d4 *", ["1|1|e4 {a} {b}|1-0", "2|4|c|d|d4|*"]],
    // Nothing is before.
    ["*", []],
    ["{ my games }\n; all of them\n", []],
    ["{ my games } 1. *", []],
    ['{ my games } *\n1.\n[White "A"]\n\n1. e4 *', ["1|1|my games|e4|*"]],
  ];
  for (const [text, games] of texts) assertEquals(read(text), games, text);
  assertEquals(readOne("1. e4 1-0 {White wins} *\n").source, "1. e4 1-0 {White wins} *");
  const [, broken] = readPgn("1. e4 1-0\n{a}\n{never closed");
  assertEquals([broken.line, broken.fault], [2, "A comment has no '}' at its end, line 3"]);
  // More comments than a function may have arguments.
  assertEquals(readOne(`1. e4 1-0\n${"{}".repeat(300_000)}`).main.moves[0].comments.length, 300_000);
});

Deno.test("a game that cannot be read has a fault that names cause and place, and costs no other", () => {
  const broken: [text: string, fault: string][] = [
    ["1. e4 e5\n(2. f4", "A variation has no ')' at its end, line 4"],
    ["1. e4 e5)\n", "A ')' has no '(' before it, line 3"],
    ["(1. e4)", "A variation comes before any move, line 3"],
    ["1. e4 e5 #!@% 2. Nf3", "Expected a move, but got '#!@%', line 3"],
    ["1. e4 e5\n{ never closed", "A comment has no '}' at its end, line 4"],
    ["1. e4 [%clk 1]", 'Expected a tag such as [White "Anna"], line 3'],
  ];
  for (const [text, fault] of broken) {
    const games = readPgn(`[White "A"]\n\n${text}\n\n[White "B"]\n\n1. d4 d5 1-0\n`);
    assertEquals(games.map((game) => game.tags.get("White")), ["A", "B"], text);
    assertEquals(games.map((game) => game.fault), [fault, null], text);
    assertEquals(movesOf(games[1].main), "d4 d5", text);
  }
});

Deno.test("a game that begins with a tag without an end is one broken game", () => {
  const games = readPgn('1. e4 *\n\n[White "A\n\n1. d4 *\n\n[White "B"]\n\n1. c4 *\n\n[White "C');
  assertEquals(games.map(({ main }) => movesOf(main)), ["e4", "", "c4", ""]);
  assertEquals(games.map(({ fault }) => fault), [
    null,
    'Expected a tag such as [White "Anna"], line 3',
    null,
    'Expected a tag such as [White "Anna"], line 11',
  ]);
  assertEquals(games[1].source, '[White "A\n\n1. d4 *');
});

Deno.test("variations nested without end are refused, not followed until the stack is full", () => {
  assertStringIncludes(readOne(`1. e4 ${"(e4 ".repeat(100_000)}`).fault ?? "", "nested too deeply");
});

Deno.test("a tag, a comment or a move that is too long is refused, and costs no other game", () => {
  const long = "x".repeat(3_000_000);
  const texts = [
    `[Event "${long}"]\n\n1. e4 *`,
    `1. e4 {${long}} *`,
    `1. e4 ;${long}\n*`,
    `1. ${long} *`,
    `[Event "${long}`,
  ];
  for (const text of texts) {
    const games = readPgn(`${text}\n\n[White "B"]\n\n1. d4 *`);
    assertEquals(games.map(({ fault }) => fault?.replace(/, line \d+$/, "") ?? null), [
      "A tag, comment or move has more than 100000 characters",
      null,
    ]);
  }
  const room = "x".repeat(99_000);
  assertEquals(readOne(`[Event "${room}"]\n\n1. e4 {${room}} *`).fault, null);
});

Deno.test("a result inside a variation does not end the game", () => {
  const [game, ...others] = readPgn("1. e4 e5 (1... f6 2. d4 1-0) (1... g5 0-1) 2. Nf3 (2. f4 *) Nc6 1/2-1/2");
  assertEquals([game.result, others.length], ["1/2-1/2", 0]);
  assertEquals(movesOf(game.main), "e4 e5 (f6 d4) (g5) Nf3 (f4) Nc6");
});

Deno.test("of a tag that is given twice, the first counts", () => {
  const game = readOne('[White "A"]\n[Result "1-0"]\n[White "B"]\n[Result "0-1"]\n\n1. e4');
  assertEquals([...game.tags], [["White", "A"], ["Result", "1-0"]]);
  assertEquals(game.result, "1-0");
});

Deno.test("a tag that is given again behind a blank line begins the next game", () => {
  const games = readPgn('[White "A"]\n\n[Black "a"]\n \t\n[White "B"]\n[White "C"]\n\n1. e4 *\n');
  assertEquals(games.map(({ line, tags, main }) => [line, [...tags], movesOf(main)]), [
    [1, [["White", "A"], ["Black", "a"]], ""],
    [5, [["White", "B"]], "e4"],
  ]);
  assertEquals(games[0].source, '[White "A"]\n\n[Black "a"]');
});

Deno.test("where the moves end with '*', the result is that of the tag", () => {
  const read = (tag: string, token: string): string => readOne(`[Result "${tag}"]\n\n1. e4 ${token}`).result;
  assertEquals([read("1-0", "*"), read("1/2", "*"), read("*", "*"), read("White wins", "*")], [
    "1-0",
    "1/2-1/2",
    "*",
    "*",
  ]);
  assertEquals([read("1-0", "0-1"), read("1-0", ""), read("*", "0-1")], ["0-1", "1-0", "0-1"]);
});

Deno.test("behind a fault, the next game begins at a tag behind a blank line, wherever the fault was", () => {
  const texts: [text: string, games: (string | undefined)[]][] = [
    ['1. e4 )\n[White "A"]\n\n \t[White "B"]\n\n*', [undefined, "B"]],
    ['1. e4 )\n\n\ufeff[White "B"]\n\n*', [undefined, "B"]],
    ['1. e4 (\n\n[White "B"]\n\n*', [undefined, "B"]],
    ['1. e4 ) [White "A"] (\n\n[ White  "B"]\n\n*', [undefined, "B"]],
    ["1. e4 )\n\n[White]\n\n1. d4 *", [undefined]],
    ['\n\n[White "A\n\n[White "B"]\n\n*', [undefined, "B"]],
  ];
  for (const [text, games] of texts) {
    const found = readPgn(text);
    assertEquals(found.map(({ tags }) => tags.get("White")), games, text);
    assertEquals(found.map(({ fault }) => fault === null), games.map((name) => name !== undefined), text);
    assertEquals(found.map(({ source }) => text.indexOf(source)), found.map(({ line }) => offsetOf(text, line)), text);
  }
});

Deno.test("faults cost no more than the text is long", () => {
  const texts: [text: string, games: number][] = [
    [`1. e4 )${"\n".repeat(100_000)}x`, 1],
    [`1. e4 )${"\u2028".repeat(100_000)}x`, 1],
    ['[White "A"]\n\n1. e4 (1. d4\n1. d5\n\n'.repeat(25_000), 25_000],
    ['[White "A"]\n\n1. e4 {x\n\n'.repeat(40_000), 40_000],
  ];
  for (const [text, games] of texts) {
    const start = performance.now();
    assertEquals(readPgn(text).length, games);
    // Each takes less than a second. Where every fault searches the rest of the text, three take half a minute or more.
    assertEquals(performance.now() - start < 10_000, true);
  }
});

Deno.test("long files are read in reasonable time", () => {
  const game = '[White "A"]\n[Black "B"]\n\n' + "1. Nf3 {a comment} Nf6 2. Ng1 Ng8 $1 ".repeat(50) + "*\n\n";
  const start = performance.now();
  assertEquals(readPgn(game.repeat(500)).length, 500);
  // It takes some 150 ms; where lines are counted anew for each move it takes minutes.
  assertEquals(performance.now() - start < 10_000, true);
});
