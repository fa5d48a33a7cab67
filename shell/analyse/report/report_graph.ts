/**
 * The graph of a game for a report: White's chance to win after every move, with a mark at each error.
 *
 * Its colours and lines are in the page's style sheets. The picture that `--svg` draws is for other places: it brings
 * its own colours and labels, and is too wide for a phone.
 *
 * @module
 */

import type { Analysis } from "../../../engine/games/analysis.ts";
import { type Evaluation, graphChance } from "../../../engine/games/evaluation.ts";
import { symbolOf } from "../../../engine/games/judgement.ts";
import { numberOf } from "../../../engine/games/pgn.ts";
import { escapeXml } from "../../../engine/view/svg.ts";

const WIDTH = 600;
const HEIGHT = 130;
/** Room around the plot for marks at its edge. */
const MARGIN = 8;
const RADIUS = 5.5;

/** The graph as an SVG element. */
export function drawReportGraph(analysis: Analysis): string {
  const { evaluations, moves } = analysis;
  const points = evaluations.flatMap((evaluation, ply): string[] =>
    evaluation === null ? [] : [`${xAt(analysis, ply)} ${yAt(evaluation)}`]
  );
  const marks = moves.map((move, i) => {
    if (move === null || move.judgement === null) return "";
    const ply = i + 1;
    const title = `${numberOf(move.fullmove, move.isWhite)} ${move.san}${symbolOf(move.judgement)}`;
    return `<circle class="graph-mark ${move.judgement}" cx="${xAt(analysis, ply)}" cy="${yAt(move.evaluation)}" ` +
      `r="${RADIUS}"><title>${escapeXml(title)}</title></circle>`;
  });
  const curve = points.join("L");
  const [first, last] = [points[0]?.split(" ")[0] ?? 0, points.at(-1)?.split(" ")[0] ?? 0];
  const box = `${-MARGIN} ${-MARGIN} ${WIDTH + 2 * MARGIN} ${HEIGHT + 2 * MARGIN}`;
  return [
    `<svg viewBox="${box}" role="img" aria-label="White's chance to win after every move">`,
    `<rect class="graph-black" width="${WIDTH}" height="${HEIGHT}" rx="4"/>`,
    points.length === 0 ? "" : `<path class="graph-white" d="M${first} ${HEIGHT}L${curve}L${last} ${HEIGHT}z"/>`,
    `<path class="graph-even" d="M0 ${HEIGHT / 2}H${WIDTH}"/>`,
    points.length === 0 ? "" : `<path class="graph-curve" d="M${curve}"/>`,
    `<path class="graph-cursor" d="M0 0V${HEIGHT}"/>`,
    ...marks,
    "</svg>",
  ].join("");
}

function xAt({ moves }: Analysis, ply: number): string {
  return (WIDTH * ply / Math.max(1, moves.length)).toFixed(1);
}

function yAt(evaluation: Evaluation): string {
  return (HEIGHT * (1 - graphChance(evaluation) / 100)).toFixed(1);
}
