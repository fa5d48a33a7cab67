/** The Makefiles, called as OpenBench calls them: `make -n` prints the commands that they would run. @module */

import { assert, assertEquals, assertMatch, assertNotEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { embeddedNetwork } from "../../../nnue/embedded.ts";
import { networkChecksum } from "../../../nnue/network.ts";
import { serialiseNetwork } from "../../../nnue/network_file.ts";
import { writeImportMap } from "../../../tools/build/other_network.ts";
import { projectPath } from "../../../tools/paths.ts";
import { testInFolder as test } from "../../folder.ts";
import { randomNetwork } from "../../nnue/random_network.ts";
import { findProgram, outputOf } from "../../program.ts";

const ROOT = projectPath();
const TUNABLE = projectPath("tools/build/tunable");
const MAKE = Deno.build.os === "windows" ? null : findProgram("make");

/** The commands that make would run in a folder with these variables, with single spaces between the words. */
async function planned(folder: string, variables: readonly string[], path = Deno.env.get("PATH") ?? "") {
  const output = await outputOf(`${MAKE}`, ["-n", ...variables], folder, { PATH: path });
  return output.trim().split("\n").filter((line) => line.includes(" task ")).join("\n").split(/ +/).join(" ");
}

Deno.test("`make` builds what its variables ask for", { ignore: MAKE === null }, async () => {
  const cases: [folder: string, variables: string[], options: string][] = [
    [ROOT, [], '--output="dist/hindsight"'],
    // OpenBench also names the compiler that it found.
    [ROOT, ["EXE=Hindsight-1A2B3C4D", "CC=deno"], '--output="Hindsight-1A2B3C4D"'],
    [ROOT, ["EXE=x", "EVALFILE=/a b/1A2B3C4D"], '--output="x" --network="/a b/1A2B3C4D"'],
    [ROOT, ["EXE=x", "TUNABLE=1"], '--output="x" --tunable'],
    [TUNABLE, ["EXE=x", "EVALFILE=/a/1A2B3C4D"], `--output="${TUNABLE}/x" --network="/a/1A2B3C4D" --tunable`],
  ];
  for (const [folder, variables, options] of cases) {
    assertEquals(await planned(folder, ["DENO=deno", ...variables]), `deno task --quiet compile ${options}`);
  }
});

test("`make` uses the Deno in the PATH, or npx if there is none", async (folder) => {
  await Deno.symlink("/bin/sh", `${folder}/sh`);
  const compile = 'task --quiet compile --output="x"';
  assertEquals(await planned(ROOT, ["EXE=x"], folder), `npx --yes deno@2.9.6 ${compile}`);
  await Deno.writeTextFile(`${folder}/deno`, "#!/bin/sh\n", { mode: 0o755 });
  assertEquals(await planned(ROOT, ["EXE=x"], folder), `${folder}/deno ${compile}`);
}, MAKE === null);

test("a bundle with another network contains that network", async (folder) => {
  const network = randomNetwork();
  await Deno.writeFile(`${folder}/1A2B3C4D`, serialiseNetwork(network));
  const map = await writeImportMap(`${folder}/1A2B3C4D`, folder);
  const modules = ["network.ts", "embedded.ts"].map((name) => new URL(`../../../nnue/${name}`, import.meta.url));
  const program = `import { networkChecksum } from "${modules[0]}";
import { embeddedNetwork } from "${modules[1]}";
console.log(networkChecksum(embeddedNetwork()));`;
  await Deno.writeTextFile(`${folder}/program.ts`, program);
  const bundle = ["bundle", "--quiet", `--import-map=${map}`, `--output=${folder}/bundle.js`, `${folder}/program.ts`];
  await outputOf(Deno.execPath(), bundle, ROOT);
  const checksum = await outputOf(Deno.execPath(), ["run", "--no-config", `${folder}/bundle.js`]);
  assertEquals(Number(checksum), networkChecksum(network));
  assertNotEquals(Number(checksum), networkChecksum(embeddedNetwork()));
});

test("a file that is not a network is refused before anything is built", async (folder) => {
  await Deno.writeTextFile(`${folder}/1A2B3C4D`, "no network");
  await assertRejects(() => writeImportMap(`${folder}/1A2B3C4D`, folder), RangeError, "Cannot use the network");
});

Deno.test("the engine files for OpenBench are JSON, and their folders have a Makefile", async () => {
  const texts = ["Hindsight", "HindsightTune"].map((name) => Deno.readTextFile(`${ROOT}/lab/openbench/${name}.json`));
  const engines = (await Promise.all(texts)).map((text) => JSON.parse(text));
  assertEquals(engines.map(({ build }) => build.path), ["", "tools/build/tunable"]);
  for (const { private: isPrivate, nps, build, ...presets } of engines) {
    assert(!isPrivate && nps > 0);
    assertStringIncludes(await Deno.readTextFile(`${ROOT}/${build.path}/Makefile`), "EVALFILE");
    for (const preset of Object.values({ ...presets.test_presets, ...presets.tune_presets })) {
      // OpenBench refuses a test whose options lack one of these two.
      const options = Object.entries(preset as object).filter(([key]) => key.endsWith("_options"));
      for (const [, value] of options) assertMatch(value, /^Threads=\d+ Hash=\d+$/);
    }
  }
});
