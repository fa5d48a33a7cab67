/**
 * Executables from `deno task compile` and the Makefiles. Each takes about 90 MB.
 *
 * `deno compile` embeds a runtime that it downloads, unless `DENORT_BIN` names one. Without that variable the tests
 * embed this Deno. In that case everything is built and checked as usual, but the file is not an engine, so this Deno
 * runs the bundle instead, with the permissions that the executable should have.
 *
 * @module
 */

import { assert, assertEquals, assertGreater, assertMatch, assertNotEquals } from "@std/assert";
import { serialiseNetwork } from "../../../nnue/network_file.ts";
import { readSignature } from "../../../tools/build/signature.ts";
import { projectPath } from "../../../tools/paths.ts";
import { testInFolder as test } from "../../folder.ts";
import { randomNetwork } from "../../nnue/random_network.ts";
import { findProgram, outputOf } from "../../program.ts";
import { assertPrompt } from "../../prompt.ts";
import { SIGNATURE } from "./pinned_signature.ts";

const ROOT = projectPath();
const HAS_RUNTIME = Deno.env.get("DENORT_BIN") !== undefined;
/** The executable must reach `uciok` in less than this multiple of the time that Deno takes to start and end. */
const START_FACTOR = 8;

/** A compiler that records its input and arguments, and calls Deno to compile. */
const NOTING_COMPILER = `#!/bin/sh
cp hindsight.js "$NOTES/hindsight.js" && printf '%s\\n' "$@" > "$NOTES/arguments" && exec "$NOTED_DENO" "$@"
`;

/**
 * Builds an executable, and returns the program and the arguments that run it.
 *
 * @param folder A temporary folder.
 * @param path Where the build writes the executable.
 * @param build Runs the build with these variables.
 */
async function buildExecutable(folder: string, path: string, build: (env: Record<string, string>) => Promise<unknown>) {
  if (HAS_RUNTIME) {
    await build({});
    return [path];
  }
  console.log("DENORT_BIN names no runtime to embed: the bundle runs in Deno instead");
  const [compiler, deno] = [`${folder}/noting-compiler`, Deno.execPath()];
  await Deno.writeTextFile(compiler, NOTING_COMPILER, { mode: 0o755 });
  await build({ NOTES: folder, NOTED_DENO: deno, DENORT_BIN: deno, DENO_FOR_COMPILE: compiler });
  assertGreater((await Deno.stat(path)).size, (await Deno.stat(deno)).size);
  await Deno.remove(path);
  const args = (await Deno.readTextFile(`${folder}/arguments`)).trim().split("\n");
  assert(args[0] === "compile" && args.at(-1) === "hindsight.js", args.join(" "));
  const options = args.filter((arg) => /^--(allow-|deny-|no-config$|no-prompt$)/.test(arg));
  return [deno, "run", ...options, `${folder}/hindsight.js`];
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
  // The engine has ended, so it is no error that it did not read everything.
  await writer.close().catch(() => {});
  return end - start;
}

test("the executable starts fast, plays, analyses, and counts the same nodes as the sources", async (folder) => {
  const path = `${folder}/hindsight${Deno.build.os === "windows" ? ".exe" : ""}`;
  const compile = ["task", "compile", `--output=${path}`];
  const build = (env: Record<string, string>) => outputOf(Deno.execPath(), compile, ROOT, env);
  const [program, ...options] = await buildExecutable(folder, path, build);
  const runExecutable = (args: readonly string[]) => outputOf(program, [...options, ...args], ROOT);
  assertEquals(readSignature(await runExecutable(["bench"])), SIGNATURE);
  assertMatch(await runExecutable(["position startpos moves e2e4", "go depth 4"]), /^bestmove [a-h][1-8][a-h][1-8]/m);
  await runExecutable(["histories", "--depth", "2", "--svg", `${folder}/learned.svg`]);
  assertMatch(await Deno.readTextFile(`${folder}/learned.svg`), /<\/svg>\n$/);
  // Its embedded data equal the committed files, and it reads other networks.
  await runExecutable([`export_net ${folder}/out.net`]);
  assertEquals(await Deno.readFile(`${folder}/out.net`), await Deno.readFile(`${ROOT}/nnue/hindsight.net`));
  await Deno.writeFile(`${folder}/other.net`, serialiseNetwork(randomNetwork()));
  const first = await runExecutable(["eval"]);
  const second = await runExecutable([`setoption name EvalFile value ${folder}/other.net`, "eval"]);
  assertMatch(second, /^info string The network is '.*other\.net'/);
  assertNotEquals(second.split("\n").slice(1), first.split("\n"));
  await Deno.writeTextFile(`${folder}/game.pgn`, "1. f3 e5 2. g4 Qh4# 0-1\n");
  const files = [`${folder}/game.pgn`, "--output", `${folder}/analysed.pgn`, "--svg", `${folder}/game.svg`];
  await runExecutable(["analyse", ...files, "--nodes", "500"]);
  const found = await Deno.readTextFile(`${folder}/analysed.pgn`);
  assertMatch(found, /2\. g4 \$4 \{ \[%eval #-1\] \}\s\{ \[%hs [\w,]+ \d+\] Blunder\./);
  assertMatch(await Deno.readTextFile(`${folder}/game.svg`), /<\/svg>\n$/);
  assertMatch(await runExecutable(["play"]), /^Hindsight [^]*\nGoodbye\.\n$/);
  await assertPrompt(START_FACTOR, async () => {
    const started = performance.now();
    await outputOf(Deno.execPath(), ["run", "--no-config", "--no-prompt", "data:application/javascript,"]);
    const empty = performance.now() - started;
    return await millisecondsToUciok(program, options) / empty;
  });
}, !HAS_RUNTIME && Deno.build.os === "windows");

test("the tunable engine from the Makefiles, with another network, answers OpenBench's calls", async (folder) => {
  const network = serialiseNetwork(randomNetwork());
  await Deno.writeFile(`${folder}/1A2B3C4D`, network);
  const path = `${folder}/Tune-1A2B3C4D`;
  const variables = [`DENO=${Deno.execPath()}`, `EXE=${path}`, `EVALFILE=${folder}/1A2B3C4D`, "CC=deno"];
  const tunable = projectPath("tools/build/tunable");
  const build = (env: Record<string, string>) => outputOf("make", ["-j", ...variables], tunable, env);
  const [program, ...options] = await buildExecutable(folder, path, build);
  const answer = (...commands: string[]) => outputOf(program, [...options, ...commands], folder);
  assertMatch(await answer("bench", "2"), /^\d+ nodes \d+ nps$/m);
  assertMatch(await answer("genfens 1 seed 5 book None ", "quit"), /^info string genfens \S+ [wb] \S+ \S+ \d+ \d+\n$/);
  assertMatch(await answer("spsa"), /^\w+, int, \d+, -?\d+, \d+, \d+, 0\.002$/m);
  await answer(`export_net ${folder}/out.net`);
  assertEquals(await Deno.readFile(`${folder}/out.net`), network);
}, findProgram("make") === null || Deno.build.os === "windows");
