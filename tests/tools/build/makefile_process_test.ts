/**
 * The Makefiles, as OpenBench calls them.
 *
 * `make -n` says what they would run; without make these tests are ignored. An executable is built by what they run, see
 * executable.ts.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { serialiseNetwork } from "../../../nnue/network_file.ts";
import { writeImportMap } from "../../../tools/build/other_network.ts";
import { projectPath } from "../../../tools/paths.ts";
import { withFolder } from "../../folder.ts";
import { buildExecutable } from "./executable.ts";
import { randomNetwork } from "../../nnue/random_network.ts";
import { findProgram, outputOf } from "../../program.ts";

const ROOT = projectPath();
const TUNABLE = projectPath("tools/build/tunable");

/** Where make is, `null` if it is nowhere. */
const MAKE = Deno.build.os === "windows" ? null : findProgram("make");

/** Runs make in a folder, with these variables and this `PATH`. */
function make(folder: string, variables: Record<string, string>, env: Record<string, string>, flags: string[] = []) {
  assert(MAKE !== null);
  return outputOf(MAKE, [...flags, ...Object.entries(variables).map((pair) => pair.join("="))], folder, env);
}

/** What make would run in a folder, in one line and with single spaces. */
async function planned(
  folder: string,
  variables: Record<string, string>,
  path: string = Deno.env.get("PATH") ?? "",
): Promise<string> {
  const output = await make(folder, variables, { PATH: path }, ["-n"]);
  return output.trim().split("\n").filter((line) => line.includes(" task ")).join("\n").split(/ +/).join(" ");
}

Deno.test({
  name: "`make` builds the executable, the network and the tunable engine that its variables ask for",
  ignore: MAKE === null,
  fn: async () => {
    const plannedHere = (variables: Record<string, string> = {}) => planned(ROOT, { DENO: "deno", ...variables });
    const command = "deno task --quiet compile";
    assertEquals(await plannedHere(), `${command} --output="dist/hindsight"`);
    // OpenBench names the compiler that it found, too.
    assertEquals(
      await plannedHere({ EXE: "Hindsight-1A2B3C4D", CC: "deno" }),
      `${command} --output="Hindsight-1A2B3C4D"`,
    );
    assertEquals(
      await plannedHere({ EXE: "x", EVALFILE: "/a b/1A2B3C4D" }),
      `${command} --output="x" --network="/a b/1A2B3C4D"`,
    );
    assertEquals(await plannedHere({ EXE: "x", TUNABLE: "1" }), `${command} --output="x" --tunable`);
  },
});

Deno.test({
  name: "`make` in the folder of the tunable engine builds that one into this folder",
  ignore: MAKE === null,
  fn: async () => {
    const line = await planned(TUNABLE, { DENO: "deno", EXE: "Tune-1A2B3C4D", EVALFILE: "/nets/1A2B3C4D" });
    const output = `--output="${TUNABLE}/Tune-1A2B3C4D"`;
    assertEquals(line, `deno task --quiet compile ${output} --network="/nets/1A2B3C4D" --tunable`);
  },
});

Deno.test({
  name: "`make` takes the Deno of the PATH, and npx where there is none",
  ignore: MAKE === null,
  fn: async () => {
    await withFolder(async (folder) => {
      await Deno.symlink("/bin/sh", `${folder}/sh`);
      assertEquals(
        await planned(ROOT, { EXE: "x" }, folder),
        'npx --yes deno@2.9.6 task --quiet compile --output="x"',
      );
      await Deno.writeTextFile(`${folder}/deno`, "#!/bin/sh\n", { mode: 0o755 });
      assertEquals(await planned(ROOT, { EXE: "x" }, folder), `${folder}/deno task --quiet compile --output="x"`);
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
    await outputOf(
      Deno.execPath(),
      ["bundle", "--quiet", `--import-map=${map}`, `--output=${bundle}`, "main.ts"],
      ROOT,
    );
    const options = ["run", "--no-config", "--no-prompt", `--allow-read=${folder}`, `--allow-write=${folder}`];
    await outputOf(Deno.execPath(), [...options, bundle, `export_net ${folder}/out.net`], folder);
    assertEquals(await Deno.readFile(`${folder}/out.net`), network);
    assertEquals(await Deno.readFile(`${ROOT}/nnue/hindsight.net`), before);
  });
});

Deno.test("a file that is not a network is refused before anything is built", async () => {
  await withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/1A2B3C4D`, "no network");
    await assertRejects(() => writeImportMap(`${folder}/1A2B3C4D`, folder), RangeError, "Cannot use the network");
  });
});

Deno.test({
  name: "what the Makefiles build answers OpenBench's calls: the tunable engine with another network",
  ignore: MAKE === null,
  fn: async () => {
    await withFolder(async (folder) => {
      const network = serialiseNetwork(randomNetwork());
      await Deno.writeFile(`${folder}/1A2B3C4D`, network);
      const path = `${folder}/Tune-1A2B3C4D`;
      const variables = { DENO: Deno.execPath(), EXE: path, EVALFILE: `${folder}/1A2B3C4D` };
      const [program, ...options] = await buildExecutable(
        folder,
        path,
        (env) => make(TUNABLE, { ...variables, CC: "deno" }, env, ["-j"]),
      );
      const answer = (...commands: string[]) => outputOf(program, [...options, ...commands], folder);
      assertMatch(await answer("bench", "2"), /^\d+ nodes \d+ nps$/m);
      const opening = await answer("genfens 1 seed 5 book None ", "quit");
      assertMatch(opening, /^info string genfens \S+ [wb] \S+ \S+ \d+ \d+\n$/);
      assertMatch(await answer("spsa"), /^\w+, int, \d+, -?\d+, \d+, \d+, 0\.002$/m);
      await answer(`export_net ${folder}/out.net`);
      assertEquals(await Deno.readFile(`${folder}/out.net`), network);
    });
  },
});

Deno.test("the engine files in lab/docs/distributed.md are JSON, and their folders have a Makefile", async () => {
  const text = await Deno.readTextFile(projectPath("lab/docs/distributed.md"));
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
