/** The pieces, which cm-chessboard lets the user drag or click, and the layers below and above them. @module */

import { Chessboard, type MoveInputEvent } from "cm-chessboard";
import { squareAt } from "../state/squares.ts";
import { TILE } from "./pieces.ts";

export interface BoardEvents {
  /** Where the piece on a square can go; empty if it cannot be moved. */
  targets(from: string): readonly string[];
  move(from: string, to: string): void;
  /** `null` when no piece is picked. */
  pick(square: string | null): void;
  /** `null` outside the board. */
  point(square: string | null): void;
  /** Whether a finger and the left mouse button draw instead of moving pieces. */
  hasPen(): boolean;
  /** Called when the user draws an arrow or a circle, with the right button or the pen. */
  draw(from: string, to: string, event: PointerEvent): void;
}

const ANIMATION_MS = 180;
const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

export class BoardView {
  /** Each layer is 8 × 8 units in size, so a square is one unit wide. */
  readonly below: Element = createLayer("mark-layer");
  readonly above: Element = createLayer("arrow-layer");
  private readonly board: Chessboard;
  /** Whether the library is turning the board, which takes several frames. */
  private isTurning = false;
  private isHeld = false;
  private drawnFrom: string | null = null;

  constructor(
    private readonly host: HTMLElement,
    private fen: string,
    private isFlipped: boolean,
    private readonly events: BoardEvents,
  ) {
    host.replaceChildren();
    this.board = new Chessboard(host, {
      position: fen,
      orientation: isFlipped ? "b" : "w",
      style: {
        cssClass: "hindsight",
        showCoordinates: false,
        animationDuration: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : ANIMATION_MS,
        pieces: { tileSize: TILE },
      },
    });
    host.querySelector(".markers-layer")?.append(this.below);
    host.querySelector(".markers-top-layer")?.append(this.above);
    host.querySelector("svg.cm-chessboard")?.setAttribute("aria-hidden", "true");
    this.board.enableMoveInput((event) => this.input(event));
    host.addEventListener("pointermove", (event) => events.point(this.squareOf(event)));
    // When a finger is lifted, its pointer leaves the board, but the user is still looking at the touched square.
    host.addEventListener("pointerleave", (event) => event.pointerType === "touch" || events.point(null));
    // After a touch, browsers also send mouse events, which would pick up the piece that the finger has just moved.
    const end = (event: TouchEvent): void => void (this.isHeld && event.preventDefault());
    host.addEventListener("touchstart", end, { capture: true, passive: false });
    host.addEventListener("contextmenu", (event) => event.preventDefault());
    host.addEventListener("pointerdown", (event) => {
      events.point(this.squareOf(event));
      this.drawnFrom = event.button === 2 || events.hasPen() ? this.squareOf(event) : null;
    });
    host.addEventListener("pointerup", (event) => {
      const to = this.squareOf(event);
      if (this.drawnFrom !== null && to !== null) events.draw(this.drawnFrom, to, event);
      this.drawnFrom = null;
    });
  }

  /** Draws a position. A piece goes back to its square if its move was not played. */
  render(fen: string, isFlipped: boolean, isAnimated: boolean, isPicked: boolean): void {
    // Do not cancel while the library is putting a moved piece down: it would then ignore the next input.
    if (fen !== this.fen && this.isHeld && !isPicked) this.board.cancelMoveInput();
    this.fen = fen;
    this.isFlipped = isFlipped;
    this.turn();
    void this.board.setPosition(fen, isAnimated);
  }

  /** While the library is turning the board, it ignores a request to turn it, so a second turn waits for the first. */
  private turn(): void {
    const side = this.isFlipped ? "b" : "w";
    if (this.isTurning || this.board.getOrientation() === side) return;
    this.isTurning = true;
    void this.board.setOrientation(side, false).then(() => {
      this.isTurning = false;
      this.turn();
    });
  }

  private input(event: MoveInputEvent): boolean {
    const { events } = this;
    if (event.type === "moveInputStarted") {
      const canMove = events.targets(event.squareFrom).length > 0;
      events.pick(canMove ? event.squareFrom : null);
      this.isHeld = canMove;
      return canMove;
    }
    if (event.type === "validateMoveInput") {
      const isLegal = event.squareTo !== null && events.targets(event.squareFrom).includes(event.squareTo);
      this.isHeld = !isLegal;
      // The library ignores input during an animation.
      event.animate = false;
      return isLegal;
    }
    if (event.type !== "moveInputCanceled" && event.type !== "moveInputFinished") return false;
    this.isHeld = false;
    events.pick(null);
    if (event.legalMove === true && event.squareTo !== null) events.move(event.squareFrom, event.squareTo);
    return false;
  }

  private squareOf({ clientX, clientY }: PointerEvent): string | null {
    const { left, top, width } = this.host.getBoundingClientRect();
    const [column, row] = [clientX - left, clientY - top].map((value) => Math.floor(value / width * 8));
    return squareAt(column, row, this.isFlipped);
  }
}

function createLayer(name: string): Element {
  const layer = document.createElementNS(SVG_NAMESPACE, "svg");
  for (const [key, value] of [["class", name], ["viewBox", "0 0 8 8"], ["width", "100%"], ["height", "100%"]]) {
    layer.setAttribute(key, value);
  }
  return layer;
}
