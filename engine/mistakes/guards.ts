/** Ideas about guards: a piece has no guards or too few, or its guards cannot recapture. @module */

import { attackersOf } from "../../core/board_checks.ts";
import { legalMoves } from "../../core/movegen.ts";
import { formatSan } from "../../core/notation.ts";
import type { Position } from "../../core/position.ts";
import { SEE_VALUES, seeAtLeast, victimType } from "../../core/see.ts";
import {
  CASTLING,
  EMPTY,
  KING,
  moveFrom,
  moveKind,
  moveTo,
  PAWN,
  POINTS,
  PROMOTION,
  relativeRank,
} from "../../core/types.ts";
import type { Cause, Motif } from "./ideas.ts";
import { isHit, type PlayedLine, type Step, type Target, winsBySee } from "./played_line.ts";

/** No piece guards the target; the idea says why. */
export function looseMotif(first: Step, target: Target, cause: Cause | null): Motif | null {
  const board = first.before;
  const enemy = first.colour ^ 1;
  if (board[target.square] === EMPTY || board[target.square] >> 3 !== enemy) return null;
  if (isHit(board, target.square, enemy) || !isHit(board, target.square, first.colour)) return null;
  if (cause === null || cause.to === target.square) return { name: "undefended", target };
  const before = cause.before;
  const wasGuarded = attackersOf(before, target.square, enemy);
  if (wasGuarded.includes(cause.from)) return { name: "unguarded", target };
  if (!isHit(before, target.square, first.colour)) return { name: "uncovered", target };
  return wasGuarded.length === 0 ? { name: "stays", target } : { name: "undefended", target };
}

/** The target is unguarded both at the start of the line and when it is captured. */
export function looseLater(steps: readonly Step[], target: Target, cause: Cause | null): Motif | null {
  return isHit(steps[2].before, target.square, steps[0].colour ^ 1) ? null : looseMotif(steps[0], target, cause);
}

/** The line attacks a target that no piece guards. */
export function openMotif(steps: readonly Step[], at: number, target: Target): Motif | null {
  const isLoose = [0, at].every((each) => !isHit(steps[each].before, target.square, steps[0].colour ^ 1));
  return isLoose ? { name: "undefended", target } : null;
}

/** The target is guarded but is lost anyway: its attacker is worth less, or there are more attackers than guards. */
export function exchangeMotif(line: PlayedLine, target: Target): Motif | null {
  const [{ type, before, colour }] = line.steps;
  if (POINTS[type] < POINTS[target.type] && type !== KING && isHit(before, target.square, colour ^ 1)) {
    return { name: "cheaper", target };
  }
  const [attackers, guards] = [colour, colour ^ 1].map((side) => comersTo(before, target.square, side).length);
  const isOutnumbered = attackers > guards && line.at(0, (position) => winsBySee(position, target.square));
  return isOutnumbered ? { name: "outnumbered", target } : null;
}

/** Finds the squares of all pieces of a colour that can capture on a square one after another. */
export function comersTo(board: Uint8Array, square: number, colour: number): number[] {
  const comers = attackersOf(board, square, colour);
  const rest = comers.reduce((left, comer) => without(left, comer), board);
  return comers.length === 0 ? [] : [...comers, ...comersTo(rest, square, colour)];
}

/**
 * A guard of the target cannot recapture: the recapture would lose something else, a double check forbids it, or the
 * guard is pinned or has to guard another piece.
 */
export function guardMotif(line: PlayedLine, target: Target): Motif | null {
  const [first, second, third] = line.steps;
  const enemy = first.colour ^ 1;
  const guards = attackersOf(first.after, first.to, enemy);
  if (guards.length === 0) return null;
  const lost = second?.to === first.to ? null : line.at(1, (position) => lossAfter(position, first));
  if (lost !== null) return { name: "exposes", target: lost };
  const isPlain = second?.to === first.to || POINTS[first.type] < POINTS[target.type] ||
    line.at(0, (position) => seeAtLeast(position, first.move, SEE_VALUES[PAWN]));
  const refuted = isPlain ? null : line.at(1, (position) => refutationOf(position, first));
  if (refuted !== null) return { name: "refuted", ...refuted };
  if (second === undefined || second.to !== first.to) {
    const takers = line.at(1, (position) => legalMoves(position).filter((move) => moveTo(move) === first.to));
    const king = first.after.indexOf(enemy << 3 | KING);
    if (takers.length === 0 && attackersOf(first.after, king, first.colour).length > 1) return { name: "doubleCheck" };
    const guard = guards.find((square) => isPinned(first.after, square, enemy));
    return takers.length > 0 || guard === undefined
      ? null
      : { name: "pinnedGuard", guard: { type: first.after[guard] & 7, square: guard }, target };
  }
  if (third === undefined || third.captured === EMPTY || third.to === first.to) return null;
  const guarded = attackersOf(first.before, third.victim, enemy).includes(second.from);
  return guarded && !isHit(second.after, third.victim, enemy)
    ? { name: "overload", guard: { type: second.type, square: second.from }, target, other: third.victim }
    : null;
}

/**
 * Finds a piece elsewhere that every recapture on the square exposes. Winning that piece must gain more than the
 * recapture did.
 */
function lossAfter(position: Position, { to, type }: Step): Target | null {
  const least = SEE_VALUES[type] + SEE_VALUES[PAWN];
  const losses = legalMoves(position).filter((move) => moveTo(move) === to).map((move) => {
    position.make(move);
    const gain = legalMoves(position).find((each) =>
      moveTo(each) !== to && moveKind(each) !== CASTLING && victimType(position, each) !== EMPTY &&
      seeAtLeast(position, each, least)
    );
    const lost = gain === undefined ? null : { type: victimType(position, gain), square: moveTo(gain) };
    position.undo();
    return lost;
  });
  return losses.includes(null) ? null : losses[0] ?? null;
}

/**
 * Finds one move that refutes every recapture on the square. If this move does not mate, it gives check or brings a
 * pawn to the seventh rank, and no reply prevents a capture or a promotion that regains what was lost. As the target,
 * the king stands for mate, and an empty square for a promotion.
 */
function refutationOf(
  position: Position,
  { to, type }: Step,
): Omit<Motif & { readonly name: "refuted" }, "name"> | null {
  const found = legalMoves(position).filter((move) => moveTo(move) === to).map((taker) => {
    position.make(taker);
    const answer = legalMoves(position).map((move) => {
      const san = formatSan(position, move);
      const isRunner = isSeventh(position, move);
      const least = SEE_VALUES[type] - valueOf(position, move);
      position.make(move);
      const replies = position.inCheck || isRunner ? legalMoves(position) : null;
      const squares = replies?.length === 0
        ? [position.mailbox.indexOf(position.sideToMove << 3 | KING)]
        : replies?.map((reply) => takenAfter(position, reply, least)).reduce((common, each) =>
          common.filter((square) => each.includes(square))
        ) ?? [];
      const [target] = squares.map((square) => ({ type: position.mailbox[square] & 7, square }))
        .sort((a, b) => POINTS[b.type] - POINTS[a.type]);
      position.undo();
      return target === undefined ? null : { san, target };
    }).find((each) => each !== null) ?? null;
    position.undo();
    return answer;
  });
  return found.every((each) => each !== null && each.san === found[0]?.san) ? found[0] ?? null : null;
}

/** Whether a move brings a pawn to the seventh rank. */
function isSeventh({ mailbox, sideToMove }: Position, move: number): boolean {
  return (mailbox[moveFrom(move)] & 7) === PAWN && relativeRank(sideToMove, moveTo(move)) === 6;
}

/**
 * Finds the squares where a promotion or a capture after `reply` wins at least `least` more than `reply` took. Captures
 * of pawns do not count. If the piece that made the reply is captured, returns the square that it came from.
 */
function takenAfter(position: Position, reply: number, least: number): number[] {
  const lost = valueOf(position, reply);
  position.make(reply);
  const isGain = (move: number): boolean => valueOf(position, move) > SEE_VALUES[PAWN] || moveKind(move) === PROMOTION;
  const squares = legalMoves(position).filter((move) => isGain(move) && seeAtLeast(position, move, least + lost))
    .map((move) => moveTo(move) === moveTo(reply) ? moveFrom(reply) : moveTo(move));
  position.undo();
  return squares;
}

/** The value of the piece that a move takes. */
function valueOf(position: Position, move: number): number {
  return moveKind(move) === CASTLING ? 0 : SEE_VALUES[victimType(position, move)];
}

/** Whether a piece of a colour shields its king from a slider. */
function isPinned(board: Uint8Array, square: number, colour: number): boolean {
  const king = board.indexOf(colour << 3 | KING);
  if ((board[square] & 7) === KING) return false;
  const before = attackersOf(board, king, colour ^ 1).length;
  return attackersOf(without(board, square), king, colour ^ 1).length > before;
}

/** A board without the piece on a square. */
export function without(board: Uint8Array, square: number): Uint8Array {
  return board.with(square, EMPTY);
}
