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
import { givesCheck } from "./gives_check.ts";
import { hasLegalMove, isLegal } from "./legality.ts";
import { legalMoves } from "./movegen.ts";
import type { Position } from "./position.ts";
import {
  CASTLING,
  EN_PASSANT,
  fileOf,
  KING,
  KNIGHT,
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
  QUEEN,
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
 * The origin is named only as far as other legal moves require it. A check is found without making the move; the move is
 * made and taken back only to tell check from mate, so the position is unchanged afterwards.
 */
export function formatSan(position: Position, move: number): string {
  const text = sanWithoutCheck(position, move);
  if (!givesCheck(position, move)) return text;
  position.make(move);
  const mark = hasLegalMove(position) ? "+" : "#";
  position.undo();
  return text + mark;
}

// Codes of characters.
const HASH = 35;
const PLUS = 43;
const DIGIT_1 = 49;
const EQUALS = 61;
const LETTER_A = 97;
const LETTER_X = 120;

/** Marks behind a move: check, mate and what is thought of it. */
const MARKS = /[+#!?†‡]+$/;
/** Castling, with letters or zeros. */
const CASTLING_FORM = /^([O0o])-?\1(-?\1)?$/;
/** Piece, origin, target, piece promoted to. */
const SAN_FORM = /^([NBRQKP])?([a-h])?([1-8])?([x:-])?([a-h][1-8])(?:[=/(]?([NBRQnbrq])\)?)?$/;
/** What is written with other characters, and the letters and signs that it means. */
const OTHER_CHARACTERS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Array.from("♔♚♕♛♖♜♗♝♘♞♙♟", (figure, i) => [figure, "KKQQRRBBNNPP"[i]])),
  ...Object.fromEntries(Array.from("\u2010\u2011\u2012\u2013\u2014\u2212", (dash) => [dash, "-"])),
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
  const standard = standardMove(position, text);
  if (standard !== NO_MOVE) return standard;
  const bare = plainOf(text).replace(/\s*e\.?p\.?(?=[+#!?†‡]*$)/, "").replace(MARKS, "");
  const castling = CASTLING_FORM.exec(bare);
  const match = SAN_FORM.exec(bare);
  if (castling === null && match === null) {
    throw new SyntaxError(`Move must have a form such as Nf3, exd5, e8=Q or O-O, not '${text}'`);
  }
  const fitting = match === null ? castlings(position, castling?.[2] === undefined) : fittingMoves(position, match);
  if (fitting.length === 1) return fitting[0];
  if (fitting.length === 0) throw new RangeError(`Move '${text}' is not legal in '${formatFen(position)}'`);
  const candidates = Array.from(fitting, (move) => formatUci(move, position.chess960)).join(", ");
  throw new RangeError(`Move '${text}' may mean any of ${candidates} in '${formatFen(position)}'`);
}

/** A text without spaces around it, and with the characters of SAN in place of others. */
function plainOf(text: string): string {
  // Nearly all moves are in ASCII.
  if (/^[\x21-\x7f]*$/.test(text)) return text;
  return Array.from(text, (letter) => OTHER_CHARACTERS[letter] ?? letter).join("")
    .replace(/[\u00ad\u200b-\u200f\u2060\ufe0e\ufe0f\ufeff]/g, "").trim();
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
  const [bare, letter, file, rank, takes, target, promotion] = match;
  if (letter === undefined && file !== undefined && rank !== undefined) {
    // From one square to another, as UCI has it, but for a dash.
    const type = position.mailbox[parseSquare(file + rank)] & 7;
    if (type !== PAWN) return uciMoves(position, bare.replace(/[x:-]/, ""));
  }
  const type = letter === undefined ? PAWN : TYPE_LETTERS.indexOf(letter);
  const fitting: number[] = [];
  const written: WrittenMove = {
    type,
    file: file === undefined ? -1 : file.charCodeAt(0) - LETTER_A,
    rank: rank === undefined ? -1 : rank.charCodeAt(0) - DIGIT_1,
    to: parseSquare(target),
    promoted: promotion === undefined ? 0 : TYPE_LETTERS.indexOf(promotion.toUpperCase()),
    takes: takes !== undefined,
  };
  findMoves(position, written, fitting);
  return fitting;
}

/**
 * A move in the form of the standard, castling aside, read character by character: nearly all moves of files are so, and
 * a pattern would take several times as long.
 *
 * @returns `NO_MOVE` if the text has another form, or there is not exactly one such legal move.
 */
function standardMove(position: Position, text: string): number {
  let end = text.length;
  const last = text.charCodeAt(end - 1);
  if (last === PLUS || last === HASH) end--;
  let promoted = 0;
  if (text.charCodeAt(end - 2) === EQUALS) {
    promoted = TYPE_LETTERS.indexOf(text[end - 1]);
    if (promoted < KNIGHT || promoted > QUEEN) return NO_MOVE;
    end -= 2;
  }
  const file = text.charCodeAt(end - 2) - LETTER_A;
  const rank = text.charCodeAt(end - 1) - DIGIT_1;
  const isPawn = text.charCodeAt(0) >= LETTER_A;
  const type = isPawn ? PAWN : TYPE_LETTERS.indexOf(text[0]);
  if (!(file >= 0 && file < 8 && rank >= 0 && rank < 8) || type < PAWN) return NO_MOVE;
  let fromFile = -1;
  let fromRank = -1;
  let takes = false;
  for (let at = isPawn ? 0 : 1; at < end - 2; at++) {
    const code = text.charCodeAt(at);
    if (code === LETTER_X) takes = true;
    else if (code >= LETTER_A && code < LETTER_A + 8 && fromFile < 0) fromFile = code - LETTER_A;
    else if (code >= DIGIT_1 && code < DIGIT_1 + 8 && fromRank < 0) fromRank = code - DIGIT_1;
    else return NO_MOVE;
  }
  return findMoves(position, { type, file: fromFile, rank: fromRank, to: rank << 3 | file, promoted, takes }, null);
}

/** What SAN says of a move. */
interface WrittenMove {
  readonly type: number;
  /** File and rank that the piece comes from, -1 for any. */
  readonly file: number;
  readonly rank: number;
  readonly to: number;
  /** Type promoted to, 0 for none. */
  readonly promoted: number;
  /** Whether a capture is written: then a pawn may capture although its file is not named. */
  readonly takes: boolean;
}

/**
 * The legal moves that are written so.
 *
 * @param found Takes all of them, if it is given.
 * @returns The only one, `NO_MOVE` if there is none or are several.
 */
function findMoves(position: Position, written: WrittenMove, found: number[] | null): number {
  const { type, file, rank, to, promoted, takes } = written;
  if (type !== PAWN && promoted !== 0) return NO_MOVE;
  const piece = makePiece(position.sideToMove, type);
  let only = NO_MOVE;
  let count = 0;
  let lo = position.bits[piece << 1];
  let hi = position.bits[piece << 1 | 1];
  while ((lo | hi) !== 0) {
    const square = lowestSquare(lo, hi);
    if (lo !== 0) lo &= lo - 1;
    else hi &= hi - 1;
    if (file >= 0 && fileOf(square) !== file || rank >= 0 && rankOf(square) !== rank) continue;
    if (type === PAWN && fileOf(square) !== fileOf(to) && file < 0 && !takes) continue;
    const move = type === PAWN ? pawnMove(position, square, to, promoted) : makeMove(square, to);
    if (!isLegal(position, move)) continue;
    only = move;
    count++;
    found?.push(move);
  }
  return count === 1 ? only : NO_MOVE;
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
