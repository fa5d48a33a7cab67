/** Plays a line of a search on a board, and records the effect of each move. @module */

import { attackersOf } from "../../core/board_checks.ts";
import { hasLegalMove } from "../../core/legality.ts";
import { legalMoves } from "../../core/movegen.ts";
import { formatSan, uciTarget } from "../../core/notation.ts";
import type { Position } from "../../core/position.ts";
import { SEE_VALUES, seeAtLeast, victimType } from "../../core/see.ts";
import { readMove } from "../position_input.ts";
import {
  CASTLING,
  EMPTY,
  EN_PASSANT,
  KING,
  moveFrom,
  moveKind,
  moveTo,
  PAWN,
  POINTS,
  PROMOTION,
  promotionType,
} from "../../core/types.ts";

/** This many plies of a line count even if nothing is forced. At most `LONGEST` plies count. */
const FIRST = 3;
const LONGEST = 13;

/** A piece on a square. */
export interface Target {
  /** Its type. */
  readonly type: number;
  /** Its square. */
  readonly square: number;
}

/** A move of a line. */
export interface Step {
  /** The move, encoded. */
  readonly move: number;
  /** The move in standard algebraic notation. */
  readonly san: string;
  /** The side that moves. */
  readonly colour: number;
  /** Type of the piece that moves; in castling, the king. */
  readonly type: number;
  /** The square that it leaves. */
  readonly from: number;
  /** The square that it enters. */
  readonly to: number;
  /** Type of the captured piece; `EMPTY` if there is none. */
  readonly captured: number;
  /** The square of the captured piece. */
  readonly victim: number;
  /** Type of the piece that a pawn becomes; `EMPTY` if the move is not a promotion. */
  readonly promoted: number;
  /** Whether the move gives check. */
  readonly isCheck: boolean;
  /** The board before the move, `[square]`. */
  readonly before: Uint8Array;
  /** The board after the move. */
  readonly after: Uint8Array;
}

/** A line that was played on a board. */
export class PlayedLine {
  /** Whether it ends in mate. */
  readonly isMate: boolean;
  /** Whether it ends in stalemate. */
  readonly isStalemate: boolean;
  /**
   * The first repeated position occurs after `first` plies, and again after `second` plies; `null` if there is none.
   */
  readonly repeated: readonly [first: number, second: number] | null;

  private constructor(
    private readonly position: Position,
    private readonly before: readonly Step[],
    /** Its moves. */
    readonly steps: readonly Step[],
    end: Pick<PlayedLine, "isMate" | "isStalemate" | "repeated">,
  ) {
    ({ isMate: this.isMate, isStalemate: this.isStalemate, repeated: this.repeated } = end);
  }

  /** Plays a line from a position, then takes its moves back. */
  static of(position: Position, texts: readonly string[]): PlayedLine {
    const keys = [keyOf(position)];
    const steps = texts.map((text) => {
      const step = stepOf(position, readMove(position, text));
      keys.push(keyOf(position));
      return step;
    });
    const isOver = !hasLegalMove(position);
    const again = keys.findIndex((key, i) => keys.indexOf(key) < i);
    const end = {
      isMate: isOver && position.inCheck,
      isStalemate: isOver && !position.inCheck,
      repeated: again < 0 ? null : [keys.indexOf(keys[again]), again] as const,
    };
    for (const _ of steps) position.undo();
    return new PlayedLine(position, [], steps, end);
  }

  /**
   * How many plies are forced: one, plus two for each forcing move that the side to move makes before its first move
   * that is not forcing.
   */
  get forced(): number {
    let plies = 1;
    while (plies < LONGEST && isForcing(this.after(plies - 1))) plies += 2;
    return plies;
  }

  /**
   * How many plies count. If the line begins with a capture that forces nothing, only one counts; otherwise the forced
   * plies count, but at least three.
   */
  get reach(): number {
    const { forced } = this;
    return forced === 1 && this.steps[0].captured !== EMPTY ? 1 : Math.max(forced, FIRST);
  }

  /** The rest of the line after this many plies. */
  after(plies: number): PlayedLine {
    const before = [...this.before, ...this.steps.slice(0, plies)];
    return plies === 0 ? this : new PlayedLine(this.position, before, this.steps.slice(plies), this);
  }

  /** Calls a function with the position after this many plies, and returns its result. */
  at<T>(plies: number, ask: (position: Position) => T): T {
    const moves = [...this.before, ...this.steps.slice(0, plies)];
    for (const { move } of moves) this.position.make(move);
    const answer = ask(this.position);
    for (const _ of moves) this.position.undo();
    return answer;
  }
}

/** Whether the first move of a line is forcing: a check, an exchange, a threat, or a move with one legal reply. */
export function isForcing(line: PlayedLine): boolean {
  const [first, second] = line.steps;
  if (first === undefined || second === undefined) return false;
  const isExchange = second.captured !== EMPTY && (second.victim === first.to || first.captured !== EMPTY);
  const isBetween = first.captured !== EMPTY && second.isCheck;
  return first.isCheck || isExchange || isBetween || threatOf(line) !== null ||
    line.at(1, (position) => afterPass(position, mateIn1) !== null || legalMoves(position).length === 1);
}

/** Whether the next move recaptures, and takes a piece that is worth at least as much. */
export function isTakenBack({ to, captured }: Step, next: Step | undefined): boolean {
  return next !== undefined && next.captured !== EMPTY && next.victim === to &&
    POINTS[next.captured] >= POINTS[captured];
}

/** Plays a move and returns its effect. */
function stepOf(position: Position, move: number): Step {
  const from = moveFrom(move);
  const kind = moveKind(move);
  const before = position.mailbox.slice();
  const captured = kind === CASTLING ? EMPTY : victimType(position, move);
  const san = formatSan(position, move);
  const colour = position.sideToMove;
  position.make(move);
  return {
    move,
    san,
    colour,
    type: before[from] & 7,
    from,
    to: uciTarget(move, false),
    captured,
    victim: kind === EN_PASSANT ? moveTo(move) ^ 8 : moveTo(move),
    promoted: kind === PROMOTION ? promotionType(move) : EMPTY,
    isCheck: position.inCheck,
    before,
    after: position.mailbox.slice(),
  };
}

/** Whether the side to move can win at least `least` by a capture on a square; `null` means any square. */
export function winsBySee(position: Position, square: number | null = null, least = SEE_VALUES[PAWN]): boolean {
  return legalMoves(position).some((move) =>
    (square === null || moveTo(move) === square) && moveKind(move) !== CASTLING &&
    victimType(position, move) !== EMPTY && seeAtLeast(position, move, least)
  );
}

/** Finds a move that mates immediately; `null` if there is none. */
export function mateIn1(position: Position): number | null {
  return legalMoves(position).find((move) => {
    position.make(move);
    const isMate = position.inCheck && !hasLegalMove(position);
    position.undo();
    return isMate;
  }) ?? null;
}

/** Calls a function with the position after a null move, and returns its result; `null` in check. */
export function afterPass<T>(position: Position, ask: (position: Position) => T): T | null {
  if (position.inCheck) return null;
  position.makeNull();
  const answer = ask(position);
  position.undoNull();
  return answer;
}

/** Whether the first move of a line creates a threat to win the piece on a square. */
export function isThreatened(line: PlayedLine, square: number): boolean {
  const [{ after, colour, isCheck }] = line.steps;
  const wins = (position: Position): boolean => winsBySee(position, square);
  return !isCheck && isHit(after, square, colour) && !line.at(0, wins) &&
    line.at(1, (position) => afterPass(position, wins)) === true;
}

/** The most valuable piece that the first move of a line threatens. */
export function threatOf(line: PlayedLine): Target | null {
  const [{ after, colour }] = line.steps;
  const targets = [...after.keys()].filter((square) => after[square] !== EMPTY && after[square] >> 3 !== colour)
    .map((square) => ({ type: after[square] & 7, square }))
    .filter(({ type }) => type !== KING);
  return targets.sort((a, b) => POINTS[b.type] - POINTS[a.type]).find(({ square }) => isThreatened(line, square)) ??
    null;
}

/** Whether a piece of a colour attacks a square on a board. */
export function isHit(board: Uint8Array, square: number, colour: number): boolean {
  return attackersOf(board, square, colour).length > 0;
}

function keyOf({ keyHi, keyLo }: Position): string {
  return `${keyHi},${keyLo}`;
}
