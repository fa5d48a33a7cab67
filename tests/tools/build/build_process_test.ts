/**
 * The bundle and the executable play as the sources do.
 *
 * An executable is some 90 MB and takes seconds; see executable.ts.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { serialiseNetwork } from "../../../nnue/network_file.ts";
import { withFolder } from "../../folder.ts";
import { assertPrompt } from "../../prompt.ts";
import { buildExecutable, HAS_RUNTIME } from "./executable.ts";
import { ENGINE_BUNDLE, releasedArguments } from "../../engine_bundle.ts";
import { randomNetwork } from "../../nnue/random_network.ts";
import { UNROLLED } from "../../../tools/build/unroll.ts";
import { projectPath } from "../../../tools/paths.ts";
import { outputOf } from "../../program.ts";

const ROOT = projectPath();
/** A node count of this depth takes a second, that of the whole bench far longer. */
const SHORT_BENCH = ["bench", "5"];
/** From the start of the executable to `uciok` it takes less than so many times what Deno takes to start and end. */
const START_FACTOR = 8;

/** What a program prints; fails if it does not succeed. */
function run(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  return outputOf(program, args, ROOT, env);
}

/** The node count at the end of a bench. */
function nodesOf(output: string): number {
  const nodes = /^(\d+) nodes \d+ nps$/m.exec(output)?.[1];
  assert(nodes !== undefined, `Expected a bench, but got: ${output}`);
  return Number(nodes);
}

/** The node count of the sources, the same for all tests. */
let nodesOfSources: Promise<number> | null = null;
function countOfSources(): Promise<number> {
  nodesOfSources ??= run(Deno.execPath(), ["run", "--no-prompt", "--allow-read=.", "main.ts", ...SHORT_BENCH])
    .then(nodesOf);
  return nodesOfSources;
}

/** Milliseconds from starting a program until it answers `uci`. */
async function millisecondsToUciok(program: string, args: string[]): Promise<number> {
  const start = performance.now();
  const child = new Deno.Command(program, { args, stdin: "piped", stdout: "piped" }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode("uci\n"));
  let output = "";
  let end = Infinity;
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    output += text;
    if (end !== Infinity || !output.includes("uciok")) continue;
    end = performance.now();
    await writer.write(new TextEncoder().encode("quit\n"));
  }
  await child.status;
  // The engine has left; what it did not read needs no error.
  await writer.close().catch(() => {});
  return end - start;
}

Deno.test("the bundle counts the same nodes as the sources, and needs no permission but to read itself", async () => {
  const options = releasedArguments(`--allow-read=${ENGINE_BUNDLE.replace(/[^/]+$/, "")}`);
  assertEquals(nodesOf(await run(Deno.execPath(), [...options, ...SHORT_BENCH])), await countOfSources());
});

Deno.test({
  name: "the executable starts fast, plays, analyses, draws what it learned, and counts the same nodes as the sources",
  // A script compiles for the tests where there is no runtime to embed.
  ignore: !HAS_RUNTIME && Deno.build.os === "windows",
  fn: async () => {
    await withFolder(async (folder) => {
      const path = `${folder}/hindsight${Deno.build.os === "windows" ? ".exe" : ""}`;
      const [program, ...options] = await buildExecutable(
        folder,
        path,
        (env) => run(Deno.execPath(), ["task", "compile", `--output=${path}`], env),
      );
      const runExecutable = (args: readonly string[]) => run(program, [...options, ...args]);
      assertEquals(nodesOf(await runExecutable(SHORT_BENCH)), await countOfSources());
      const played = await runExecutable(["position startpos moves e2e4", "go depth 4"]);
      assertMatch(played, /^bestmove [a-h][1-8][a-h][1-8]/m);
      await runExecutable(["histories", "--depth", "2", "--svg", `${folder}/learned.svg`]);
      assertMatch(await Deno.readTextFile(`${folder}/learned.svg`), /<\/svg>\n$/);
      // What it carries is what was committed, and it reads networks from outside.
      await runExecutable([`export_net ${folder}/out.net`]);
      assertEquals(await Deno.readFile(`${folder}/out.net`), await Deno.readFile(`${ROOT}/nnue/hindsight.net`));
      await Deno.writeFile(`${folder}/other.net`, serialiseNetwork(randomNetwork()));
      const [first, second] = [
        await runExecutable(["eval"]),
        await runExecutable([`setoption name EvalFile value ${folder}/other.net`, "eval"]),
      ];
      assertMatch(second, /^info string The network is '.*other\.net'/);
      assertNotEquals(second.split("\n").slice(1), first.split("\n"));
      await Deno.writeTextFile(`${folder}/game.pgn`, "1. f3 e5 2. g4 Qh4# 0-1\n");
      const files = [`${folder}/game.pgn`, "--output", `${folder}/analysed.pgn`, "--svg", `${folder}/game.svg`];
      await runExecutable(["analyse", ...files, "--nodes", "500"]);
      assertMatch(
        await Deno.readTextFile(`${folder}/analysed.pgn`),
        /2\. g4 \$4 \{ \[%eval #-1\] \}\s\{ \[%hs \w+ \d+\] Blunder\./,
      );
      assertMatch(await Deno.readTextFile(`${folder}/game.svg`), /<\/svg>\n$/);
      assertMatch(await runExecutable(["play"]), /^Hindsight [^]*\nGoodbye\.\n$/);
      await assertPrompt(START_FACTOR, async () => {
        const started = performance.now();
        await run(Deno.execPath(), ["run", "--no-config", "--no-prompt", "data:application/javascript,"]);
        const empty = performance.now() - started;
        return await millisecondsToUciok(program, options) / empty;
      });
    });
  },
});

Deno.test("the engine's numbers, tables and search are constant in its bundle", async () => {
  const bundle = await Deno.readTextFile(ENGINE_BUNDLE);
  // The sources write "let" for these alone: the pawn ending is solved, and the openings are read, when they are needed;
  // the tree of games lets its own files at what it hides from others.
  const once = ["isSolved", "lines"];
  const ofGames = ["place", "append", "attach", "detach", "addRest", "addComment", "addNag"];
  assertEquals(
    Array.from(bundle.matchAll(/^var (\w+)/gm), ([, name]) => name).sort(),
    [...once, ...ofGames].sort(),
  );
  for (const name of ["L", "P"]) assertMatch(bundle, new RegExp(` const\\n(?://.*\\n)* {4}${name} = valuesOf\\(`));
  const functions = bundle.match(/^(?:async )?function \w+/gm)?.length ?? 0;
  const constant = bundle.match(/ const \w+ =\n(?:\/\/.*\n)*(?:async )?function \w+/g)?.length ?? 0;
  assert(constant > 0.9 * functions, `${constant} of ${functions} functions are constant`);
});

Deno.test("no loop over the engine's lists of tables is left in its bundle", async () => {
  const bundle = await Deno.readTextFile(ENGINE_BUNDLE);
  for (const list of UNROLLED) {
    assertEquals(bundle.includes(`< ${list}.length`), false, list);
    assertMatch(bundle, new RegExp(`\\b${list}_0 = ${list}\\[0\\]`));
  }
});
