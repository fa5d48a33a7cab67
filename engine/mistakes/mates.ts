/** Ideas of mates: the kind of mate, and the gain of a threat of mate. @module */

import { attackersOf, reaches } from "../../core/board_checks.ts";
import { legalMoves } from "../../core/movegen.ts";
import type { Position } from "../../core/position.ts";
import { EMPTY, KING, KNIGHT, moveTo, QUEEN, rankOf, ROOK } from "../../core/types.ts";
import type { Idea, Motif } from "./ideas.ts";
import { afterPass, isThreatened, mateIn1, type PlayedLine, type Target } from "./played_line.ts";

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

/**
 * The mate by the side that has just moved after any capture by the opponent on a square; `null` if there is a defence
 * or no capture.
 */
export function mateAfter(position: Position, square: number): number | null {
  const mates = legalMoves(position).filter((move) => moveTo(move) === square).map((move) => {
    position.make(move);
    const mate = mateIn1(position);
    position.undo();
    return mate;
  });
  return mates.includes(null) ? null : mates[0] ?? null;
}

/** The first move threatens an immediate mate, and perhaps also the target. */
export function mateThreatMotif(line: PlayedLine, target: Target): Motif | null {
  const [{ isCheck, after, to, colour }] = line.steps;
  const mate = isCheck ? null : line.at(1, (position) => afterPass(position, mateIn1));
  if (mate === null) return null;
  const isThere = after[target.square] === ((colour ^ 1) << 3 | target.type);
  const isBoth = isThere && moveTo(mate) !== target.square && attackersOf(after, target.square, colour).includes(to) &&
    isThreatened(line, target.square);
  return isBoth ? { name: "mateAndMore", square: moveTo(mate), target } : { name: "mateThreat", square: moveTo(mate) };
}
