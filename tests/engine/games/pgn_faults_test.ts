/** Games that cannot be read to their end: the part that is kept, and the other games, which are not affected. */

import { assertEquals, assertStringIncludes } from "@std/assert";
import { toBeAnalysed } from "../../../engine/games/analysis.ts";
import { gameFromPgn, readAllGames } from "../../../engine/games/read_games.ts";
import { Position } from "../../../engine/games/position.ts";
import { readPgn } from "../../../engine/games/pgn_reader.ts";
import { writePgn } from "../../../engine/games/pgn_writer.ts";
import { assertPrompt } from "../../prompt.ts";
import { movesOf, readOne } from "./read_games.ts";

/** The index at which the text of a line begins, after white space. */
function offsetOf(text: string, line: number): number {
  const before = text.split("\n").slice(0, line - 1).join("\n").length;
  return before + text.slice(before).search(/\S/);
}

Deno.test("a line that only looks like a tag is omitted with a warning, and the game is read", () => {
  for (const line of ['[BlackType: "program"]', "[Round 1]", '[Event "T"', "[Site T]", "[]"]) {
    const game = readOne(`[White "Anna"]\n${line}\n[Black "Ben"]\n\n1. e4 e5 *`);
    assertEquals([game.fault, movesOf(game.root), game.tags.get("Black")], [null, "e4 e5", "Ben"], line);
    assertEquals(game.warnings, [`Line 2 is not a tag and was skipped: ${line}`]);
  }
  assertEquals(readPgn('1. e4 *\n\n[Event "T"\n[White "B"]\n\n1. d4 *').map(({ root }) => movesOf(root)), ["e4", "d4"]);
});

Deno.test("an illegal move ends its line, and the text after it is kept unchanged", () => {
  const late = readOne("1. e4 e5 2. Nf3 Nc6\n3. Bb6 {oops} a6 (3... h6) 4. Ba4 $2 1-0");
  assertEquals([late.result, movesOf(late.root)], ["1-0", "e4 e5 Nf3 Nc6 |3. Bb6 {oops} a6 (3... h6) 4. Ba4 $2|"]);
  assertEquals(late.fault?.slice(0, 53), "At 3. Bb6, line 2: Move 'Bb6' is not legal in 'r1bqkb");
  const capture = readOne('[White "A"]\n\n1. e4 d5 2. d5 *');
  assertStringIncludes(capture.fault ?? "", "At 2. d5, line 3: Move 'd5' is not legal");
  const three = readPgn("1. e4 *\n\n1. e5 *\n\n1. d4 *\n");
  assertEquals(three.map(({ root }) => movesOf(root)), ["e4", "|1. e5|", "d4"]);
  assertEquals(three.map(({ fault }) => fault === null), [true, false, true]);
  const side = readOne("1. e4 (1. d4 d5 2. Nd5 {x} (2. c4) c6) e5 (1... Ke7 {no} 2. d4) 2. Nf3 *");
  assertEquals(side.fault, null);
  assertEquals(movesOf(side.root), "e4 (d4 d5 |2. Nd5 {x} (2. c4) c6|) e5 |(1... Ke7 {no} 2. d4)| Nf3");
  assertEquals(side.warnings.length, 2);
  // Kept text is written, and reading it again gives the same text.
  for (const game of [late, side]) {
    const again = readOne(writePgn(game));
    assertEquals([movesOf(again.root), again.result], [movesOf(game.root), game.result]);
  }
});

Deno.test("a null move in the game is a move with a warning", () => {
  const game = readOne("1. e4 e5 2. Nf3 -- 3. Nxe5 Nc6 *");
  assertEquals([game.fault, movesOf(game.root)], [null, "e4 e5 Nf3 -- Nxe5 Nc6"]);
  assertEquals(game.warnings, ["Line 1 has a null move in the game"]);
  assertStringIncludes(readOne("1. f3 e5 2. g4 Qh4# 3. -- *").fault ?? "", "A null move (--) is not possible in check");
});

Deno.test("faults in a FEN that other programs ignore are repaired with a warning; an impossible FEN is a fault", () => {
  const rights = readOne('[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w KQkq - 0 1"]\n\n1. e4 *');
  assertEquals([rights.fault, movesOf(rights.root)], [null, "e4"]);
  assertEquals([rights.warnings.length, rights.tags.get("FEN")], [4, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]);
  assertEquals(readOne('[FEN "4k3/8/8/8/8/8/4P3/4K3 w"]\n\n1. e4 *').warnings.length, 2);
  const none = readOne('[FEN "8/8/8/8/8/8/8/K7 w - - 0 1"]\n\n1. Kb1 {why?} *');
  assertEquals([none.isUnplayable, movesOf(none.root)], [true, "|1. Kb1 {why?}|"]);
  const other = readOne('[Variant "Crazyhouse"]\n\n1. e4 e5 2. N@d4 *');
  assertEquals(other.isUnplayable, true);
  assertEquals(other.fault, "Expected chess or Chess960, but the rules are those of 'Crazyhouse'");
  assertStringIncludes(writePgn(other), "1. e4 e5 2. N@d4 *");
});

Deno.test("a comment without an end affects only its own game", () => {
  const games = readPgn('[White "A"]\n\n1. e4 {never closed\n\n[White "B"]\n\n1. d4 {closed} *\n');
  assertEquals(games.map(({ root }) => movesOf(root)), ["e4 |{never closed|", "d4 {closed}"]);
  assertEquals(games.map(({ fault }) => fault), ["A comment has no '}', line 3", null]);
});

Deno.test("an unreadable game has a fault that names cause and place, and does not affect other games", () => {
  const broken: [text: string, fault: string][] = [
    ["1. e4 e5\n(2. f4", "A variation has no ')', line 4"],
    ["1. e4 e5)\n", "A ')' has no '(', line 3"],
    ["(1. e4)", "A variation comes before any move, line 3"],
    ["1. e4 e5 #!@% 2. Nf3", "Expected a move, but got '#!@%', line 3"],
    ["1. e4 e5\n{ never closed", "A comment has no '}', line 4"],
    ["1. e4 [%clk 1", 'Expected a tag such as [White "Anna"], line 3'],
  ];
  for (const [text, fault] of broken) {
    const games = readPgn(`[White "A"]\n\n${text}\n\n[White "B"]\n\n1. d4 d5 1-0\n`);
    assertEquals(games.map((game) => game.tags.get("White")), ["A", "B"], text);
    assertEquals(games.map((game) => game.fault), [fault, null], text);
    assertEquals(movesOf(games[1].root), "d4 d5", text);
  }
});

Deno.test("variations that are nested too deeply are kept as text, and the game is read to its end", () => {
  for (const depth of [100, 101, 300]) {
    const deep = gameFromPgn("1. e4 e5 2. Nf3 1-0");
    let node = deep.mainLine[1];
    for (let i = 0; i < depth; i++) {
      const other = deep.add(node.parent ?? node, new Position(node.parent ?? node).moves()[i % 2]);
      node = deep.add(other, new Position(other).moves()[2]);
    }
    node.comments = ["deep"];
    const text = deep.toPgn();
    assertEquals(text.match(/\(/g)?.length, depth);
    const game = readOne(text);
    assertEquals([game.fault, game.root.line.map(({ san }) => san).join(" ")], [null, "e4 e5 Nf3"]);
    assertEquals(game.warnings.length, depth > 100 ? 1 : 0);
    assertEquals(writePgn(game).replace(/\s/g, ""), text.replace(/\s/g, ""));
  }
  // An alternative to the first move of a variation is a sibling of that variation.
  for (const many of [150, 20_000]) {
    const flat = readOne(`1. c4 ${"(1. d4 (1. e4 ".repeat(many)}${"))".repeat(many)} e5 *`);
    const once = writePgn(flat);
    assertEquals([flat.fault, flat.warnings, flat.root.children.length], [null, [], 1 + 2 * many]);
    assertEquals(writePgn(readOne(once)), once);
  }
  // Variations without an end are a fault in their own game only.
  const [open, next] = readPgn(`1. e4 ${"(e4 ".repeat(100_000)}\n\n[White "B"]\n\n1. d4 *`);
  assertEquals([open.fault, next.fault], ["A variation has no ')', line 1", null]);
});

Deno.test("an endless tag or move is refused, a long comment is read, and neither affects another game", () => {
  const long = "x".repeat(200_000);
  const texts: [text: string, isWhole: boolean][] = [
    [`[Event "${long}"]\n\n1. e4 *`, true],
    [`1. e4 {${long}} *`, true],
    [`1. e4 ;${long}\n*`, true],
    [`[White "A"]\n\n1. ${long} *`, false],
    [`[Event "${long}`, true],
  ];
  for (const [text, isWhole] of texts) {
    const games = readPgn(`${text}\n\n[White "B"]\n\n1. d4 *`);
    assertEquals([games[0].fault === null, games.at(-1)?.fault], [isWhole, null]);
    assertEquals(movesOf(games[games.length - 1].root), "d4");
  }
  const [{ warnings }] = readPgn(`${texts[0][0]}\n`);
  assertEquals(warnings, [`Line 1 has more than 100000 characters and was skipped: [Event "${"x".repeat(72)}`]);
});

Deno.test("after a fault in any place, the next game begins at a tag after a blank line", () => {
  const texts: [text: string, games: (string | undefined)[]][] = [
    ['1. e4 )\n[White "A"]\n\n \t[White "B"]\n\n*', [undefined, "B"]],
    ['1. e4 )\n\n\ufeff[White "B"]\n\n*', [undefined, "B"]],
    ['1. e4 (\n\n[White "B"]\n\n*', [undefined, "B"]],
    ['1. e4 ) [White "A"] (\n\n[ White  "B"]\n\n*', [undefined, "B"]],
    ["1. e4 )\n\n[White]\n\n1. d4 *", [undefined]],
  ];
  for (const [text, games] of texts) {
    const found = readPgn(text);
    assertEquals(found.map(({ tags }) => tags.get("White")), games, text);
    assertEquals(found.map(({ fault }) => fault === null), games.map((name) => name !== undefined), text);
    assertEquals(found.map(({ source }) => text.indexOf(source)), found.map(({ line }) => offsetOf(text, line)), text);
  }
});

Deno.test("a comment and an unread rest of a million characters are written unchanged", async () => {
  const words = "word ".repeat(200_000).trim();
  // This takes half a second; if each line of a comment copied those before it, it would take ten seconds.
  await assertPrompt(4000, () => {
    const start = performance.now();
    const [read] = readPgn(writePgn(readPgn(`1. e4 {${words}} e5 *`)[0]));
    assertEquals(read.root.line[0].comments, [words]);
    return Promise.resolve(performance.now() - start);
  });
  // There is one bracket too many. No later word is tried as a move.
  const [broken] = readPgn(writePgn(readPgn(`1. e4 e5 ) ${words} *`)[0]));
  assertEquals(broken.root.line[1].rest.replace(/\s+/g, " "), `) ${words}`);
});

Deno.test("the time for reading text with faults is proportional to its length", async () => {
  const texts: [text: string, games: number][] = [
    [`1. e4 )${"\n".repeat(50_000)}x`, 1],
    [`1. e4 )${"\u2028".repeat(50_000)}x`, 1],
    ['[White "A"]\n\n1. e4 (1. d4\n1. d5\n\n'.repeat(5000), 5000],
    ['[White "A"]\n\n1. e4 {x\n\n'.repeat(10_000), 10_000],
    [`1. e4 ${"(1. d4) ".repeat(50_000)}(`, 1],
    [`1. e4 ${Array.from({ length: 20_000 }, (_, i) => `$${i}`).join(" ")} e5`, 1],
  ];
  for (const [text, games] of texts) {
    // Each text takes a quarter of a second. If every fault searched the rest, three of them would take over a second.
    await assertPrompt(1000, () => {
      const start = performance.now();
      assertEquals(readPgn(text).length, games);
      return Promise.resolve(performance.now() - start);
    });
  }
});

Deno.test("a game with an illegal first move is written with its text, and a game that both players lost is written with its result", () => {
  const [{ game, fault }] = readAllGames("1. e5 e5 2. Nf3 {kept} *");
  assertStringIncludes(fault ?? "", "At 1. e5");
  assertStringIncludes(game.toPgn(), "\n\n1. e5 e5 2. Nf3 {kept} *");
  const [read] = readPgn(game.toPgn());
  assertEquals(toBeAnalysed(read).replay?.record.moves, []);
  const [forfeit] = readAllGames('[Event "F"]\n\n0-0');
  assertStringIncludes(forfeit.game.toPgn(), '[Result "0-0"]');
  assertEquals(readPgn(forfeit.game.toPgn())[0].result, "0-0");
});
