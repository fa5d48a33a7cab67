/**
 * A picture of a tuning run: a small panel for every parameter, its value over the games.
 *
 * The blue line is the value, the dashed line the value at the start. The grey band around that is one step (c_end) in
 * each direction, so that a glance shows which parameters left it. All panels are scaled to what they hold, and show at
 * least three steps in each direction, so that noise looks small.
 *
 * @module
 */

import { layPanels, svgText } from "../../games/svg_panels.ts";
import type { SpsaParameter } from "./spsa.ts";
import type { HistoryPoint, TuneState } from "./spsa_state.ts";

const COLUMNS = 4;
/** Size of a panel, and of the part in which the line is. */
const WIDTH = 270;
const HEIGHT = 150;
const LEFT = 50;
const RIGHT = 12;
const UPPER = 40;
const LOWER = 22;
/** Steps that a panel shows in each direction at least. */
const STEPS_SHOWN = 3;
const LINE = "#1f5fbf";
const BAND = "#eee";

/** Draws a run as SVG. */
export function drawRun(state: TuneState): string {
  const { parameters } = state.settings;
  const { history } = state;
  const games = 2 * history[history.length - 1].pairs;
  const title = `SPSA: ${parameters.length} numbers over ${games} games`;
  const panels = parameters.map((parameter, index) => drawPanel(parameter, index, history));
  return layPanels({ title, columns: COLUMNS, width: WIDTH, height: HEIGHT }, panels);
}

function drawPanel(parameter: SpsaParameter, index: number, history: readonly HistoryPoint[]): string {
  const { name, start, cEnd } = parameter;
  const values = history.map((point) => point.values[index]);
  const [low, high] = rangeOf(parameter, values);
  const pairs = Math.max(1, history[history.length - 1].pairs);
  const right = WIDTH - RIGHT;
  const bottom = HEIGHT - LOWER;
  const xOf = (at: number) => LEFT + at / pairs * (right - LEFT);
  const yOf = (value: number) => bottom - (value - low) / (high - low) * (bottom - UPPER);
  const within = (value: number) => yOf(Math.min(high, Math.max(low, value)));
  const bandTop = within(start + cEnd);
  const points = history.map((point, i) => `${xOf(point.pairs).toFixed(1)},${yOf(values[i]).toFixed(1)}`);
  const heading = `${start} → ${formatValue(values[values.length - 1])}`;
  return [
    rectangle(LEFT, bandTop, right - LEFT, within(start - cEnd) - bandTop, BAND),
    `<line x1='${LEFT}' x2='${right}' y1='${yOf(start).toFixed(1)}' y2='${
      yOf(start).toFixed(1)
    }' stroke='#999' stroke-dasharray='4 3'/>`,
    `<polyline points='${points.join(" ")}' fill='none' stroke='${LINE}' stroke-width='1.6'/>`,
    `<path d='M${LEFT} ${UPPER}V${bottom}H${right}' fill='none' stroke='#bbb'/>`,
    svgText(12, 16, name, { anchor: "start", size: 12, isBold: true }),
    svgText(12, 31, heading, { anchor: "start", size: 11 }),
    svgText(LEFT - 5, UPPER + 8, formatValue(high), { anchor: "end", size: 10 }),
    svgText(LEFT - 5, bottom, formatValue(low), { anchor: "end", size: 10 }),
    svgText(right, HEIGHT - 8, `${2 * pairs} games`, { anchor: "end", size: 10 }),
  ].join("\n");
}

/** What a panel shows: all values, and some steps around the start, but nothing outside the parameter's range. */
function rangeOf({ start, min, max, cEnd }: SpsaParameter, values: readonly number[]): [low: number, high: number] {
  const low = Math.max(min, Math.min(start - STEPS_SHOWN * cEnd, Math.min(...values) - cEnd / 2));
  const high = Math.min(max, Math.max(start + STEPS_SHOWN * cEnd, Math.max(...values) + cEnd / 2));
  return [low, Math.max(high, low + 1e-9)];
}

function formatValue(value: number): string {
  return `${Number(value.toFixed(Math.abs(value) < 100 ? 1 : 0))}`;
}

function rectangle(x: number, y: number, width: number, height: number, fill: string): string {
  return `<rect x='${x}' y='${y.toFixed(1)}' width='${width}' height='${height.toFixed(1)}' fill='${fill}'/>`;
}
