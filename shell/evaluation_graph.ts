/**
 * A picture of a game: White's chance to win after every move, with a mark at each error.
 *
 * White's share of the chance is light and grows from below, Black's is dark and hangs from above, so that the line
 * between them needs no key. Kinds of error differ by shape and size as well as by colour. The picture has no ground
 * of its own: text is of a grey that can be read on light and on dark pages, and the plot has its own frame. A pointer
 * that rests on a mark tells the move, what it cost and what was better.
 *
 * The document is plain SVG 1.1: no script, no fonts, no style sheet, nothing loaded.
 *
 * @module
 */

import { escapeXml } from "../uci/xml.ts";
import type { AnalysedMove, Analysis } from "./analysis.ts";
import { describeEvaluation, winChance } from "./evaluation.ts";
import { ERRORS, type Judgement, type PlayerSummary } from "./judgement.ts";
import { numberOf, type PgnGame, playersOf } from "./pgn.ts";
import type { FirstMove } from "./pgn_writer.ts";

// Lengths in pixels.
const WIDTH = 960;
const HEIGHT = 420;
const LEFT = 64;
const RIGHT = 936;
const TOP = 100;
const BOTTOM = 340;
const LEGEND = 396;
/** Least distance between two move numbers. */
const TICK_DISTANCE = 36;
/** Height of a line of a label, and how far it keeps from its mark and from other labels. */
const LABEL_HEIGHT = 14;
const LABEL_GAP = 12;
const LETTER_WIDTH = 9;

const TEXT = "#7b7b7b";
const WHITE_AREA = "#f2f0eb";
const BLACK_AREA = "#3c3a37";
const FRAME = "#8b8883";
const CURVE = "#3f87bd";
const EDGE = "#1d1d1b";
const PAGE = "#ffffff";

/** How errors look: colour, radius, shape around the middle. */
const MARKS: Readonly<Record<Judgement, { colour: string; radius: number; symbol: string }>> = {
  inaccuracy: { colour: "#f4c430", radius: 4.5, symbol: "?!" },
  mistake: { colour: "#f08a24", radius: 6.5, symbol: "?" },
  blunder: { colour: "#d62728", radius: 7, symbol: "??" },
};

/** What a graph shows. */
export interface EvaluationGraph {
  /** The game: gives names, result and occasion. */
  readonly game: PgnGame;
  /** Its analysis. */
  readonly analysis: Analysis;
  /** Where its move numbers start. */
  readonly first: FirstMove;
}

/** A point of the plot. */
type Point = readonly [x: number, y: number];

/**
 * Draws the graph of a game.
 *
 * @returns An SVG document, without a line break at the end.
 */
export function drawEvaluationGraph(graph: EvaluationGraph): string {
  const { game, analysis } = graph;
  const title = shorten(`${playersOf(game)}: the chances after every move`, 200);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" ` +
    `role="img" font-family="'Helvetica Neue', 'Segoe UI', Helvetica, Arial, 'DejaVu Sans', sans-serif" fill="${TEXT}">`,
    `<title>${escapeXml(title)}</title>`,
    ...drawHead(game, analysis),
    ...drawPlot(graph),
    ...drawNumbers(graph),
    ...drawMarks(graph),
    ...drawLegend(analysis),
    "</svg>",
  ].join("\n");
}

/** The players with their accuracy, the result between them, the occasion below. */
function drawHead(game: PgnGame, { players }: Analysis): string[] {
  const name = (tag: string): string => shorten(game.tags.get(tag) || "?", 28);
  const accuracy = ({ accuracy }: PlayerSummary): string =>
    accuracy === null ? "" : `accuracy ${accuracy.toFixed(1)} %`;
  const occasion = ["Event", "Site", "Date"].map((tag) => game.tags.get(tag) ?? "").filter((value) =>
    /[^?. ]/.test(value)
  );
  const swatch = (x: number, colour: string): string =>
    `<rect x="${x}" y="20" width="16" height="16" rx="3" fill="${colour}" stroke="${FRAME}" stroke-width="1.5"/>`;
  const middle = (LEFT + RIGHT) / 2;
  return [
    swatch(LEFT, WHITE_AREA),
    text(LEFT + 26, 35, 20, name("White"), 'font-weight="600"'),
    text(LEFT + 26, 56, 14, accuracy(players.white)),
    swatch(RIGHT - 16, BLACK_AREA),
    text(RIGHT - 26, 35, 20, name("Black"), 'font-weight="600" text-anchor="end"'),
    text(RIGHT - 26, 56, 14, accuracy(players.black), 'text-anchor="end"'),
    text(
      middle,
      56,
      18,
      game.result === "*" ? "" : game.result.replaceAll("1/2", "\u00bd").replace("-", "\u2013"),
      centred('font-weight="600"'),
    ),
    text(middle, 80, 13, shorten(occasion.join(" \u00b7 "), 110), centred()),
  ].filter((part) => part !== "");
}

/** Black's ground, White's area on it, the line between them, and the even line. */
function drawPlot(graph: EvaluationGraph): string[] {
  const width = RIGHT - LEFT;
  const height = BOTTOM - TOP;
  const middle = (TOP + BOTTOM) / 2;
  const parts = [
    `<rect x="${LEFT}" y="${TOP}" width="${width}" height="${height}" fill="${BLACK_AREA}"/>`,
  ];
  for (const run of runsOf(graph)) {
    const line = run.map(([x, y]) => `${round(x)} ${round(y)}`).join("L");
    const [start, end] = [run[0][0], run[run.length - 1][0]];
    parts.push(`<path d="M${round(start)} ${BOTTOM}L${line}L${round(end)} ${BOTTOM}z" fill="${WHITE_AREA}"/>`);
    parts.push(`<path d="M${line}" fill="none" stroke="${CURVE}" stroke-width="2" stroke-linejoin="round"/>`);
  }
  parts.push(`<path d="M${LEFT} ${middle}H${RIGHT}" stroke="${FRAME}" stroke-width="1" stroke-dasharray="4 4"/>`);
  parts.push(`<rect x="${LEFT}" y="${TOP}" width="${width}" height="${height}" fill="none" stroke="${FRAME}"/>`);
  return parts;
}

/** The points of the curve, cut where nothing is known. What nobody knows is shown as neither side's: half and half. */
function runsOf(graph: EvaluationGraph): Point[][] {
  const { evaluations } = graph.analysis;
  const runs: Point[][] = [];
  let isOpen = false;
  for (let ply = 0; ply < evaluations.length; ply++) {
    const point = pointAt(graph, ply);
    if (point !== null && !isOpen) runs.push([]);
    isOpen = point !== null;
    if (point !== null) runs[runs.length - 1].push(point);
  }
  // A single position is a level, not a point.
  if (evaluations.length === 1 && runs.length === 1) runs[0].push([RIGHT, runs[0][0][1]]);
  return runs;
}

/** Where the position after so many plies is, `null` if it was not analysed. */
function pointAt(graph: EvaluationGraph, ply: number): Point | null {
  const evaluation = graph.analysis.evaluations[ply] ?? null;
  if (evaluation === null) return null;
  // A mate on the board is certain; what has yet to be played is not.
  const chance = evaluation.mate === 0 ? (evaluation.cp > 0 ? 100 : 0) : winChance(evaluation);
  return [xAt(graph, ply), BOTTOM - (BOTTOM - TOP) * chance / 100];
}

function xAt({ analysis }: EvaluationGraph, ply: number): number {
  return LEFT + (RIGHT - LEFT) * ply / Math.max(1, analysis.evaluations.length - 1);
}

/** The labels of both axes. */
function drawNumbers(graph: EvaluationGraph): string[] {
  const { first } = graph;
  const plies = graph.analysis.evaluations.length - 1;
  const parts: string[] = [];
  for (const share of [0, 50, 100]) {
    const y = BOTTOM - (BOTTOM - TOP) * share / 100;
    parts.push(text(LEFT - 8, y + 5, 13, `${share} %`, 'text-anchor="end"'));
  }
  const perMove = 2 * (RIGHT - LEFT) / Math.max(1, plies);
  const step = [1, 2, 5, 10, 20, 50, 100, 200].find((moves) => moves * perMove >= TICK_DISTANCE) ?? 500;
  for (let ply = first.isWhite ? 0 : 1; ply <= plies; ply += 2) {
    const move = first.fullmove + ((ply + (first.isWhite ? 0 : 1)) >> 1);
    // Behind the last move none begins.
    if ((move % step !== 0 && ply !== 0) || (ply === plies && plies > 0)) continue;
    const x = round(xAt(graph, ply));
    parts.push(
      `<path d="M${x} ${BOTTOM}v5" stroke="${FRAME}"/>`,
      text(Number(x), BOTTOM + 20, 13, String(move), centred()),
    );
  }
  return parts;
}

/** The marks at the errors, worst on top, and labels for as many of the worst as there is room for. */
function drawMarks(graph: EvaluationGraph): string[] {
  const marks: { point: Point; move: AnalysedMove; judgement: Judgement }[] = [];
  graph.analysis.moves.forEach((move, ply) => {
    const point = pointAt(graph, ply + 1);
    if (move !== null && point !== null && move.judgement !== null) {
      marks.push({ point, move, judgement: move.judgement });
    }
  });
  marks.sort((a, b) => a.move.loss - b.move.loss);
  const parts = marks.map(({ point, move, judgement }) => drawMark(point, judgement, tooltip(move)));
  const taken: Box[] = marks.map(({ point: [x, y] }) => [x - 6, y - 6, x + 6, y + 6]);
  for (const { point, move, judgement } of marks.toReversed()) {
    if (judgement === "inaccuracy") break;
    const label = drawLabel(point, move.isWhite, `${moveLabel(move)}${MARKS[judgement].symbol}`, taken);
    if (label !== null) parts.push(label);
  }
  return parts;
}

/** Left, upper, right and lower edge. */
type Box = readonly [left: number, top: number, right: number, bottom: number];

/**
 * A label beyond its mark, seen from the curve: a move of Black's that errs lifts the curve, so there is room above it.
 * `null` where there is none on either side. Adds the room it takes to `taken`.
 */
function drawLabel([x, y]: Point, isWhite: boolean, content: string, taken: Box[]): string | null {
  const half = content.length * LETTER_WIDTH / 2;
  const middle = Math.max(LEFT + half + 2, Math.min(RIGHT - half - 2, x));
  for (const isAbove of [!isWhite, isWhite]) {
    const base = isAbove ? y - LABEL_GAP : y + LABEL_GAP + LABEL_HEIGHT - 3;
    const box: Box = [middle - half, base - LABEL_HEIGHT + 2, middle + half, base + 3];
    if (box[1] < TOP || box[3] > BOTTOM || taken.some((other) => overlap(box, other))) continue;
    taken.push(box);
    // An edge in the colour of the ground keeps letters readable where the curve runs through them.
    const [letters, edge] = isAbove ? [PAGE, BLACK_AREA] : [EDGE, WHITE_AREA];
    const look = `fill="${letters}" font-weight="600" stroke="${edge}" stroke-width="3" stroke-linejoin="round"`;
    return text(Number(round(middle)), Number(round(base)), 12.5, content, centred(`${look} paint-order="stroke"`));
  }
  return null;
}

function overlap(a: Box, b: Box): boolean {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
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

/** What each shape means and how often each player did it. */
function drawLegend({ players }: Analysis): string[] {
  const parts: string[] = [];
  let x = LEFT + 8;
  for (const { name, plural, loss } of ERRORS.toReversed()) {
    const counts = `White ${players.white.errors[name]}, Black ${players.black.errors[name]}`;
    parts.push(drawMark([x, LEGEND - 5], name, `costs ${loss} points of the chance to win or more`));
    parts.push(text(x + 14, LEGEND, 13.5, `${capitalize(plural)}: ${counts}`));
    x += 290;
  }
  return parts;
}

function moveLabel({ fullmove, isWhite, san }: AnalysedMove): string {
  return `${numberOf(fullmove, isWhite).replace("...", "\u2026")}${san}`;
}

function tooltip(move: AnalysedMove): string {
  const cost = `cost ${Math.round(move.loss)} points, ${describeEvaluation(move.evaluation)} after it`;
  return `${moveLabel(move)}: ${move.judgement}, ${cost}; better was ${move.best[0]}`;
}

function text(x: number, y: number, size: number, content: string, attributes = ""): string {
  if (content === "") return "";
  return `<text x="${x}" y="${y}" font-size="${size}"${attributes === "" ? "" : ` ${attributes}`}>${
    escapeXml(content)
  }</text>`;
}

function centred(attributes = ""): string {
  return `text-anchor="middle"${attributes === "" ? "" : ` ${attributes}`}`;
}

/** A coordinate with as many digits as show. */
function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** A text of a file, at most so long, without what XML does not allow. */
function shorten(content: string, length: number): string {
  // deno-lint-ignore no-control-regex -- they are what is looked for
  content = content.replace(/[\u0000-\u001f\u007f\ufffe\uffff]/g, " ");
  return content.length <= length ? content : `${content.slice(0, length - 1)}\u2026`;
}

function capitalize(content: string): string {
  return content[0].toUpperCase() + content.slice(1);
}
