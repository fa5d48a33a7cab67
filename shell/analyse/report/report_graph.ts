/** A game's graph for a report, in the page's style, and narrow enough for a phone. @module */

import type { Analysis } from "../../../engine/games/analysis.ts";
import { symbolOf } from "../../../engine/games/judgement.ts";
import { numberOf } from "../../../engine/games/pgn.ts";
import { curvePaths, curvePoint, type Plot, round } from "../../../engine/view/game_curve.ts";
import { escapeXml } from "../../../engine/view/svg.ts";

const WIDTH = 600;
const HEIGHT = 130;
const PLOT: Plot = { left: 0, top: 0, width: WIDTH, height: HEIGHT };
/** Room around the plot for marks at its edges. */
const MARGIN = 8;
const RADIUS = 5.5;

/** The graph as an SVG element. */
export function drawReportGraph(analysis: Analysis): string {
  const marks = analysis.moves.map((move, i) => {
    const point = curvePoint(analysis, PLOT, i + 1);
    if (move === null || move.judgement === null || point === null) return "";
    const [x, y] = point.map(round);
    const title = `${numberOf(move.fullmove, move.isWhite)} ${move.san}${symbolOf(move.judgement)}`;
    return `<circle class="graph-mark ${move.judgement}" cx="${x}" cy="${y}" r="${RADIUS}">` +
      `<title>${escapeXml(title)}</title></circle>`;
  });
  const curve = curvePaths(analysis, PLOT);
  const box = `${-MARGIN} ${-MARGIN} ${WIDTH + 2 * MARGIN} ${HEIGHT + 2 * MARGIN}`;
  return [
    `<svg viewBox="${box}" role="img" aria-label="White's chance to win after every move">`,
    `<rect class="graph-black" width="${WIDTH}" height="${HEIGHT}" rx="4"/>`,
    ...curve.map(({ area }) => `<path class="graph-white" d="${area}"/>`),
    `<path class="graph-even" d="M0 ${HEIGHT / 2}H${WIDTH}"/>`,
    ...curve.map(({ line }) => `<path class="graph-curve" d="${line}"/>`),
    `<path class="graph-cursor" d="M0 0V${HEIGHT}"/>`,
    ...marks,
    "</svg>",
  ].join("");
}
