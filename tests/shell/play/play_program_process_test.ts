/** `hindsight play`, driven over standard input. Takes about 10 s. @module */

import { assertEquals, assertFalse, assertLess, assertMatch, assertStringIncludes } from "@std/assert";
import { START_FEN } from "../../../core/fen.ts";
import { readPgn } from "../../../engine/games/pgn_reader.ts";
import { playThrough } from "../../../engine/games/replay.ts";
import { makeBook } from "../../book/books.ts";
import { testInFolder as test } from "../../folder.ts";
import type { Run } from "../../program.ts";
import { assertCursorIsBack, HIDE_CURSOR, runHindsight, runOnTerminal, SCRIPT, type Typed } from "../process.ts";

const PROMPT = "White> ";

/** Plays with these lines as input; the engine is fast and weak. */
function play(lines: readonly string[], args: readonly string[] = [], folder?: string): Promise<Run> {
  return runHindsight(["play", "--level", "1", "--time", "0.05", ...args], { input: lines.join("\n") + "\n", folder });
}

/** The output of a run that must succeed. */
async function played(lines: readonly string[], args: readonly string[] = [], folder?: string): Promise<string> {
  const { code, stdout, stderr } = await play(lines, args, folder);
  assertEquals([code, stderr], [0, ""], stdout);
  assertMatch(stdout, /\nGoodbye\.\n$/);
  return stdout;
}

Deno.test("moves are played and answered, and the game can be shown as PGN", async () => {
  const text = await played(["e4", "nf3", "pgn"]);
  assertMatch(text, /^Hindsight \d[^\n]*\nYou play White\./);
  assertMatch(text, /\nHindsight: 1\.\.\. \S+\n[^]*\nHindsight: 2\.\.\. \S+\n/);
  const [game] = readPgn(text.slice(text.indexOf("[Event")).replace(/\nGoodbye\.\n$/, ""));
  const { record } = playThrough(game);
  assertEquals([game.root.line[0].san, game.root.line[2].san, record.moves.length], ["e4", "Nf3", 4]);
  assertEquals(game.tags.get("White"), "Human");
  assertMatch(game.tags.get("Black") ?? "", /^Hindsight .* \(level 1 of 10\)$/);
});

Deno.test("without a terminal there are no escape sequences and no prompt, and lines have at most 80 columns", async () => {
  const text = await played(["e4", "help", "moves", "fen"]);
  assertFalse(text.includes("\x1b"));
  assertFalse(text.includes("> "));
  for (const line of text.split("\n")) assertLess(line.length, 81, line);
});

Deno.test("with Black, the engine begins and the board is turned", async () => {
  const text = await played(["flip"], ["--colour", "black", "--ascii"]);
  assertMatch(text, /\nHindsight: 1\. \S+\n/);
  assertMatch(text, /\n {4}h {2}g [^]*\n {4}a {2}b /);
});

Deno.test("a line that is not a legal move is answered with advice, and the game continues", async () => {
  const text = await played(["e5", "hello", "Nf6", "moves x9", "level 11", "time never", "e4"]);
  const messages = [
    "'e5' is not legal here; similar legal moves: e",
    "'hello' is neither a move nor a command; 'help' lists the commands",
    "'Nf6' is not legal here; similar legal moves: ",
    "Expected a square such as e2 after 'moves', but got 'x9'",
    "Expected a level from 1 to 10, but got '11'",
    "Expected seconds after 'time', but got 'never'",
    "Hindsight: 1... ",
  ];
  for (const message of messages) assertStringIncludes(text, message);
});

Deno.test("`undo` takes back a move and its answer, as long as there are moves to take back", async () => {
  const text = await played(["e4", "d4", "undo", "fen", "undo", "fen", "undo"]);
  const fens = text.split("\n").filter((line) => / [wb] [KQkq-]+ /.test(line));
  assertEquals(fens.length, 2);
  assertMatch(fens[0], /\/.*P.*\/PPPP1PPP\/RNBQKBNR w KQkq - \d+ 2$/);
  assertEquals(fens[1], START_FEN);
  assertStringIncludes(text, "You have not moved yet");
});

Deno.test("`hint`, `eval`, `level` and `time` answer", async () => {
  const text = await played(["hint", "eval", "level", "level 3", "time 0.02"]);
  assertMatch(text, /\nHint: \S+/);
  assertMatch(text, /\nEvaluation: [+−]?\d+\.\d\d; White's chance to win: \d+ %\n/);
  assertMatch(text, /level 1 of 10\n[^]*level 3 of 10\n[^]*at most 0\.02 s\n/);
});

Deno.test("every end of a game is recognised and announced", async () => {
  const ends: [args: string[], lines: string[], announcement: string][] = [
    [["--fen", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"], ["Ra8"], "White wins by checkmate. 1-0"],
    [["--fen", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"], ["Qf7"], "Draw by stalemate. 1/2-1/2"],
    [["--fen", "8/8/4k3/8/8/4K3/4p3/8 w - - 0 1"], ["Kxe2"], "Draw: neither side can mate. 1/2-1/2"],
    [
      ["--fen", "8/8/4k3/8/8/8/4K3/7R w - - 99 80"],
      ["Rh2"],
      "Draw: fifty moves without a capture or a pawn move. 1/2-1/2",
    ],
    [[], ["resign"], "White resigns. 0-1"],
    [["--colour", "black"], ["resign"], "Black resigns. 1-0"],
    [["--fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"], [], "Draw by stalemate. 1/2-1/2"],
    [["--fen", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "--colour", "b"], [], "White wins by checkmate. 1-0"],
  ];
  const texts = await Promise.all(ends.map(([args, lines]) => played([...lines, "e4", "hint", "pgn"], args)));
  ends.forEach(([, , announcement], i) => {
    assertEquals(texts[i].split(announcement).length, 2, texts[i]);
    assertStringIncludes(texts[i], "The game is over; 'new' starts another");
    assertMatch(texts[i], new RegExp(`\\[Result "${announcement.split(". ")[1]}"\\]`));
  });
});

Deno.test("the game is drawn when a position occurs for the third time", async () => {
  // Black's king can only move between g8 and h8.
  const text = await played(["Ka4", "Ka3", "Ka4", "Ka3"], ["--fen", "7k/7p/7P/8/8/K7/8/5R2 w - - 0 1"]);
  assertMatch(text, /Hindsight: 4\.\.\. Kh8\n[^]*Draw: the position has occurred three times\. 1\/2-1\/2/);
});

Deno.test("the engine declines a draw if it is better or the game has just begun, and accepts if it is lost", async () => {
  assertMatch(await played(["draw"]), /The engine declines: /);
  assertStringIncludes(await played(["draw"], ["--fen", "3qk3/8/8/8/8/8/8/4K3 w - - 0 1"]), "The engine declines");
  const losing = await played(["draw"], ["--fen", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1"]);
  assertStringIncludes(losing, "Draw by agreement. 1/2-1/2");
});

Deno.test("`new` and `fen` start other games", async () => {
  const black = "fen 4k3/8/8/8/8/8/4P3/4K3 b - - 0 1";
  const text = await played(["e4", "new black", "fen", black, "fen nonsense", "new purple"]);
  assertEquals(text.match(/You play (White|Black)\./g), ["You play White.", "You play Black.", "You play Black."]);
  assertMatch(text, /Board must have 8 ranks/);
  assertMatch(text, /Expected white, black or random after 'new', but got 'purple'/);
});

Deno.test("`from` continues the game from the position before one of its moves", async () => {
  const cases: [commands: string[], shown: RegExp][] = [
    [["e4", "resign", "from 1", "fen"], new RegExp(`\n${START_FEN}\n`)],
    [["Kd2", "from 7", "fen"], /\n4k3\/8\/8\/8\/8\/8\/4P3\/4K3 w - - 0 7\n/],
    [["Kd2", "from 7...", "pgn"], /\[FEN "4k3\/8\/8\/8\/8\/8\/3KP3\/8 b - - 1 7"\]/],
    [["from 8..."], /Expected the number of a move in this game, but got '8\.\.\.'/],
    [["from"], /Expected the number of a move in this game, but got ''/],
  ];
  for (const [i, [commands, shown]] of cases.entries()) {
    const start = i === 0 ? START_FEN : "4k3/8/8/8/8/8/4P3/4K3 w - - 0 7";
    assertMatch(await played(commands, ["--fen", start]), shown, commands.join(", "));
  }
});

Deno.test("after a game from another position, `new` goes back to the program's first position", async () => {
  const text = await played(["fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "new", "fen"]);
  assertEquals(text.match(/Draw by stalemate/g)?.length, 1);
  assertMatch(text, new RegExp(`\n${START_FEN}\n`));
  // One board at the start, one for the stalemate, one for the new game.
  assertEquals(text.match(/\n {4}a {2}b /g)?.length, 3);
});

test("`save` writes a new file, and asks before it changes an existing file", async (folder) => {
  const text = await played(["e4", "save", "save my game.pgn", "save my game.pgn", "save no/such.pgn"], [], folder);
  assertStringIncludes(text, "The game was not saved.\nCannot write");
  assertStringIncludes(text, "Expected a file name after 'save'");
  assertStringIncludes(text, "Saved as my game.pgn");
  assertStringIncludes(text, "The file 'my game.pgn' exists. Type 'add' to add the game to it, or 'replace' to");
  assertStringIncludes(text, "Cannot write 'no/such.pgn': there is no such folder");
  const [game] = readPgn(await Deno.readTextFile(`${folder}/my game.pgn`));
  assertEquals(playThrough(game).record.moves.length, 2);
});

test("the answer to the question that `save` asks adds the game to the file or replaces the file; any other line does neither", async (folder) => {
  const path = `${folder}/g.pgn`;
  await Deno.writeTextFile(path, '[White "A"]\n\n1. c4 *');
  const added = await played(["d4", "save g.pgn", "Add", "save g.pgn", "e4", "pgn"], [], folder);
  assertStringIncludes(added, "Added to g.pgn\n");
  assertMatch(added, /The game was not saved\.\n\nHindsight: 2\.\.\. /);
  const games = readPgn(await Deno.readTextFile(path));
  assertEquals(games.map(({ root }) => root.line[0].san), ["c4", "d4"]);
  assertEquals(games.map(({ fault, root }) => [fault, root.line.length]), [[null, 1], [null, 2]]);
  assertStringIncludes(await played(["save g.pgn", "replace"], [], folder), "Saved as g.pgn");
  assertEquals(readPgn(await Deno.readTextFile(path)).map(({ root }) => root.line.length), [0]);
});

test("with `--book`, the engine plays from the book", async (folder) => {
  await Deno.writeFile(`${folder}/book.bin`, makeBook([[START_FEN, "b1a3", 1]]));
  assertStringIncludes(await played([], ["--book", "book.bin", "--colour", "black"], folder), "Hindsight: 1. Na3");
  const { code, stdout, stderr } = await play([], ["--book", "missing.bin"], folder);
  assertEquals([code, stdout, stderr], [1, "", "Cannot read the book 'missing.bin': there is no such file\n"]);
});

Deno.test("`quit` ends the program without reading later lines, and bad arguments give exit code 2", async () => {
  const text = await played(["quit", "e4"]);
  assertFalse(text.includes("1..."));
  const { code, stdout, stderr } = await play([], ["--level", "0"]);
  assertEquals([code, stdout], [2, ""]);
  assertMatch(stderr, /^Expected a number from 1 to 10 [^\n]+; see hindsight play --help\n$/);
});

Deno.test({
  name:
    "on a terminal there are colours (unless NO_COLOR is set) and a prompt, and Ctrl-C ends the program without an error",
  ignore: SCRIPT === null,
  fn: async () => {
    const run = async (colours: boolean, ...typed: Typed[]): Promise<string> => {
      const { code, stdout } = await runOnTerminal(["play", "--time", "0.05"], typed, { colours });
      assertEquals(code, 0, stdout);
      return stdout;
    };
    const [coloured, plain] = await Promise.all([
      run(true, [PROMPT, "\x03"]),
      // The Up key, then a move whose first letter is typed last; text that is not a move; the end of the input.
      run(false, [PROMPT, "\x1b[Af3\x1b[D\x1b[DN\r"], [`${PROMPT}\x1b[8G`, "no legal move\r"], [PROMPT, "\x04"]),
    ]);
    assertStringIncludes(plain, "Hindsight: 1... ");
    assertFalse(plain.includes("^["), plain);
    assertEquals(plain.match(/'[^'\n]*' is neither a move/g), ["'no legal move' is neither a move"]);
    // A terminal of unknown width is assumed to have room for a line.
    assertStringIncludes(plain, "White> \x1b[8Gno legal move\r");
    for (const text of [coloured, plain]) assertMatch(text, /White> [^]*Goodbye\.\r\n$/);
    assertStringIncludes(coloured, "\x1b[48;5;");
    assertFalse(plain.includes("\x1b[48;5;") || plain.includes("\x1b[0m"), plain);
  },
});

Deno.test({
  name:
    "on a terminal, the engine shows that it is thinking until it has moved, and Ctrl-C removes the progress bar of a review",
  ignore: SCRIPT === null,
  fn: async () => {
    const typed: Typed[] = [[PROMPT, "e4\r"], ["Hindsight: 1... ", "review\r"], [HIDE_CURSOR, "\x03"]];
    const { code, stdout } = await runOnTerminal(["play", "--level", "10", "--time", "0.8"], typed);
    assertEquals(code, 0, stdout);
    // The message is removed before the move is shown.
    const clear = "\r\x1b[K";
    assertStringIncludes(stdout, `${clear}\x1b[?7lHindsight is thinking ... \x1b[?7h${clear}\r\nHindsight: 1... `);
    assertCursorIsBack(stdout);
    assertMatch(stdout, /Goodbye\.\r\n$/);
    assertFalse(stdout.includes("accuracy"), stdout);
    const piped = await play(["e4"]);
    assertFalse(`${piped.stdout}${piped.stderr}`.includes("thinking"));
  },
});

Deno.test("on a terminal, commands do not wait for the engine's move", { ignore: SCRIPT === null }, async () => {
  const thinking = "is thinking ... ";
  const typed: Typed[] = [
    [PROMPT, "e4\r"],
    [thinking, "undo\r"],
    [PROMPT, "d4\r"],
    [thinking, "resign\r"],
    ["Over> ", "new black\r"],
    // There is nothing to take back, so the engine thinks again.
    [thinking, "undo\r"],
    [thinking, "new white\r"],
    [PROMPT, "c4\r"],
    // Commands that were typed earlier are carried out first.
    [thinking, "d4\rfen\rundo\r"],
    [PROMPT, "new black\rboard\rquit\r"],
  ];
  const { code, stdout } = await runOnTerminal(["play", "--level", "10", "--time", "600"], typed);
  assertEquals(code, 0, stdout);
  assertMatch(stdout, /White resigns\. 0-1/);
  assertStringIncludes(stdout, "You have not moved yet");
  assertMatch(stdout, /The engine has not answered;[^]*PP1PPPPP\/RNBQKBNR b KQkq/);
  assertEquals(stdout.match(/is thinking \.\.\./g)?.length, 5);
  assertFalse(stdout.includes("Hindsight: 1. ") || stdout.includes("Hindsight: 1... "), stdout);
  assertMatch(stdout, /Goodbye\.\r\n$/);
});

test("`review` shows the errors of the game, and a later `save` writes them", async (folder) => {
  // Qd8 loses the queen, so it is an error whatever the engine answers.
  const lines = ["review", "Qd8", "resign", "review", "save game.pgn"];
  const text = await played(lines, ["--ascii", "--fen", "r4rk1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1"], folder);
  assertStringIncludes(text, "\nThere is no move to review yet\n");
  assertStringIncludes(text, "\n'review' shows your errors, ");
  assertMatch(text, /\nThe engine searches 3 positions, which takes about 1 s\.\n\nHuman – Hindsight [^\n]*, 0-1\n/);
  assertMatch(text, /\n {2}White {2}accuracy +\d+\.\d %/);
  const [, error = ""] = /\n {4}1\. Qd8(\?+!?) −\d+ %, better \S+\n/.exec(text) ?? [];
  assertMatch(error, /^\?/, text);
  const [game] = readPgn(await Deno.readTextFile(`${folder}/game.pgn`));
  assertMatch(game.tags.get("Annotator") ?? "", /^Hindsight /);
  const found = game.root.line[0].comments.join();
  assertMatch(found, /^\[%eval [^\]]+\],\[%hs [\w,]+ \d\] (Inaccuracy|Mistake|Blunder)\. \S+ was best\.( .+)?$/);
  assertEquals(game.root.children.length, 2);
  playThrough(game);
});

test("a review applies only to the moves that were played then: after `undo`, the game is saved without it", async (folder) => {
  await played(["f3", "g4", "review", "undo", "save game.pgn"], [], folder);
  const [game] = readPgn(await Deno.readTextFile(`${folder}/game.pgn`));
  assertEquals([game.root.line.length, game.tags.has("Annotator")], [2, false]);
});
