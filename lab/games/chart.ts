/**
 * Small charts as SVG text: bars and lines in panels side by side.
 *
 * @module
 */

import { layPanels, svgText, type TextStyle } from "./svg_panels.ts";

/** A set of values drawn in one colour. */
export interface Series {
  /** What it is, for the legend; empty for none. */
  readonly name: string;
  /** A CSS colour. */
  readonly colour: string;
  /** One value for each place of the panel; `NaN` leaves a gap. */
  readonly values: readonly number[];
  /** Whether it is drawn as a line rather than as bars; bars of several series are stacked. */
  readonly isLine: boolean;
}

/** A chart. */
export interface Panel {
  /** Its heading. */
  readonly title: string;
  /** What the horizontal axis is. */
  readonly xLabel: string;
  /** What the vertical axis is. */
  readonly yLabel: string;
  /** Labels below some places of the horizontal axis: place and text. */
  readonly ticks: readonly (readonly [place: number, text: string])[];
  /** What is drawn. */
  readonly series: readonly Series[];
  /** Top of the vertical axis; by default what the values need. */
  readonly top?: number;
}

const WIDTH = 560;
const HEIGHT = 340;
const LEFT = 78;
const RIGHT = 20;
const UPPER = 58;
const LOWER = 56;
const COLUMNS = 2;
const GRID = "#ddd";
const SIZE = 13;

/** Draws panels, two in a row, below a heading. */
export function drawPanels(title: string, panels: readonly Panel[]): string {
  return layPanels({ title, columns: COLUMNS, width: WIDTH, height: HEIGHT }, panels.map(drawPanel));
}

function drawPanel(panel: Panel): string {
  const places = Math.max(...panel.series.map(({ values }) => values.length));
  const top = niceTop(panel.top ?? highest(panel.series, places));
  const right = WIDTH - RIGHT;
  const bottom = HEIGHT - LOWER;
  const xOf = (place: number) => LEFT + (place + 0.5) / places * (right - LEFT);
  const yOf = (value: number) => bottom - value / top * (bottom - UPPER);
  const parts = [svgText(LEFT, 24, panel.title, { anchor: "start", size: SIZE, isBold: true })];
  for (let step = 0; step <= 4; step++) {
    const value = top * step / 4;
    const y = yOf(value).toFixed(1);
    parts.push(
      `<line x1='${LEFT}' x2='${right}' y1='${y}' y2='${y}' stroke='${GRID}'/>`,
      text(LEFT - 8, yOf(value) + 4, formatValue(value), "end"),
    );
  }
  for (const [place, label] of panel.ticks) parts.push(text(xOf(place), bottom + 18, label, "middle"));
  parts.push(text((LEFT + right) / 2, HEIGHT - 14, panel.xLabel, "middle"));
  parts.push(
    `<g transform='translate(18 ${(UPPER + bottom) / 2}) rotate(-90)'>${text(0, 0, panel.yLabel, "middle")}</g>`,
  );
  parts.push(...drawBars(panel.series, places, xOf, yOf, (right - LEFT) / places));
  for (const series of panel.series) if (series.isLine) parts.push(drawLine(series, xOf, yOf));
  let x = LEFT;
  for (const { name, colour } of panel.series) {
    if (name === "") continue;
    parts.push(`<rect x='${x}' y='36' width='11' height='11' fill='${colour}'/>`, text(x + 16, 46, name, "start"));
    x += 34 + 7.2 * name.length;
  }
  return parts.join("\n");
}

/** Bars, those of later series on top of earlier ones. */
function drawBars(
  series: readonly Series[],
  places: number,
  xOf: (place: number) => number,
  yOf: (value: number) => number,
  width: number,
): string[] {
  const heights = new Array<number>(places).fill(0);
  const bars: string[] = [];
  for (const { values, colour, isLine } of series) {
    if (isLine) continue;
    values.forEach((value, place) => {
      if (!(value > 0)) return;
      const y = yOf(heights[place] + value);
      const height = yOf(heights[place]) - y;
      heights[place] += value;
      const x = xOf(place) - width * 0.45;
      bars.push(
        `<rect x='${x.toFixed(2)}' y='${y.toFixed(2)}' width='${(width * 0.9).toFixed(2)}' height='${
          height.toFixed(2)
        }' fill='${colour}'/>`,
      );
    });
  }
  return bars;
}

function drawLine(series: Series, xOf: (place: number) => number, yOf: (value: number) => number): string {
  let path = "";
  let isDown = false;
  series.values.forEach((value, place) => {
    if (!Number.isFinite(value)) {
      isDown = false;
      return;
    }
    path += `${isDown ? "L" : "M"}${xOf(place).toFixed(1)} ${yOf(value).toFixed(1)}`;
    isDown = true;
  });
  return `<path d='${path}' fill='none' stroke='${series.colour}' stroke-width='2'/>`;
}

/** The highest stack of bars or point of a line. */
function highest(series: readonly Series[], places: number): number {
  let top = 0;
  for (let place = 0; place < places; place++) {
    let pile = 0;
    for (const { values, isLine } of series) {
      const value = values[place];
      if (!Number.isFinite(value)) continue;
      if (isLine) top = Math.max(top, value);
      else pile += value;
    }
    top = Math.max(top, pile);
  }
  return top;
}

/** The next number upwards that is easy to divide by four. */
function niceTop(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  for (const factor of [1, 1.2, 1.6, 2, 2.4, 3.2, 4, 5, 6, 8]) {
    if (factor * power >= value * 0.9999) return factor * power;
  }
  return 10 * power;
}

function formatValue(value: number): string {
  if (value >= 1e6) return `${Number((value / 1e6).toPrecision(3))} M`;
  if (value >= 1e4) return `${Number((value / 1e3).toPrecision(3))} k`;
  return `${Number(value.toPrecision(3))}`;
}

function text(x: number, y: number, content: string, anchor: TextStyle["anchor"]): string {
  return svgText(x, y, content, { anchor, size: SIZE });
}
