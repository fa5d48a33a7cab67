/**
 * The board for keyboard and screen reader: a grid of 64 cells over the board, which a pointer does not touch.
 *
 * One cell can be reached with the tabulator key. The arrow keys go from cell to cell, Home and End to the ends of the row,
 * Enter or the space bar picks a piece and puts it down, Escape lets it go.
 *
 * @module
 */

import type { Texts } from "../text/texts.ts";
import { element, setAttributes } from "./dom.ts";
import { piecesOf, placeOf, squareAt } from "./squares.ts";

/** What the keys do. */
export interface GridEvents {
  /** A cell was chosen with Enter or the space bar. */
  choose(square: string): void;
  /** The piece that is picked is let go. */
  cancel(): void;
  /** A cell has the focus, or none has (`null`). */
  focus(square: string | null): void;
}

const STEPS: Readonly<Record<string, readonly [column: number, row: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [-7, 0],
  End: [7, 0],
};

/** The grid. */
export class SquareGrid {
  /** The element. */
  readonly root: HTMLElement;
  private readonly texts: Texts;
  private readonly events: GridEvents;
  private readonly cells: HTMLElement[] = [];
  private isFlipped = false;
  /** The cell that the tabulator key reaches. */
  private current = "e2";

  /** A grid without pieces. */
  constructor(texts: Texts, events: GridEvents) {
    this.texts = texts;
    this.events = events;
    this.root = element("div", { class: "square-grid", role: "grid", "aria-label": texts.board.label });
    for (let row = 0; row < 8; row++) {
      const line = element("div", { role: "row" });
      for (let column = 0; column < 8; column++) {
        const cell = element("div", { role: "gridcell", tabindex: -1 });
        cell.addEventListener("focus", () => this.focused(column, row));
        this.cells.push(cell);
        line.append(cell);
      }
      this.root.append(line);
    }
    this.root.addEventListener("keydown", (event) => this.pressed(event));
    this.root.addEventListener("focusout", (event) => {
      if (!this.root.contains(event.relatedTarget as Node | null)) events.focus(null);
    });
  }

  /** Shows a position. */
  render(fen: string, isFlipped: boolean, picked: string | null, targets: readonly string[]): void {
    this.isFlipped = isFlipped;
    const pieces = piecesOf(fen);
    this.cells.forEach((cell, i) => {
      const square = squareAt(i & 7, i >> 3, isFlipped) ?? "";
      const piece = pieces.get(square);
      const parts = [square, piece === undefined ? this.texts.board.empty : this.texts.pieces[piece]];
      if (targets.includes(square)) parts.push(this.texts.board.target);
      setAttributes(cell, {
        "aria-label": parts.join(", "),
        "aria-selected": square === picked ? "true" : "false",
        "data-cell": square,
        tabindex: square === this.current ? 0 : -1,
      });
    });
    // The cells get other squares when the board is turned; the focus stays on its square.
    if (this.root.contains(document.activeElement)) this.cellOf(this.current)?.focus();
  }

  private cellOf(square: string): HTMLElement | undefined {
    return this.cells.find((cell) => cell.dataset.cell === square);
  }

  private focused(column: number, row: number): void {
    this.current = squareAt(column, row, this.isFlipped) ?? this.current;
    this.cells.forEach((cell) => setAttributes(cell, { tabindex: cell.dataset.cell === this.current ? 0 : -1 }));
    this.events.focus(this.current);
  }

  private pressed(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    if (step !== undefined) {
      const [column, row] = placeOf(this.current, this.isFlipped);
      const next = squareAt(Math.max(0, Math.min(7, column + step[0])), row + step[1], this.isFlipped);
      if (next !== null) this.cellOf(next)?.focus();
    } else if (event.key === "Enter" || event.key === " ") this.events.choose(this.current);
    else if (event.key === "Escape") this.events.cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
