/**
 * Pictures of tuning runs, games and losses. They need Python with matplotlib.
 *
 * @module
 */

import { assertEquals, assertStringIncludes } from "@std/assert";
import { GameStatistics } from "../../games/data_report.ts";
import { withFolder } from "../../../tests/folder.ts";
import { projectPath } from "../../../tools/paths.ts";

/** Runs a few words of Python, or the program. */
function python(...args: string[]): { code: number; errors: string } {
  try {
    const { code, stderr } = new Deno.Command("python3", { args, stdin: "null" }).outputSync();
    return { code, errors: new TextDecoder().decode(stderr) };
  } catch {
    return { code: 1, errors: "There is no python3" };
  }
}

const ignore = python("-c", "import matplotlib").code !== 0;

/** The picture of a content. */
async function picture(content: unknown): Promise<string> {
  let svg = "";
  await withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/data.json`, JSON.stringify(content));
    const { code, errors } = python(projectPath("lab/train/charts.py"), `${folder}/data.json`, `${folder}/out.svg`);
    svg = code === 0 ? await Deno.readTextFile(`${folder}/out.svg`) : errors;
  });
  return svg;
}

Deno.test({
  name: "the picture of a tuning run has a panel for every number, from its first value to its last",
  ignore,
  fn: async () => {
    const parameters = ["lmrBase", "rfpSlope"].map((name) => ({ name, start: 20, cEnd: 2 }));
    const history = [{ pairs: 0, values: [20, 20] }, { pairs: 50, values: [23.5, 19] }];
    const svg = await picture({ settings: { parameters }, history });
    for (const text of ["lmrBase: 20 → 23.5", "rfpSlope: 20 → 19", "SPSA: 2 numbers over 100 games"]) {
      assertStringIncludes(svg, text);
    }
  },
});

Deno.test({
  name: "the pictures of games and of losses have their numbers, and other files are refused",
  ignore,
  fn: async () => {
    const games = await picture(new GameStatistics({ skip: 0, maxScore: 1000 }));
    for (const text of ["0 games, 0 positions", "White won", "plies after the opening"]) {
      assertStringIncludes(games, text);
    }
    assertEquals(games.includes("the one that fits"), false);
    const losses = await picture([{ epoch: 1, training: 0.1, learned: 0.2 }, {
      epoch: 2,
      training: 0.05,
      learned: 0.1,
    }]);
    assertStringIncludes(losses, "records learned from, final weight");
    assertEquals(losses.includes("validation games"), false);
    assertStringIncludes(await picture({ other: 1 }), "to be a tuning run, a report of games or losses");
  },
});
