/** The pieces of the board: one symbol for each, made of the shapes that the library's pictures have, too. @module */

import { PIECE_SHAPES } from "../../engine/view/piece_shapes.ts";
import { PIECES } from "../state/squares.ts";

/** Side of the box that a symbol fills. */
export const TILE = 40;
/** From the box of the shapes, 100 wide, to the tile. */
const SCALE = TILE / 100;
/** cm-chessboard looks for its sprite in an element of this name, and loads none if there is one. */
const SPRITE = "cm-chessboard-sprite";

/** The names of the pieces by their letters in a FEN. */
export const PIECE_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(PIECES).flatMap(([letter, name]) => [
    [letter.toUpperCase(), `white ${name}`],
    [letter, `black ${name}`],
  ]),
);

export function symbolOf(letter: string): string {
  return `#${letter === letter.toUpperCase() ? "w" : "b"}${letter.toLowerCase()}`;
}

export function addPieces(): void {
  if (document.getElementById(SPRITE) !== null) return;
  const look =
    `fill-rule="evenodd" stroke-width="3.6" stroke-linejoin="round" transform="translate(0 -1) scale(${SCALE})"`;
  const symbols = ["w", "b"].flatMap((side) =>
    Object.keys(PIECES).map((type, i) =>
      `<g id="${side}${type}"><path class="piece-${side}" d="${PIECE_SHAPES[i + 1]}" ${look}/></g>`
    )
  );
  const sprite = document.createElement("div");
  sprite.id = SPRITE;
  sprite.setAttribute("aria-hidden", "true");
  sprite.innerHTML = `<svg width="0" height="0">${symbols.join("")}</svg>`;
  document.body.append(sprite);
}
