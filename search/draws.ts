/**
 * Draws by rule as the search sees them.
 *
 * @module
 */

import type { Position } from "../core/position.ts";
import { isFiftyMoves, isInsufficientMaterial, isRepetition } from "../core/repetition.ts";

/**
 * Whether the position `ply` plies from the root is drawn by repetition, fifty moves or material. Mate has
 * precedence.
 */
export function isDrawn(position: Position, ply: number): boolean {
  return isFiftyMoves(position) || isRepetition(position, ply) || isInsufficientMaterial(position);
}
