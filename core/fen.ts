/**
 * Positions as text: FEN, and its two extensions for Chess960.
 *
 * The castling field is read in all three spellings, even mixed: FEN's KQkq; X-FEN, where K and Q mean the outermost
 * rook and a file letter another one; Shredder-FEN, file letters only (HAha). What is written depends on the
 * position's `chess960` flag: Shredder-FEN with it, as engines do under UCI_Chess960, else FEN.
 *
 * Reading is strict about the position and lenient about layout: runs of spaces and missing clocks are accepted, but a
 * position for which move generation could fail is refused with an error that shows the text. There are two exceptions.
 * An en-passant square that no capture can use is dropped, because many programs write it after every double push.
 * Clocks too large for the packed records of self-play are lowered to `MAX_HALFMOVES` and `MAX_FULLMOVES`.
 *
 * @module
 */

import { BETWEEN, BISHOP_RAYS, KING_ATTACKS, KNIGHT_ATTACKS, PAWN_ATTACKS, ROOK_RAYS } from "./attacks.ts";
import { hasSquare } from "./bitboard.ts";
import { Position, type Setup } from "./position.ts";
import {
  BISHOP,
  BLACK,
  EMPTY,
  fileOf,
  KING,
  KNIGHT,
  makePiece,
  makeSquare,
  NO_SQUARE,
  PAWN,
  QUEEN,
  rankOf,
  relativeRank,
  ROOK,
  WHITE,
} from "./types.ts";

export { chess960Start } from "./chess960.ts";

/** The initial position of chess. */
export const START_FEN: string = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** Halfmove clocks above this are read as this. It fits eight bits and is beyond the limit of any rule. */
export const MAX_HALFMOVES = 255;
/** Move numbers above this are read as this: it fits sixteen bits. */
export const MAX_FULLMOVES = 65535;

/** The letter of each piece code, a space where there is none. */
const PIECE_LETTERS = " PNBRQK  pnbrqk ";
const MAX_PIECES_OF_COLOUR = 16;

/** How to read a FEN. */
export interface FenOptions {
  /** Whether castling is written as king takes rook even where the FEN could mean ordinary chess; default false. */
  chess960?: boolean | undefined;
}

/**
 * Reads a FEN, X-FEN or Shredder-FEN.
 *
 * @param text Four to six fields; the clocks default to `0 1`.
 * @param options See `FenOptions`.
 * @returns A new position. It counts as Chess960 if `options` ask for that or its castling rights need it.
 * @throws {SyntaxError} If a field is malformed.
 * @throws {RangeError} If the position that the fields describe is impossible.
 *
 * @example
 * ```ts
 * const position = parseFen("4k3/8/8/8/8/8/4P3/4K3 w - -");
 * ```
 */
export function parseFen(text: string, options: FenOptions = {}): Position {
  const position = new Position();
  loadFen(position, text, options.chess960 ?? false);
  return position;
}

/**
 * Loads a FEN into an existing position, which stays as it was if the FEN is refused.
 *
 * @throws {SyntaxError} If a field is malformed.
 * @throws {RangeError} If the position that the fields describe is impossible.
 */
export function loadFen(position: Position, text: string, chess960: boolean): void {
  const setup = parseSetup(text);
  if (chess960) setup.chess960 = true;
  position.load(setup);
}

/**
 * Reads and checks a FEN without building a position.
 *
 * @throws {SyntaxError} If a field is malformed.
 * @throws {RangeError} If the position that the fields describe is impossible.
 */
export function parseSetup(text: string): Setup {
  const fields = text.trim().split(/\s+/);
  if (fields.length < 4 || fields.length > 6) {
    throw new SyntaxError(`FEN must have 4 to 6 fields, not ${text.trim() === "" ? 0 : fields.length}: '${text}'`);
  }
  const board = parseBoard(fields[0], text);
  const kings = findKings(board, text);
  checkPieces(board, text);
  if (fields[1] !== "w" && fields[1] !== "b") {
    throw new SyntaxError(`Side to move must be w or b, not '${fields[1]}': '${text}'`);
  }
  const sideToMove = fields[1] === "w" ? WHITE : BLACK;
  if (attackersOf(board, kings[sideToMove ^ 1], sideToMove).length > 0) {
    const waiting = sideToMove === WHITE ? "Black" : "White";
    throw new RangeError(`${waiting} is in check although it is not to move: '${text}'`);
  }
  const castlingRooks = parseCastling(fields[2], board, kings, text);
  return {
    board,
    sideToMove,
    castlingRooks,
    enPassant: parseEnPassant(fields[3], board, kings, sideToMove, text),
    halfmoves: Math.min(parseClock(fields[4] ?? "0", "Halfmove clock", text), MAX_HALFMOVES),
    // Some programs write the number 0 for the first move.
    fullmoves: Math.max(1, Math.min(parseClock(fields[5] ?? "1", "Move number", text), MAX_FULLMOVES)),
    chess960: castlingRooks.some((rook, i) => rook !== NO_SQUARE && !isStandardRight(i, kings[i >> 1], rook)),
  };
}

/**
 * Writes a position as FEN, or as Shredder-FEN if it is a Chess960 one.
 *
 * Reading the result with the same options and writing it again gives the same text.
 */
export function formatFen(position: Position): string {
  let text = "";
  for (let rank = 7; rank >= 0; rank--) {
    let empty = 0;
    for (let file = 0; file < 8; file++) {
      const piece = position.mailbox[makeSquare(file, rank)];
      if (piece === EMPTY) {
        empty++;
        continue;
      }
      if (empty > 0) text += empty;
      empty = 0;
      text += PIECE_LETTERS[piece];
    }
    if (empty > 0) text += empty;
    if (rank > 0) text += "/";
  }
  const side = position.sideToMove === WHITE ? "w" : "b";
  const passed = position.enPassant === NO_SQUARE ? "-" : squareName(position.enPassant);
  return `${text} ${side} ${formatCastling(position)} ${passed} ${position.halfmoves} ${fullmoveOf(position)}`;
}

/** The number of the move that is next, from 1; it rises after each move of Black. */
export function fullmoveOf({ gamePly, sideToMove }: Position): number {
  return ((gamePly - sideToMove) >> 1) + 1;
}

/**
 * The FEN of the position with colours exchanged and the board turned upside down: an evaluation must see no
 * difference.
 */
export function flip(position: Position): string {
  const [board, side, castling, passed, halfmoves, fullmoves] = formatFen(position).split(" ");
  const flipped = [
    swapCase(board.split("/").reverse().join("/")),
    side === "w" ? "b" : "w",
    swapCase(castling),
    passed.replace(/[36]/, (rank) => rank === "3" ? "6" : "3"),
    halfmoves,
    fullmoves,
  ];
  // Read and written once more for the order of the castling letters.
  return formatFen(parseFen(flipped.join(" "), { chess960: position.chess960 }));
}

/** The name of a square: `a1` … `h8`. */
export function squareName(square: number): string {
  return String.fromCharCode(97 + fileOf(square), 49 + rankOf(square));
}

/** The square of a name `a1` … `h8`, or `NO_SQUARE` if it is none. */
export function parseSquare(name: string): number {
  return /^[a-h][1-8]$/.test(name) ? makeSquare(name.charCodeAt(0) - 97, name.charCodeAt(1) - 49) : NO_SQUARE;
}

function parseBoard(field: string, text: string): Uint8Array {
  const ranks = field.split("/");
  if (ranks.length !== 8) throw new SyntaxError(`Board must have 8 ranks, not ${ranks.length}: '${text}'`);
  const board = new Uint8Array(64);
  for (let i = 0; i < 8; i++) {
    const rank = 7 - i;
    let file = 0;
    for (const letter of ranks[i]) {
      if (letter >= "1" && letter <= "8") {
        file += Number(letter);
        continue;
      }
      const piece = PIECE_LETTERS.indexOf(letter);
      if (piece < 0) throw new SyntaxError(`Unknown piece '${letter}' on rank ${rank + 1}: '${text}'`);
      if (file < 8) board[makeSquare(file, rank)] = piece;
      file++;
    }
    if (file !== 8) throw new SyntaxError(`Rank ${rank + 1} must have 8 squares, not ${file}: '${text}'`);
  }
  return board;
}

/** The squares of the two kings. */
function findKings(board: Uint8Array, text: string): [number, number] {
  const kings: [number, number] = [NO_SQUARE, NO_SQUARE];
  for (const colour of [WHITE, BLACK]) {
    const king = makePiece(colour, KING);
    const count = board.filter((piece) => piece === king).length;
    if (count !== 1) {
      throw new RangeError(`${colour === WHITE ? "White" : "Black"} must have one king, not ${count}: '${text}'`);
    }
    kings[colour] = board.indexOf(king);
  }
  return kings;
}

/**
 * Refuses pawns on the first and last rank, and more pieces than a side starts with. (The latter keeps lists of moves
 * within `MAX_MOVES`.)
 */
function checkPieces(board: Uint8Array, text: string): void {
  const counts = [0, 0];
  for (let square = 0; square < 64; square++) {
    const piece = board[square];
    if (piece === EMPTY) continue;
    counts[piece >> 3]++;
    const rank = rankOf(square);
    if ((piece & 7) === PAWN && (rank === 0 || rank === 7)) {
      throw new RangeError(`Pawn on ${squareName(square)}, where no pawn can be: '${text}'`);
    }
  }
  for (const colour of [WHITE, BLACK]) {
    if (counts[colour] > MAX_PIECES_OF_COLOUR) {
      const name = colour === WHITE ? "White" : "Black";
      throw new RangeError(
        `${name} must have at most ${MAX_PIECES_OF_COLOUR} pieces, not ${counts[colour]}: '${text}'`,
      );
    }
  }
}

/** Squares from which pieces of `colour` attack `target`: like `isAttacked`, but without a position. */
function attackersOf(board: Uint8Array, target: number, colour: number): number[] {
  let occLo = 0;
  let occHi = 0;
  for (let square = 0; square < 64; square++) {
    if (board[square] === EMPTY) continue;
    if (square < 32) occLo |= 1 << square;
    else occHi |= 1 << square;
  }
  const attackers: number[] = [];
  for (let square = 0; square < 64; square++) {
    const piece = board[square];
    if (piece === EMPTY || piece >> 3 !== colour) continue;
    const type = piece & 7;
    const pair = square << 1;
    const pawnPair = (colour << 6 | square) << 1;
    const line = (square << 6 | target) << 1;
    const isOpen = ((BETWEEN[line] & occLo) | (BETWEEN[line | 1] & occHi)) === 0;
    const onDiagonal = isOpen && hasSquare(BISHOP_RAYS[pair], BISHOP_RAYS[pair | 1], target);
    const onStraight = isOpen && hasSquare(ROOK_RAYS[pair], ROOK_RAYS[pair | 1], target);
    if (
      (type === PAWN && hasSquare(PAWN_ATTACKS[pawnPair], PAWN_ATTACKS[pawnPair | 1], target)) ||
      (type === KNIGHT && hasSquare(KNIGHT_ATTACKS[pair], KNIGHT_ATTACKS[pair | 1], target)) ||
      (type === KING && hasSquare(KING_ATTACKS[pair], KING_ATTACKS[pair | 1], target)) ||
      ((type === BISHOP || type === QUEEN) && onDiagonal) ||
      ((type === ROOK || type === QUEEN) && onStraight)
    ) attackers.push(square);
  }
  return attackers;
}

/** The castling rooks, in the order of `Setup.castlingRooks`. */
function parseCastling(field: string, board: Uint8Array, kings: [number, number], text: string): number[] {
  const rooks = [NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE];
  if (field === "-") return rooks;
  for (const letter of field) {
    if (!/[KQA-H]/i.test(letter)) {
      throw new SyntaxError(`Castling field must be - or letters of KQkq, A-H, a-h, not '${field}': '${text}'`);
    }
    const colour = letter === letter.toUpperCase() ? WHITE : BLACK;
    const king = kings[colour];
    const rook = relativeRank(colour, king) === 0 ? findRook(letter, board, king, colour) : NO_SQUARE;
    if (rook === NO_SQUARE) {
      throw new RangeError(`Castling right '${letter}' has no king and rook on the back rank: '${text}'`);
    }
    const right = colour << 1 | (rook > king ? 0 : 1);
    if (rooks[right] !== NO_SQUARE) {
      throw new RangeError(`Castling right '${letter}' repeats one for the same side of the king: '${text}'`);
    }
    rooks[right] = rook;
  }
  return rooks;
}

/** The rook on the king's rank that a castling letter means, or `NO_SQUARE`. */
function findRook(letter: string, board: Uint8Array, king: number, colour: number): number {
  const rook = makePiece(colour, ROOK);
  const upper = letter.toUpperCase();
  if (upper !== "K" && upper !== "Q") {
    const square = makeSquare(upper.charCodeAt(0) - 65, rankOf(king));
    return board[square] === rook ? square : NO_SQUARE;
  }
  const step = upper === "K" ? -1 : 1;
  for (let square = makeSquare(upper === "K" ? 7 : 0, rankOf(king)); square !== king; square += step) {
    if (board[square] === rook) return square;
  }
  return NO_SQUARE;
}

/** Whether a castling right, 0 … 3, is one of ordinary chess: king on the e-file, rook in the corner. */
export function isStandardRight(right: number, king: number, rook: number): boolean {
  return fileOf(king) === 4 && fileOf(rook) === ((right & 1) === 0 ? 7 : 0);
}

function formatCastling(position: Position): string {
  let text = "";
  for (let right = 0; right < 4; right++) {
    if ((position.rights >> right & 1) === 0) continue;
    const colour = right >> 1;
    const rook = position.castlingRooks[right];
    const side = (right & 1) === 0 ? "K" : "Q";
    const letter = position.chess960 ? String.fromCharCode(65 + fileOf(rook)) : side;
    text += colour === WHITE ? letter : letter.toLowerCase();
  }
  return text === "" ? "-" : text;
}

function parseEnPassant(
  field: string,
  board: Uint8Array,
  kings: [number, number],
  sideToMove: number,
  text: string,
): number {
  if (field === "-") return NO_SQUARE;
  const square = parseSquare(field);
  if (square === NO_SQUARE) throw new SyntaxError(`En-passant field must be - or a square, not '${field}': '${text}'`);
  if (relativeRank(sideToMove, square) !== 5) {
    throw new RangeError(`En-passant square must be on rank ${sideToMove === WHITE ? 6 : 3}, not ${field}: '${text}'`);
  }
  const pushed = square ^ 8;
  const origin = square ^ 24;
  if (board[pushed] !== makePiece(sideToMove ^ 1, PAWN)) {
    throw new RangeError(`En-passant square ${field} has no pawn on ${squareName(pushed)} before it: '${text}'`);
  }
  if (board[square] !== EMPTY || board[origin] !== EMPTY) {
    throw new RangeError(
      `En-passant square ${field} was not passed, as it or ${squareName(origin)} is full: '${text}'`,
    );
  }
  // `Position.load` drops the square if a slider forbids every capture. A double push cannot give a check by
  // a knight or by another pawn. Where a FEN has such a check, no capture en passant answers it.
  for (const attacker of attackersOf(board, kings[sideToMove], sideToMove ^ 1)) {
    const type = board[attacker] & 7;
    if (type === KNIGHT || (type === PAWN && attacker !== pushed)) return NO_SQUARE;
  }
  return square;
}

function parseClock(field: string, name: string, text: string): number {
  if (/^-\d+$/.test(field)) throw new RangeError(`${name} must not be negative, but is ${field}: '${text}'`);
  if (!/^\d+$/.test(field)) throw new SyntaxError(`${name} must be a whole number, not '${field}': '${text}'`);
  return Number(field);
}

function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => letter >= "a" ? letter.toUpperCase() : letter.toLowerCase());
}
