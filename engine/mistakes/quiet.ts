/**
 * What a line gets where it wins nothing: a threat, a series of checks, a king that cannot castle, a passed pawn.
 *
 * Each is a question about the boards of the line, and of the line that it is compared with: what both have is no reason.
 *
 * @module
 */

import { attackersOf } from "../../core/board_checks.ts";
import type { Position } from "../../core/position.ts";
import {
  BISHOP,
  CASTLING,
  EMPTY,
  fileOf,
  KING,
  KNIGHT,
  moveKind,
  moveTo,
  PAWN,
  QUEEN,
  relativeRank,
} from "../../core/types.ts";
import { afterPass, mateIn1, type PlayedLine, type Step, winsBySee } from "./played_line.ts";
import type { Target } from "./motifs.ts";

/** What a line gets, and after how many plies. */
export type QuietGain =
  & { readonly plies: number }
  & (
    | { readonly name: "checks"; readonly count: number }
    | { readonly name: "drives"; readonly target: Target }
    | { readonly name: "threatensMate" | "king" | "passed"; readonly square: number }
    | { readonly name: "castling" | "bishops" }
  );

/** Plies of a line that count. */
const HORIZON = 8;
/** Checks in a row that are an attack. */
const CHECKS = 3;
/** Rank, as its side sees it, from which a passed pawn is dangerous, and the one to which a king is drawn out. */
const FAR = 4;
const OUT = 2;

/** What a line gets that the other one does not; `null` for nothing that is proven. */
export function quietGainOf(line: PlayedLine, other: PlayedLine): QuietGain | null {
  return mateThreat(line) ?? checks(line) ?? castling(line, other) ?? passed(line, other) ?? king(line, other) ??
    drives(line) ?? bishops(line, other);
}

/** The first move threatens mate at once. */
function mateThreat(line: PlayedLine): QuietGain | null {
  const mate = line.steps[0].isCheck ? null : line.at(1, (position) => afterPass(position, mateIn1));
  return mate === null ? null : { name: "threatensMate", square: moveTo(mate), plies: 1 };
}

/** Checks in a row, from one of the first moves on. */
function checks({ steps }: PlayedLine): QuietGain | null {
  const own = steps.filter((_, i) => i % 2 === 0);
  const start = own.findIndex(({ isCheck }) => isCheck);
  const end = own.findIndex(({ isCheck }, i) => i > start && !isCheck);
  const count = (end < 0 ? own.length : end) - start;
  return start < 0 || start > 2 || count < CHECKS ? null : { name: "checks", count, plies: start * 2 + 1 };
}

/** The other side could castle, and loses that by a move of its king; in the other line it castles. */
function castling(line: PlayedLine, other: PlayedLine): QuietGain | null {
  const steps = line.steps.slice(0, HORIZON);
  const enemy = steps[0].colour ^ 1;
  const castles = ({ colour, move }: Step): boolean => colour === enemy && moveKind(move) === CASTLING;
  const moved = steps.findIndex(({ colour, type }) => colour === enemy && type === KING);
  const could = line.at(0, ({ rights }) => (rights >> 2 * enemy & 3) !== 0);
  return could && moved >= 0 && !castles(steps[moved]) && other.steps.some(castles)
    ? { name: "castling", plies: moved + 1 }
    : null;
}

/** A pawn that has moved in the line is passed at its end, and far. */
function passed(line: PlayedLine, other: PlayedLine): QuietGain | null {
  const steps = line.steps.slice(0, HORIZON);
  const { colour } = steps[0];
  const { after } = steps[steps.length - 1];
  const end = other.steps[Math.min(HORIZON, other.steps.length) - 1].after;
  const plies =
    steps.findLastIndex((step) =>
      step.colour === colour && step.type === PAWN && after[step.to] === step.after[step.to] &&
      (after[step.to] & 7) === PAWN && relativeRank(colour, step.to) >= FAR && isPassed(after, step.to, colour)
    ) + 1;
  if (plies === 0) return null;
  const square = steps[plies - 1].to;
  const isElsewhere = [...end.keys()].some((each) =>
    end[each] === after[square] && fileOf(each) === fileOf(square) && isPassed(end, each, colour)
  );
  return isElsewhere ? null : { name: "passed", square, plies };
}

/** Whether no pawn of the other side can stop a pawn or take it. */
function isPassed(board: Uint8Array, square: number, colour: number): boolean {
  return ![...board.keys()].some((each) =>
    board[each] === ((colour ^ 1) << 3 | PAWN) && Math.abs(fileOf(each) - fileOf(square)) < 2 &&
    relativeRank(colour, each) > relativeRank(colour, square)
  );
}

/** The other side's king is drawn out in front of its pieces. */
function king(line: PlayedLine, other: PlayedLine): QuietGain | null {
  const enemy = line.steps[0].colour ^ 1;
  const isOut = ({ colour, type, to, before }: Step): boolean =>
    colour === enemy && type === KING && relativeRank(enemy, to) >= OUT && hasQueen(before, enemy ^ 1);
  const plies = line.steps.slice(0, HORIZON).findIndex(isOut) + 1;
  const isForced = plies > 1 && line.steps[plies - 2].isCheck;
  return !isForced || other.steps.some(isOut) ? null : { name: "king", square: line.steps[plies - 1].to, plies };
}

function hasQueen(board: Uint8Array, colour: number): boolean {
  return board.includes(colour << 3 | QUEEN);
}

/** The first move attacks a piece that it would win, and that leaves. */
function drives(line: PlayedLine): QuietGain | null {
  const [first, second] = line.steps;
  if (second === undefined || first.isCheck || second.type === KING || second.type === PAWN) return null;
  const square = second.from;
  const isNew = attackersOf(first.after, square, first.colour).includes(first.to);
  const wins = (position: Position): boolean => winsBySee(position, square);
  const isThreatened = isNew && !line.at(0, wins) && line.at(1, (position) => afterPass(position, wins)) === true;
  return isThreatened && !second.isCheck && second.captured === EMPTY
    ? { name: "drives", target: { type: second.type, square }, plies: 1 }
    : null;
}

/** The other side gives one of its two bishops for a knight, and keeps both in the other line. */
function bishops(line: PlayedLine, other: PlayedLine): QuietGain | null {
  const steps = line.steps.slice(0, HORIZON);
  const { colour, before } = steps[0];
  const last = steps[steps.length - 1].after;
  const end = other.steps[Math.min(HORIZON, other.steps.length) - 1].after;
  const count = (board: Uint8Array, side: number, type: number): number =>
    board.filter((piece) => piece === (side << 3 | type)).length;
  const [own, enemy] = [colour, colour ^ 1].map((side) => (board: Uint8Array) => count(board, side, BISHOP) === 2);
  const isGiven = enemy(before) && enemy(end) && own(before) && own(last) &&
    count(last, colour ^ 1, BISHOP) === 1 && count(last, colour, KNIGHT) < count(before, colour, KNIGHT);
  const plies = steps.findIndex((step) => step.captured === BISHOP && step.colour === colour) + 1;
  return isGiven && plies > 0 ? { name: "bishops", plies } : null;
}
