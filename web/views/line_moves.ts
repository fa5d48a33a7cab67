/**
 * The moves of a line as buttons: each plays the line up to its move.
 *
 * @module
 */

import type { NumberedLine } from "../state/numbering.ts";
import { button, element } from "./dom.ts";

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
