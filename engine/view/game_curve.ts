/**
 * The curve of an analysed game shows White's chance to win after every move. A mate that a search has found is drawn
 * at about 98 %; only checkmate on the board is drawn at 100 %. The curve has gaps at positions that were not analysed.
 *
 * @module
 */

import type { Analysis } from "../games/analysis.ts";
import { graphChance } from "../games/evaluation.ts";
import type { Point } from "./label_placement.ts";

/** The position and size of a plot, in pixels. */
export type Plot = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** The x coordinate after this many plies. */
export function curveX({ evaluations }: Analysis, { left, width }: Plot, ply: number): number {
  return left + width * ply / Math.max(1, evaluations.length - 1);
}

/** The point after this many plies; `null` if that position was not analysed. */
export function curvePoint(analysis: Analysis, plot: Plot, ply: number): Point | null {
  const evaluation = analysis.evaluations[ply] ?? null;
  if (evaluation === null) return null;
  return [curveX(analysis, plot, ply), plot.top + plot.height * (1 - graphChance(evaluation) / 100)];
}

/** The points of the curve, split into pieces at positions that were not analysed. */
export function curveRuns(analysis: Analysis, plot: Plot): Point[][] {
  const { evaluations } = analysis;
  const runs: Point[][] = [];
  let isOpen = false;
  for (let ply = 0; ply < evaluations.length; ply++) {
    const point = curvePoint(analysis, plot, ply);
    if (point !== null && !isOpen) runs.push([]);
    isOpen = point !== null;
    if (point !== null) runs[runs.length - 1].push(point);
  }
  // If the game has no moves, draw a horizontal line.
  if (evaluations.length === 1 && runs.length === 1) runs[0].push([plot.left + plot.width, runs[0][0][1]]);
  return runs;
}

/** SVG path data for each piece of the curve, and for White's area below it. */
export function curvePaths(analysis: Analysis, plot: Plot): { line: string; area: string }[] {
  const bottom = plot.top + plot.height;
  return curveRuns(analysis, plot).map((run) => {
    const points = run.map(([x, y]) => `${round(x)} ${round(y)}`).join("L");
    const [start, end] = [run[0][0], run[run.length - 1][0]];
    return { line: `M${points}`, area: `M${round(start)} ${bottom}L${points}L${round(end)} ${bottom}z` };
  });
}

/** A coordinate, rounded to visible precision. */
export function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}
