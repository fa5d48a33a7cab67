/**
 * The Makefiles, as OpenBench calls them.
 *
 * What they would run is read from `make -n`. An executable is built only where `DENORT_BIN` is set, see build_test.ts.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { serialiseNetwork } from "../../../nnue/network_file.ts";
import { writeImportMap } from "../../../tools/build/other_network.ts";
import { projectPath } from "../../../tools/paths.ts";
import { withFolder } from "../../folder.ts";
import { randomNetwork } from "../../nnue/random_network.ts";

const ROOT = projectPath();
const TUNABLE = projectPath("tools/build/tunable");

/** Runs a program and returns what it wrote; fails if it does not succeed. */
async function run(program: string, args: readonly string[], cwd: string, env: Record<string, string> = {}) {
  const { success, stdout, stderr } = await new Deno.Command(program, { args: [...args], cwd, env, stdin: "null" })
    .output();
  const text = new TextDecoder();
  assert(success, `${program} ${args.join(" ")} failed: ${text.decode(stderr)}`);
  return text.decode(stdout);
}

/** Whether a program can be started. */
function exists(program: string): boolean {
  try {
    return new Deno.Command(program, { args: ["--version"], stdout: "null", stderr: "null" }).outputSync().success;
  } catch {
    return false;
  }
}

const noMake = Deno.build.os === "windows" || !exists("make");

Deno.test({
  name: "`make` builds the executable, the network and the tunable engine that its variables ask for",
  ignore: noMake,
  fn: async () => {
    const planned = async (...args: string[]) =>
      (await run("make", ["-n", "DENO=deno", ...args], ROOT)).trim().split(/ +/).join(" ");
    const command = "deno task --quiet compile";
    assertEquals(await planned(), `${command} --output="dist/hindsight"`);
    // OpenBench names the compiler that it found, too.
    assertEquals(await planned("-j", "EXE=Hindsight-1A2B3C4D", "CC=deno"), `${command} --output="Hindsight-1A2B3C4D"`);
    assertEquals(
      await planned("EXE=x", "EVALFILE=/a b/1A2B3C4D"),
      `${command} --output="x" --network="/a b/1A2B3C4D"`,
    );
    assertEquals(await planned("EXE=x", "TUNABLE=1"), `${command} --output="x" --tunable`);
  },
});

Deno.test({
  name: "`make` in the folder of the tunable engine builds that one into this folder",
  ignore: noMake,
  fn: async () => {
    const plan = await run("make", ["-n", "DENO=deno", "EXE=Tune-1A2B3C4D", "EVALFILE=/nets/1A2B3C4D"], TUNABLE);
    const output = `--output="${TUNABLE}/Tune-1A2B3C4D"`;
    assertStringIncludes(plan, `deno task --quiet compile ${output} --network="/nets/1A2B3C4D" --tunable`);
  },
});

Deno.test({
  name: "`make` takes the Deno of the PATH, and npx where there is none",
  ignore: noMake,
  fn: async () => {
    await withFolder(async (folder) => {
      const make = (await run("sh", ["-c", "command -v make"], ROOT)).trim();
      await Deno.symlink("/bin/sh", `${folder}/sh`);
      const plan = () => run(make, ["-n", "EXE=x"], ROOT, { PATH: folder });
      assertMatch(await plan(), /^npx --yes deno@2\.9\.6 task --quiet compile /);
      await Deno.writeTextFile(`${folder}/deno`, "#!/bin/sh\n", { mode: 0o755 });
      assertStringIncludes(await plan(), `${folder}/deno task --quiet compile `);
    });
  },
});

Deno.test("a bundle with another network plays with that one, and the sources stay as they are", async () => {
  await withFolder(async (folder) => {
    const network = serialiseNetwork(randomNetwork());
    await Deno.writeFile(`${folder}/1A2B3C4D`, network);
    await Deno.mkdir(`${folder}/imports`);
    const before = await Deno.readFile(`${ROOT}/nnue/hindsight.net`);
    const map = await writeImportMap(`${folder}/1A2B3C4D`, `${folder}/imports`);
    const bundle = `${folder}/hindsight.js`;
    await run(Deno.execPath(), ["bundle", "--quiet", `--import-map=${map}`, `--output=${bundle}`, "main.ts"], ROOT);
    const options = ["run", "--no-config", "--no-prompt", `--allow-read=${folder}`, `--allow-write=${folder}`];
    await run(Deno.execPath(), [...options, bundle, `export_net ${folder}/out.net`], folder);
    assertEquals(await Deno.readFile(`${folder}/out.net`), network);
    assertEquals(await Deno.readFile(`${ROOT}/nnue/hindsight.net`), before);
  });
});

Deno.test("a file that is no network is refused before anything is built", async () => {
  await withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/1A2B3C4D`, "no network");
    await assertRejects(() => writeImportMap(`${folder}/1A2B3C4D`, folder), RangeError, "Cannot use the network");
  });
});

Deno.test({
  name: "what the Makefiles build answers OpenBench's calls: the tunable engine with another network",
  ignore: noMake || Deno.env.get("DENORT_BIN") === undefined,
  fn: async () => {
    await withFolder(async (folder) => {
      const network = serialiseNetwork(randomNetwork());
      await Deno.writeFile(`${folder}/1A2B3C4D`, network);
      const executable = `${folder}/Tune-1A2B3C4D`;
      await run("make", ["-j", `EXE=${executable}`, `EVALFILE=${folder}/1A2B3C4D`, "CC=deno"], TUNABLE);
      assertMatch(await run(executable, ["bench", "2"], folder), /^\d+ nodes \d+ nps$/m);
      const opening = await run(executable, ["genfens 1 seed 5 book None ", "quit"], folder);
      assertMatch(opening, /^info string genfens \S+ [wb] \S+ \S+ \d+ \d+\n$/);
      assertMatch(await run(executable, ["spsa"], folder), /^\w+, int, \d+, -?\d+, \d+, \d+, 0\.002$/m);
      await run(executable, [`export_net ${folder}/out.net`], folder);
      assertEquals(await Deno.readFile(`${folder}/out.net`), network);
    });
  },
});

Deno.test("the engine files in docs/distributed.md are JSON, and their folders have a Makefile", async () => {
  const text = await Deno.readTextFile(projectPath("docs/distributed.md"));
  const engines = Array.from(text.matchAll(/```json\n([^]*?)```/g), ([, json]) => JSON.parse(json));
  assertEquals(engines.map(({ build }) => build.path), ["", "tools/build/tunable"]);
  for (const { private: isPrivate, nps, build, ...presets } of engines) {
    assert(!isPrivate && nps > 0);
    assertStringIncludes(await Deno.readTextFile(`${ROOT}/${build.path}/Makefile`), "EVALFILE");
    for (const preset of Object.values({ ...presets.test_presets, ...presets.tune_presets })) {
      // OpenBench refuses a test whose options do not name both.
      const options = Object.entries(preset as object).filter(([key]) => key.endsWith("_options"));
      for (const [, value] of options) assertMatch(value, /^Threads=\d+ Hash=\d+$/);
    }
  }
});
