/**
 * The bundle and the executable play as the sources do.
 *
 * The executable is built only where `DENORT_BIN` is set, since `deno compile` otherwise downloads its runtime; it is
 * some 90 MB and takes seconds.
 *
 * @module
 */

import { assert, assertEquals, assertLess, assertMatch, assertNotEquals } from "@std/assert";
import { serialiseNetwork } from "../../../nnue/network_file.ts";
import { withFolder } from "../../folder.ts";
import { randomNetwork } from "../../nnue/random_network.ts";
import { projectPath } from "../../../tools/paths.ts";

const ROOT = projectPath();
/** A node count of this depth takes a second, that of the whole bench far longer. */
const SHORT_BENCH = ["bench", "6"];
/** Time from the start of the executable to `uciok`, with room for a machine that is busy. */
const START_MS = 500;
const START_ATTEMPTS = 5;

/** Runs a program to its end and returns what it printed; fails if it does not succeed. */
async function run(program: string, args: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args: [...args], cwd: ROOT, stdin: "null" })
    .output();
  const text = new TextDecoder();
  assert(success, `${program} ${args.join(" ")} failed: ${text.decode(stderr)}`);
  return text.decode(stdout);
}

/** The node count at the end of a bench. */
function nodesOf(output: string): number {
  const nodes = /^(\d+) nodes \d+ nps$/m.exec(output)?.[1];
  assert(nodes !== undefined, `Expected a bench, but got: ${output}`);
  return Number(nodes);
}

/** Milliseconds from starting a program until it answers `uci`. */
async function millisecondsToUciok(program: string): Promise<number> {
  const start = performance.now();
  const child = new Deno.Command(program, { stdin: "piped", stdout: "piped" }).spawn();
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
  await withFolder(async (folder) => {
    const bundle = `${folder}/hindsight.js`;
    await run(Deno.execPath(), ["bundle", "--quiet", `--output=${bundle}`, "main.ts"]);
    const options = ["run", "--no-config", "--no-prompt", `--allow-read=${folder}`, bundle];
    const sources = await run(Deno.execPath(), ["run", "--no-prompt", "--allow-read=.", "main.ts", ...SHORT_BENCH]);
    assertEquals(nodesOf(await run(Deno.execPath(), [...options, ...SHORT_BENCH])), nodesOf(sources));
  });
});

Deno.test({
  name: "the executable starts fast, plays, analyses, draws what it learned, and counts the same nodes as the sources",
  ignore: Deno.env.get("DENORT_BIN") === undefined,
  fn: async () => {
    await run(Deno.execPath(), ["task", "compile"]);
    const executable = `${ROOT}/dist/hindsight${Deno.build.os === "windows" ? ".exe" : ""}`;
    const sources = await run(Deno.execPath(), ["run", "--no-prompt", "--allow-read=.", "main.ts", ...SHORT_BENCH]);
    assertEquals(nodesOf(await run(executable, SHORT_BENCH)), nodesOf(sources));
    assertMatch(
      await run(executable, ["position startpos moves e2e4", "go depth 4"]),
      /^bestmove [a-h][1-8][a-h][1-8]/m,
    );
    await withFolder(async (folder) => {
      await run(executable, ["histories", "--depth", "2", "--svg", `${folder}/learned.svg`]);
      assertMatch(await Deno.readTextFile(`${folder}/learned.svg`), /<\/svg>\n$/);
      // What it carries is what was committed, and it reads networks from outside.
      await run(executable, [`export_net ${folder}/out.net`]);
      assertEquals(await Deno.readFile(`${folder}/out.net`), await Deno.readFile(`${ROOT}/nnue/hindsight.net`));
      await Deno.writeFile(`${folder}/other.net`, serialiseNetwork(randomNetwork()));
      const [first, second] = [
        await run(executable, ["eval"]),
        await run(executable, [`setoption name EvalFile value ${folder}/other.net`, "eval"]),
      ];
      assertMatch(second, /^info string The network is '.*other\.net'/);
      assertNotEquals(second.split("\n").slice(1), first.split("\n"));
      await Deno.writeTextFile(`${folder}/game.pgn`, "1. f3 e5 2. g4 Qh4# 0-1\n");
      const files = [`${folder}/game.pgn`, "--output", `${folder}/analysed.pgn`, "--svg", `${folder}/game.svg`];
      await run(executable, ["analyse", ...files, "--nodes", "500"]);
      assertMatch(await Deno.readTextFile(`${folder}/analysed.pgn`), /2\. g4 \$4 \{ \[%eval #-1\] Blunder\./);
      assertMatch(await Deno.readTextFile(`${folder}/game.svg`), /<\/svg>\n$/);
      assertMatch(await run(executable, ["play"]), /^Hindsight [^]*\nGoodbye\.\n$/);
    });
    let fastest = Infinity;
    for (let i = 0; i < START_ATTEMPTS; i++) fastest = Math.min(fastest, await millisecondsToUciok(executable));
    assertLess(fastest, START_MS);
  },
});
