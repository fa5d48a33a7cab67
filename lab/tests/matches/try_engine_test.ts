/**
 * The trial of an executable, with the sources in its place and with engines that are broken.
 *
 * @module
 */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { parseFen, START_FEN } from "../../../core/fen.ts";
import { parseUci } from "../../../core/notation.ts";
import { playTrialGame } from "../../matches/try_engine.ts";
import { projectPath } from "../../../tools/paths.ts";
import { withFolder } from "../../../tests/folder.ts";

/** Runs `body` with the command of a made-up engine, which gives these answers to `go` and ends with this code. */
async function withEngine(
  answers: readonly string[],
  code: number,
  body: (command: readonly string[]) => Promise<void>,
): Promise<void> {
  const script = `
    const answers = ${JSON.stringify(answers)};
    for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
      for (const line of text.split("\\n")) {
        if (line === "uci") console.log("id name Broken\\r\\nuciok\\r");
        if (line === "isready") console.log("readyok");
        if (line === "quit") Deno.exit(${code});
        if (line.startsWith("go ")) {
          if (answers.length === 0) Deno.exit(3);
          console.log("info depth 1 pv e2e4\\n" + answers.shift());
        }
      }
    }`;
  await withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/engine.js`, script);
    await body([Deno.execPath(), "run", "--quiet", "--no-config", `${folder}/engine.js`]);
  });
}

Deno.test("the engine plays legal moves against itself to the end that was asked for", async () => {
  const command = [Deno.execPath(), "run", "--quiet", "--no-prompt", `--allow-read=${projectPath()}`];
  const { moves, result } = await playTrialGame([...command, projectPath("main.ts")], 60, 30);
  assertEquals([moves.length, result], [30, "*"]);
  const position = parseFen(START_FEN);
  for (const move of moves) position.make(parseUci(position, move));
});

Deno.test("a game ends where the rules end it, with its result", async () => {
  const mate = ["f2f3", "e7e5", "g2g4", "d8h4"].map((move) => `bestmove ${move} ponder e2e4`);
  await withEngine(mate, 0, async (command) => {
    assertEquals(await playTrialGame(command, 1, 100), { moves: ["f2f3", "e7e5", "g2g4", "d8h4"], result: "0-1" });
  });
});

Deno.test("a move that is not legal, a crash and a bad exit code are errors", async () => {
  await withEngine(["bestmove e2e5"], 0, async (command) => {
    await assertRejects(() => playTrialGame(command, 1, 10), RangeError, "Move 'e2e5' is not legal");
  });
  await withEngine(["bestmove e2e4"], 0, async (command) => {
    await assertRejects(() => playTrialGame(command, 1, 10), Error, "but the engine ended without one");
  });
  await withEngine(["bestmove e2e4"], 7, async (command) => {
    await assertRejects(() => playTrialGame(command, 1, 1), Error, "it ended with 7");
  });
});

Deno.test("a game starts from an opening, with the castling moves of Chess960", async () => {
  const opening = "k7/8/8/8/8/8/8/2R1K2R w K - 0 1";
  await withEngine(["bestmove e1h1"], 0, async (command) => {
    assertEquals((await playTrialGame(command, 1, 1, opening)).moves, ["e1h1"]);
  });
});

Deno.test("an engine that prints on standard error fails, with what it prints", async () => {
  await withEngine(["bestmove e2e4"], 0, async ([program, ...args]) => {
    const script = args.at(-1)!;
    await Deno.writeTextFile(script, `console.error("a fault");${await Deno.readTextFile(script)}`);
    const message = "Expected nothing on standard error, but got:\na fault";
    await assertRejects(() => playTrialGame([program, ...args], 1, 1), Error, message);
    await assertRejects(() => playTrialGame([program, ...args], 1, 2), Error, "one, and prints:\na fault");
  });
});

Deno.test("the program passes the options after the engine's name to the engine", async () => {
  await withEngine(["bestmove e2e4", "bestmove e7e5"], 0, async (command) => {
    const trial = ["run", "--quiet", "--no-prompt", "--allow-read", "--allow-run", "lab/matches/try_engine.ts"];
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [...trial, "--game-only", "--plies=2", ...command],
      cwd: projectPath(),
      stdin: "null",
    }).output();
    assertEquals([code, new TextDecoder().decode(stderr)], [0, ""]);
    assertEquals(new TextDecoder().decode(stdout), "A game of 2 plies, *: e2e4 e7e5\n");
  });
});

Deno.test("the program refuses an empty command line in one line", async () => {
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-prompt", "lab/matches/try_engine.ts"],
    cwd: projectPath(),
    stdin: "null",
  }).output();
  assertEquals(code, 1);
  assert(new TextDecoder().decode(stderr).startsWith("Expected a program to try, but got none\n"));
});
