/**
 * What can be drawn on the board besides the pieces.
 *
 * @module
 */

import type { PictureArrow } from "../../engine/view/board_picture.ts";
import type { HeatCell } from "./heat.ts";

/** An arrow over the board. */
export interface BoardArrow extends PictureArrow {
  /** What it is, as a class of the style sheet. */
  readonly kind: string;
}

/** What is drawn below the pieces. */
export interface Marks {
  readonly isFlipped: boolean;
  /** The squares of the last move. */
  readonly lastMove: readonly string[];
  /** The king in check, `null` for none. */
  readonly check: string | null;
  /** The piece that is picked, `null` for none, and the square that the pointer is on. */
  readonly picked: string | null;
  readonly over: string | null;
  /** Where the piece can go, and which of these squares are taken. */
  readonly targets: readonly string[];
  readonly taken: ReadonlySet<string>;
  /** What was learned about the moves of the square that is looked at. */
  readonly cells: readonly (HeatCell & { readonly square: string })[];
  /** What was learned about all pairs of squares, as small boards. */
  readonly pairs: readonly HeatCell[];
  /** The square that is looked at, `null` for none. */
  readonly looked: string | null;
}

/** What is drawn above the pieces. */
export interface Drawings {
  readonly isFlipped: boolean;
  readonly arrows: readonly BoardArrow[];
  readonly circles: readonly { readonly square: string; readonly colour: string }[];
  readonly cells: Marks["cells"];
}
