/**
 * The idea behind the gain of a line, if the board proves one.
 *
 * Every idea is a question about the boards of the line: which pieces does a move attack, what is behind them, which
 * piece guarded the captured piece? An idea is named only if the line carries it out.
 *
 * @module
 */

import { attackersOf } from "../../core/board_checks.ts";
import { BETWEEN } from "../../core/attacks.ts";
import { isInTable } from "../../core/bitboard.ts";
import { legalMoves } from "../../core/movegen.ts";
import { SEE_VALUES, seeAtLeast } from "../../core/see.ts";
import { BISHOP, EMPTY, KING, moveFrom, moveTo, PAWN, POINTS, QUEEN, ROOK } from "../../core/types.ts";
import { comersTo, exchangeMotif, guardMotif, looseLater, looseMotif, openMotif, without } from "./guards.ts";
import type { Cause, Idea, Motif } from "./ideas.ts";
import { threatenedMate } from "./mates.ts";
import {
  afterPass,
  isForcing,
  isHit,
  isTakenBack,
  isThreatened,
  type PlayedLine,
  type Step,
  type Target,
  threatOf,
  winsBySee,
} from "./played_line.ts";

/** These ideas depend only on the target, not on the moves. */
const STATES: readonly string[] = ["undefended", "stays", "uncovered", "unguarded", "outnumbered", "cheaper"];

/** In these ideas, a move attacks more than one piece. */
const DOUBLE: readonly Motif["name"][] = ["fork", "skewer", "discovery", "discoveredCheck"];
/** These ideas are named only if there is no other idea. */
const WEAK: readonly Motif["name"][] = ["attack", "tempo", "noTime"];
/** These ideas leave time for another move before the capture. */
const SLOW: readonly Motif["name"][] = ["pin", "trap", "mateThreat"];
/** Only captures up to this step of a line count. */
const HORIZON = 8;

/** Whether an idea depends only on the target. */
export function isState(name: string | null): boolean {
  return name !== null && STATES.includes(name);
}

/** The idea behind the capture at a step; if it has none, the idea behind another gain of the line. */
export function ideaOf(line: PlayedLine, at: number, cause: Cause | null): Idea | null {
  // A double attack is an idea if it wins and keeps a piece that is worth at least as much as the captured piece.
  const captures = capturesOf(line, POINTS[line.steps[at].captured]);
  // The first move's idea takes precedence over later ideas, with two exceptions: a double attack takes precedence over
  // an insufficient guard, and a mere attack is named only if there is no other idea.
  const isLate = at > 0;
  return ideaFrom(line, at, 0, cause, (name) => !WEAK.includes(name) && !(isLate && isState(name))) ??
    doubleAttack(line, captures, 0, cause) ?? doubleAttack(line, captures, 2, null) ??
    ideaFrom(line, at, 0, cause, () => true) ?? laterIdea(line, at) ?? otherIdea(line, at, cause);
}

/**
 * Looks for the idea of another capture: the capture that began the exchange, or a capture that wins a piece. If
 * neither has an idea, looks for a threat.
 */
function otherIdea(line: PlayedLine, at: number, cause: Cause | null): Idea | null {
  const { steps } = line;
  let start = at;
  while (start > 1 && isRecapture(steps, start) && isRecapture(steps, start - 1)) start -= 2;
  const ideas = [start, ...capturesOf(line, 0)].filter((each) => each !== at)
    .map((each) => ideaFrom(line, each, 0, cause, (name) => !isState(name)));
  return ideas.find((idea) => idea !== null) ?? threatIdea(line, at);
}

/**
 * The last quiet move before the capture at a step threatens a piece. If the captured piece has just moved to its
 * square without capturing, it was given up for another reason, so there is no idea.
 */
function threatIdea(line: PlayedLine, at: number): Idea | null {
  const { steps } = line;
  const start = steps.findLastIndex(({ captured, isCheck }, i) =>
    i < at && i % 2 === at % 2 && captured === EMPTY && !isCheck
  );
  if (start < 0 || (steps[at - 1].to === steps[at].victim && steps[at - 1].captured === EMPTY)) return null;
  const rest = line.after(start);
  const target = threatOf(rest);
  // If the captured piece is a pawn, the threat must be to that pawn.
  const isOther = steps[at].captured === PAWN && target?.square !== steps[at].victim;
  const motif = target === null || isOther ? null : attackMotif(rest.steps[0], target);
  return motif && { motif, plies: start + 1 };
}

function isRecapture(steps: readonly Step[], at: number): boolean {
  return steps[at].captured !== EMPTY && steps[at].victim === steps[at - 1].to && steps[at - 1].captured !== EMPTY;
}

/** Finds a double attack by the first move, if it wins a piece. */
export function doubleAttackOf(line: PlayedLine): Idea | null {
  return doubleAttack(line, capturesOf(line, 0), 0, null);
}

/** Finds the steps that win and keep a piece worth at least `least` points; pawns do not count. */
function capturesOf({ steps }: PlayedLine, least: number): number[] {
  return [...steps.keys()].filter((i) =>
    i % 2 === 0 && i <= HORIZON && POINTS[steps[i].captured] >= Math.max(2, least) &&
    !isTakenBack(steps[i], steps[i + 1]) && !(i > 0 && isTakenBack(steps[i - 1], steps[i]))
  );
}

/** Finds a double attack by the move at step `start`, if it wins one of the captured pieces. */
function doubleAttack(line: PlayedLine, captures: readonly number[], start: number, cause: Cause | null): Idea | null {
  const ideas = captures.filter((at) => at > start)
    .map((at) => ideaFrom(line, at, start, cause, (name) => DOUBLE.includes(name)));
  return ideas.find((idea) => idea !== null) ?? null;
}

function laterIdea(line: PlayedLine, at: number): Idea | null {
  for (let start = 2; start <= at; start += 2) {
    // An insufficient guard does not explain a later move.
    const idea = ideaFrom(line, at, start, null, (name) => !isState(name));
    if (idea !== null) return idea;
  }
  return null;
}

/** Finds the idea behind the capture at step `at`, if the move at step `start` carries it out. */
function ideaFrom(
  line: PlayedLine,
  at: number,
  start: number,
  cause: Cause | null,
  fits: (name: Motif["name"]) => boolean,
): Idea | null {
  const motif = motifOf(line.after(start), at - start, cause);
  if (motif === null || !fits(motif.name)) return null;
  // A quiet move before the capture would be a separate idea, unless it makes a threat after a double attack.
  const isFree = line.steps.slice(start + 1, at).some(({ colour, captured, isCheck }, i) =>
    colour === line.steps[0].colour && captured === EMPTY && !isCheck &&
    !(DOUBLE.includes(motif.name) && isForcing(line.after(start + 1 + i)))
  );
  return !isFree || SLOW.includes(motif.name) ? { motif, plies: start + 1 } : null;
}

/** The idea behind the capture at a step; `null` if no idea is proven. */
function motifOf(line: PlayedLine, at: number, cause: Cause | null): Motif | null {
  const { steps } = line;
  const capture = steps[at];
  const target = { type: capture.captured, square: capture.victim };
  if (at === 0) {
    return guardMotif(line, target) ?? looseMotif(steps[0], target, cause) ?? exchangeMotif(line, target) ??
      tempoMotif(line, target);
  }
  const isExchange = POINTS[steps[0].captured] >= POINTS[capture.captured];
  if (isExchange && capture.victim === steps[0].victim) return motifOf(line, 0, cause);
  const origin = originOf(steps, at);
  const stood = steps.slice(0, at).every(({ to, from }) => to !== target.square && from !== target.square);
  // If the attacked piece takes something and is then captured, the attack was on its previous square.
  const [, second] = steps;
  const left = at === 2 && second.to === target.square && second.captured !== EMPTY
    ? { type: second.type, square: second.from }
    : null;
  return attraction(line, at) ??
    (stood || at === 2 ? forkMotif(steps, at, origin, left ?? target) : null) ??
    (stood ? lineMotif(steps, at, origin, target) : null) ??
    (stood ? removalMotif(steps, at, target) : null) ??
    openedMotif(line, target) ??
    (stood ? pinMotif(steps[0], target) ?? (at === 2 ? leftPin(steps, target) : null) : null) ??
    trapMotif(line, at, target) ??
    mateThreatMotif(line) ??
    (at === 2 ? tempoMotif(line, target) : null) ??
    (stood && at === 2 ? looseLater(steps, target, cause) ?? openMotif(steps, at, target) : null) ??
    (stood && isThreatened(line, target.square) ? attackMotif(steps[0], target) : null) ??
    (left !== null && (steps[0].isCheck || isThreatened(line, left.square)) ? attackMotif(steps[0], left) : null) ??
    (isExchange && steps.slice(0, at).every(({ captured }) => captured !== EMPTY) ? motifOf(line, 0, cause) : null);
}

/** Finds the square, at the start of the line, of the piece that moves at this step. */
function originOf(steps: readonly Step[], at: number): number {
  let square = steps[at].from;
  for (let i = at - 2; i >= 0; i -= 2) if (steps[i].to === square) square = steps[i].from;
  return square;
}

/**
 * The first move attacks two pieces at the same time, and the attacker then captures one of them, even if that piece
 * has taken something elsewhere. Or the first move gives check, and the piece that blocks the check is captured.
 */
function forkMotif(steps: readonly Step[], at: number, origin: number, target: Target): Motif | null {
  const [{ after, from, to, colour, promoted, type, isCheck }, second] = steps;
  const isBlock = at === 2 && isCheck && second.type !== KING &&
    (second.captured === EMPTY ? second.to : second.from) === target.square &&
    POINTS[second.captured] < POINTS[target.type];
  if (!isBlock && (origin !== from || steps[at].from !== to)) return null;
  const own = POINTS[promoted === EMPTY ? type : promoted];
  const enemy = colour ^ 1;
  const targets = [...after.keys()].filter((square) => {
    const piece = after[square];
    if (piece === EMPTY || piece >> 3 !== enemy || !attackersOf(after, square, colour).includes(to)) return false;
    const points = POINTS[piece & 7];
    const least = target.type === PAWN ? 1 : 3;
    return (piece & 7) === KING || points > own || (points >= least && !isHit(after, square, enemy)) ||
      square === target.square;
  }).map((square) => ({ type: after[square] & 7, square }));
  const isProven = targets.length > 1 && (isBlock || targets.some(({ square }) => square === target.square));
  const value = ({ type }: Target): number => type === KING ? 10 : POINTS[type];
  return isProven ? { name: "fork", targets: targets.sort((a, b) => value(b) - value(a)).slice(0, 3) } : null;
}

/**
 * A skewer: the target was behind another piece, which had to move. Or a discovered attack: the target was behind one
 * of the attacker's own pieces.
 */
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

/** The target loses its guard: the guard is taken, or must leave. */
function removalMotif(steps: readonly Step[], at: number, target: Target): Motif | null {
  const [first, second] = steps;
  const enemy = first.colour ^ 1;
  const guards = attackersOf(first.before, target.square, enemy);
  const isHeld = isHit(steps[at].before, target.square, enemy);
  const isTaken = first.captured !== EMPTY && guards.includes(first.victim);
  const isSame = steps[at].from === first.to;
  if (isTaken && (!isHeld || (at === 2 && !isSame))) return { name: "removal", target };
  if (isTaken || at < 2 || !(first.isCheck || (second.captured !== EMPTY && second.victim === first.to))) return null;
  const guard = { type: second.type, square: second.from };
  const from = steps[at].from;
  const wasBetween = at === 2 && isInTable(BETWEEN, from << 6 | target.square, guard.square);
  if (wasBetween && isSlider(first.after[from])) return { name: "clearance", guard, target };
  if (isHeld || guards.length !== 1) return null;
  if (guards[0] === guard.square) return { name: "deflection", guard, target };
  const isCut = isInTable(BETWEEN, guards[0] << 6 | target.square, second.to);
  return isCut
    ? { name: "interference", guard: { type: first.before[guards[0]] & 7, square: guards[0] }, target }
    : null;
}

/** A piece is sacrificed, and the piece that must capture it is captured on that square. */
function attraction(line: PlayedLine, at: number): Motif | null {
  const [first, second, third] = line.steps;
  const { type, to, captured, promoted } = second;
  const isForced = line.at(1, (position) => legalMoves(position).every((move) => moveTo(move) === to));
  const isDrawn = at === 2 && to === first.to && captured !== EMPTY && third.victim === to;
  const isWorth = promoted === EMPTY && POINTS[type] > POINTS[captured];
  return isDrawn && isWorth && isForced ? { name: "attraction", target: { type, square: to } } : null;
}

/** The first move threatens an immediate mate. */
function mateThreatMotif(line: PlayedLine): Motif | null {
  const mate = threatenedMate(line);
  return mate === null ? null : { name: "mateThreat", square: moveTo(mate) };
}

/** The target shields its king or a more valuable piece from a slider. */
function pinMotif({ after, colour }: Step, target: Target): Motif | null {
  const pin = pinOn(after, colour, target);
  return pin && { name: "pin", ...pin };
}

/** The first move attacks a piece that is pinned to the target, and the reply moves that piece. */
function leftPin([{ after, to, colour }, { type, from }]: readonly Step[], target: Target): Motif | null {
  const pin = attackersOf(after, from, colour).includes(to) ? pinOn(after, colour, { type, square: from }) : null;
  return pin?.behind.square === target.square ? { name: "pin", ...pin } : null;
}

/** Finds the piece to which a colour pins the target; `null` if the target is not pinned. */
export function pinOn(
  after: Uint8Array,
  colour: number,
  target: Target,
): { readonly target: Target; readonly behind: Target } | null {
  // Pinned pawns do not count: even without the pin, a pawn could rarely move away.
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
        return { target, behind: { type, square } };
      }
    }
  }
  return null;
}

/** The target has no safe square, perhaps because it is pinned. */
function trapMotif(line: PlayedLine, at: number, target: Target): Motif | null {
  const second = line.steps[1];
  const { type } = target;
  const square = second?.to === target.square ? second.from : target.square;
  if (type === PAWN || line.steps[0].isCheck || at > 4 || second === undefined) return null;
  if (at === 4 && (line.steps[2].isCheck || isHit(line.steps[0].before, square, line.steps[0].colour))) return null;
  const isTrapped = line.at(1, (position) => {
    if ((position.mailbox[square] & 7) !== type || position.mailbox[square] >> 3 !== position.sideToMove) return false;
    const moves = legalMoves(position).filter((move) => moveFrom(move) === square);
    return (at === 4 || afterPass(position, () => winsBySee(position, square)) === true) && moves.every((move) => {
      const gets = seeAtLeast(position, move, -SEE_VALUES[PAWN]);
      position.make(move);
      const lost = !gets && winsBySee(position, moveTo(move));
      position.undo();
      return lost;
    });
  });
  if (!isTrapped) return null;
  return pinMotif(line.steps[0], { type, square }) ?? { name: "trap", target: { type, square } };
}

/** The first move also attacks another piece. Saving that piece leaves no time to save the target or to recapture. */
function tempoMotif(line: PlayedLine, target: Target): Motif | null {
  const [first, second, , fourth] = line.steps;
  const attacked = threatOf(line);
  if (second === undefined || attacked === null || attacked.type === PAWN) return null;
  const leaves = attacked.square === second.from;
  if (!leaves && line.at(2, (position) => winsBySee(position, attacked.square))) return null;
  const isOther = ![attacked.square, second.to].includes(target.square) && second.captured === EMPTY;
  const isFirst = first.victim === target.square;
  const isTaken = isFirst && fourth !== undefined && fourth.captured !== EMPTY && fourth.victim === first.to;
  // An attack does not prevent a recapture that removes the attacker.
  const isAttacker = isFirst && !isHit(without(first.after, first.to), attacked.square, first.colour);
  const motif = isOther && !isTaken && !isAttacker ? attackMotif(first, attacked) : null;
  if (motif?.name !== "attack") return motif;
  return isFirst ? { name: "tempo", target: attacked } : { name: "noTime", target: attacked, behind: target };
}

/** The move attacks or pins a piece that the moved piece did not attack before, or opens a line to it. */
function attackMotif(step: Step, target: Target): Motif | null {
  const { before, after, from, to, colour } = step;
  if (comersTo(after, target.square, colour).includes(to)) {
    if (comersTo(before, target.square, colour).includes(from)) return null;
    return pinMotif(step, target) ?? { name: "attack", target };
  }
  const [earlier, now] = [before, after].map((board) => attackersOf(board, target.square, colour));
  const isOpened = now.some((square) => !earlier.includes(square));
  return isOpened ? { name: "discovery", target } : null;
}

/** The first move opens a line to a piece, which then moves away or is captured. */
function openedMotif(line: PlayedLine, captured: Target): Motif | null {
  const target = threatOf(line);
  if (target === null || target.type === PAWN) return null;
  if (![line.steps[1]?.from, captured.square].includes(target.square)) return null;
  const motif = attackMotif(line.steps[0], target);
  return motif?.name === "discovery" ? motif : null;
}

function isSlider(piece: number): boolean {
  return [BISHOP, ROOK, QUEEN].includes(piece & 7);
}
