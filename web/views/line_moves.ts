/**
 * The moves of a line as buttons: each plays the line up to its move.
 *
 * @module
 */

import { button, element } from "./dom.ts";
import { labelOf, type Numbering } from "./moves_view.ts";

/** A line of moves. */
export interface NumberedLine {
  /** The moves in standard algebraic notation. */
  readonly san: readonly string[];
  /** The numbers before the moves, "" for none. */
  readonly numbers: readonly string[];
}

/**
 * Numbers the moves of a line.
 *
 * @param numbering Where the numbers of the game start.
 * @param ply Plies of the game before the line.
 * @param san The moves.
 */
export function numberLine(numbering: Numbering, ply: number, san: readonly string[]): NumberedLine {
  const numbers = san.map((_, i) => {
    const label = labelOf(numbering, ply + i);
    return i === 0 || label.endsWith(".") ? label : "";
  });
  return { san, numbers };
}

/**
 * The buttons.
 *
 * @param line The moves.
 * @param name Which line it is on the page; the button of its move `i` has the attribute `data-line="<name>.<i>"`.
 * @param follow Called with how many of the moves are to be played.
 */
export function lineMoves({ san, numbers }: NumberedLine, name: string, follow: (count: number) => void): HTMLElement {
  const moves = element("span", { class: "line-moves" });
  san.forEach((move, i) => {
    const step = element("span", { class: "step" });
    if (numbers[i] !== "") step.append(element("span", { class: "number" }, numbers[i]));
    step.append(button(move, () => follow(i + 1), { class: "move", "data-line": `${name}.${i}` }));
    moves.append(step);
  });
  return moves;
}
