/**
 * The npm package: installed from its tarball in a fresh project of Node, and used from JavaScript, TypeScript, the
 * command line, Deno and a page in a browser. Takes a minute. What needs Node is ignored where there is none.
 *
 * @module
 */

import { assert, assertEquals, assertFalse, assertLess, assertMatch, assertStringIncludes } from "@std/assert";
import { ENGINE_VERSION } from "../../../engine/version.ts";
import { withFolder } from "../../folder.ts";
import { buildPackage, findProgram, runProgram } from "./npm_package.ts";

const NODE = findProgram("node");
const NPM = findProgram("npm");
const HAS_NODE = NODE !== null && NPM !== null;
if (!HAS_NODE) console.log("There is no Node here: most tests of the npm package are left out");

/** Largest tarball. */
const MAX_BYTES = 2.3e6;

/** What every program of these tests prints at its end. */
const EXPECTED = "e2e4|Ra6|mate 2|true|closed";

const PROGRAM = `
import { Engine, EngineClosedError, Game } from "@hindsight/engine";

const engine = await Engine.start({ hash: 4, threads: 2 });
const game = new Game();
const first = await engine.analyse(game, { searchMoves: ["e4"], depth: 4 }).result;
const mate = await engine.analyse("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", { mate: 2 }).result;
const controller = new AbortController();
const endless = engine.analyse("startpos").stopOn(controller.signal);
for await (const line of endless) if (line.depth > 4) controller.abort();
const { isStopped } = await endless.result;
engine.close();
let code = "";
try {
  engine.analyse("startpos");
} catch (error) {
  if (error instanceof EngineClosedError) code = error.code;
}
const { score } = mate.lines[0];
console.log([first.move, mate.san, score.type + " " + score.value, isStopped, code].join("|"));
`;

/** Adds types to the program: what it means to a compiler is tested with it. */
const TYPED_PROGRAM = `
import { type EngineOptions, type Line, type SearchOutcome } from "@hindsight/engine";
export const options: EngineOptions = { threads: 1 };
export function best(outcome: SearchOutcome): Line {
  // @ts-expect-error: a score is an object
  const wrong: number = outcome.lines[0].score;
  void wrong;
  return outcome.lines[0];
}
${PROGRAM}`;

Deno.test("the package has types, a program, a licence and source maps, and the network once", async () => {
  const folder = await buildPackage();
  const json = JSON.parse(await Deno.readTextFile(`${folder}/package.json`));
  assertEquals([json.name, json.version, json.type], ["@hindsight/engine", ENGINE_VERSION, "module"]);
  for (const path of [json.types, json.exports["."].default, json.bin.hindsight, "worker.js", "LICENSE", "README.md"]) {
    assert((await Deno.stat(`${folder}/${path}`)).isFile, path);
  }
  for (const name of ["mod", "worker", "hindsight"]) {
    const code = await Deno.readTextFile(`${folder}/${name}.js`);
    assertLess(code.length, 400_000, `${name}.js has no copy of the network`);
    assertStringIncludes(code, `sourceMappingURL=${name}.js.map`);
    const map = JSON.parse(await Deno.readTextFile(`${folder}/${name}.js.map`));
    assert(map.sources.some((source: string) => source.endsWith("engine/runtime.ts")), `${map.sources}`);
  }
  // What a browser loads imports nothing of Node.
  for (const name of ["mod", "worker"]) {
    const code = await Deno.readTextFile(`${folder}/${name}.js`);
    assert(!/\bfrom\s*"node:/.test(code), name);
  }
});

Deno.test("Deno runs the package without a flag for its files", async () => {
  const folder = await buildPackage();
  await withFolder(async (project) => {
    await Deno.writeTextFile(
      `${project}/program.js`,
      PROGRAM.replace('"@hindsight/engine"', JSON.stringify(`${folder}/mod.js`)),
    );
    const args = ["run", "--no-config", "--no-prompt", `--allow-read=${folder}`, "program.js"];
    const { output, errors } = await runProgram(Deno.execPath(), args, project);
    assertEquals(output.trim(), EXPECTED, errors);
  });
});

Deno.test({
  name: "a fresh project of Node installs the tarball and runs JavaScript, TypeScript and the UCI program",
  ignore: !HAS_NODE,
  fn: async () => {
    const folder = await buildPackage();
    await withFolder(async (project) => {
      const run = async (program: string, args: string[], input = ""): Promise<string> => {
        const { code, output, errors } = await runProgram(program, args, project, input);
        assertEquals(code, 0, `${program} ${args.join(" ")}: ${errors}${output}`);
        return output;
      };
      await runProgram(`${NPM}`, ["pack", "--silent", "--pack-destination", project], folder);
      const tarball = `hindsight-engine-${ENGINE_VERSION}.tgz`;
      assertLess((await Deno.stat(`${project}/${tarball}`)).size, MAX_BYTES);
      await Deno.writeTextFile(`${project}/package.json`, JSON.stringify({ type: "module", private: true }));
      await run(`${NPM}`, ["install", "--silent", "--no-audit", "--no-fund", "--offline", `./${tarball}`]);

      await Deno.writeTextFile(`${project}/program.js`, PROGRAM);
      assertEquals((await run(`${NODE}`, ["program.js"])).trim(), EXPECTED);

      await Deno.writeTextFile(`${project}/typed.ts`, TYPED_PROGRAM);
      const compile = ["run", "--no-config", "--no-lock", "--allow-all", "npm:typescript@5.9.3/tsc"];
      const strict = [
        "--strict",
        "--skipDefaultLibCheck",
        "--target",
        "esnext",
        "--module",
        "nodenext",
        "--lib",
        "esnext,dom",
      ];
      await run(Deno.execPath(), [...compile, ...strict, "typed.ts"]);
      assertEquals((await run(`${NODE}`, ["typed.js"])).trim(), EXPECTED);

      const npx = ["exec", "--silent", "--offline", "hindsight"];
      const uci = await run(`${NPM}`, npx, "uci\nquit\n");
      assertStringIncludes(uci, `id name Hindsight ${ENGINE_VERSION}\n`);
      assertStringIncludes(uci, "\nuciok\n");
      const perft = await run(`${NPM}`, [...npx, "help", "isready", "position startpos", "perft 3"]);
      assertMatch(perft, /^Hindsight [^]*\nperft /);
      // The package has the engine alone.
      assertFalse(/hindsight (play|analyse|histories)/.test(perft), perft);
      assertStringIncludes(perft, "readyok\n");
      assertStringIncludes(perft, "Nodes searched: 8902");
      const search = await run(`${NPM}`, [...npx, "go depth 6", "compiler"]);
      assert(/\nbestmove [a-h][1-8][a-h][1-8]/.test(search), search);
      assertStringIncludes(search, "TypeScript on Node ");
    });
  },
});
