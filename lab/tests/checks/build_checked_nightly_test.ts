/** The checked engine: it plays the same moves as the engine, without a fault. @module */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { readSignature } from "../../../tools/build/signature.ts";
import { writeCheckedBundle } from "../../checks/build_checked.ts";
import { playSetting } from "../../trials/trial.ts";
import { outputOf } from "../../../tools/output.ts";
import { projectPath } from "../../../tools/paths.ts";
import { ENGINE_SOURCES, engineArguments } from "../../../tests/engine_bundle.ts";
import { withFolder } from "../../../tests/folder.ts";
import { digestOf, makeOnce } from "../../../tests/kept.ts";

/** A node count of this depth takes seconds; the whole bench takes minutes. */
const SHORT_BENCH = ["bench", "2"];

/** The folder with the checked engine, and the number of its checks in a file. */
async function checkedFolder(): Promise<string> {
  return await makeOnce("checked", await digestOf([...ENGINE_SOURCES, "tools", "lab/checks"]), async (folder) => {
    const accesses = await writeCheckedBundle("main.ts", `${folder}/checked.js`);
    await Deno.writeTextFile(`${folder}/accesses.txt`, `${accesses}`);
  });
}

// This takes half a minute on a busy machine, because the checks make the engine many times slower.
Deno.test("the checked engine counts the nodes of the engine and plays games, without a fault", async () => {
  const folder = await checkedFolder();
  const accesses = Number(await Deno.readTextFile(`${folder}/accesses.txt`));
  assert(accesses > 1000, `${accesses} checks`);
  const checked = ["run", "--quiet", "--no-config", "--no-prompt", `--allow-read=${folder}`, `${folder}/checked.js`];
  const nodesOf = async (args: readonly string[]): Promise<number> =>
    readSignature(await outputOf(Deno.execPath(), [...args, ...SHORT_BENCH], projectPath()));
  assertEquals(await nodesOf(checked), await nodesOf(engineArguments(`--allow-read=${projectPath()}`)));
  const setting = { baseMs: 0, incrementMs: 0, nodes: 20, threads: 1, multiPv: 1, chess960: true, ponder: false };
  const command = [Deno.execPath(), ...checked];
  const { faults, plies } = await playSetting({ command, setting, games: 1, seed: 1n, marginMs: 0 });
  assertEquals(faults, []);
  assert(plies > 20, `${plies} plies`);
});

/** Runs `bench 1` of the checked engine after each `part` of its text was replaced by a fault. */
async function runPlanted(part: string, fault: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const text = await Deno.readTextFile(`${await checkedFolder()}/checked.js`);
  const planted = text.replaceAll(part, fault);
  assert(planted !== text);
  const outputs: Deno.CommandOutput[] = [];
  await withFolder(async (folder) => {
    const bundle = `${folder}/planted.js`;
    await Deno.writeTextFile(bundle, planted);
    outputs.push(
      await new Deno.Command(Deno.execPath(), {
        args: ["run", "--quiet", "--no-config", "--no-prompt", `--allow-read=${folder}`, bundle, "bench", "1"],
        stdin: "null",
        // The program must end before this time limit, which is much longer than it needs.
        signal: AbortSignal.timeout(120_000),
      }).output(),
    );
  });
  const [{ code, stdout, stderr }] = outputs;
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

Deno.test("a fault that is planted in the engine ends its search with a message", async () => {
  // The lists have room for fewer moves than some positions have.
  const { stderr } = await runPlanted("moves = new Int32Array(MAX_MOVES)", "moves = new Int32Array(12)");
  const part = "Checked build: Index 12 is outside Int32Array(12): moves[n++] in core/pawn_moves.ts, line ";
  assertStringIncludes(stderr, part);
});

Deno.test("if commands are given as arguments, a fault outside them ends the program with a message and exit code 1", async () => {
  const { code, stdout } = await runPlanted("async runArguments(commands) {", '$& throw new Error("planted");');
  assertEquals([code, stdout], [1, "info string Internal error: planted\n"]);
});
