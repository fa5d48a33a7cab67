/** Ideas about mates: the kind of mate, and threatened mates. @module */

import { reaches } from "../../core/board_checks.ts";
import { EMPTY, KING, KNIGHT, QUEEN, rankOf, ROOK } from "../../core/types.ts";
import type { Idea } from "./ideas.ts";
import { afterPass, mateIn1, type PlayedLine } from "./played_line.ts";

/** Recognises a back-rank mate or a smothered mate at the end of a line. */
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

/** Finds the immediate mate that the first move of a line threatens; `null` if it threatens no mate. */
export function threatenedMate(line: PlayedLine): number | null {
  return line.steps[0].isCheck ? null : line.at(1, (position) => afterPass(position, mateIn1));
}
