/**
 * Draws the butterfly history as an SVG document: a large board with a small board on each square.
 *
 * The square of the large board is where a quiet move starts; the cell of its small board is where the move ends.
 * Orange cells stand for moves that worked, because they refuted the previous move. Blue cells stand for moves that
 * failed. Colour-blind people can tell the colours apart, and large entries are dark even in print. Each cell has a
 * tooltip with its number. The document is plain SVG 1.1, without scripts, fonts, style sheets or external files.
 *
 * @module
 */

import { formatFen, squareName } from "../../core/fen.ts";
import { formatSan } from "../../core/notation.ts";
import type { Position } from "../../core/position.ts";
import { expect, objectWith, whole } from "../arguments.ts";
import { type MoveInput, type PositionInput, positionOf, readMove } from "../position_input.ts";
import { EMPTY, fileOf, moveFrom, moveTo, NO_MOVE, pieceColour, pieceType, rankOf, WHITE } from "../../core/types.ts";
import { HEAT_FULL, heatColour } from "./heat_colour.ts";
import { PIECE_SHAPES } from "./piece_shapes.ts";
import { sideName } from "./histories_view.ts";
import { escapeXml, SVG_FONTS, svgText } from "./svg.ts";

export { HEAT_FULL, heatColour } from "./heat_colour.ts";

/** The contents of a heat map. */
export interface HeatMap {
  /** The root of the search. */
  position: PositionInput;
  /** The butterfly history of the side to move, indexed by `to << 6 | from`. */
  butterfly: ArrayLike<number>;
  /** Depth of the search in plies. */
  depth: number;
  /** The move to outline; none by default. */
  bestMove?: MoveInput | null | undefined;
}

interface DrawnMap extends Omit<HeatMap, "position" | "bestMove"> {
  position: Position;
  bestMove: number;
}

// Lengths in pixels.
const WIDTH = 1000;
const HEIGHT = 1150;
const LEFT = 48;
const TOP = 118;
/** Distance from one small board to the next. */
const PITCH = 115;
/** Side of a cell, and of its coloured part. */
const CELL = 13;
const INK = 12;
const PANEL = 8 * CELL;
const LEGEND_TOP = TOP + 8 * PITCH + 44;
const LEGEND_WIDTH = 400;
/** Number of colours in the legend on each side of zero. */
const LEGEND_STOPS = 8;

const DARK_TEXT = "#1d1d1b";
const SOFT_TEXT = "#5b5850";
const SOFT = `fill="${SOFT_TEXT}"`;
const PAGE = "#ffffff";
const LIGHT_SQUARE = "#fbfaf7";
const DARK_SQUARE = "#f1eee7";
const FRAME = "#d8d3c7";
const WHITE_PIECE = "#ffffff";
const BLACK_PIECE = "#d3cec1";
const PIECE_EDGE = "#cbc5b7";
/** Edge colour for pieces of the side to move, dark enough to be visible on light squares. */
const MOVER_EDGE = "#857d6c";
const OUTLINE = "#111111";

/** Draws a heat map as an SVG document. */
export function drawHeatMap(heat: HeatMap): string {
  expect(heat, objectWith("an object with 'position', 'butterfly' and 'depth'", "position", "butterfly", "depth"));
  expect(heat.butterfly, objectWith("the butterfly history of an inspection", "length"));
  expect(heat.depth, whole(0));
  const { depth, bestMove = null } = heat;
  const position = positionOf(heat.position);
  const map: DrawnMap = { ...heat, position, bestMove: bestMove === null ? NO_MOVE : readMove(position, bestMove) };
  const side = sideName(position);
  const title = `What Hindsight learned about ${side}'s quiet moves at depth ${depth}`;
  const parts = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" ` +
    `role="img" font-family="${SVG_FONTS}" fill="${DARK_TEXT}">`,
    `<title>${escapeXml(title)}</title>`,
    `<desc>${escapeXml(`Butterfly history after a search of ${formatFen(position)}`)}</desc>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${PAGE}"/>`,
    drawDefinitions(),
    ...drawHead(map, side),
    ...drawLabels(),
  ];
  for (let from = 0; from < 64; from++) parts.push(drawPanel(map, from));
  parts.push(...drawLegend(map, side), "</svg>");
  return parts.join("\n");
}

function drawDefinitions(): string {
  const pair = 2 * CELL;
  const stops: string[] = [];
  for (let i = -LEGEND_STOPS; i <= LEGEND_STOPS; i++) {
    const offset = (i + LEGEND_STOPS) / (2 * LEGEND_STOPS);
    // At zero, the legend changes from blue to orange without a gradient.
    if (i === 0) stops.push(`<stop offset="${offset}" stop-color="${heatColour(-1)}"/>`);
    stops.push(`<stop offset="${offset}" stop-color="${heatColour(i * HEAT_FULL / LEGEND_STOPS)}"/>`);
  }
  return [
    "<defs>",
    `<pattern id="hindsight-squares" width="${pair}" height="${pair}" patternUnits="userSpaceOnUse">` +
    `<rect width="${pair}" height="${pair}" fill="${LIGHT_SQUARE}"/>` +
    `<path d="M${CELL} 0h${CELL}v${CELL}h-${pair}v${CELL}h${CELL}z" fill="${DARK_SQUARE}"/></pattern>`,
    `<linearGradient id="hindsight-scale">${stops.join("")}</linearGradient>`,
    "</defs>",
  ].join("\n");
}

function drawHead({ position, depth }: DrawnMap, side: string): string[] {
  const subtitle = `Butterfly history: every quiet move of ${side}, after a search to depth ${depth}`;
  const mono = `font-family="'DejaVu Sans Mono', Consolas, Menlo, monospace" ${SOFT}`;
  return [
    svgText(LEFT, 48, 30, "What Hindsight learned", 'font-weight="600"'),
    svgText(LEFT, 76, 16, subtitle, SOFT),
    svgText(LEFT, 99, 14, formatFen(position), mono),
  ];
}

function drawLabels(): string[] {
  const style = `text-anchor="middle" ${SOFT}`;
  return Array.from("abcdefgh").flatMap((file, i) => {
    const middle = i * PITCH + PANEL / 2;
    return [
      svgText(LEFT + middle, TOP + 8 * PITCH + 10, 16, file, style),
      svgText(LEFT / 2 + 2, TOP + middle + 6, 16, String(8 - i), style),
    ];
  });
}

function drawPanel({ position, butterfly, bestMove }: DrawnMap, from: number): string {
  const [x, y] = cornerOf(from, PITCH);
  const isBest = bestMove !== NO_MOVE && moveFrom(bestMove) === from;
  const parts = [
    `<g transform="translate(${LEFT + x} ${TOP + y})">`,
    `<rect width="${PANEL}" height="${PANEL}" fill="url(#hindsight-squares)" stroke="${FRAME}"/>`,
    drawPiece(position, from),
  ];
  let isEmpty = true;
  for (let to = 0; to < 64; to++) {
    const value = butterfly[to << 6 | from];
    if (value === 0) continue;
    isEmpty = false;
    parts.push(drawCell(from, to, value));
  }
  const [ownX, ownY] = cornerOf(from, CELL);
  if (!isEmpty || isBest) {
    parts.push(`<circle cx="${ownX + CELL / 2}" cy="${ownY + CELL / 2}" r="2.5" fill="${SOFT_TEXT}"/>`);
  }
  if (isBest) parts.push(drawOutline(0, 0, PANEL), drawOutline(...cornerOf(moveTo(bestMove), CELL), CELL));
  parts.push("</g>");
  return parts.filter((part) => part !== "").join("\n");
}

function drawCell(from: number, to: number, value: number): string {
  const [x, y] = cornerOf(to, CELL);
  const title = `${squareName(from)}${squareName(to)} ${signed(value)}`;
  const shape = `M${x + 0.5} ${y + 0.5}h${INK}v${INK}h-${INK}z`;
  return `<path d="${shape}" fill="${heatColour(value)}"><title>${title}</title></path>`;
}

function drawOutline(x: number, y: number, side: number): string {
  const square = `<rect x="${x}" y="${y}" width="${side}" height="${side}" fill="none"`;
  return `${square} stroke="${PAGE}" stroke-width="5"/>${square} stroke="${OUTLINE}" stroke-width="2.5"/>`;
}

/** Draws the piece on a square, below the cells. The outline is darker for the side to move. */
function drawPiece({ mailbox, sideToMove }: Position, square: number): string {
  const piece = mailbox[square];
  if (piece === EMPTY) return "";
  const colour = pieceColour(piece);
  const body = colour === WHITE ? WHITE_PIECE : BLACK_PIECE;
  const edge = colour === sideToMove ? MOVER_EDGE : PIECE_EDGE;
  return `<path d="${PIECE_SHAPES[pieceType(piece)]}" fill-rule="evenodd" transform="translate(2 2)" fill="${body}" ` +
    `stroke="${edge}" stroke-width="2" stroke-linejoin="round"/>`;
}

function drawLegend({ position, butterfly, bestMove }: DrawnMap, side: string): string[] {
  const parts = [
    `<rect x="${LEFT}" y="${LEGEND_TOP}" width="${LEGEND_WIDTH}" height="16" fill="url(#hindsight-scale)" stroke="${SOFT_TEXT}" stroke-width="0.5"/>`,
  ];
  for (const share of [-1, -0.5, 0, 0.5, 1]) {
    const x = LEFT + LEGEND_WIDTH * (share + 1) / 2;
    const number = share * HEAT_FULL;
    const anchor = share === -1 ? "start" : share === 1 ? "end" : "middle";
    parts.push(`<path d="M${x} ${LEGEND_TOP + 16}v5" stroke="${SOFT_TEXT}"/>`);
    parts.push(svgText(x, LEGEND_TOP + 37, 14, signed(number), `text-anchor="${anchor}"`));
  }
  const right = LEFT + LEGEND_WIDTH;
  parts.push(svgText(LEFT, LEGEND_TOP + 57, 14, "failed", SOFT));
  parts.push(svgText(right, LEGEND_TOP + 57, 14, "worked: refuted the previous move", `text-anchor="end" ${SOFT}`));

  const x = right + 48;
  parts.push(`<circle cx="${x + 6}" cy="${LEGEND_TOP + 7}" r="2.5" fill="${SOFT_TEXT}"/>`);
  parts.push(svgText(x + 24, LEGEND_TOP + 12, 14, `where ${side}'s move starts; the cells around it: where it ends`));
  if (bestMove === NO_MOVE) return parts;
  parts.push(drawOutline(x - 0.5, LEGEND_TOP + 25, CELL));
  const value = butterfly[moveTo(bestMove) << 6 | moveFrom(bestMove)];
  const entry = position.isNoisy(bestMove) ? "captures have their own table" : value === 0 ? "no entry" : signed(value);
  parts.push(svgText(x + 24, LEGEND_TOP + 37, 14, `the best move, ${formatSan(position, bestMove)}: ${entry}`));
  return parts;
}

/** The upper left corner of a square, if squares have sides of this length. */
function cornerOf(square: number, side: number): [x: number, y: number] {
  return [fileOf(square) * side, (7 - rankOf(square)) * side];
}

/** Writes a number with its sign. The minus is U+2212. */
function signed(value: number): string {
  return value > 0 ? `+${value}` : value < 0 ? `\u2212${-value}` : "0";
}
