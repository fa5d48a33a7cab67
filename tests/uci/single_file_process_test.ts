/** `hindsight-uci.js` as a program with standard input, and as a module with `Hindsight()`. @module */

import { assertEquals, assertMatch } from "@std/assert";
import { UciEngine } from "../../lab/uci_engine.ts";
import { withFolder } from "../folder.ts";
import { findProgram, outputOf } from "../program.ts";
import { buildUciOnce, expectedNodes, lastNodes, NODES_DEPTH } from "./single_file.ts";

const NODE = findProgram("node");
const BUN = findProgram("bun");

/** Sends commands to the engine of an earlier line, and prints its answers. The program then ends by itself. */
const USE = `const ended = new Promise((resolve) => {
  engine.addMessageListener(console.log);
  engine.onmessage = (line) => line.startsWith("bestmove") && resolve();
});
engine.postMessage("uci\\nisready\\nsetoption name hash value 32\\ngo depth ${NODES_DEPTH}");
ended.then(() => engine.terminate());
`;

/** Programs for Node, by their file names: each prints the engine's answers. */
const PROGRAMS: Readonly<Record<string, string>> = {
  "require.cjs": `const engine = require("./hindsight-uci.js")();\n${USE}`,
  "import.mjs": `import Hindsight from "./hindsight-uci.js";\nconst engine = await new Hindsight();\n${USE}`,
  // This program does not end the engine, but ends because it has nothing more to do.
  "idle.cjs": `const engine = require("./hindsight-uci.js")();
engine.onmessage = console.log;
engine.postMessage("uci\\nisready\\ngo depth ${NODES_DEPTH}");
`,
  "thread.cjs": `const { Worker } = require("node:worker_threads");
const engine = new Worker(require.resolve("./hindsight-uci.js"));
engine.on("message", (line) => {
  console.log(line);
  // The program ends by itself.
  if (line.startsWith("bestmove")) engine.postMessage("quit");
});
engine.postMessage("uci\\nisready\\ngo depth ${NODES_DEPTH}");
`,
};

/** Checks the answers of an engine to `uci`, `isready` and a search. */
function check(output: string, nodes: number): void {
  assertEquals(output.match(/^(?:uciok|readyok|bestmove)/gm), ["uciok", "readyok", "bestmove"]);
  assertEquals(lastNodes(output), nodes);
}

/** Whether the program of a command exists. */
function isThere(command: readonly (string | null)[]): command is readonly string[] {
  return !command.includes(null);
}

/** Checks an engine on standard input. */
async function checkProgram(command: readonly string[], nodes: number): Promise<void> {
  await using engine = new UciEngine(command, "piped");
  const lines: string[] = [];
  await engine.send("uci", "isready", `go depth ${NODES_DEPTH}`);
  const [best] = await engine.until(/^bestmove.*/, (line) => void lines.push(line));
  assertMatch(lines[0], /^Hindsight \d\S* by /);
  check([...lines, best].join("\n"), nodes);
  assertEquals([await engine.quit(), await engine.errors], [0, ""]);
}

Deno.test("`hindsight-uci.js` speaks UCI on standard input, and counts the nodes that the program counts", async () => {
  const folder = await buildUciOnce();
  const nodes = await expectedNodes();
  const file = `${folder}/hindsight-uci.js`;
  const runtimes = [[Deno.execPath(), "run", "--no-prompt", file], [NODE, file], [BUN, file]];
  for (const command of runtimes) if (isThere(command)) await checkProgram(command, nodes);
});

Deno.test({
  name: "in Node `require`, `import` and a thread with the file give engines, which leave nothing behind",
  ignore: NODE === null,
  fn: () =>
    withFolder(async (folder) => {
      const nodes = await expectedNodes();
      await Deno.copyFile(`${await buildUciOnce()}/hindsight-uci.js`, `${folder}/hindsight-uci.js`);
      for (const [name, program] of Object.entries(PROGRAMS)) {
        await Deno.writeTextFile(`${folder}/${name}`, program);
        // The process ends only if no thread and no timer is left.
        check(await outputOf(NODE!, [name], folder), nodes);
      }
    }),
});

Deno.test({
  name: "in a package of ECMAScript modules the file is also a program, and defines the global `Hindsight`",
  ignore: NODE === null,
  fn: () =>
    withFolder(async (folder) => {
      const nodes = await expectedNodes();
      await Deno.copyFile(`${await buildUciOnce()}/hindsight-uci.js`, `${folder}/hindsight-uci.js`);
      await Deno.writeTextFile(`${folder}/package.json`, '{ "type": "module" }');
      await Deno.writeTextFile(`${folder}/use.js`, `import "./hindsight-uci.js";\nconst engine = Hindsight();\n${USE}`);
      check(await outputOf(NODE!, ["use.js"], folder), nodes);
      await checkProgram([NODE!, `${folder}/hindsight-uci.js`], nodes);
    }),
});
