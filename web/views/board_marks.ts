/**
 * What is drawn on the board besides the pieces: the last move, where a piece can go, a check, arrows.
 *
 * Coordinates are squares: the board is 8 wide and 8 high, with the corner of the square that is shown at the upper left
 * at 0, 0.
 *
 * @module
 */

import { setAttributes, svgElement } from "./dom.ts";
import { placeOf } from "./squares.ts";

/** An arrow from a square to a square. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  /** How it looks: the best line, another line, what was better. */
  readonly kind: "best" | "other" | "hint";
  /** How strong it looks, 0 … 1. */
  readonly weight: number;
}

/** What is marked. */
export interface Marks {
  /** The squares of the last move. */
  readonly lastMove: readonly string[];
  /** The piece that is picked, `null` for none. */
  readonly picked: string | null;
  /** Where it can go. */
  readonly targets: readonly string[];
  /** The squares that are taken, so that a target looks different. */
  readonly taken: ReadonlySet<string>;
  /** The king in check, `null` for none. */
  readonly check: string | null;
}

/** A drawing that fills its parent, with squares as units. */
export function createLayer(name: string): SVGElement {
  return svgElement("svg", { class: name, viewBox: "0 0 8 8", width: "100%", height: "100%" });
}

/** Draws the marks below the pieces. */
export function drawMarks(layer: SVGElement, marks: Marks, isFlipped: boolean): void {
  const parts: SVGElement[] = [];
  const square = (name: string, kind: string): SVGElement => {
    const [x, y] = placeOf(name, isFlipped);
    return svgElement("rect", { class: `mark ${kind}`, x, y, width: 1, height: 1 });
  };
  for (const name of marks.lastMove) parts.push(square(name, "last-move"));
  if (marks.check !== null) {
    const [x, y] = placeOf(marks.check, isFlipped);
    parts.push(svgElement("circle", { class: "mark check", cx: x + 0.5, cy: y + 0.5, r: 0.48 }));
  }
  if (marks.picked !== null) parts.push(square(marks.picked, "picked"));
  for (const name of marks.targets) {
    const [x, y] = placeOf(name, isFlipped);
    const isTaken = marks.taken.has(name);
    parts.push(
      svgElement("circle", {
        class: isTaken ? "mark target taken" : "mark target",
        cx: x + 0.5,
        cy: y + 0.5,
        r: isTaken ? 0.43 : 0.14,
      }),
    );
  }
  layer.replaceChildren(...parts);
}

/** Draws arrows; the first ones on top. */
export function drawArrows(layer: SVGElement, arrows: readonly Arrow[], isFlipped: boolean): void {
  layer.replaceChildren(...arrows.toReversed().map((arrow) => drawArrow(arrow, isFlipped)));
}

/** A shaft and a head in one path, from near the middle of a square to near the middle of another. */
function drawArrow({ from, to, kind, weight }: Arrow, isFlipped: boolean): SVGElement {
  const [startX, startY] = placeOf(from, isFlipped).map((value) => value + 0.5);
  const [endX, endY] = placeOf(to, isFlipped).map((value) => value + 0.5);
  const length = Math.hypot(endX - startX, endY - startY);
  const half = 0.055 + 0.045 * weight;
  const head = { length: 0.32 + 0.1 * weight, half: 0.17 + 0.08 * weight };
  const tip = length - 0.1;
  const neck = tip - head.length;
  const points = [
    [0.28, -half],
    [neck, -half],
    [neck, -head.half],
    [tip, 0],
    [neck, head.half],
    [neck, half],
    [0.28, half],
  ];
  const path = svgElement("polygon", {
    class: `arrow ${kind}`,
    points: points.map((point) => point.join(",")).join(" "),
  });
  const angle = Math.atan2(endY - startY, endX - startX) * 180 / Math.PI;
  setAttributes(path, { transform: `translate(${startX} ${startY}) rotate(${angle})`, opacity: 0.45 + 0.45 * weight });
  return path;
}
