/**
 * What the search has learned about moves between squares, drawn over the board.
 *
 * The whole board at once: on each square a small board, whose cells are where a move from that square ends. Or one square
 * alone: where moves from it, or to it, end or start, with the numbers. Or one piece, with what all histories say about
 * its targets. Red has worked, blue has failed, as in the library's picture (engine/view/heat_map.ts).
 *
 * @module
 */

import { HEAT_FULL, heatColour } from "../../engine/view/heat_map.ts";
import { textOn } from "./colour.ts";
import { svgElement } from "./dom.ts";
import { placeOf } from "./squares.ts";

/** What is drawn: every square, the moves from one, the moves to one, or the targets of a piece. */
export const HEAT_MODES = ["all", "from", "to", "piece"] as const;
/** What is drawn. */
export type HeatMode = typeof HEAT_MODES[number];

/** Whose moves are drawn: those of the side to move, or of the other. */
export const HEAT_SIDES = ["mover", "opponent"] as const;
/** Whose moves are drawn. */
export type HeatSide = typeof HEAT_SIDES[number];

/** What the layer shows. */
export interface HeatContent {
  /** The entries that are not zero, by both squares: `e2e4`. */
  readonly entries: Readonly<Record<string, number>>;
  readonly mode: HeatMode;
  /** The entry with the strongest colour. */
  readonly full: number;
  /** The square that is looked at, `null` for none. */
  readonly square: string | null;
}

/** Steps of the colours: as many paths at most are drawn for the whole board. */
const STEP = 512;
/** Room around the cells of a small board. */
const MARGIN = 0.06;
const CELL = (1 - 2 * MARGIN) / 8;

/** Draws the layer, or empties it (`null`). */
export function drawHeat(layer: SVGElement, content: HeatContent | null, isFlipped: boolean): void {
  if (content === null) return layer.replaceChildren();
  const wash = svgElement("rect", { class: `heat-wash ${content.mode}`, width: 8, height: 8 });
  const cells = content.mode === "all" ? smallBoards(content, isFlipped) : oneSquare(content, isFlipped);
  layer.replaceChildren(wash, ...cells);
}

/** Small boards; cells of about the same value are one path. */
function smallBoards({ entries, square }: HeatContent, isFlipped: boolean): SVGElement[] {
  const paths = new Map<number, string[]>();
  for (const [squares, value] of Object.entries(entries)) {
    const [x, y] = placeOf(squares.slice(0, 2), isFlipped);
    const [column, row] = placeOf(squares.slice(2, 4), isFlipped);
    const shade = Math.sign(value) * Math.max(STEP / 2, Math.round(Math.abs(value) / STEP) * STEP);
    const at = `M${(x + MARGIN + column * CELL).toFixed(3)} ${(y + MARGIN + row * CELL).toFixed(3)}`;
    const list = paths.get(shade);
    const cell = `${at}h${CELL}v${CELL}h-${CELL}z`;
    if (list === undefined) paths.set(shade, [cell]);
    else list.push(cell);
  }
  const drawn = [...paths].map(([shade, cells]) => svgElement("path", { d: cells.join(""), fill: heatColour(shade) }));
  if (square === null) return drawn;
  const [x, y] = placeOf(square, isFlipped);
  return [...drawn, svgElement("rect", { class: "heat-frame", x, y, width: 1, height: 1 })];
}

/** The moves from a square, or to it, with their numbers. */
function oneSquare({ entries, mode, full, square }: HeatContent, isFlipped: boolean): SVGElement[] {
  if (square === null) return [];
  const drawn: SVGElement[] = [];
  for (const [squares, value] of Object.entries(entries)) {
    const [from, to] = [squares.slice(0, 2), squares.slice(2, 4)];
    if ((mode === "to" ? to : from) !== square) continue;
    const other = mode === "to" ? from : to;
    const [x, y] = placeOf(other, isFlipped);
    const colour = heatColour(Math.round(value / full * HEAT_FULL) || Math.sign(value));
    drawn.push(
      svgElement("rect", {
        class: "heat-cell",
        x,
        y,
        width: 1,
        height: 1,
        fill: colour,
        "data-heat": other,
        "data-value": value,
      }),
      svgElement("text", { class: "heat-number", x: x + 0.5, y: y + 0.6, fill: textOn(colour) }, inSquare(value)),
    );
  }
  const [x, y] = placeOf(square, isFlipped);
  return [...drawn, svgElement("rect", { class: "heat-frame", x, y, width: 1, height: 1 })];
}

/** A number that fits into a square: large ones in thousands. */
function inSquare(value: number): string {
  return Math.abs(value) < 10_000 ? short(value) : `${short(Math.round(value / 1000))}k`;
}

/** An entry in few letters; the sign shows it without the colour, too. */
export function short(value: number): string {
  return `${value > 0 ? "+" : value < 0 ? "\u2212" : ""}${Math.abs(value)}`;
}
