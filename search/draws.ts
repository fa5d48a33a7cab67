/**
 * Draws by rule as the search sees them.
 *
 * @module
 */

import { ALL, generate } from "../core/movegen.ts";
import type { Position } from "../core/position.ts";
import { isInsufficientMaterial, isRepetition } from "../core/repetition.ts";
import { MAX_MOVES } from "../core/types.ts";

/** Plies without capture or pawn move after which the game is drawn. */
const FIFTY_MOVES = 100;
const SCRATCH = new Int32Array(MAX_MOVES);

/** Whether the position `ply` plies from the root is drawn by repetition, fifty moves or material. Mate has precedence. */
export function isDrawn(position: Position, ply: number): boolean {
  if (position.halfmoves >= FIFTY_MOVES) {
    if (!position.inCheck || generate(position, SCRATCH, 0, ALL) > 0) return true;
  }
  return isRepetition(position, ply) || isInsufficientMaterial(position);
}
