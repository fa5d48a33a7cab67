/**
 * The contrast of colours in the style sheets that axe-core does not look at: coordinates on the board, edges of fields.
 *
 * @module
 */

import { assertEquals, assertGreaterOrEqual } from "@std/assert";
import style from "../../../web/style/base.css" with { type: "text" };
import boardStyle from "../../../web/style/board.css" with { type: "text" };

/** The relative luminance of a colour `#rrggbb`, as WCAG 2 defines it. */
function luminanceOf(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** A colour of which the style sheets lay a share over another one. */
function blend(below: string, above: readonly number[], share: number): string {
  const mixed = [1, 3, 5].map((at, i) => parseInt(below.slice(at, at + 2), 16) * (1 - share) + above[i] * share);
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;
}

/** The colours of each theme by name. A dark theme takes from the light one what it does not set. */
function themes(): Map<string, string>[] {
  const blocks = Array.from(style.matchAll(/:root[^{]*\{([^}]*)\}/g), ([, block]) => block);
  const read = (block: string): [string, string][] =>
    Array.from(block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g), ([, name, colour]) => [name, colour]);
  const light = read(blocks[0]);
  return blocks.map((block) => new Map([...light, ...read(block)]));
}

Deno.test("`contrast()` is 1 for a colour and itself, and 21 for black and white", () => {
  assertEquals(contrast("#123456", "#123456"), 1);
  assertEquals(Math.round(contrast("#000000", "#ffffff")), 21);
});

Deno.test("the coordinates can be read on every square, and fields have an edge that is seen, in every theme", () => {
  const found = themes();
  assertEquals(found.length, 3);
  for (const [i, colours] of found.entries()) {
    const check = (one: string, others: readonly string[], least: number): void => {
      for (const other of others) {
        const value = contrast(colours.get(one) ?? "", colours.get(other) ?? "");
        assertGreaterOrEqual(value, least, `${one} on ${other} in theme ${i}`);
      }
    };
    check("coordinate", ["square-light", "square-dark"], 4.5);
    check("field", ["raised", "card", "page", "accent-soft"], 3);
  }
});

Deno.test("the coordinates can be read on the squares of the last move and of a picked piece, in every theme", () => {
  const [, mark = ""] = /--mark: ([\d ]+);/.exec(style) ?? [];
  const shares = Array.from(boardStyle.matchAll(/rgb\(var\(--mark\) \/ (\d+)%\)/g), ([, share]) => Number(share) / 100);
  assertEquals([mark.split(" ").length, shares.length], [3, 2]);
  for (const [i, colours] of themes().entries()) {
    for (const square of ["square-light", "square-dark"]) {
      for (const share of shares) {
        const marked = blend(colours.get(square) ?? "", mark.split(" ").map(Number), share);
        assertGreaterOrEqual(contrast(colours.get("coordinate") ?? "", marked), 4.5, `${square}, ${share}, theme ${i}`);
      }
    }
  }
});

Deno.test("the dark theme that the user chooses is that of the system", () => {
  const [, system, chosen] = themes();
  assertEquals([...system], [...chosen]);
});
