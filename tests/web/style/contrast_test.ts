/** The contrast of colours that axe-core does not check, such as coordinates and borders. @module */

import { assertEquals, assertGreaterOrEqual } from "@std/assert";
import { luminanceOf } from "../../../web/state/heat.ts";
import style from "../../../web/style/base.css" with { type: "text" };
import boardStyle from "../../../web/style/board.css" with { type: "text" };

function contrast(one: string, other: string): number {
  const [dark, light] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function rgb(colour: string): number[] {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
}

/** The visible colour if `above` covers `below` with an opacity of `share`. */
function blend(below: string, above: readonly number[], share: number): string {
  const mixed = rgb(below).map((value, i) => value * (1 - share) + above[i] * share);
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;
}

/** The colours of both themes by name. */
function themes(): Map<string, string>[] {
  const pairs = Array.from(style.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g));
  return [2, 3].map((place) => new Map(pairs.map((pair) => [pair[1], pair[place]])));
}

Deno.test("`contrast()` is 1 for a colour and itself, and 21 for black and white", () => {
  assertEquals(contrast("#123456", "#123456"), 1);
  assertEquals(Math.round(contrast("#000000", "#ffffff")), 21);
});

Deno.test("the coordinates are readable on every square, and text and borders of fields have the required contrast", () => {
  const found = themes();
  assertEquals(found.map(({ size }) => size > 15), [true, true]);
  for (const [i, colours] of found.entries()) {
    const check = (one: string, others: readonly string[], least: number): void => {
      for (const other of others) {
        const value = contrast(colours.get(one) ?? "", colours.get(other) ?? "");
        assertGreaterOrEqual(value, least, `${one} on ${other} in theme ${i}`);
      }
    };
    check("on-light", ["square-light"], 3);
    check("on-dark", ["square-dark"], 2.5);
    check("field", ["raised", "card", "page"], 3);
    check("text", ["page", "card", "raised", "hover"], 7);
    check("soft", ["page", "card", "hover"], 4.5);
    check("accent", ["page", "card"], 4.5);
    check("accent-text", ["accent"], 4.5);
  }
});

/** The colours of the squares, in every theme. */
const squares = (): string[] =>
  themes().flatMap((colours) => ["square-light", "square-dark"].map((name) => colours.get(name) ?? ""));

Deno.test("the dots on the targets of a piece differ from their squares, in every theme", () => {
  const [, dot = "", share = ""] = /\.mark\.target \{\s*fill: rgb\((\d+ \d+ \d+) \/ (\d+)%\)/.exec(boardStyle) ?? [];
  for (const square of squares()) {
    const dotted = blend(square, dot.split(" ").map(Number), Number(share) / 100);
    assertGreaterOrEqual(contrast(dotted, square), 2, square);
  }
});

Deno.test("the squares of the last move and of a picked piece differ from the others, in every theme", () => {
  const [, mark = ""] = /--mark: ([\d ]+);/.exec(style) ?? [];
  const shares = Array.from(boardStyle.matchAll(/rgb\(var\(--mark\) \/ (\d+)%\)/g), ([, share]) => Number(share) / 100);
  assertEquals([mark.split(" ").length, shares.length], [3, 2]);
  for (const [square, share] of squares().flatMap((square) => shares.map((share) => [square, share] as const))) {
    const marked = rgb(blend(square, mark.split(" ").map(Number), share));
    const distance = rgb(square).map((value, i) => Math.abs(value - marked[i]));
    assertGreaterOrEqual(Math.max(...distance), 24, `${square}, ${share}`);
  }
});
