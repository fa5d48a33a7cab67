/**
 * Places the labels of a graph near their points and apart from each other, and if possible not on the curve.
 *
 * Each label gets the cheapest free place on a grid around its point. The cost increases with the distance. It is
 * higher on the wrong side of the point, and highest on the curve. Labels are not moved later, so the most important
 * one must be placed first.
 *
 * @module
 */

/** A point in pixels. */
export type Point = readonly [x: number, y: number];

/** A rectangle in pixels. */
export type Box = readonly [left: number, top: number, right: number, bottom: number];

/** A label for a point. */
export type Label = {
  readonly point: Point;
  readonly size: readonly [width: number, height: number];
  readonly prefersAbove: boolean;
};

/** The area that must contain a label, the areas that it must not cover, and the curves that it should not cover. */
export type Surroundings = {
  readonly bounds: Box;
  readonly taken: readonly Box[];
  readonly curves: readonly (readonly Point[])[];
};

/** Distance from a point to a label above or below it. */
const GAP = 9;
/** Distance between neighbouring places on the grid. */
const STEP = 6;
/** Cost of covering the curve, of being on the wrong side, and of each pixel to the left or right of the point. */
const CURVE_COST = 1e4;
const SIDE_COST = 8;
const SIDEWAYS_COST = 1.5;

/** The best free place for a label; `null` if there is none. */
export function placeLabel({ point: [x, y], size: [width, height], prefersAbove }: Label, s: Surroundings): Box | null {
  const [left, top, right, bottom] = s.bounds;
  let best: Box | null = null;
  let leastCost = Infinity;
  const steps = Math.ceil(Math.max(bottom - top, width) / STEP);
  for (const isAbove of [true, false]) {
    for (let away = 0; away <= bottom - top; away += STEP) {
      const upper = isAbove ? y - GAP - away - height : y + GAP + away;
      if (upper < top || upper + height > bottom) continue;
      for (let aside = -steps; aside <= steps; aside++) {
        const start = Math.max(left, Math.min(right - width, x - width / 2 + aside * STEP));
        const box: Box = [start, upper, start + width, upper + height];
        const shift = Math.abs(start + width / 2 - x) * SIDEWAYS_COST;
        const cost = away + shift + (isAbove === prefersAbove ? 0 : SIDE_COST);
        if (cost >= leastCost || s.taken.some((other) => overlap(box, other))) continue;
        const total = cost + (s.curves.some((curve) => crosses(curve, box)) ? CURVE_COST : 0);
        if (total >= leastCost) continue;
        leastCost = total;
        best = box;
      }
    }
  }
  return best;
}

/** Whether two boxes overlap. */
export function overlap(a: Box, b: Box): boolean {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

/** Whether a curve from left to right goes through a box. */
export function crosses(curve: readonly Point[], [left, top, right, bottom]: Box): boolean {
  for (let i = 1; i < curve.length; i++) {
    const [[x0, y0], [x1, y1]] = [curve[i - 1], curve[i]];
    if (x1 <= left || x0 >= right) continue;
    const at = (x: number): number => x1 === x0 ? y0 : y0 + (y1 - y0) * (x - x0) / (x1 - x0);
    const [a, b] = [at(Math.max(left, x0)), at(Math.min(right, x1))];
    if (Math.min(a, b) < bottom && Math.max(a, b) > top) return true;
  }
  return false;
}
