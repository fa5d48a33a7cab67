/** An idea of a line: its name, and the pieces and squares involved. @module */

import type { Target } from "./played_line.ts";

/** An idea with the pieces involved. */
export type Motif =
  | { readonly name: "undefended" | "stays" | "uncovered" | "unguarded"; readonly target: Target }
  | { readonly name: "outnumbered" | "cheaper" | "exposes" | "removal"; readonly target: Target }
  | { readonly name: "discovery" | "trap" | "attraction" | "tempo" | "attack"; readonly target: Target }
  | { readonly name: "pin" | "noTime"; readonly target: Target; readonly behind: Target }
  | { readonly name: "overload"; readonly guard: Target; readonly target: Target; readonly other: number }
  | {
    readonly name: "pinnedGuard" | "deflection" | "clearance" | "interference";
    readonly guard: Target;
    readonly target: Target;
  }
  | { readonly name: "fork" | "skewer"; readonly targets: readonly Target[] }
  | { readonly name: "discoveredCheck" | "doubleCheck" | "backRank" | "smothered" }
  | { readonly name: "mateThreat"; readonly square: number }
  | { readonly name: "refuted"; readonly san: string; readonly target: Target };

/** An idea, and which move of the line carries it out. */
export interface Idea {
  /** The idea. */
  readonly motif: Motif;
  /** The number of plies up to and including the move that carries out the idea. */
  readonly plies: number;
}

/** The mistake that a line answers: the move, and the board before it. */
export interface Cause {
  /** The square that the piece left; in castling, the king's square. */
  readonly from: number;
  /** The square to which the piece moved. */
  readonly to: number;
  /** Type of the captured piece; `EMPTY` if there is none. */
  readonly captured: number;
  /** Whether the move promoted a pawn. */
  readonly isPromotion: boolean;
  /** The board before the move, `[square]`. */
  readonly before: Uint8Array;
}
