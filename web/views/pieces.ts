/**
 * The pieces of the board: one symbol for each, made of the shapes that the library's pictures have, too.
 *
 * @module
 */

import { PIECE_SHAPES } from "../../engine/view/piece_shapes.ts";
import { element, svgElement } from "./dom.ts";

/** The types in the order of the shapes, as cm-chessboard names them. */
const TYPES = ["", "p", "n", "b", "r", "q", "k"];
/** Side of the box that a symbol fills. */
export const TILE = 40;
/** From the box of the shapes, 100 wide, to the tile. */
const SCALE = TILE / 100;
/** cm-chessboard looks for its sprite in an element of this name, and loads none if there is one. */
const SPRITE = "cm-chessboard-sprite";

/** Puts the symbols into the page, once. */
export function addPieces(): void {
  if (document.getElementById(SPRITE) !== null) return;
  const sprite = svgElement("svg", { width: 0, height: 0 });
  for (const side of ["w", "b"]) {
    for (let type = 1; type < TYPES.length; type++) {
      const path = svgElement("path", {
        class: `piece-${side}`,
        d: PIECE_SHAPES[type],
        "fill-rule": "evenodd",
        "stroke-width": 3.6,
        "stroke-linejoin": "round",
        transform: `translate(0 -1) scale(${SCALE})`,
      });
      sprite.append(svgElement("g", { id: `${side}${TYPES[type]}` }, path));
    }
  }
  document.body.append(element("div", { id: SPRITE, "aria-hidden": "true" }, sprite));
}

/** A small picture of a piece, for buttons. */
export function pieceIcon(piece: string): SVGElement {
  return svgElement(
    "svg",
    { viewBox: `0 0 ${TILE} ${TILE}`, class: "piece-icon", "aria-hidden": "true" },
    svgElement("use", { href: `#${piece}` }),
  );
}
