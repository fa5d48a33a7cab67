import { assertEquals, assertMatch } from "@std/assert";
import { testInFolder as test } from "../folder.ts";
import { runEngine, runHindsight } from "./process.ts";

const GAMES = `[Event "a"]
[White "Anna"]
[Black "Bob"]
[Result "1-0"]

1. e4 e5 2. Nf3 1-0

[Event "b"]
[White "Cora"]
[Black "Dora"]
[Result "1/2-1/2"]

1. e4 c5 1/2-1/2
`;

test("`learn` learns the games of a player once, and UCI and `analyse` use what it has learned", async (folder) => {
  await Deno.writeTextFile(`${folder}/games.pgn`, GAMES);
  const learn = ["learn", "games.pgn", "--learning", "a.learned", "--depth", "8"];
  const first = await runHindsight([...learn, "--player", "anna"], { folder });
  assertMatch(first.stdout, /^1 game learned, 0 skipped; \d+ positions known/);
  const second = await runHindsight(learn, { folder });
  assertMatch(second.stdout, /^1 game learned, 1 skipped/);
  const options = ["setoption name Learning value use", "setoption name Learning File value a.learned"];
  const shown = await runEngine([...options, "learned show 1"], folder);
  assertMatch(shown.stdout, /This position: searched \S+.*, 2 games: 1 won, 1 drawn, 0 lost, best/);
  const search = ["--fen", "startpos", "--depth", "8", "--learning", "a.learned"];
  const { code, stdout } = await runHindsight(["analyse", ...search], { folder });
  assertEquals(code, 0);
  assertMatch(stdout, /White to move; depth 8, 0 nodes/);
});

test("`learn --player` reads only the games of a player, and reports an error if there are none", async (folder) => {
  const files: readonly (readonly [player: string, games: string, code: number, stderr: RegExp])[] = [
    ["anna", GAMES.replace("1. e4 c5", "1. e5"), 0, /^$/],
    ["anna", GAMES.replace("Nf3", "Ke3"), 1, /^games.pgn: Game 1 .*: At 2\. Ke3/],
    ["nobody", GAMES, 1, /^'--player nobody' matched none of 2 games; the players are 'Anna', 'Bob', 'Cora', /],
    ["nobody", GAMES.replace("e4", "e5"), 1, /^'--player nobody' matched none of 2 games/],
  ];
  for (const [player, games, code, stderr] of files) {
    await Deno.writeTextFile(`${folder}/games.pgn`, games);
    const run = await runHindsight(["learn", "games.pgn", "--player", player, "--depth", "1"], { folder });
    assertMatch(run.stderr, stderr);
    assertEquals(run.code, code, player);
  }
});

test("a file without a game is named in an error, and does not affect other files", async (folder) => {
  await Deno.writeTextFile(`${folder}/empty.pgn`, "hello\n");
  await Deno.writeTextFile(`${folder}/games.pgn`, GAMES);
  for (const [files, learned] of [[["empty.pgn", "games.pgn"], 2], [["empty.pgn"], 0]] as const) {
    const { code, stdout, stderr } = await runHindsight(["learn", ...files, "--depth", "1"], { folder });
    assertEquals([code, stderr], [1, "There is no game in 'empty.pgn'\n"]);
    assertMatch(stdout, new RegExp(`^${learned} games? learned, `));
  }
});

test("`learn` refuses wrong arguments and files", async (folder) => {
  const nothing = await runHindsight(["learn"]);
  assertEquals(nothing.code, 2);
  assertMatch(nothing.stderr, /Expected a PGN file, but got none/);
  await Deno.writeTextFile(`${folder}/games.pgn`, GAMES);
  const wrong = await runHindsight(["learn", "games.pgn", "--learning", "games.pgn"], { folder });
  assertEquals(wrong.code, 1);
  assertMatch(wrong.stderr, /does not begin like one/);
  assertEquals(await Deno.readTextFile(`${folder}/games.pgn`), GAMES);
});
