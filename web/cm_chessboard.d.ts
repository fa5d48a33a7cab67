/** Types for the parts of cm-chessboard that the page uses; the library is written in JavaScript. @module */

declare module "cm-chessboard" {
  export type Side = "w" | "b";

  export interface MoveInputEvent {
    readonly type:
      | "moveInputStarted"
      | "movingOverSquare"
      | "validateMoveInput"
      | "moveInputCanceled"
      | "moveInputFinished";
    readonly squareFrom: string;
    readonly squareTo: string | null;
    readonly legalMove?: boolean;
    /** Whether the move is animated; a handler may set it. */
    animate?: boolean;
  }

  export class Chessboard {
    constructor(context: HTMLElement, props: object);
    setPosition(fen: string, animated?: boolean): Promise<void>;
    setOrientation(side: Side, animated?: boolean): Promise<void>;
    getOrientation(): Side;
    enableMoveInput(handler: (event: MoveInputEvent) => boolean, side?: Side): void;
    cancelMoveInput(): void;
  }
}
