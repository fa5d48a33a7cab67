/**
 * The board for keyboards and screen readers: a grid of 64 cells over the board. It ignores the pointer. The arrow keys
 * go from cell to cell; Home and End go to the ends of the row. Enter or Space picks up a piece or puts it down; Escape
 * cancels the pick.
 * @module
 */

import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { piecesOf, placeOf, squareAt } from "../state/squares.ts";
import { PIECE_NAMES } from "./pieces.ts";

const STEPS: Readonly<Record<string, readonly [column: number, row: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [-7, 0],
  End: [7, 0],
};
const EIGHT = [0, 1, 2, 3, 4, 5, 6, 7];

export function SquareGrid(props: {
  readonly fen: string;
  readonly isFlipped: boolean;
  readonly picked: string | null;
  readonly targets: readonly string[];
  choose(square: string): void;
  cancel(): void;
  focus(square: string): void;
}): JSX.Element {
  const { fen, isFlipped, picked, targets } = props;
  const root = useRef<HTMLDivElement>(null);
  /** The cell that the Tab key reaches. */
  const [current, setCurrent] = useState("e2");
  const pieces = piecesOf(fen);
  const focus = (square: string): void => root.current?.querySelector<HTMLElement>(`[data-cell=${square}]`)?.focus();
  // Turning the board creates new cells, so move the focus to the new cell for the same square.
  const hadFocus = root.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    if (hadFocus) focus(current);
  }, [isFlipped]);
  const pressed = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step !== undefined) {
      const [column, row] = placeOf(current, isFlipped);
      const next = squareAt(Math.max(0, Math.min(7, column + step[0])), row + step[1], isFlipped);
      if (next !== null) focus(next);
    } else if (event.key === "Enter" || event.key === " ") props.choose(current);
    else if (event.key === "Escape") props.cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const cell = (square: string): JSX.Element => {
    const parts = [square, PIECE_NAMES[pieces.get(square) ?? ""] ?? "empty"];
    if (targets.includes(square)) parts.push("possible move");
    return (
      <div
        key={square}
        role="gridcell"
        tabIndex={square === current ? 0 : -1}
        aria-label={parts.join(", ")}
        aria-selected={square === picked}
        data-cell={square}
        onFocus={() => {
          setCurrent(square);
          props.focus(square);
        }}
      />
    );
  };
  return (
    <div
      ref={root}
      class="square-grid"
      role="grid"
      aria-label="Chessboard. Arrow keys go from square to square; Enter picks up a piece or puts it down"
      onKeyDown={pressed}
    >
      {EIGHT.map((row) => (
        <div key={row} role="row">{EIGHT.map((column) => cell(squareAt(column, row, isFlipped) ?? ""))}</div>
      ))}
    </div>
  );
}
