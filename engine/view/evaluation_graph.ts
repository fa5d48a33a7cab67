/**
 * Draws a graph of a game: White's chance to win after every move, with a mark at each error.
 *
 * The light area below the curve is White's chance, and the dark area above it is Black's. The marks of inaccuracies,
 * mistakes and blunders differ in shape, size and colour. All text has its own background, so it can be read on light
 * and dark pages. A mark's tooltip names the move, its cost and the better move. The document is plain SVG 1.1, without
 * scripts, fonts, style sheets or external files.
 *
 * @module
 */

import { escapeXml, SVG_FONTS, svgText } from "./svg.ts";
import type { AnalysedMove, Analysis } from "../games/analysis.ts";
import { describeEvaluation } from "../games/evaluation.ts";
import { costOf, ERRORS, type Judgement, type PlayerSummary, symbolOf } from "../games/judgement.ts";
import { type FirstMove, moveAfter, numberOf, type PgnGame, playersOf } from "../games/pgn.ts";
import { capitalize } from "../words.ts";
import { curvePaths, curvePoint, curveRuns, curveX, type Plot, round } from "./game_curve.ts";
import { type Box, placeLabel, type Point } from "./label_placement.ts";

// Lengths in pixels.
const WIDTH = 960;
const HEIGHT = 420;
const LEFT = 64;
const RIGHT = 936;
const TOP = 100;
const BOTTOM = 340;
const LEGEND = 396;
const PLOT: Plot = { left: LEFT, top: TOP, width: RIGHT - LEFT, height: BOTTOM - TOP };
/** Minimum distance between move numbers. */
const TICK_DISTANCE = 36;
/** Height of a label, maximum width of a letter, and the space between the text and the edge. */
const LABEL_HEIGHT = 18;
const LETTER_WIDTH = 8;
const LABEL_PADDING = 5;
/** Distance between labels, and between a label and the frame. */
const LABEL_MARGIN = 3;
/** Half the width of the area around a mark that labels must not cover. */
const MARK_ROOM = 8;
/** A line connects a label to its mark if they are at least this far apart. */
const LEADER_FROM = 14;

const TEXT = "#55524e";
const WHITE_AREA = "#f2f0eb";
const BLACK_AREA = "#3c3a37";
const FRAME = "#8b8883";
const CURVE = "#3f87bd";
const EDGE = "#1d1d1b";
const PAGE = "#ffffff";

const MARKS: Readonly<Record<Judgement, { colour: string; radius: number }>> = {
  inaccuracy: { colour: "#f4c430", radius: 4.5 },
  mistake: { colour: "#f08a24", radius: 6.5 },
  blunder: { colour: "#d62728", radius: 7 },
};

/** A game to draw. */
export type EvaluationGraph = { readonly game: PgnGame; readonly analysis: Analysis; readonly first: FirstMove };

/** Draws the graph of a game as an SVG document. */
export function drawEvaluationGraph(graph: EvaluationGraph): string {
  const { game, analysis } = graph;
  const title = shorten(`${playersOf(game)}: the chances after every move`, 200);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" ` +
    `role="img" font-family="${SVG_FONTS}" fill="${TEXT}">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" rx="8" fill="${PAGE}"/>`,
    ...drawHead(game, analysis),
    ...drawPlot(graph),
    ...drawNumbers(graph),
    ...drawMarks(graph),
    ...drawLegend(analysis),
    "</svg>",
  ].join("\n");
}

function drawHead(game: PgnGame, { players }: Analysis): string[] {
  const name = (tag: string): string => shorten(game.tags.get(tag) || "?", 28);
  const accuracy = ({ accuracy }: PlayerSummary): string =>
    accuracy === null ? "" : `accuracy ${accuracy.toFixed(1)} %`;
  const occasion = ["Event", "Site", "Date"].flatMap((tag) => game.tags.get(tag) ?? []).filter((value) =>
    /[^?. ]/.test(value)
  );
  const swatch = (x: number, colour: string): string =>
    `<rect x="${x}" y="20" width="16" height="16" rx="3" fill="${colour}" stroke="${FRAME}" stroke-width="1.5"/>`;
  const middle = (LEFT + RIGHT) / 2;
  const result = game.result === "*" ? "" : game.result.replaceAll("1/2", "\u00bd").replace("-", "\u2013");
  return [
    swatch(LEFT, WHITE_AREA),
    svgText(LEFT + 26, 35, 20, name("White"), 'font-weight="600"'),
    svgText(LEFT + 26, 56, 14, accuracy(players.white)),
    swatch(RIGHT - 16, BLACK_AREA),
    svgText(RIGHT - 26, 35, 20, name("Black"), 'font-weight="600" text-anchor="end"'),
    svgText(RIGHT - 26, 56, 14, accuracy(players.black), 'text-anchor="end"'),
    svgText(middle, 56, 18, result, centred('font-weight="600"')),
    svgText(middle, 80, 13, shorten(occasion.join(" \u00b7 "), 110), centred()),
  ].filter((part) => part !== "");
}

function drawPlot({ analysis }: EvaluationGraph): string[] {
  const { width, height } = PLOT;
  const middle = (TOP + BOTTOM) / 2;
  const plot = `<rect x="${LEFT}" y="${TOP}" width="${width}" height="${height}"`;
  const parts = [`${plot} fill="${BLACK_AREA}"/>`];
  for (const { line, area } of curvePaths(analysis, PLOT)) {
    parts.push(`<path d="${area}" fill="${WHITE_AREA}"/>`);
    parts.push(`<path d="${line}" fill="none" stroke="${CURVE}" stroke-width="2" stroke-linejoin="round"/>`);
  }
  parts.push(`<path d="M${LEFT} ${middle}H${RIGHT}" stroke="${FRAME}" stroke-width="1" stroke-dasharray="4 4"/>`);
  parts.push(`${plot} fill="none" stroke="${FRAME}"/>`);
  return parts;
}

function drawNumbers({ analysis, first }: EvaluationGraph): string[] {
  const plies = analysis.evaluations.length - 1;
  const parts: string[] = [];
  for (const share of [0, 50, 100]) {
    const y = BOTTOM - (BOTTOM - TOP) * share / 100;
    parts.push(svgText(LEFT - 8, y + 5, 13, `${share} %`, 'text-anchor="end"'));
  }
  const perMove = 2 * (RIGHT - LEFT) / Math.max(1, plies);
  const step = [1, 2, 5, 10, 20, 50, 100, 200].find((moves) => moves * perMove >= TICK_DISTANCE) ?? 500;
  for (let ply = first.isWhite ? 0 : 1; ply <= plies; ply += 2) {
    const move = moveAfter(first, ply).fullmove;
    // The last position gets no number, because no move follows it.
    if ((move % step !== 0 && ply !== 0) || (ply === plies && plies > 0)) continue;
    const x = round(curveX(analysis, PLOT, ply));
    parts.push(
      `<path d="M${x} ${BOTTOM}v5" stroke="${FRAME}"/>`,
      svgText(Number(x), BOTTOM + 20, 13, String(move), centred()),
    );
  }
  return parts;
}

/** Draws a mark for each error, the worst on top. Then labels the errors, the worst first, as long as there is room. */
function drawMarks({ analysis }: EvaluationGraph): string[] {
  const marks: { point: Point; move: AnalysedMove; judgement: Judgement }[] = [];
  analysis.moves.forEach((move, ply) => {
    const point = curvePoint(analysis, PLOT, ply + 1);
    if (move !== null && point !== null && move.judgement !== null) {
      marks.push({ point, move, judgement: move.judgement });
    }
  });
  marks.sort((a, b) => a.move.loss - b.move.loss);
  const curves = curveRuns(analysis, PLOT);
  const bounds: Box = [LEFT + LABEL_MARGIN, TOP + LABEL_MARGIN, RIGHT - LABEL_MARGIN, BOTTOM - LABEL_MARGIN];
  const taken = marks.map(({ point: [x, y] }): Box => [x - MARK_ROOM, y - MARK_ROOM, x + MARK_ROOM, y + MARK_ROOM]);
  const leaders: string[] = [];
  const labels: string[] = [];
  for (const { point, move, judgement } of marks.toReversed()) {
    if (judgement === "inaccuracy") break;
    const content = `${moveLabel(move)}${symbolOf(judgement)}`;
    const size = [content.length * LETTER_WIDTH + 2 * LABEL_PADDING, LABEL_HEIGHT] as const;
    // An error by Black raises the curve, so there is room above it.
    const box = placeLabel({ point, size, prefersAbove: !move.isWhite }, { bounds, taken, curves });
    if (box === null) continue;
    taken.push([box[0] - LABEL_MARGIN, box[1] - LABEL_MARGIN, box[2] + LABEL_MARGIN, box[3] + LABEL_MARGIN]);
    leaders.push(drawLeader(point, box));
    labels.push(...drawLabel(box, content));
  }
  const drawn = marks.map(({ point, move, judgement }) => drawMark(point, judgement, tooltip(move)));
  return [...leaders.filter((leader) => leader !== ""), ...drawn, ...labels];
}

function drawLabel([left, top, right, bottom]: Box, content: string): string[] {
  const middle = Number(round((left + right) / 2));
  const [width, height] = [right - left, bottom - top].map(round);
  return [
    `<rect x="${round(left)}" y="${
      round(top)
    }" width="${width}" height="${height}" rx="4" fill="${PAGE}" stroke="${FRAME}"/>`,
    svgText(middle, Number(round(bottom - 5)), 12.5, content, centred(`fill="${EDGE}" font-weight="600"`)),
  ];
}

function drawLeader([x, y]: Point, [left, top, right, bottom]: Box): string {
  const [endX, endY] = [Math.max(left, Math.min(right, x)), Math.max(top, Math.min(bottom, y))];
  if (Math.hypot(endX - x, endY - y) < LEADER_FROM) return "";
  return `<path d="M${round(x)} ${round(y)}L${round(endX)} ${round(endY)}" stroke="${FRAME}" stroke-width="1.5"/>`;
}

function drawMark([x, y]: Point, judgement: Judgement, title: string): string {
  const { colour, radius } = MARKS[judgement];
  const look = `fill="${colour}" stroke="${PAGE}" stroke-width="1.5"`;
  const tip = title === "" ? "" : `<title>${escapeXml(title)}</title>`;
  const [cx, cy] = [round(x), round(y)];
  if (judgement === "inaccuracy") return `<circle cx="${cx}" cy="${cy}" r="${radius}" ${look}>${tip}</circle>`;
  const path = judgement === "mistake"
    ? `M${cx} ${round(y - radius)}l${radius} ${radius}l-${radius} ${radius}l-${radius} -${radius}z`
    : `M${cx} ${round(y - radius)}l${radius} ${1.75 * radius}h-${2 * radius}z`;
  return `<path d="${path}" ${look} stroke-linejoin="round">${tip}</path>`;
}

function drawLegend({ players }: Analysis): string[] {
  const parts: string[] = [];
  let x = LEFT + 8;
  for (const { name, plural, loss } of ERRORS.toReversed()) {
    const counts = `White ${players.white.errors[name]}, Black ${players.black.errors[name]}`;
    parts.push(drawMark([x, LEGEND - 5], name, `costs ${loss} or more points of the chance to win`));
    parts.push(svgText(x + 14, LEGEND, 13.5, `${capitalize(plural)}: ${counts}`));
    x += 290;
  }
  return parts;
}

function moveLabel({ fullmove, isWhite, san }: AnalysedMove): string {
  return `${numberOf(fullmove, isWhite).replace("...", "\u2026")}${san}`;
}

function tooltip(move: AnalysedMove): string {
  const cost = costOf(move);
  const points = cost === 0 ? "" : `cost ${cost} points, `;
  const after = `${points}${describeEvaluation(move.evaluation)} after it`;
  return `${moveLabel(move)}: ${move.judgement}, ${after}; better was ${move.best[0]}`;
}

function centred(attributes = ""): string {
  return `text-anchor="middle"${attributes === "" ? "" : ` ${attributes}`}`;
}

function shorten(text: string, length: number): string {
  const content = text.replace(/\s/g, " ");
  return content.length <= length ? content : `${content.slice(0, length - 1)}\u2026`;
}
