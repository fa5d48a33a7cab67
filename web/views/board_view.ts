/**
 * The board: pieces that are moved by drag, click or keyboard, with marks, arrows and a layer for what was learned.
 *
 * Pieces, drag and animation are cm-chessboard's. Which moves there are comes from outside.
 *
 * @module
 */

import { Chessboard, type MoveInputEvent } from "cm-chessboard";
import type { Texts } from "../text/texts.ts";
import { type Arrow, createLayer, drawArrows, drawMarks } from "./board_marks.ts";
import { addPieces, TILE } from "./pieces.ts";
import { SquareGrid } from "./square_grid.ts";
import { piecesOf, squareAt } from "./squares.ts";

/** What the board shows. */
export interface BoardContent {
  readonly fen: string;
  readonly isFlipped: boolean;
  /** The squares of the last move. */
  readonly lastMove: readonly string[];
  /** The king in check, `null` for none. */
  readonly check: string | null;
  readonly arrows: readonly Arrow[];
  /** Whether a change of the position is shown as movement. */
  readonly isAnimated: boolean;
}

/** What the board asks and reports. */
export interface BoardEvents {
  /** Where the piece on a square can go; empty if it cannot be moved. */
  targets(from: string): readonly string[];
  /** The user moves a piece. */
  move(from: string, to: string): void;
  /** The pointer or the keyboard is on a square, or on none (`null`). */
  point(square: string | null): void;
}

/** Milliseconds that a piece takes to its square. */
const ANIMATION_MS = 180;

/** The board. */
export class BoardView {
  /** The layer for what was learned, above the pieces. */
  readonly heatLayer: SVGElement = createLayer("heat-layer");
  private readonly events: BoardEvents;
  private readonly board: Chessboard;
  private readonly grid: SquareGrid;
  private readonly markLayer: SVGElement = createLayer("mark-layer");
  private readonly arrowLayer: SVGElement = createLayer("arrow-layer");
  private content: BoardContent;
  private picked: string | null = null;
  /** Whether the library turns the board, which takes it some frames. */
  private isTurning = false;

  /** Puts a board into an element of the page. */
  constructor(host: HTMLElement, texts: Texts, content: BoardContent, events: BoardEvents) {
    this.events = events;
    this.content = content;
    addPieces();
    host.replaceChildren();
    this.board = new Chessboard(host, {
      position: content.fen,
      orientation: content.isFlipped ? "b" : "w",
      style: {
        cssClass: "hindsight",
        animationDuration: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : ANIMATION_MS,
        pieces: { tileSize: TILE },
      },
    });
    host.querySelector(".markers-layer")?.append(this.markLayer);
    // The library has the coordinates below the marks, which would cover them.
    const coordinates = host.querySelector(".coordinates");
    if (coordinates !== null) host.querySelector(".markers-layer")?.after(coordinates);
    host.querySelector(".markers-top-layer")?.append(this.heatLayer, this.arrowLayer);
    host.querySelector("svg.cm-chessboard")?.setAttribute("aria-hidden", "true");
    this.grid = new SquareGrid(texts, {
      choose: (square) => this.choose(square),
      cancel: () => this.pick(null),
      focus: (square) => events.point(square),
    });
    host.append(this.grid.root);
    this.board.enableMoveInput((event) => this.input(event));
    host.addEventListener("pointermove", (event) => this.pointed(host, event));
    host.addEventListener("pointerdown", (event) => this.pointed(host, event));
    host.addEventListener("pointerleave", () => events.point(null));
    this.draw();
  }

  /** Shows something else. */
  render(content: BoardContent): void {
    const { fen } = this.content;
    this.content = content;
    if (content.fen !== fen) {
      this.picked = null;
      this.board.cancelMoveInput();
    }
    this.turn();
    void this.board.setPosition(content.fen, content.isAnimated);
    this.draw();
  }

  /** Puts every piece back on its square, after a move that was not played. */
  restore(): void {
    void this.board.setPosition(this.content.fen, false);
  }

  /** Turns the pieces as the content wants it. The library ignores a turn during another one, so that waits. */
  private turn(): void {
    const side = this.content.isFlipped ? "b" : "w";
    if (this.isTurning || this.board.getOrientation() === side) return;
    this.isTurning = true;
    void this.board.setOrientation(side, false).then(() => {
      this.isTurning = false;
      this.turn();
    });
  }

  private draw(): void {
    const { content, picked } = this;
    const targets = picked === null ? [] : this.events.targets(picked);
    const taken = new Set(piecesOf(content.fen).keys());
    drawMarks(this.markLayer, { ...content, picked, targets, taken }, content.isFlipped);
    drawArrows(this.arrowLayer, content.arrows, content.isFlipped);
    this.grid.render(content.fen, content.isFlipped, picked, targets);
  }

  private pick(square: string | null): void {
    this.picked = square;
    this.draw();
  }

  /** A square was chosen with the keyboard. */
  private choose(square: string): void {
    const { picked } = this;
    if (picked !== null && this.events.targets(picked).includes(square)) {
      this.pick(null);
      this.events.move(picked, square);
    } else {
      this.pick(picked !== square && this.events.targets(square).length > 0 ? square : null);
    }
  }

  /** A move is put in with a pointer. */
  private input(event: MoveInputEvent): boolean {
    if (event.type === "moveInputStarted") {
      const canMove = this.events.targets(event.squareFrom).length > 0;
      this.pick(canMove ? event.squareFrom : null);
      return canMove;
    }
    if (event.type === "validateMoveInput") {
      return event.squareTo !== null && this.events.targets(event.squareFrom).includes(event.squareTo);
    }
    if (event.type === "moveInputCanceled") this.pick(null);
    if (event.type === "moveInputFinished") {
      this.pick(null);
      if (event.legalMove && event.squareTo !== null) this.events.move(event.squareFrom, event.squareTo);
    }
    return false;
  }

  private pointed(host: HTMLElement, event: PointerEvent): void {
    const box = host.getBoundingClientRect();
    const side = box.width / 8;
    const [column, row] = [event.clientX - box.left, event.clientY - box.top].map((value) => Math.floor(value / side));
    this.events.point(squareAt(column, row, this.content.isFlipped));
  }
}
