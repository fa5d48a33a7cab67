/** Pictures of tuning runs, games and losses. They need Python with matplotlib. @module */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { GameStatistics } from "../../games/data_report.ts";
import { runProgram } from "../../../tests/program.ts";
import { testInFolder } from "../../../tests/folder.ts";
import { projectPath } from "../../../tools/paths.ts";

/** Draws all pictures in one process, because loading matplotlib takes longer than drawing. */
const DRAW = `
import sys
sys.path.insert(0, sys.argv[1])
import charts
for data in sys.argv[2:]:
    sys.argv = ["charts", data, data + ".svg"]
    try:
        charts.main()
    except SystemExit as error:
        open(data + ".svg", "w").write(str(error))
`;

const LOSSES = [{ epoch: 1, training: 0.1, learned: 0.2 }, { epoch: 2, training: 0.05, learned: 0.1 }];
const TUNING = {
  settings: { parameters: ["lmrBase", "rfpSlope"].map((name) => ({ name, start: 20, cEnd: 2 })) },
  history: [{ pairs: 0, values: [20, 20] }, { pairs: 50, values: [23.5, 19] }],
};

const CURVE = {
  ...{ title: "What games are worth", x: "plies", y: "Elo", top: "hours", pliesPerHour: 2e6, ticks: [1e6, 1e7] },
  series: [{ name: "squares", points: [[1e6, -100, 20, "few"], [1e7, 0, 10, "many"]] }],
};

testInFolder(
  "pictures show all numbers of tuning, of games, losses and curves; other files are refused",
  async (folder) => {
    const contents = [TUNING, new GameStatistics({ skip: 0, maxScore: 1000 }), LOSSES, CURVE, { other: 1 }];
    const files = contents.map((content, i) => {
      Deno.writeTextFileSync(`${folder}/${i}.json`, JSON.stringify(content));
      return `${folder}/${i}.json`;
    });
    const { code, stderr } = await runProgram("python3", ["-c", DRAW, projectPath("lab/train"), ...files])
      .catch(() => ({ code: 1, stderr: "No python3, Missing matplotlib" }));
    // Without matplotlib there is nothing to test.
    if (stderr.includes("Missing matplotlib")) return;
    assertEquals(code, 0, stderr);
    const [tuning, games, losses, curve, other] = files.map((file) => Deno.readTextFileSync(`${file}.svg`));
    for (const text of ["lmrBase: 20 → 23.5", "rfpSlope: 20 → 19", "SPSA: 2 numbers over 100 games"]) {
      assertStringIncludes(tuning, text);
    }
    for (const text of ["0 games, 0 positions", "White won", "plies after the opening"]) {
      assertStringIncludes(games, text);
    }
    assert(!games.includes("best fit"));
    assertStringIncludes(losses, "training records, final weight of results");
    assert(!losses.includes("validation games"));
    for (const text of ["squares", "few", "10 million", "0.5 h"]) assertStringIncludes(curve, text);
    assertStringIncludes(other, "to be a tuning run, a report of games, losses or a curve");
  },
);
