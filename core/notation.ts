/**
 * Moves as text: the coordinate form of UCI and the standard algebraic notation (SAN) of chess literature. Writing
 * follows the standards exactly. Reading also accepts common deviations, and returns a legal move or throws an error.
 * @module
 */

import { castledKing } from "./castling.ts";
import { lowestSquare } from "./bitboard.ts";
import { formatFen, PIECE_LETTERS } from "./fen.ts";
import { hasLegalMove, isLegal } from "./legality.ts";
import { plainText } from "./plain_text.ts";
import type { Position } from "./position.ts";
import {
  CASTLING,
  EN_PASSANT,
  fileOf,
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
  squareName,
} from "./types.ts";

/** Writes a move in UCI form, such as `e7e8q`. Castling is `e1g1` or, with `chess960`, `e1h1`. `NO_MOVE` is `0000`. */
export function formatUci(move: number, chess960: boolean): string {
  if (move === NO_MOVE) return "0000";
  const from = moveFrom(move);
  const text = squareName(from) + squareName(uciTarget(move, chess960));
  return moveKind(move) === PROMOTION ? text + PIECE_LETTERS[promotionType(move) | 8] : text;
}

/**
 * Reads a legal move in UCI form. Castling may be written in either form that `formatUci` writes. In Chess960, an
 * ordinary king move that looks like castling is read as an ordinary move. The promotion letter may be upper case.
 *
 * @throws {SyntaxError} If the text does not have the form of a move.
 * @throws {RangeError} If the move is not legal in the position.
 */
export function parseUci(position: Position, text: string): number {
  const match = /^([a-h][1-8])([a-h][1-8])([nbrqNBRQ])?$/.exec(text);
  if (match === null) throw new SyntaxError(`Move must have the form e2e4 or e7e8q, not '${text}'`);
  const from = parseSquare(match[1]);
  const to = parseSquare(match[2]);
  const promoted = typeOf(match[3]);
  const castling = castlings(position, to > from).find((move) =>
    moveFrom(move) === from && uciTarget(move, false) === to
  );
  const candidates = [makeMove(from, to, CASTLING), encode(position, from, to, 0), castling ?? NO_MOVE];
  const move = (promoted === 0 ? candidates : [makePromotion(from, to, promoted)]).find((move) =>
    isLegal(position, move)
  );
  if (move !== undefined) return move;
  if (isLegal(position, makePromotion(from, to, QUEEN))) {
    throw new RangeError(`Move '${text}' must name the piece promoted to, as in ${text}q`);
  }
  throw new RangeError(`Move '${text}' is not legal in '${formatFen(position)}'`);
}

/** Writes a legal move in SAN: `Nf3`, `exd6`, `R1e2`, `O-O`, `e8=Q+`, `Qh7#`. */
export function formatSan(position: Position, move: number): string {
  const text = sanWithoutCheck(position, move);
  position.make(move);
  const mark = !position.inCheck ? "" : hasLegalMove(position) ? "+" : "#";
  position.undo();
  return text + mark;
}

/** Matches castling, or a piece, origin, target and promotion piece. Marks such as `+` may follow. */
const SAN_FORM =
  /^(?:([O0o])-?\1(-?\1)?|([NBRQKP])?([a-h])?([1-8])?([x:-])?([a-h][1-8])(?:[=/(]?([NBRQnbrq])\)?)?)(?:\s*e\.?p\.?)?[+#!?†‡]*$/;
/** Matches a move in numeric notation, in which files are also digits and a final digit names the promotion piece. */
const NUMERIC_FORM = /^(?:[1-8]{2}){2}[1-4]?$/;
/** Chess symbols, a cross and Cyrillic letters that some texts use instead of the standard characters. */
const OTHER_CHARACTERS = "♔♚♕♛♖♜♗♝♘♞♙♟×Оо";
/** The standard character for each of `OTHER_CHARACTERS`. */
const MEANT = "KKQQRRBBNNPPxOo";

/**
 * Reads a legal move in SAN.
 *
 * Also accepted: missing or superfluous `x`, `+`, `#`, `!`, `?`, `e.p.`; a hyphen or the full origin square (`Ng1-f3`),
 * which makes the piece letter optional (`g1f3`); `0-0` with zeros or any dashes; promotions as `e8=Q`, `e8Q`, `e8(Q)`,
 * `e8/Q`, `e8=q`; chess symbols (`♞`) instead of letters; the numeric notation of ICCF (`7163` for `g1f3`, `57581` for
 * `e7e8q`). A pawn capture must name the pawn's file or have an `x`.
 *
 * @throws {SyntaxError} If the text does not have the form of a move.
 * @throws {RangeError} If no legal move fits, or more than one does.
 */
export function parseSan(position: Position, text: string): number {
  const match = SAN_FORM.exec(text) ?? SAN_FORM.exec(plainOf(text));
  if (match === null && NUMERIC_FORM.test(text)) {
    const [from, rank, to, toRank, promoted = "0"] = text;
    const file = (digit: string): string => " abcdefgh"[Number(digit)];
    return parseUci(position, file(from) + rank + file(to) + toRank + " qrbn"[Number(promoted)].trim());
  }
  if (match === null) throw new SyntaxError(`Move must have a form such as Nf3, exd5, e8=Q or O-O, not '${text}'`);
  const [, castle, long, letter, file, rank, , target, promotion] = match;
  // The text names both squares.
  if (letter === undefined && file !== undefined && rank !== undefined) {
    return parseUci(position, file + rank + target + (promotion ?? ""));
  }
  const fitting = castle === undefined ? fittingMoves(position, match) : castlings(position, long === undefined);
  if (fitting.length === 1) return fitting[0];
  if (fitting.length === 0) throw new RangeError(`Move '${text}' is not legal in '${formatFen(position)}'`);
  const candidates = fitting.map((move) => formatUci(move, position.chess960)).join(", ");
  throw new RangeError(`Move '${text}' may mean any of ${candidates} in '${formatFen(position)}'`);
}

function plainOf(text: string): string {
  return plainText(Array.from(text, (letter) => MEANT[OTHER_CHARACTERS.indexOf(letter)] ?? letter).join(""));
}

/** A move's second square in UCI notation; for castling, the king's target or, with `chess960`, the rook's square. */
export function uciTarget(move: number, chess960: boolean): number {
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
    const promotion = moveKind(move) === PROMOTION ? "=" + PIECE_LETTERS[promotionType(move)] : "";
    return origin + takes + squareName(to) + promotion;
  }
  return PIECE_LETTERS[type] + disambiguation(position, move) + takes + squareName(to);
}

/** The part of a piece's origin that SAN must name: nothing, the file, the rank or both. */
function disambiguation(position: Position, move: number): string {
  const from = moveFrom(move);
  const to = moveTo(move);
  const piece = position.mailbox[from];
  const others = squaresWith(position, piece).filter((square) =>
    square !== from && isLegal(position, makeMove(square, to))
  );
  if (others.length === 0) return "";
  if (others.every((square) => fileOf(square) !== fileOf(from))) return squareName(from)[0];
  return others.every((square) => rankOf(square) !== rankOf(from)) ? squareName(from)[1] : squareName(from);
}

function squaresWith({ bits }: Position, piece: number): number[] {
  const squares: number[] = [];
  for (let lo = bits[piece << 1]; lo !== 0; lo &= lo - 1) squares.push(lowestSquare(lo, 0));
  for (let hi = bits[piece << 1 | 1]; hi !== 0; hi &= hi - 1) squares.push(lowestSquare(0, hi));
  return squares;
}

/** A list with the castling move to one side; empty if that move is not legal. */
function castlings(position: Position, isKingside: boolean): number[] {
  const right = position.sideToMove << 1 | (isKingside ? 0 : 1);
  const move = makeMove(position.kings[position.sideToMove], position.castlingRooks[right], CASTLING);
  return isLegal(position, move) ? [move] : [];
}

/** The legal moves that have the piece, file, rank, target and promotion that a SAN text names. */
function fittingMoves(position: Position, match: RegExpExecArray): number[] {
  const [, , , letter, file, rank, takes, target, promotion] = match;
  const type = typeOf(letter ?? "P");
  if (type !== PAWN && promotion !== undefined) return [];
  const to = parseSquare(target);
  return squaresWith(position, makePiece(position.sideToMove, type)).filter((from) => {
    const name = squareName(from);
    if (file !== undefined && name[0] !== file || rank !== undefined && name[1] !== rank) return false;
    // A pawn capture that does not name the pawn's file must at least be written as a capture.
    return type !== PAWN || file !== undefined || takes !== undefined || fileOf(from) === fileOf(to);
  }).map((from) => encode(position, from, to, typeOf(promotion))).filter((move) => isLegal(position, move));
}

/** The piece type that a letter stands for; 0 if there is no letter. */
function typeOf(letter: string | undefined): number {
  return letter === undefined ? 0 : PIECE_LETTERS.indexOf(letter) & 7;
}

/** Encodes a move other than castling, legal or not. */
function encode(position: Position, from: number, to: number, promoted: number): number {
  if (promoted !== 0) return makePromotion(from, to, promoted);
  const isPassing = to === position.enPassant && (position.mailbox[from] & 7) === PAWN && fileOf(from) !== fileOf(to);
  return makeMove(from, to, isPassing ? EN_PASSANT : undefined);
}
