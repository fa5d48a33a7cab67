/** The board's pieces: an SVG symbol for each, with the same shapes as in the library's pictures. @module */

import { PIECE_SHAPES } from "../../engine/view/piece_shapes.ts";
import { PIECES } from "../state/squares.ts";

export const TILE = 40;
/** The scale from a shape's 100 × 100 box to a tile. */
const SCALE = TILE / 100;
/** cm-chessboard looks for its sprite in an element with this id. If it finds one, it loads no other. */
const SPRITE = "cm-chessboard-sprite";

/** The pieces' names, keyed by FEN letter. */
export const PIECE_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(PIECES).flatMap(([letter, name]) => [
    [letter.toUpperCase(), `white ${name}`],
    [letter, `black ${name}`],
  ]),
);

export function symbolOf(letter: string): string {
  return `#${letter === letter.toUpperCase() ? "w" : "b"}${letter.toLowerCase()}`;
}

/** Shows a piece set on the board and everywhere else. */
export async function showPieces(set: string): Promise<void> {
  const sprite = document.getElementById(SPRITE) ?? document.createElement("div");
  // Add the element immediately, since the board looks for it.
  sprite.id = SPRITE;
  sprite.setAttribute("aria-hidden", "true");
  document.body.append(sprite);
  const further = set === "classic" ? null : (await import("./piece_sets.ts")).PIECE_SETS[set];
  const shapes = further ?? PIECE_SHAPES.slice(1);
  const look =
    `fill-rule="evenodd" stroke-width="3.6" stroke-linejoin="round" transform="translate(0 -1) scale(${SCALE})"`;
  const symbols = ["w", "b"].flatMap((side) =>
    Object.keys(PIECES).map((type, i) =>
      `<g id="${side}${type}"><path class="piece-${side}" d="${shapes[i]}" ${look}/></g>`
    )
  );
  sprite.innerHTML = `<svg width="0" height="0">${symbols.join("")}</svg>`;
}
