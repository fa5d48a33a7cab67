/**
 * The idea by which a line wins what it wins, where the board proves one.
 *
 * Every idea is a question about boards of the line: which pieces a move attacks, what stands behind them, who guarded the
 * piece that is taken later. The line itself is the proof that it works; an idea that the line does not carry out is
 * never named.
 *
 * @module
 */

import { attackersOf, reaches } from "../../core/board_checks.ts";
import { BETWEEN } from "../../core/attacks.ts";
import { isInTable } from "../../core/bitboard.ts";
import { legalMoves } from "../../core/movegen.ts";
import type { Position } from "../../core/position.ts";
import { SEE_VALUES, seeAtLeast, victimType } from "../../core/see.ts";
import {
  BISHOP,
  CASTLING,
  EMPTY,
  KING,
  KNIGHT,
  moveFrom,
  moveKind,
  moveTo,
  PAWN,
  QUEEN,
  rankOf,
  ROOK,
} from "../../core/types.ts";
import {
  afterPass,
  isHit,
  isThreatened,
  mateIn1,
  type PlayedLine,
  POINTS,
  type Step,
  type Target,
  threatOf,
  winsBySee,
} from "./played_line.ts";

/** An idea, with the pieces that it is about. */
export type Motif =
  | { readonly name: "undefended" | "stays" | "uncovered" | "outnumbered" | "cheaper"; readonly target: Target }
  | {
    readonly name: "unguarded" | "removal" | "discovery" | "trap" | "attraction" | "tempo" | "attack" | "exposes";
    readonly target: Target;
  }
  | { readonly name: "pin"; readonly target: Target; readonly behind: Target }
  | { readonly name: "pinnedGuard"; readonly guard: Target; readonly target: Target }
  | { readonly name: "overload"; readonly guard: Target; readonly target: Target; readonly other: number }
  | { readonly name: "deflection"; readonly guard: Target; readonly target: Target }
  | { readonly name: "fork" | "skewer"; readonly targets: readonly Target[] }
  | { readonly name: "discoveredCheck" | "backRank" | "smothered" | "between" }
  | { readonly name: "mateThreat" | "poisoned"; readonly square: number; readonly target: Target };

/** The mistake that a line answers: what moved, and the board before. */
export interface Cause {
  /** The square that the piece left; in castling the king. */
  readonly from: number;
  /** The square that it entered. */
  readonly to: number;
  /** Type of the piece that it took, `EMPTY` for none. */
  readonly captured: number;
  /** The board before it, `[square]`. */
  readonly before: Uint8Array;
}

/** Ideas that are the target's own trouble, whatever is played. */
const STATES: readonly Motif["name"][] = ["undefended", "stays", "uncovered", "unguarded", "outnumbered", "cheaper"];

/** Ideas that attack more than one piece. */
const DOUBLE: readonly Motif["name"][] = ["fork", "skewer", "discovery", "discoveredCheck"];
/** Plies of a line in which a capture counts. */
const HORIZON = 8;

/** An idea, and the plies of the line up to the move that carries it out. */
export interface Idea {
  /** The idea. */
  readonly motif: Motif;
  /** Plies up to that move, which counts. */
  readonly plies: number;
}

/** The idea by which a line takes what it takes at a step; otherwise a double attack by which it takes another piece. */
export function ideaOf(line: PlayedLine, at: number, cause: Cause | null): Idea | null {
  const own = [...line.steps.keys()].filter((i) => i % 2 === 0 && i <= HORIZON && POINTS[line.steps[i].captured] > 1);
  return firstIdea(line, at, cause, () => true) ??
    own.map((i) => firstIdea(line, i, cause, (name) => DOUBLE.includes(name))).find((idea) => idea !== null) ?? null;
}

/** The idea of a capture: of the line's first move, or else of one of the next. */
function firstIdea(
  line: PlayedLine,
  at: number,
  cause: Cause | null,
  fits: (name: Motif["name"]) => boolean,
): Idea | null {
  for (let start = 0; start <= at; start += 2) {
    const motif = motifOf(line.after(start), at - start, start === 0 ? cause : null);
    // That something is not guarded enough is no idea of a later move.
    const isOne = motif !== null && fits(motif.name) && (start === 0 || !STATES.includes(motif.name));
    if (isOne) return { motif, plies: start + 1 };
  }
  return null;
}

/** The idea by which a line takes what it takes at a step; `null` if none is proven. */
function motifOf(line: PlayedLine, at: number, cause: Cause | null): Motif | null {
  const { steps } = line;
  const capture = steps[at];
  const target = { type: capture.captured, square: capture.victim };
  if (at === 0) {
    return guardMotif(line, target) ?? looseMotif(steps[0], target, cause) ?? exchangeMotif(line, target) ??
      tempoMotif(line, target);
  }
  const origin = originOf(steps, at);
  const stood = steps.slice(0, at).every(({ to, from }) => to !== target.square && from !== target.square);
  return (stood ? forkMotif(steps, at, origin, target) : null) ??
    (stood ? lineMotif(steps, at, origin, target) : null) ??
    (stood ? removalMotif(steps, at, target) : null) ??
    (stood ? pinMotif(steps, target) : null) ??
    attraction(steps, at) ??
    trapMotif(line, at, target) ??
    (stood && isThreatened(line, target.square) ? mateThreatMotif(line, target) : null) ??
    betweenMotif(steps, at, cause) ??
    (at === 2 ? tempoMotif(line, target) : null) ??
    (stood && at === 2 ? looseLater(steps, target, cause) ?? openMotif(line, at, target) : null) ??
    (stood && isThreatened(line, target.square) && isHitBy(steps[0], target) ? { name: "attack", target } : null);
}

/** Back-rank and smothered mates, at the end of a line that mates. */
export function mateIdea({ steps, isMate }: PlayedLine): Idea | null {
  const last = steps[steps.length - 1];
  if (!isMate || last === undefined) return null;
  const king = last.after.indexOf((last.colour ^ 1) << 3 | KING);
  const around = [...last.after.keys()].filter((square) => reaches(KING, king, square));
  const isOwn = (square: number): boolean =>
    last.after[square] !== EMPTY && last.after[square] >> 3 === (last.colour ^ 1);
  if (last.type === KNIGHT && around.every(isOwn)) return { motif: { name: "smothered" }, plies: 1 };
  const backRank = last.colour === 0 ? 7 : 0;
  const escapes = around.filter((square) => rankOf(square) !== rankOf(king));
  const slides = last.type === ROOK || last.type === QUEEN || last.promoted !== EMPTY;
  const isBackRank = rankOf(king) === backRank && rankOf(last.to) === backRank && slides && escapes.every(isOwn);
  return isBackRank ? { motif: { name: "backRank" }, plies: 1 } : null;
}

/** Where the piece that moves at a step stood before the line. */
function originOf(steps: readonly Step[], at: number): number {
  let square = steps[at].from;
  for (let i = at - 2; i >= 0; i -= 2) if (steps[i].to === square) square = steps[i].from;
  return square;
}

/** The target has no one who could take back, and why. */
function looseMotif(first: Step, target: Target, cause: Cause | null): Motif | null {
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

/** The target has no one who could take back, neither before the line nor when it is taken. */
function looseLater(steps: readonly Step[], target: Target, cause: Cause | null): Motif | null {
  return isHit(steps[2].before, target.square, steps[0].colour ^ 1) ? null : looseMotif(steps[0], target, cause);
}

/** The target is attacked in the course of the line, and no one guards it; or too few do. */
function openMotif(line: PlayedLine, at: number, target: Target): Motif | null {
  const { before, colour } = line.steps[at];
  if (!isHit(line.steps[0].before, target.square, colour ^ 1) && !isHit(before, target.square, colour ^ 1)) {
    return { name: "undefended", target };
  }
  return outnumbered(line, at, line.steps[0].after, target);
}

/** The target is guarded, and loses anyway: by a cheaper attacker, or by more attackers than guards. */
function exchangeMotif(line: PlayedLine, target: Target): Motif | null {
  const [{ type, before, colour }] = line.steps;
  if (POINTS[type] < POINTS[target.type] && type !== KING && isHit(before, target.square, colour ^ 1)) {
    return { name: "cheaper", target };
  }
  return outnumbered(line, 0, before, target);
}

/** A guard of the target cannot take back: that allows mate, it is pinned, or it has to guard something else. */
function guardMotif(line: PlayedLine, target: Target): Motif | null {
  const [first, second, third] = line.steps;
  const enemy = first.colour ^ 1;
  const guards = attackersOf(first.after, first.to, enemy);
  if (guards.length === 0) return null;
  const mate = second?.to === first.to ? null : line.at(1, (position) => mateAfter(position, first.to));
  if (mate !== null) return { name: "poisoned", target, square: moveTo(mate) };
  const lost = second?.to === first.to ? null : line.at(1, (position) => lossAfter(position, first));
  if (lost !== null) return { name: "exposes", target: lost };
  if (second === undefined || second.to !== first.to) {
    const takers = line.at(1, (position) => legalMoves(position).filter((move) => moveTo(move) === first.to));
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

/** How the side that has just moved mates, however the other takes on a square; `null` if it does not, or none can. */
function mateAfter(position: Position, square: number): number | null {
  const mates = legalMoves(position).filter((move) => moveTo(move) === square).map((move) => {
    position.make(move);
    const mate = mateIn1(position);
    position.undo();
    return mate;
  });
  return mates.includes(null) ? null : mates[0] ?? null;
}

/** What the side that has just moved wins elsewhere, however the other takes on its square: more than it lost there. */
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

/** The first move attacks two pieces at the same time, and takes one of them in the end. */
function forkMotif(steps: readonly Step[], at: number, origin: number, target: Target): Motif | null {
  const [{ after, from, to, colour, promoted, type }] = steps;
  if (origin !== from) return null;
  const own = POINTS[promoted === EMPTY ? type : promoted];
  const enemy = colour ^ 1;
  const targets = [...after.keys()].filter((square) => {
    const piece = after[square];
    if (piece === EMPTY || piece >> 3 !== enemy || !attackersOf(after, square, colour).includes(to)) return false;
    const points = POINTS[piece & 7];
    return (piece & 7) === KING || points > own || (points >= 3 && !isHit(after, square, enemy)) ||
      square === target.square;
  }).map((square) => ({ type: after[square] & 7, square }));
  const isProven = targets.length > 1 && targets.some(({ square }) => square === target.square) &&
    steps[at].from === to;
  const value = ({ type }: Target): number => type === KING ? 10 : POINTS[type];
  return isProven ? { name: "fork", targets: targets.sort((a, b) => value(b) - value(a)).slice(0, 3) } : null;
}

/** The target stands behind another piece, which had to move: a skewer; or behind one of its own: a discovered attack. */
function lineMotif(steps: readonly Step[], at: number, origin: number, target: Target): Motif | null {
  const [first, second] = steps;
  const { after, before, to, from, colour } = first;
  const taker = steps[at];
  if (taker.from === to && origin === from && isSlider(after[to]) && second !== undefined) {
    const front = second.from;
    const isFront = isInTable(BETWEEN, to << 6 | target.square, front) &&
      attackersOf(after, front, colour).includes(to) &&
      attackersOf(without(after, front), target.square, colour).includes(to);
    const type = after[front] & 7;
    if (isFront && (type === KING || POINTS[type] >= POINTS[target.type])) {
      return { name: "skewer", targets: [{ type, square: front }, target] };
    }
  }
  const isOpened = origin !== from && isSlider(before[origin]) &&
    isInTable(BETWEEN, origin << 6 | target.square, from) &&
    attackersOf(after, target.square, colour).includes(origin);
  if (isOpened && taker.from === origin) return { name: "discovery", target };
  const king = after.indexOf((colour ^ 1) << 3 | KING);
  const isDiscovered = first.isCheck && attackersOf(after, king, colour).some((square) => square !== to);
  return isDiscovered && origin === from ? { name: "discoveredCheck" } : null;
}

/** The target loses its guard: it is taken, or has to leave. */
function removalMotif(steps: readonly Step[], at: number, target: Target): Motif | null {
  const [first, second] = steps;
  const enemy = first.colour ^ 1;
  const guards = attackersOf(first.before, target.square, enemy);
  const isHeld = isHit(steps[at].before, target.square, enemy);
  const isTaken = first.captured !== EMPTY && guards.includes(first.victim);
  if (isHeld || isTaken) return isTaken && (!isHeld || at === 2) ? { name: "removal", target } : null;
  const hasLeft = second !== undefined && guards.includes(second.from) && at > 1 && guards.length === 1;
  const guard = { type: second?.type ?? 0, square: second?.from ?? 0 };
  return hasLeft && (first.isCheck || second.captured !== EMPTY) ? { name: "deflection", guard, target } : null;
}

/** A piece is given, and the one that takes it is taken there. */
function attraction([first, second, third]: readonly Step[], at: number): Motif | null {
  const { type, to, captured, promoted } = second;
  const isDrawn = at === 2 && to === first.to && captured !== EMPTY && third.victim === to;
  const isWorth = promoted === EMPTY && POINTS[type] > POINTS[captured];
  return isDrawn && isWorth ? { name: "attraction", target: { type, square: to } } : null;
}

/** The target cannot move without losing what stands behind it on the line of a slider: the king, or a greater piece. */
function pinMotif([{ after, colour }]: readonly Step[], target: Target): Motif | null {
  // A pawn seldom could have left.
  if (target.type === PAWN) return null;
  const open = without(after, target.square);
  for (const slider of attackersOf(after, target.square, colour).filter((square) => isSlider(after[square]))) {
    for (const [square, piece] of after.entries()) {
      const type = piece & 7;
      const isLoose = piece !== EMPTY && !isHit(open, square, colour ^ 1);
      const least = isLoose ? POINTS[target.type] : Math.max(POINTS[target.type], POINTS[after[slider] & 7]);
      const isGreater = type === KING || POINTS[type] > least;
      const isBehind = piece !== EMPTY && piece >> 3 !== colour &&
        isInTable(BETWEEN, slider << 6 | square, target.square);
      if (isGreater && isBehind && attackersOf(open, square, colour).includes(slider)) {
        return { name: "pin", target, behind: { type, square } };
      }
    }
  }
  return null;
}

/** The target has no square where it is safe. */
function trapMotif(line: PlayedLine, at: number, target: Target): Motif | null {
  const second = line.steps[1];
  const { type } = target;
  const square = second?.to === target.square ? second.from : target.square;
  if (type === PAWN || line.steps[0].isCheck || at > 4 || second === undefined) return null;
  const isTrapped = line.at(1, (position) => {
    if ((position.mailbox[square] & 7) !== type || position.mailbox[square] >> 3 !== position.sideToMove) return false;
    const moves = legalMoves(position).filter((move) => moveFrom(move) === square);
    return (at === 4 || afterPass(position, () => winsBySee(position, square)) === true) && moves.every((move) => {
      position.make(move);
      const lost = winsBySee(position, moveTo(move));
      position.undo();
      return lost;
    });
  });
  return isTrapped ? { name: "trap", target: { type, square } } : null;
}

/** The first move threatens mate immediately, and the target, too. */
function mateThreatMotif(line: PlayedLine, target: Target): Motif | null {
  if (line.steps[0].isCheck) return null;
  const mate = line.at(1, (position) => afterPass(position, mateIn1));
  return mate === null ? null : { name: "mateThreat", square: moveTo(mate), target };
}

/** The first move attacks another piece as well, which leaves: the target is not saved, or not taken back. */
function tempoMotif(line: PlayedLine, target: Target): Motif | null {
  const [first, second] = line.steps;
  const attacked = threatOf(line);
  if (second === undefined || attacked === null || attacked.type === PAWN || !isHitBy(first, attacked)) return null;
  const leaves = attacked.square === second.from && second.captured === EMPTY;
  const isOther = leaves && ![attacked.square, second.to].includes(target.square);
  return isOther ? { name: "tempo", target: attacked } : null;
}

/** The mistake took a piece; before it is taken back comes a check or a threat. */
function betweenMotif(steps: readonly Step[], at: number, cause: Cause | null): Motif | null {
  if (cause === null || cause.captured === EMPTY || steps[at].victim !== cause.to) return null;
  const [first] = steps;
  const couldTake = attackersOf(first.before, cause.to, first.colour).length > 0;
  return couldTake && first.to !== cause.to ? { name: "between" } : null;
}

/** Whether a piece of a colour shields its king from a slider. */
function isPinned(board: Uint8Array, square: number, colour: number): boolean {
  const king = board.indexOf(colour << 3 | KING);
  if ((board[square] & 7) === KING) return false;
  const before = attackersOf(board, king, colour ^ 1).length;
  return attackersOf(without(board, square), king, colour ^ 1).length > before;
}

/** Whether the piece that has moved attacks another itself. */
function isHitBy({ after, to, colour }: Step, { square }: Target): boolean {
  return attackersOf(after, square, colour).includes(to);
}

/** More pieces attack the target than guard it on a board, and it is won when it is taken. */
function outnumbered(line: PlayedLine, at: number, board: Uint8Array, target: Target): Motif | null {
  const [attackers, guards] = [0, 1].map((side) =>
    attackersOf(board, target.square, line.steps[0].colour ^ side).length
  );
  const isWon = attackers > guards && line.at(at, (position) => winsBySee(position, target.square));
  return isWon ? { name: "outnumbered", target } : null;
}

const without = (board: Uint8Array, square: number): Uint8Array => board.with(square, EMPTY);

function isSlider(piece: number): boolean {
  return [BISHOP, ROOK, QUEEN].includes(piece & 7);
}
