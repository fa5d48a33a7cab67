import { assertEquals, assertMatch } from "@std/assert";
import { withFolder } from "../folder.ts";
import { projectPath } from "../../tools/paths.ts";
import { engineArguments } from "../engine_bundle.ts";
import { runProgram } from "../program.ts";

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

/** Runs a program or UCI commands; standard output and standard error together, and the exit code. */
async function hindsight(folder: string, ...args: string[]): Promise<{ code: number; text: string }> {
  const permissions = [`--allow-read=${projectPath()},${folder}`, `--allow-write=${folder}`];
  const command = [...engineArguments(...permissions), ...args];
  const { code, stdout, stderr } = await runProgram(Deno.execPath(), command, folder);
  return { code, text: stdout + stderr };
}

Deno.test("`learn` learns the games of a player once, and UCI and `analyse` know what it has learned", () =>
  withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/games.pgn`, GAMES);
    const learn = ["learn", "games.pgn", "--learning", "a.learned", "--depth", "8"];
    const first = await hindsight(folder, ...learn, "--player", "anna");
    assertMatch(first.text, /^1 games learned, 0 passed over; \d+ positions are known/);
    const second = await hindsight(folder, ...learn);
    assertMatch(second.text, /^1 games learned, 1 passed over/);
    const shown = await hindsight(
      folder,
      "setoption name Learning value use",
      "setoption name Learning File value a.learned",
      "learned show 1",
    );
    assertMatch(shown.text, /This one: searched \S+.*, 2 games: 1 won, 1 drawn, 0 lost, best/);
    const { code, text } = await hindsight(
      folder,
      "analyse",
      "--fen",
      "startpos",
      "--depth",
      "8",
      "--learning",
      "a.learned",
    );
    assertEquals(code, 0);
    assertMatch(text, /White to move; depth 8, 0 nodes/);
  }));

Deno.test("`learn` refuses wrong arguments and files", () =>
  withFolder(async (folder) => {
    const nothing = await hindsight(folder, "learn");
    assertEquals(nothing.code, 2);
    assertMatch(nothing.text, /Expected a PGN file, but got none/);
    await Deno.writeTextFile(`${folder}/games.pgn`, GAMES);
    const wrong = await hindsight(folder, "learn", "games.pgn", "--learning", "games.pgn");
    assertEquals(wrong.code, 1);
    assertMatch(wrong.text, /does not begin like one/);
    assertEquals(await Deno.readTextFile(`${folder}/games.pgn`), GAMES);
  }));
