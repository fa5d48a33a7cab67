import type { Position } from "../../core/position.ts";

/** Whether the enemy is in check after the move, by making it. */
export function isCheckOnceMade(position: Position, move: number): boolean {
  position.make(move);
  const inCheck = position.inCheck;
  position.undo();
  return inCheck;
}
