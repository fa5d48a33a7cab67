/**
 * Moves as text: the coordinate form of UCI and the standard algebraic notation (SAN) of chess literature.
 *
 * Reading gives a legal move of the position or an error. Writing follows the standards exactly; reading also accepts
 * common deviations. Neither generates all moves: the pieces that can be meant are tried one by one, which is what makes
 * files of games quick to read and lists of moves quick to write.
 *
 * @module
 */

import { castledKing } from "./castling.ts";
import { lowestSquare } from "./bitboard.ts";
import { formatFen } from "./fen.ts";
import { hasLegalMove, isLegal } from "./legality.ts";
import { legalMoves } from "./movegen.ts";
import { plainText } from "./plain_text.ts";
import type { Position } from "./position.ts";
import {
  CASTLING,
  EN_PASSANT,
  fileOf,
  KING,
  makeMove,
  makePiece,
  makePromotion,
  moveFrom,
  moveKind,
  moveTo,
  NO_MOVE,
  parseSquare,
  PAWN,
  PROMOTION,
  promotionType,
  rankOf,
  relativeRank,
  squareName,
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
 * The origin is named only as far as other legal moves require it. The move is made and taken back to find check and
 * mate, so the position is unchanged afterwards.
 */
export function formatSan(position: Position, move: number): string {
  const text = sanWithoutCheck(position, move);
  position.make(move);
  const mark = !position.inCheck ? "" : hasLegalMove(position) ? "+" : "#";
  position.undo();
  return text + mark;
}

/**
 * Castling, with letters or zeros; or piece, origin, target and piece promoted to. Behind it words and marks that say
 * what the position says, too, or what is thought of the move.
 */
const SAN_FORM =
  /^(?:([O0o])-?\1(-?\1)?|([NBRQKP])?([a-h])?([1-8])?([x:-])?([a-h][1-8])(?:[=/(]?([NBRQnbrq])\)?)?)(?:\s*e\.?p\.?)?[+#!?†‡]*$/;
/** What is written with other characters, and the letters and signs that it means. */
const OTHER_CHARACTERS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Array.from("♔♚♕♛♖♜♗♝♘♞♙♟", (figure, i) => [figure, "KKQQRRBBNNPP"[i]])),
  "×": "x",
  // Cyrillic letters that look like castling.
  "О": "O",
  "о": "o",
};

/**
 * Reads a move in SAN.
 *
 * Accepted beyond the standard: missing or superfluous `x`, `+`, `#`, `!`, `?`, `e.p.`; a hyphen or the full origin
 * square (`Ng1-f3`), with that also a missing piece (`g1f3`); `0-0` with zeros or any dashes; promotions as `e8=Q`,
 * `e8Q`, `e8(Q)`, `e8/Q`, `e8=q`; chess figures instead of letters. A pawn's capture must name the file of the pawn.
 *
 * @returns A legal move.
 * @throws {SyntaxError} If the text does not have the form of a move.
 * @throws {RangeError} If no legal move fits, or more than one does.
 */
export function parseSan(position: Position, text: string): number {
  const match = SAN_FORM.exec(text) ?? SAN_FORM.exec(plainOf(text));
  if (match === null) throw new SyntaxError(`Move must have a form such as Nf3, exd5, e8=Q or O-O, not '${text}'`);
  const fitting = match[1] === undefined ? fittingMoves(position, match) : castlings(position, match[2] === undefined);
  if (fitting.length === 1) return fitting[0];
  if (fitting.length === 0) throw new RangeError(`Move '${text}' is not legal in '${formatFen(position)}'`);
  const candidates = Array.from(fitting, (move) => formatUci(move, position.chess960)).join(", ");
  throw new RangeError(`Move '${text}' may mean any of ${candidates} in '${formatFen(position)}'`);
}

/** A text without spaces around it, and with the characters of SAN in place of others. */
function plainOf(text: string): string {
  return plainText(Array.from(text, (letter) => OTHER_CHARACTERS[letter] ?? letter).join(""));
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
  const to = moveTo(move);
  const piece = position.mailbox[from];
  if ((piece & 7) === KING) return "";
  let isAlone = true;
  let isAloneOnFile = true;
  let isAloneOnRank = true;
  let lo = position.bits[piece << 1];
  let hi = position.bits[piece << 1 | 1];
  while ((lo | hi) !== 0) {
    const square = lowestSquare(lo, hi);
    if (lo !== 0) lo &= lo - 1;
    else hi &= hi - 1;
    if (square === from || !isLegal(position, makeMove(square, to))) continue;
    isAlone = false;
    if (fileOf(square) === fileOf(from)) isAloneOnFile = false;
    if (rankOf(square) === rankOf(from)) isAloneOnRank = false;
  }
  if (isAlone) return "";
  if (isAloneOnFile) return squareName(from)[0];
  return isAloneOnRank ? squareName(from)[1] : squareName(from);
}

/** The legal castling to one side, if there is one. */
function castlings(position: Position, isKingside: boolean): number[] {
  const right = position.sideToMove << 1 | (isKingside ? 0 : 1);
  const move = makeMove(position.kings[position.sideToMove], position.castlingRooks[right], CASTLING);
  return (position.rights >> right & 1) !== 0 && isLegal(position, move) ? [move] : [];
}

/** The legal moves that have the piece, file, rank, target and promotion that a SAN text names. */
function fittingMoves(position: Position, match: RegExpExecArray): number[] {
  const [, , , letter, file, rank, takes, target, promotion] = match;
  if (letter === undefined && file !== undefined && rank !== undefined) {
    // From one square to another, as UCI has it, but for a dash.
    const type = position.mailbox[parseSquare(file + rank)] & 7;
    if (type !== PAWN) return uciMoves(position, file + rank + target + (promotion ?? ""));
  }
  const type = letter === undefined ? PAWN : TYPE_LETTERS.indexOf(letter);
  if (type !== PAWN && promotion !== undefined) return [];
  const promoted = promotion === undefined ? 0 : TYPE_LETTERS.indexOf(promotion.toUpperCase());
  const to = parseSquare(target);
  const piece = makePiece(position.sideToMove, type);
  const fitting: number[] = [];
  let lo = position.bits[piece << 1];
  let hi = position.bits[piece << 1 | 1];
  while ((lo | hi) !== 0) {
    const from = lowestSquare(lo, hi);
    if (lo !== 0) lo &= lo - 1;
    else hi &= hi - 1;
    const name = squareName(from);
    if (file !== undefined && name[0] !== file || rank !== undefined && name[1] !== rank) continue;
    // A capture must name the pawn's file, or at least be written as one.
    if (type === PAWN && file === undefined && takes === undefined && fileOf(from) !== fileOf(to)) continue;
    const move = type === PAWN ? pawnMove(position, from, to, promoted) : makeMove(from, to);
    if (isLegal(position, move)) fitting.push(move);
  }
  return fitting;
}

/** The encoding of a pawn's move, which need not be legal. */
function pawnMove(position: Position, from: number, to: number, promoted: number): number {
  if (promoted !== 0) return relativeRank(position.sideToMove, to) === 7 ? makePromotion(from, to, promoted) : NO_MOVE;
  return makeMove(from, to, to === position.enPassant && fileOf(from) !== fileOf(to) ? EN_PASSANT : undefined);
}

/** The legal move that UCI means, if there is one. */
function uciMoves(position: Position, text: string): number[] {
  try {
    return [parseUci(position, text)];
  } catch {
    return [];
  }
}
