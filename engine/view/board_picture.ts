/**
 * Draws a position as an SVG document with a board, pieces, arrows, circles and coloured squares. The unit of length is
 * the side of a square. The document is plain SVG 1.1, without scripts, fonts, style sheets or external files.
 *
 * @module
 */

import { PIECE_SHAPES } from "./piece_shapes.ts";
import { escapeXml, SVG_FONTS, svgText } from "./svg.ts";

/** An arrow between two squares, such as `e2`, with an SVG colour and a weight from 0 to 1. */
export type PictureArrow = {
  readonly from: string;
  readonly to: string;
  readonly colour: string;
  readonly weight: number;
};

/** The contents of a picture. */
export type BoardPicture = {
  readonly fen: string;
  /** Whether Black is at the bottom. */
  readonly isFlipped: boolean;
  /** Squares, each with an SVG colour and a short text. */
  readonly cells: readonly { readonly square: string; readonly colour: string; readonly text: string }[];
  readonly arrows: readonly PictureArrow[];
  /** Squares with a circle, and the circle's SVG colour. */
  readonly circles: readonly { readonly square: string; readonly colour: string }[];
  /** Lines below the board; "" for none. */
  readonly caption: string;
  /** White's chance to win as a percentage, for a bar along the lower edge; `undefined` for none. */
  readonly chance?: number;
};

const LIGHT = "#efe6d6";
const DARK = "#b29d7d";
const TYPES = ".pnbrqk";
/** Heights of the first line below the board, and of each further line. */
const CAPTION_HEIGHT = 0.62;
const LINE_HEIGHT = 0.38;
const BAR_HEIGHT = 0.14;
const PIXELS = 100;

/** The column and row of a square, counted from 0 in the upper left corner. */
export function placeOf(square: string, isFlipped: boolean): [column: number, row: number] {
  const [column, row] = ["abcdefgh".indexOf(square[0]), 8 - Number(square[1])];
  return isFlipped ? [7 - column, 7 - row] : [column, row];
}

/** The outline of an arrow, as path data. It has a shaft and a head, and connects the centres of two squares. */
export function arrowPath({ from, to, weight }: Omit<PictureArrow, "colour">, isFlipped: boolean): string {
  const [startX, startY] = placeOf(from, isFlipped).map((value) => value + 0.5);
  const [endX, endY] = placeOf(to, isFlipped).map((value) => value + 0.5);
  const length = Math.hypot(endX - startX, endY - startY);
  const [alongX, alongY] = [(endX - startX) / length, (endY - startY) / length];
  const half = 0.045 + 0.065 * weight;
  const [tip, neck] = [length - 0.08, length - 0.4 - 0.1 * weight];
  const head = 0.16 + 0.12 * weight;
  const points = [[0.3, -half], [neck, -half], [neck, -head], [tip, 0], [neck, head], [neck, half], [0.3, half]];
  const corners = points.map(([along, aside]) =>
    [startX + along * alongX - aside * alongY, startY + along * alongY + aside * alongX].map(short).join(" ")
  );
  return `M${corners.join("L")}z`;
}

/** Sorts arrows so that long ones are drawn first, and short ones stay visible above them. */
export function inDrawingOrder<T extends { readonly from: string; readonly to: string }>(arrows: readonly T[]): T[] {
  const length = ({ from, to }: T): number => {
    const [[x, y], [column, row]] = [placeOf(from, false), placeOf(to, false)];
    return Math.hypot(column - x, row - y);
  };
  return [...arrows].sort((a, b) => length(b) - length(a));
}

/** Draws a picture as an SVG document. */
export function drawBoard({ fen, isFlipped, cells, arrows, circles, caption, chance }: BoardPicture): string {
  const lines = caption.split("\n");
  const height = 8 + (caption === "" ? 0 : CAPTION_HEIGHT + LINE_HEIGHT * (lines.length - 1));
  const at = (square: string): string => placeOf(square, isFlipped).join(" ");
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${8 * PIXELS}" height="${height * PIXELS}" ` +
    `viewBox="0 0 8 ${height}" role="img" font-family="${SVG_FONTS}">`,
    `<title>${escapeXml(caption === "" ? fen : lines.join(" · "))}</title>`,
    `<path fill="#fbf8f2" d="M0 0h8v${height}H0z"/><path fill="${LIGHT}" d="M0 0h8v8H0z"/>`,
    `<path fill="${DARK}" d="${darkSquares()}"/>`,
    ...cells.map(({ square, colour }) => `<path fill="${colour}" opacity=".8" d="M${at(square)}h1v1h-1z"/>`),
    ...coordinates(isFlipped),
    ...pieces(fen, isFlipped),
    ...cells.map(({ square, text }) => {
      const [x, y] = placeOf(square, isFlipped);
      return svgText(x + 0.95, y + 0.25, 0.2, text, 'text-anchor="end" font-weight="600" fill="#241f18"');
    }),
    ...circles.map(({ square, colour }) => {
      const [x, y] = placeOf(square, isFlipped);
      return `<circle cx="${x + 0.5}" cy="${y + 0.5}" r=".45" fill="none" stroke="${colour}" stroke-width=".07"/>`;
    }),
    ...inDrawingOrder(arrows).map((arrow) =>
      `<path fill="${arrow.colour}" opacity=".82" d="${arrowPath(arrow, isFlipped)}"/>`
    ),
    ...chance === undefined ? [] : [
      `<path fill="#3d3830" d="M0 8h8v${BAR_HEIGHT}H0z"/>`,
      `<path fill="#fffdf8" stroke="#3d3830" stroke-width=".02" d="M0 8h${short(chance * 0.08)}v${BAR_HEIGHT}H0z"/>`,
    ],
    ...lines.map((line, i) => svgText(0.12, 8.42 + LINE_HEIGHT * i, 0.26, line, 'fill="#5b5347"')),
    "</svg>",
  ].filter((part) => part !== "").join("\n");
}

function darkSquares(): string {
  const dark: string[] = [];
  for (let row = 0; row < 8; row++) {
    for (let column = 1 - (row & 1); column < 8; column += 2) dark.push(`M${column} ${row}h1v1h-1z`);
  }
  return dark.join("");
}

/** The names of files and ranks. They are light on dark squares, and dark on light squares. */
function coordinates(isFlipped: boolean): string[] {
  const texts: string[] = [];
  for (let i = 0; i < 8; i++) {
    const [file, rank] = isFlipped ? ["hgfedcba"[i], `${i + 1}`] : ["abcdefgh"[i], `${8 - i}`];
    texts.push(svgText(i + 0.94, 7.95, 0.17, file, `text-anchor="end" fill="${i & 1 ? DARK : LIGHT}"`));
    texts.push(svgText(0.05, i + 0.2, 0.17, rank, `fill="${i & 1 ? LIGHT : DARK}"`));
  }
  return texts;
}

function pieces(fen: string, isFlipped: boolean): string[] {
  const [board] = fen.replace(/[1-8]/g, (empty) => ".".repeat(Number(empty))).replaceAll("/", "").split(" ");
  return Array.from(board).flatMap((letter, at) => {
    const type = TYPES.indexOf(letter.toLowerCase());
    if (type === 0) return [];
    const [x, y] = isFlipped ? [7 - (at & 7), 7 - (at >> 3)] : [at & 7, at >> 3];
    const [fill, edge] = letter === letter.toUpperCase() ? ["#fffdf8", "#3a342b"] : ["#3d3830", "#14110d"];
    return `<path transform="translate(${x} ${y}) scale(.01)" fill="${fill}" stroke="${edge}" stroke-width="3.6" ` +
      `stroke-linejoin="round" fill-rule="evenodd" d="${PIECE_SHAPES[type]}"/>`;
  });
}

function short(value: number): number {
  return Math.round(value * 1000) / 1000;
}
