/** The picture of a position: well-formed, with every piece, arrow and square in its place. */

import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { START_FEN } from "../../../engine/mod.ts";
import { arrowPath, type BoardPicture, drawBoard, inDrawingOrder } from "../../../engine/view/board_picture.ts";
import { placeOf } from "../../../engine/view/board_picture.ts";

const FEN = "8/8/8/8/8/8/8/8 w - - 0 1";
const EMPTY: BoardPicture = { fen: FEN, isFlipped: false, cells: [], arrows: [], circles: [], caption: "" };

function count(picture: string, part: RegExp): number {
  return picture.match(part)?.length ?? 0;
}

Deno.test("`drawBoard()` draws every piece on its square, from both sides", () => {
  const white = drawBoard({ ...EMPTY, fen: START_FEN });
  assertEquals(count(white, /scale\(\.01\)/g), 32);
  assertEquals(count(white, /fill="#fffdf8"/g), 16);
  for (const isFlipped of [false, true]) {
    const [x, y] = placeOf("e1", isFlipped);
    const king = drawBoard({ ...EMPTY, fen: "8/8/8/8/8/8/8/4K3 w - - 0 1", isFlipped });
    assertStringIncludes(king, `translate(${x} ${y})`);
  }
  assertEquals([placeOf("a8", false), placeOf("a8", true)], [[0, 0], [7, 7]]);
});

Deno.test("`drawBoard()` draws squares with their texts, circles, arrows and a caption that is escaped", () => {
  const picture = drawBoard({
    ...EMPTY,
    cells: [{ square: "d4", colour: "#ff0000", text: "+41" }],
    circles: [{ square: "e5", colour: "#00ff00" }],
    arrows: [{ from: "e2", to: "e4", colour: "#0000ff", weight: 0.5 }],
    caption: "Anna & <Bert>",
  });
  assertStringIncludes(picture, '<path fill="#ff0000" opacity=".8" d="M3 4h1v1h-1z"/>');
  assertMatch(picture, /<text [^>]*>\+41<\/text>/);
  assertStringIncludes(picture, '<circle cx="4.5" cy="3.5"');
  assertStringIncludes(picture, 'fill="#0000ff"');
  assertStringIncludes(picture, "Anna &amp; &lt;Bert&gt;");
  assertEquals(count(picture, /<svg/g), 1);
  assertStringIncludes(picture, 'viewBox="0 0 8 8.62"');
  assertEquals(count(picture, /#3d3830/g), 0);
  const two = drawBoard({ ...EMPTY, caption: "1. e4\nGreen: better", chance: 75 });
  assertStringIncludes(two, 'viewBox="0 0 8 9"');
  assertEquals(two.match(/<text [^>]*y="8.[^>]*>[^<]*/g)?.map((s) => s.replace(/.*>/, "")), ["1. e4", "Green: better"]);
  // White's share of the bar.
  assertStringIncludes(two, 'd="M0 8h6v0.14H0z"');
});

Deno.test("`arrowPath()` ends in the target square, and a stronger arrow is thicker", () => {
  const numbers = (path: string): number[] => path.match(/-?\d+(\.\d+)?/g)?.map(Number) ?? [];
  // The arrow points up the file, so the width of its shaft is the difference of the x coordinates.
  const width = (weight: number): number => {
    const path = numbers(arrowPath({ from: "e2", to: "e4", weight }, false));
    return Math.abs(path[0] - path[12]);
  };
  assertEquals(width(1) > width(0), true);
  for (const isFlipped of [false, true]) {
    const tip = numbers(arrowPath({ from: "e2", to: "e4", weight: 0.5 }, isFlipped)).slice(6, 8);
    assertEquals(tip.map(Math.floor), placeOf("e4", isFlipped));
  }
});

Deno.test("`inDrawingOrder()` puts long arrows first, so that short ones stay visible", () => {
  const arrows = [{ from: "f1", to: "e1" }, { from: "f1", to: "a6" }, { from: "f1", to: "c1" }];
  assertEquals(inDrawingOrder(arrows).map(({ to }) => to), ["a6", "c1", "e1"]);
});
