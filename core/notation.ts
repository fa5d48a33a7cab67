/**
 * Moves as text: the coordinate form of UCI and the standard algebraic notation (SAN) of chess literature.
 *
 * Reading gives a legal move of the position or an error: the text is compared with the generated moves and never
 * turned into a move by itself. Writing follows the standards exactly; reading also accepts common deviations.
 *
 * @module
 */

import { castledKing } from "./castling.ts";
import { formatFen, parseSquare, squareName } from "./fen.ts";
import { hasLegalMove } from "./legality.ts";
import { legalMoves } from "./movegen.ts";
import type { Position } from "./position.ts";
import {
  CASTLING,
  fileOf,
  KING,
  moveFrom,
  moveKind,
  moveTo,
  NO_MOVE,
  PAWN,
  PROMOTION,
  promotionType,
  rankOf,
} from "./types.ts";

/** Letters of the piece types, upper case as SAN has them. */
const TYPE_LETTERS = " PNBRQK";

/**
 * Writes a move as UCI does: `e2e4`, `e7e8q`, `0000` for `NO_MOVE`.
 *
 * @param move The move.
 * @param chess960 Whether castling is written as king takes rook (`e1h1`) rather than by the king's way (`e1g1`).
 */
export function formatUci(move: number, chess960: boolean): string {
  if (move === NO_MOVE) return "0000";
  const from = moveFrom(move);
  const text = squareName(from) + squareName(uciTarget(move, chess960));
  return moveKind(move) === PROMOTION ? text + TYPE_LETTERS[promotionType(move)].toLowerCase() : text;
}

/**
 * Reads a move in UCI form.
 *
 * Castling is understood in either form whatever the position's `chess960` flag; a king step in Chess960 that looks
 * like the king's way of castling stays a king step. The promotion letter may be upper case.
 *
 * @returns A legal move.
 * @throws {SyntaxError} If the text does not have the form of a move.
 * @throws {RangeError} If the move is not legal in the position.
 */
export function parseUci(position: Position, text: string): number {
  const match = /^([a-h][1-8])([a-h][1-8])([nbrqNBRQ])?$/.exec(text);
  if (match === null) throw new SyntaxError(`Move must have the form e2e4 or e7e8q, not '${text}'`);
  const from = parseSquare(match[1]);
  const to = parseSquare(match[2]);
  const promotion = match[3] === undefined ? 0 : TYPE_LETTERS.indexOf(match[3].toUpperCase());
  let castling = NO_MOVE;
  let needsPromotion = false;
  for (const move of legalMoves(position)) {
    if (moveFrom(move) !== from) continue;
    const kind = moveKind(move);
    if (kind === CASTLING) {
      if (promotion !== 0) continue;
      if (moveTo(move) === to) return move;
      if (uciTarget(move, false) === to && to !== from) castling = move;
    } else if (moveTo(move) === to) {
      if (promotion === (kind === PROMOTION ? promotionType(move) : 0)) return move;
      needsPromotion ||= kind === PROMOTION && promotion === 0;
    }
  }
  if (castling !== NO_MOVE) return castling;
  if (needsPromotion) throw new RangeError(`Move '${text}' must name the piece promoted to, as in ${text}q`);
  throw new RangeError(`Move '${text}' is not legal in '${formatFen(position)}'`);
}

/**
 * Writes a legal move in SAN: `Nf3`, `exd6`, `R1e2`, `O-O`, `e8=Q+`, `Qh7#`.
 *
 * The origin is named only as far as other legal moves require it. The move is made and taken back to find out whether
 * it gives check or mate, so the position is unchanged afterwards.
 */
export function formatSan(position: Position, move: number): string {
  let text = sanWithoutCheck(position, move);
  position.make(move);
  if (position.inCheck) text += hasLegalMove(position) ? "+" : "#";
  position.undo();
  return text;
}

/**
 * Reads a move in SAN.
 *
 * Accepted beyond the standard: missing or superfluous `x`, `+`, `#`, `!`, `?`, `e.p.`; a hyphen or the full origin
 * square (`Ng1-f3`); `0-0` with zeros; promotions as `e8=Q`, `e8Q`, `e8(Q)`, `e8=q`.
 *
 * @returns A legal move.
 * @throws {SyntaxError} If the text does not have the form of a move.
 * @throws {RangeError} If no legal move fits, or more than one does.
 */
export function parseSan(position: Position, text: string): number {
  const bare = text.trim().replace(/\s*e\.?p\.?(?=[+#!?]*$)/, "").replace(/[+#!?]+$/, "");
  const castling = /^([O0o])-?\1(-?\1)?$/.exec(bare);
  const match = /^([NBRQKP])?([a-h])?([1-8])?[x:-]?([a-h][1-8])(?:[=(]?([NBRQnbrq])\)?)?$/.exec(bare);
  if (castling === null && match === null) {
    throw new SyntaxError(`Move must have a form such as Nf3, exd5, e8=Q or O-O, not '${text}'`);
  }
  const fitting = legalMoves(position).filter((move) =>
    match === null ? fitsCastling(move, castling?.[2] === undefined) : fitsSan(position, move, match)
  );
  if (fitting.length === 1) return fitting[0];
  if (fitting.length === 0) throw new RangeError(`Move '${text}' is not legal in '${formatFen(position)}'`);
  const candidates = Array.from(fitting, (move) => formatUci(move, position.chess960)).join(", ");
  throw new RangeError(`Move '${text}' may mean any of ${candidates} in '${formatFen(position)}'`);
}

/** The second square of a move in UCI. */
function uciTarget(move: number, chess960: boolean): number {
  const isByKing = moveKind(move) === CASTLING && !chess960;
  return isByKing ? castledKing(moveFrom(move), moveTo(move)) : moveTo(move);
}

function sanWithoutCheck(position: Position, move: number): string {
  const from = moveFrom(move);
  const to = moveTo(move);
  if (moveKind(move) === CASTLING) return to > from ? "O-O" : "O-O-O";
  const type = position.mailbox[from] & 7;
  const takes = position.isCapture(move) ? "x" : "";
  if (type === PAWN) {
    const origin = takes === "" ? "" : squareName(from)[0];
    const promotion = moveKind(move) === PROMOTION ? "=" + TYPE_LETTERS[promotionType(move)] : "";
    return origin + takes + squareName(to) + promotion;
  }
  return TYPE_LETTERS[type] + disambiguation(position, move) + takes + squareName(to);
}

/** The part of a piece's origin that SAN must name: nothing, its file, else its rank, else both. */
function disambiguation(position: Position, move: number): string {
  const from = moveFrom(move);
  const piece = position.mailbox[from];
  if ((piece & 7) === KING) return "";
  let isAlone = true;
  let isAloneOnFile = true;
  let isAloneOnRank = true;
  for (const other of legalMoves(position)) {
    const square = moveFrom(other);
    if (square === from || moveTo(other) !== moveTo(move) || position.mailbox[square] !== piece) continue;
    isAlone = false;
    if (fileOf(square) === fileOf(from)) isAloneOnFile = false;
    if (rankOf(square) === rankOf(from)) isAloneOnRank = false;
  }
  if (isAlone) return "";
  if (isAloneOnFile) return squareName(from)[0];
  return isAloneOnRank ? squareName(from)[1] : squareName(from);
}

function fitsCastling(move: number, isKingside: boolean): boolean {
  return moveKind(move) === CASTLING && (moveTo(move) > moveFrom(move)) === isKingside;
}

/** Whether a move has the piece, file, rank, target and promotion that a SAN text names. */
function fitsSan(position: Position, move: number, match: RegExpExecArray): boolean {
  if (moveKind(move) === CASTLING) return false;
  const [, letter, file, rank, target, promotion] = match;
  const origin = squareName(moveFrom(move));
  const promoted = moveKind(move) === PROMOTION ? TYPE_LETTERS[promotionType(move)] : undefined;
  return moveTo(move) === parseSquare(target) &&
    (position.mailbox[moveFrom(move)] & 7) === TYPE_LETTERS.indexOf(letter ?? "P") &&
    (file === undefined || origin[0] === file) && (rank === undefined || origin[1] === rank) &&
    promotion?.toUpperCase() === promoted;
}
