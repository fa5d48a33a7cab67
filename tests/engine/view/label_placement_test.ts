import { assert, assertEquals, assertFalse } from "@std/assert";
import { type Box, crosses, overlap, placeLabel, type Point } from "../../../engine/view/label_placement.ts";

const BOUNDS: Box = [0, 0, 200, 100];
const SIZE = [40, 10] as const;

Deno.test("`crosses()` finds a curve that passes through a box, even if the box contains none of its points", () => {
  const box: Box = [10, 10, 20, 20];
  assert(crosses([[0, 0], [30, 30]], box));
  assert(crosses([[14, 0], [15, 100]], box));
  assertFalse(crosses([[0, 5], [30, 5]], box));
  assertFalse(crosses([[0, 0], [9, 15]], box));
  assertFalse(crosses([[0, 20], [10, 40], [30, 21]], box));
});

Deno.test("`placeLabel()` puts a label beside its point, on the side it prefers if that is free", () => {
  const point: Point = [100, 50];
  const place = (prefersAbove: boolean, taken: Box[] = []): Box | null =>
    placeLabel({ point, size: SIZE, prefersAbove }, { bounds: BOUNDS, taken, curves: [] });
  assertEquals(place(true), [80, 31, 120, 41]);
  assertEquals(place(false), [80, 59, 120, 69]);
  assertEquals(place(true, [[0, 0, 200, 45]]), [80, 59, 120, 69]);
});

Deno.test("`placeLabel()` keeps labels off the curve if there is room elsewhere", () => {
  const level: Point[] = [[0, 36], [200, 36]];
  const label = { point: [100, 50] as const, size: SIZE, prefersAbove: true };
  const off = placeLabel(label, { bounds: BOUNDS, taken: [], curves: [level] });
  assert(off !== null && !crosses(level, off));
  const everywhere = Array.from({ length: 100 }, (_, i): Point[] => [[0, i], [200, i]]);
  assert(placeLabel(label, { bounds: BOUNDS, taken: [], curves: everywhere }) !== null);
  assertEquals(placeLabel(label, { bounds: BOUNDS, taken: [BOUNDS], curves: [] }), null);
});

Deno.test("`placeLabel()` finds room for many labels of one point, within the bounds and without overlaps", () => {
  for (const point of [[0, 0], [200, 100], [100, 50]] as const) {
    const taken: Box[] = [];
    for (let i = 0; i < 8; i++) {
      const box = placeLabel({ point, size: SIZE, prefersAbove: true }, { bounds: BOUNDS, taken, curves: [] });
      assert(box !== null && !taken.some((other) => overlap(box, other)));
      assert(box[0] >= 0 && box[1] >= 0 && box[2] <= 200 && box[3] <= 100);
      taken.push(box);
    }
  }
});
