/**
 * The gains of a line that wins no material: a threat of mate, a king that cannot castle, doubled pawns, a piece that
 * has to move.
 *
 * Each compares the boards of the line with those of the other line: a gain of both is not a reason.
 *
 * @module
 */

import { attackersOf } from "../../core/board_checks.ts";
import { CASTLING, EMPTY, fileOf, KING, moveKind, moveTo, PAWN, POINTS, PROMOTION } from "../../core/types.ts";
import {
  afterPass,
  isThreatened,
  mateIn1,
  type PlayedLine,
  type Step,
  type Target,
  threatOf,
  winsBySee,
} from "./played_line.ts";
import { endPoints } from "./gain.ts";

/** The gain of a line, and the number of plies up to it. */
export type QuietGain =
  & { readonly plies: number }
  & (
    | { readonly name: "threatensMate"; readonly square: number }
    | { readonly name: "castling" }
    | { readonly name: "drives" | "drivesAway"; readonly target: Target }
    | { readonly name: "doubles"; readonly file: number }
    | { readonly name: "drivesAndWins"; readonly target: Target; readonly behind: Target }
  );

/** Number of plies of a line that count. */
const HORIZON = 8;

/**
 * A gain of a line that the other line does not have; `null` if none is proven.
 *
 * @param moved Where the piece stands that the mistake moved, if the line answers it.
 */
export function quietGainOf(line: PlayedLine, other: PlayedLine, moved: number | null): QuietGain | null {
  return mateThreat(line) ?? castling(line, other) ?? doubles(line, other) ?? drivesAway(line, other, moved);
}

/** The first move threatens an immediate mate. */
function mateThreat(line: PlayedLine): QuietGain | null {
  const mate = line.steps[0].isCheck ? null : line.at(1, (position) => afterPass(position, mateIn1));
  return mate === null || moveKind(mate) === PROMOTION
    ? null
    : { name: "threatensMate", square: moveTo(mate), plies: 1 };
}

/**
 * The opponent must move its king out of check, or against a threat, and so can no longer castle; in the other line it
 * castles or can still castle.
 */
function castling(line: PlayedLine, other: PlayedLine): QuietGain | null {
  const steps = line.steps.slice(0, HORIZON);
  const enemy = steps[0].colour ^ 1;
  const castles = ({ colour, move }: Step): boolean => colour === enemy && moveKind(move) === CASTLING;
  const moved = steps.findIndex(({ colour, type }) => colour === enemy && type === KING);
  const isForced = moved > 0 && (steps[moved - 1].isCheck || (moved === 1 && threatOf(line) !== null));
  const canAfter = (each: PlayedLine, plies: number): boolean =>
    each.at(plies, ({ rights }) => (rights >> 2 * enemy & 3) !== 0);
  const keeps = other.steps.some(castles) || canAfter(other, Math.min(HORIZON, other.steps.length));
  return isForced && canAfter(line, 0) && !castles(steps[moved]) && keeps
    ? { name: "castling", plies: moved + 1 }
    : null;
}

/** An exchange doubles pawns of the opponent, and they stay doubled; in the other line they are not. */
function doubles(line: PlayedLine, other: PlayedLine): QuietGain | null {
  const [first, second] = line.steps;
  if (POINTS[first.captured] < 2 || POINTS[first.captured] !== POINTS[first.type]) return null;
  if (second === undefined || second.type !== PAWN || second.captured === EMPTY || second.victim !== first.to) {
    return null;
  }
  const file = fileOf(second.to);
  const isDoubled = (board: Uint8Array): boolean =>
    [...board.keys()].filter((each) => board[each] === (second.colour << 3 | PAWN) && fileOf(each) === file).length > 1;
  const [own, others] = [line, other].map(({ steps }) => steps[Math.min(HORIZON, steps.length) - 1].after);
  return isDoubled(own) && ![first.before, others].some(isDoubled) ? { name: "doubles", file, plies: 2 } : null;
}

/** A pawn attacks a piece, or any piece attacks the one that the mistake moved: it has to move away. */
function drivesAway(line: PlayedLine, other: PlayedLine, moved: number | null): QuietGain | null {
  const [first, second] = line.steps;
  if (second === undefined || second.captured !== EMPTY) return null;
  const target = { type: first.before[second.from] & 7, square: second.from };
  if (POINTS[target.type] < 2 || !isThreatened(line, target.square)) return null;
  const isSafe = !line.at(2, (position) => afterPass(position, (next) => winsBySee(next, second.to)) ?? false);
  if (!isSafe) return null;
  if (target.square !== moved) {
    const isSame = ({ colour, type, to }: Step): boolean => colour === first.colour && type === PAWN && to === first.to;
    const isMet = attackersOf(second.after, second.to, first.colour)
      .some((square) => POINTS[second.after[square] & 7] <= POINTS[target.type]);
    return first.type !== PAWN || first.captured !== EMPTY || isMet || other.steps.some(isSame)
      ? null
      : { name: "drives", target, plies: 2 };
  }
  const at = [2, 4].find((each) => isWon(line, each));
  if (at === undefined) return { name: "drivesAway", target, plies: 2 };
  const { captured, victim } = line.steps[at];
  return { name: "drivesAndWins", target, behind: { type: captured, square: victim }, plies: at + 1 };
}

/** Whether a step takes a piece that stood there all the time and cannot be taken back, in a line that wins material. */
function isWon(line: PlayedLine, at: number): boolean {
  const step = line.steps[at];
  if (step === undefined || step.captured === EMPTY || endPoints(line, EMPTY) < POINTS[step.captured]) return false;
  return line.steps.slice(0, at).every(({ to }) => to !== step.victim) &&
    !line.at(at + 1, (position) => winsBySee(position, step.to));
}
