/**
 * Conditions that must hold in every node. Only the checked build (`deno task build:checked`) checks them, and stops at
 * the first node that violates one.
 * @module
 */

import { CHECKED, expectInvariant } from "../core/checked.ts";
import { legalMoves } from "../core/movegen.ts";
import type { Position } from "../core/position.ts";
import { INFINITE, MATE, MAX_PLY } from "../core/score.ts";
import { NO_MOVE } from "../core/types.ts";
import type { Frame } from "./frame.ts";

export { CHECKED };

/** Checks that a node's window, depth and frame are valid and fit together. */
export function expectNode(frame: Frame, alpha: number, beta: number, depth: number): void {
  const { ply, parent } = frame;
  expectInvariant(alpha < beta && alpha >= -INFINITE && beta <= INFINITE, `window ${alpha} to ${beta}`);
  expectInvariant(Number.isInteger(depth) && depth <= 2 * MAX_PLY, `depth ${depth}`);
  expectInvariant(ply >= 0 && ply <= MAX_PLY && parent.ply === ply - 1, `ply ${ply} after ply ${parent.ply}`);
  expectInvariant(frame.excluded === NO_MOVE || frame.isTwin, `an excluded move outside a second search`);
  expectInvariant(parent.reduction >= 0, `reduction ${parent.reduction}`);
}

/** Checks that a node's score is possible. */
export function expectScore(score: number): void {
  expectInvariant(Number.isInteger(score) && Math.abs(score) <= MATE, `score ${score}`);
}

/** For a picker that skipped nothing: checks that it returned every legal move exactly once, and no other move. */
export function expectMoves(position: Position, moves: readonly number[]): void {
  const legal = legalMoves(position);
  const isSame = moves.length === legal.length && legal.every((move) => moves.includes(move));
  expectInvariant(isSame, `moves ${moves.join(" ")} instead of ${legal.join(" ")}`);
}
