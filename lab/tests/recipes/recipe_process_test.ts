/** A recipe makes a small network from a few games, and continues after a stop. Needs PyTorch. @module */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { createHash } from "node:crypto";
import { testInFolder } from "../../../tests/folder.ts";
import { runProgram } from "../../../tests/program.ts";
import { projectPath } from "../../../tools/paths.ts";
import { argumentsOf, type Recipe } from "../../recipes/recipe.ts";
import { selfPlay } from "../games/recorded.ts";
import { hasTorch, SMALL } from "../train/training.ts";

const hashOf = (path: string) => createHash("sha256").update(Deno.readFileSync(path)).digest("hex");

function smallRecipe(games: Recipe["games"]): Recipe {
  const training = ["--data={records}", ...SMALL, "--kernel=torch", "--epochs=2", "--scale=171"];
  const games2 = ["--games=2", "--nodes=50", "--hash=1"];
  return {
    name: "small",
    made: "for a test",
    games,
    history: { "readme.md": "HEAD:README.md" },
    steps: [
      { step: "expand", to: "records", options: ["--lambda=0", "--scale=171", "--validation=0"] },
      { step: "train", to: "a.hnet", options: training },
      { step: "train", to: "b.hnet", options: [...training, "--start-from={a.hnet}", "--seed=2"] },
      { step: "blend", from: ["a.ckpt", "b.ckpt"], to: "mean.hnet", options: ["--round-with={records}"] },
      { step: "match", from: ["mean.hnet", "a.hnet"], to: "match.txt", options: games2 },
    ],
    network: { file: "mean.hnet", sha256: "" },
  };
}

testInFolder("a recipe always makes the same network, and makes no existing file again", async (folder) => {
  Deno.mkdirSync(`${folder}/games`);
  const path = `${folder}/games/some.vf`;
  const games = selfPlay(12, 4n, { nodes: 20 });
  Deno.writeFileSync(path, new Uint8Array(games.flatMap((game) => [...game])));
  const recipe = smallRecipe([{ name: "some.vf", games: 12, sha256: hashOf(path) }]);
  Deno.writeTextFileSync(`${folder}/recipe.json`, JSON.stringify(recipe));
  const follow = async (out: string, ...more: string[]) => {
    const args = ["run", "--quiet", "--no-prompt", "--allow-read", "--allow-write", "--allow-run"];
    const where = [`${folder}/recipe.json`, `--games=${folder}/games`, `--out=${folder}/${out}`];
    const program = projectPath("lab/recipes/recipe.ts");
    const { code, stdout, stderr } = await runProgram(Deno.execPath(), [...args, program, ...where, ...more]);
    return { code, said: stdout + stderr };
  };
  const first = await follow("one");
  assertEquals(first.code, 0, first.said);
  assertMatch(first.said, /not as in the recipe/);
  assertMatch(Deno.readTextFileSync(`${folder}/one/match.txt`), /^\d won, \d drawn, \d lost/);
  assertEquals(Deno.readTextFileSync(`${folder}/one/readme.md`), Deno.readTextFileSync(projectPath("README.md")));

  // The blend and the files after it are missing. Only these are made again, with the same result.
  const made = hashOf(`${folder}/one/mean.hnet`);
  Deno.removeSync(`${folder}/one/mean.hnet`);
  const known = { ...recipe, network: { file: "mean.hnet", sha256: made } };
  Deno.writeTextFileSync(`${folder}/recipe.json`, JSON.stringify(known));
  const second = await follow("one");
  assertMatch(second.said, /records: exists already\na.hnet: exists already\nb.hnet: exists already\n/);
  assertMatch(second.said, /mean.hnet: [0-9a-f]{64}, as in the recipe/);

  const gone = { name: "gone.vf", games: 1, sha256: "" };
  Deno.writeTextFileSync(`${folder}/recipe.json`, JSON.stringify({ ...recipe, games: [...recipe.games, gone] }));
  const trial = await follow("trial", "--share=0.5");
  assertEquals(trial.code, 0, trial.said);
  assertMatch(trial.said, /^Continuing without 1 of 2 files of games$/m);
  assert(Deno.statSync(`${folder}/trial/games/some.vf`).size < Deno.statSync(path).size);
  Deno.writeFileSync(path, games[0]);
  const refused = await follow("other");
  assertEquals(refused.code, 1);
  assertMatch(refused.said, /^Expected ".*some.vf" to have SHA-256 [0-9a-f]{64}, but got [0-9a-f]{64}/);
}, !hasTorch || Deno.build.os === "windows");

Deno.test("in the recipes of the repository, the files of each step come from earlier steps", () => {
  for (const { name } of Deno.readDirSync(projectPath("lab/recipes"))) {
    if (!name.endsWith(".json")) continue;
    const recipe: Recipe = JSON.parse(Deno.readTextFileSync(`${projectPath("lab/recipes")}/${name}`));
    const known = new Set([...Object.keys(recipe.history), ...recipe.games.map((file) => file.name)]);
    for (const step of recipe.steps) {
      const used = step.options.flatMap((option) => Array.from(option.matchAll(/\{([^}]+)\}/g), (match) => match[1]));
      const from = (step.from ?? []).map((file) => file.replace(/=[\d.]+$/, ""));
      for (const file of [...used, ...from]) assert(known.has(file), `${name}: ${file} of ${step.to}`);
      known.add(step.to).add(step.to.replace(/\.hnet$/, ".ckpt"));
      assertEquals(argumentsOf(step, recipe.games).filter((word) => /[{}]/.test(word)), []);
    }
    assert(known.has(recipe.network.file));
  }
});
