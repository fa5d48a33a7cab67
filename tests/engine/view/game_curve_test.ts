import { assertAlmostEquals, assertEquals } from "@std/assert";
import { type Evaluation, winChance } from "../../../engine/games/evaluation.ts";
import { curvePaths, curvePoint, curveRuns, type Plot } from "../../../engine/view/game_curve.ts";
import { drawReportGraph } from "../../../shell/analyse/report/report_graph.ts";
import { analysisOf } from "../games/analyses.ts";

const PLOT: Plot = { left: 10, top: 20, width: 400, height: 100 };
const EVEN: Evaluation = { cp: 0, mate: null };

Deno.test("a coming mate is just inside the edge of the plot, and a mate on the board is at the edge", () => {
  const won = [3, 0].map((mate) => ({ cp: 1000, mate }));
  const mates = analysisOf([EVEN, ...won, ...won.map(({ mate }) => ({ cp: -1000, mate: 0 - mate }))]);
  const [[even, announced, mated, lost, black]] = curveRuns(mates, PLOT);
  assertEquals(even, [10, 70]);
  assertAlmostEquals(announced[1], 20 + 100 * (1 - winChance({ cp: 1000, mate: null }) / 100));
  assertEquals([announced[0], announced[1] > 20.5], [110, true]);
  assertEquals([mated, black], [[210, 20], [410, 120]]);
  assertAlmostEquals(lost[1] - 70, 70 - announced[1]);
});

Deno.test("the curve has a gap where a position was not analysed; a single position becomes a level line", () => {
  const cut = analysisOf([EVEN, EVEN, null, EVEN, EVEN]);
  assertEquals(curvePaths(cut, PLOT), [
    { line: "M10 70L110 70", area: "M10 120L10 70L110 70L110 120z" },
    { line: "M310 70L410 70", area: "M310 120L310 70L410 70L410 120z" },
  ]);
  assertEquals(curvePoint(cut, PLOT, 2), null);
  assertEquals(curvePaths(analysisOf([EVEN]), PLOT).map(({ line }) => line), ["M10 70L410 70"]);
  assertEquals(curvePaths(analysisOf([null]), PLOT), []);
});

Deno.test("a report draws no line where no position was analysed", () => {
  const graph = drawReportGraph(analysisOf([EVEN, EVEN, null, EVEN, EVEN]));
  const lines = Array.from(graph.matchAll(/class="graph-curve" d="([^"]*)"/g), ([, line]) => line);
  assertEquals(lines, ["M0 65L150 65", "M450 65L600 65"]);
});
