/** `hindsight puzzle`, driven over standard input. Takes about 10 s. @module */

import { assert, assertEquals, assertFalse, assertMatch, assertStringIncludes } from "@std/assert";
import { testInFolder as test, withFolder } from "../../folder.ts";
import type { Run } from "../../program.ts";
import type { RunOptions } from "../served_programs.ts";
import { assertCursorIsBack, HIDE_CURSOR, runHindsight, runOnTerminal, SCRIPT } from "../process.ts";

/** A game with two blunders, annotated. */
const ANNOTATED = `[White "Anna"]
[Black "Hindsight 0.1"]

1. e4 { [%eval 0.3] } e5 { [%eval 0.25] } 2. Nf3 { [%eval 0.3] } Qg5?? { [%eval 6.5] Blunder. Nc6 was best. }
(2... Nc6 3. Bb5) 3. h3?? { [%eval 0.1] } (3. Nxg5 d6) 3... Qd8 { [%eval 0.1] } *
`;
const SCHOLAR = '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n';

/** Answers the puzzles from the games in `text` with these lines. */
async function solve(text: string, lines: readonly string[], args: readonly string[] = [], options: RunOptions = {}) {
  const runs: Run[] = [];
  await withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/games.pgn`, text);
    const input = lines.map((line) => `${line}\n`).join("");
    const command = ["puzzle", "games.pgn", "--nodes", "1000", "--ascii", ...args];
    runs.push(await runHindsight(command, { ...options, folder, input }));
  });
  return runs[0];
}

Deno.test("puzzles from an annotated game exclude Hindsight's errors, and the best move solves them", async () => {
  const { code, stdout, stderr } = await solve(ANNOTATED, ["Nxg5"]);
  assertEquals([code, stderr], [0, ""]);
  assertMatch(stdout, /^\nPuzzle 1: Anna – Hindsight 0\.1\n/);
  assertStringIncludes(stdout, "\n 1  R  N  B  Q  K  B  ·  R");
  assertMatch(stdout, /\nThe game went 3\. h3, a blunder\. What is better for White\?\nRight: 3\. Nxg5 d6\n/);
  assertMatch(stdout, /\n1 of 1 solved, 1 of them on the first try and without a hint\.\n$/);
});

Deno.test("wrong answers, hints and commands leave the puzzle open; giving up shows the answer", async () => {
  const lines = ["h3", "a4", "hint", "hint", "help", "board", "Nxh8", "nonsense", "answer"];
  const { code, stdout } = await solve(ANNOTATED, lines);
  assertEquals(code, 0);
  const parts = [
    /\nThat is the move played in the game: it lowers the chance to win by \d+ percentage points?\. Try again/,
    /\nNot good enough: it lowers the chance to win by \d+ percentage points?\./,
    /\nMove a knight\.\nMove the knight on f3\.\n/,
    /\nType the better move: /,
    /\n'Nxh8' is not legal here/,
    /\n'nonsense' is neither a move nor a command/,
    /\nBest: 3\. Nxg5 d6\n/,
    /\n0 of 1 solved, 0 of them on the first try/,
  ];
  for (const part of parts) assertMatch(stdout, part);
});

Deno.test("a game without annotation is analysed, and the end of the input ends the program", async () => {
  const { code, stdout } = await solve(SCHOLAR, [], ["--colour", "black", "--errors", "blunder"]);
  assertEquals(code, 0);
  assertMatch(stdout, /\nThe game went 3\.\.\. Nf6, a blunder\. What is better for Black\?\n$/);
  assertEquals((stdout.match(/Puzzle \d/g) ?? []).length, 1);
});

Deno.test("`next` continues, `--count` and `--player` choose, `quit` leaves", async () => {
  const both = ["--colour", "both"];
  const { stdout } = await solve(ANNOTATED, ["next", "Nxg5"], both);
  assertMatch(stdout, /Puzzle 1: [^]*for Black\?\n\nPuzzle 2: [^]*for White\?\nRight: [^]*\n1 of 2 solved/);
  assertFalse((await solve(ANNOTATED, ["next"], [...both, "--count", "1"])).stdout.includes("Puzzle 2"));
  assertFalse((await solve(ANNOTATED, ["quit", "next"], both)).stdout.includes("Puzzle 2"));
  assertStringIncludes((await solve(ANNOTATED, [], ["--player", "hindsight"])).stdout, "for Black?");
});

Deno.test("the program says what is missing: a player, errors, a file, a readable game", async () => {
  const unknown = await solve(ANNOTATED, [], ["--player", "Zoe"]);
  assertEquals([unknown.code, unknown.stdout], [1, ""]);
  assertMatch(unknown.stderr, /^'--player Zoe' matched none of 1 game; the players are 'Anna', 'Hindsight 0\.1'\n$/);
  const perfect = await solve("1. e4 { [%eval 0.3] } e5 { [%eval 0.3] } *", []);
  assertEquals([perfect.code, perfect.stdout], [0, "There is no mistake or worse error to learn from.\n"]);
  const broken = await solve(`${ANNOTATED}\n1. e5 *\n`, ["answer"]);
  assertEquals(broken.code, 1);
  assertMatch(broken.stderr, /^games\.pgn: Game 2: At 1\. e5, /);
  assertStringIncludes(broken.stdout, "Best: 3. Nxg5");
  const none = await runHindsight(["puzzle"]);
  assertEquals([none.code, none.stderr], [2, "Expected a PGN file, but got none; see hindsight puzzle --help\n"]);
  const typo = await runHindsight(["puzle", "games.pgn"]);
  assertEquals(typo.code, 2);
  assertStringIncludes(typo.stderr, "did you mean 'puzzle'?");
});

test("a file without a game is named in an error, and does not affect other files", async (folder) => {
  await Deno.writeTextFile(`${folder}/empty.pgn`, "hello\n");
  await Deno.writeTextFile(`${folder}/games.pgn`, ANNOTATED);
  for (const [files, shown] of [[["empty.pgn", "games.pgn"], /^\nPuzzle 1: /], [["empty.pgn"], /^$/]] as const) {
    const { code, stdout, stderr } = await runHindsight(["puzzle", ...files], { folder });
    assertEquals([code, stderr], [1, "There is no game in 'empty.pgn'\n"]);
    assertMatch(stdout, shown);
  }
});

Deno.test("a failed search ends the program with exit code 1, after the score", async () => {
  const blunders = ["--colour", "black", "--errors", "blunder"];
  const two = `${SCHOLAR}\n${SCHOLAR}`;
  const failed = "The worker died\n";
  // The first game has seven searches: its last position is a mate.
  const next = await solve(two, ["next", "next"], blunders, { failingSearch: 8 });
  assertEquals([next.code, next.stderr], [1, failed]);
  assertMatch(next.stdout, /for Black\?\n\n0 of 1 solved, [^\n]*\n$/);
  // The answer is not the best move, so judging it also needs a search.
  const answer = await solve(two, ["a6", "h6", "next"], blunders, { failingSearch: 8 });
  assertEquals([answer.code, answer.stderr], [1, failed]);
  const first = await solve(SCHOLAR, ["next"], blunders, { failingSearch: 1 });
  assertEquals([first.code, first.stdout, first.stderr], [1, "", failed]);
});

test("control characters in a game do not reach the terminal", async (folder) => {
  const evil = "\x1b]0;evil\x07\x9b31m";
  await Deno.writeTextFile(`${folder}/games.pgn`, SCHOLAR.replace('"A"', `"A${evil}"`));
  const options = ["--nodes", "1000", "--colour", "black", "--errors", "blunder"];
  const { stdout } = await runOnTerminal(["puzzle", "games.pgn", ...options], [["Black> ", "\x04"]], { folder });
  // The progress bar also contains the names.
  assert(/positions .*A/.test(stdout) && stdout.includes("Puzzle 1: A"), stdout);
  assertFalse(stdout.includes("\x1b]") || stdout.includes("\x07") || stdout.includes("\x9b"), stdout);
}, SCRIPT === null);

test("Ctrl-C while a game is analysed removes the progress bar", async (folder) => {
  await Deno.writeTextFile(`${folder}/games.pgn`, SCHOLAR);
  const command = ["puzzle", "games.pgn", "--time", "60"];
  const { stdout } = await runOnTerminal(command, [[HIDE_CURSOR, "\x03"]], { folder });
  assertCursorIsBack(stdout);
}, SCRIPT === null);
