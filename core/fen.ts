/**
 * Positions as text: FEN, and its two extensions for Chess960.
 *
 * The castling field may have any of three spellings: KQkq, as in FEN; X-FEN, in which K and Q mean the outermost rook
 * and a file letter means another rook; and Shredder-FEN, with only file letters (HAha). Chess960 positions are written
 * as Shredder-FEN, all others as FEN.
 *
 * Castling rights that are impossible in ordinary chess make the position a Chess960 position if they are written with
 * file letters, or if both sides have their king and rooks on the same files. Otherwise, such rights are faults.
 *
 * `parseFen` rejects every position for which move generation could fail. `readFen` also corrects common errors made by
 * other programs. Both drop an en-passant square if no capture there is legal, since many programs write one after
 * every double push.
 * @module
 */

import { attackersOf, checkBoard } from "./board_checks.ts";
import { plainText } from "./plain_text.ts";
import { Position, type Setup } from "./position.ts";
import {
  BLACK,
  EMPTY,
  fileOf,
  KNIGHT,
  makePiece,
  makeSquare,
  NO_SQUARE,
  parseSquare,
  PAWN,
  relativeRank,
  ROOK,
  squareName,
  WHITE,
} from "./types.ts";

export { parseSquare, squareName } from "./types.ts";
export { chess960Start } from "./chess960.ts";

/** The initial position of chess. */
export const START_FEN: string = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** Maximum value of a clock. Converted to plies, it still fits in 32 bits. */
export const MAX_CLOCK = 1_000_000_000;

/** The letter of each piece code; a space for unused codes. */
export const PIECE_LETTERS = " PNBRQK  pnbrqk ";

/** Options for reading a FEN. */
export interface FenOptions {
  /** Whether castling is written as king takes rook and the sides may start on different files; false by default. */
  chess960?: boolean | undefined;
  /** Whether castling rights that are possible only in Chess960 are faults; false by default. */
  ordinary?: boolean | undefined;
}

/**
 * Reads a FEN, X-FEN or Shredder-FEN strictly. The position counts as Chess960 if `options` or its castling rights say
 * so.
 *
 * @param text Four to six fields; the clocks default to `0 1`.
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
  loadFen(position, text, options.chess960, options.ordinary);
  return position;
}

/** The result of reading a FEN tolerantly. */
export interface ReadFen {
  readonly position: Position;
  /** The position as a FEN that `parseFen` accepts. If possible, this is the original text. */
  readonly fen: string;
  /** The faults in the text, as sentences without a full stop; empty if the FEN is correct. */
  readonly mended: readonly string[];
}

/**
 * Reads a FEN tolerantly. All fields after the board may be missing, and the side may be written as `W` or `black`. The
 * function drops castling rights whose king or rook is missing, impossible en-passant squares, clocks that are not
 * numbers, and all EPD operations except the clocks `hmvc` and `fmvn`. The board must be complete.
 *
 * @throws {SyntaxError} If the board is malformed.
 * @throws {RangeError} If the position is impossible.
 *
 * @example
 * ```ts
 * const { position, mended } = readFen("4k3/8/8/8/8/8/4P3/4K3 w KQkq"); // mended has four sentences
 * ```
 */
export function readFen(text: string, options: FenOptions = {}): ReadFen {
  try {
    return { position: parseFen(text, options), fen: text, mended: [] };
  } catch {
    const mended: string[] = [];
    const position = new Position();
    loadFen(position, text, options.chess960, options.ordinary, mended);
    return { position, fen: formatFen(position), mended };
  }
}

/** Loads a FEN. Adds faults to `mended` or, if it is `null`, throws like `parseFen` and changes nothing. */
export function loadFen(
  position: Position,
  text: string,
  chess960 = false,
  ordinary = false,
  mended: string[] | null = null,
): void {
  position.load(parseSetup(text, { chess960, ordinary }, mended));
}

/** Reports a fault in a field: either throws, or records that the field is ignored. */
export type Doubt = (message: string, Kind?: typeof RangeError | typeof SyntaxError) => void;

/** Reads a FEN's board, `[square]`, and its six fields. Adds faults to `mended`, or throws them if it is `null`. */
export function readFields(
  text: string,
  mended: string[] | null,
): { board: Uint8Array; fields: string[]; doubt: Doubt } {
  const doubt: Doubt = (message, Kind = RangeError) => {
    if (mended === null) throw new Kind(`${message}: '${text}'`);
    mended.push(message);
  };
  const fields = mended === null ? splitStrictly(text) : splitTolerantly(text, mended);
  const board = parseBoard(fields[0], text);
  for (let i = 0; i < FIELDS.length; i++) {
    const [name, form, words, missing] = FIELDS[i];
    if (form.test(fields[i + 1])) continue;
    doubt(`${name} must be ${words}, not '${fields[i + 1]}'`, SyntaxError);
    fields[i + 1] = missing;
  }
  return { board, fields, doubt };
}

/** Checks a FEN without building a position. Adds faults to `mended` or, if it is `null`, throws like `parseFen`. */
export function parseSetup(text: string, options: FenOptions = {}, mended: string[] | null = null): Setup {
  const { board, fields, doubt } = readFields(text, mended);
  const sideToMove = fields[1] === "w" ? WHITE : BLACK;
  const kings = checkBoard(board, sideToMove, text);
  const castlingRooks = parseCastling(fields[2], board, kings, options, doubt);
  const clockOf = (i: number): number => {
    const clock = Number(fields[i]);
    if (clock > MAX_CLOCK) doubt(`${FIELDS[i - 1][0]} must be at most ${MAX_CLOCK}`);
    return Math.min(clock, MAX_CLOCK);
  };
  const halfmoves = clockOf(4);
  // Some programs number the first move 0.
  const fullmoves = Math.max(1, clockOf(5));
  return {
    board,
    sideToMove,
    castlingRooks,
    enPassant: parseEnPassant(fields[3], board, kings, sideToMove, doubt),
    halfmoves,
    fullmoves,
    chess960: options.chess960 === true || castlingRooks.some((rook, i) => isOfChess960(i, kings, rook)),
  };
}

/** Splits a FEN into its six fields; only the clocks may be missing. */
function splitStrictly(text: string): string[] {
  const fields = text.trim().split(/\s+/);
  if (fields.length < 4 || fields.length > 6) {
    throw new SyntaxError(`FEN must have 4 to 6 fields, not ${text.trim() === "" ? 0 : fields.length}: '${text}'`);
  }
  if (fields.length === 4) fields.push("0");
  if (fields.length === 5) fields.push("1");
  return fields;
}

/** For each field after the board: its name, pattern, pattern in words, default, and looser pattern for `readFen`. */
const FIELDS: readonly (readonly [name: string, form: RegExp, words: string, missing: string, loose?: RegExp])[] = [
  ["Side to move", /^[wb]$/, "w or b", "w", /^(w|b|white|black)$/i],
  ["Castling field", /^(-|[KQA-H]+)$/i, "- or letters of KQkq, A-H, a-h", "-"],
  ["En-passant field", /^(-|[a-h][1-8])$/, "- or a square", "-", /^(-|[a-h][1-8])$/i],
  ["Halfmove clock", /^\d+$/, "a whole number from 0", "0", /^(-|-?\d+)$/],
  ["Move number", /^\d+$/, "a whole number from 0", "1", /^(-|-?\d+)$/],
];

/** Finds the six fields of a FEN by their patterns; all other text is ignored. */
function splitTolerantly(text: string, mended: string[]): string[] {
  const clean = plainText(
    text.replace(/["']/g, "").replace(/\\\/?/g, "/").replace(/(?<=\s\d{1,9}\s+\d{1,9});\s*$/, ""),
  );
  if (text.includes("\\")) mended.push("Backslashes are read as slashes");
  const [board, ...rest] = clean.split(/\s+/);
  const fields = [board.replace(/\/$/, "")];
  FIELDS.forEach(([name, form, , missing, loose = form], i) => {
    const later = FIELDS.slice(i);
    const place = rest.findIndex((field) => later.some(([, form, , , loose = form]) => loose.test(field)));
    // Instead of clocks, an EPD has operations, which may contain numbers.
    const isClock = i >= 3 && place !== 0;
    if (place > 0 && !isClock) mended.push(`'${rest.splice(0, place).join(" ")}' is not a field of a FEN`);
    if (!isClock && place >= 0 && loose.test(rest[0])) {
      const field = rest.shift() ?? missing;
      fields.push(i === 0 ? field[0].toLowerCase() : i === 2 ? field.toLowerCase() : field);
      return;
    }
    const clock = new RegExp(`\\b${i === 3 ? "hmvc" : "fmvn"}\\s+(\\d+)\\s*;`).exec(rest.join(" "))?.[1];
    if (i < 3) mended.push(`${name} is missing, read as ${missing}`);
    fields.push(i >= 3 && clock !== undefined ? clock : missing);
  });
  if (rest.length > 0) mended.push(`'${rest.join(" ")}' after the fields is omitted`);
  return fields;
}

/** Writes a position as FEN, or as Shredder-FEN if it is a Chess960 position. */
export function formatFen(position: Position): string {
  const side = position.sideToMove === WHITE ? "w" : "b";
  const passed = position.enPassant === NO_SQUARE ? "-" : squareName(position.enPassant);
  return `${formatBoard(position.mailbox)} ${side} ${formatCastling(position)} ${passed} ${position.halfmoves} ${
    fullmoveOf(position)
  }`;
}

/** The first field of a FEN: the pieces, `[square]`. */
export function formatBoard(mailbox: Uint8Array): string {
  const letters = Array.from(mailbox, (piece) => PIECE_LETTERS[piece]);
  const ranks = Array.from({ length: 8 }, (_, i) => letters.slice(56 - 8 * i, 64 - 8 * i).join(""));
  return ranks.join("/").replace(/ +/g, (gap) => String(gap.length));
}

/** The number of the next move, starting at 1. It increases after each of Black's moves. */
export function fullmoveOf({ gamePly, sideToMove }: Position): number {
  return ((gamePly - sideToMove) >> 1) + 1;
}

/** The FEN of the position with colours swapped and ranks reversed. Both positions must get the same evaluation. */
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
  // Reading and writing the FEN again puts the castling letters in order.
  return formatFen(parseFen(flipped.join(" "), { chess960: position.chess960 }));
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

/** The castling rooks, in the order of `Setup.castlingRooks`. */
function parseCastling(
  field: string,
  board: Uint8Array,
  kings: number[],
  { chess960, ordinary }: FenOptions,
  doubt: Doubt,
): number[] {
  const rooks = [NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE];
  if (field === "-") return rooks;
  const letters = ["", "", "", ""];
  for (const letter of field) {
    const colour = letter === letter.toUpperCase() ? WHITE : BLACK;
    const king = kings[colour];
    const rook = relativeRank(colour, king) === 0 ? findRook(letter, board, king, colour) : NO_SQUARE;
    const right = colour << 1 | (rook > king ? 0 : 1);
    if (rook === NO_SQUARE) doubt(`Castling right '${letter}' has no king and rook on the back rank`);
    else if (rooks[right] !== NO_SQUARE) doubt(`Castling right '${letter}' duplicates another on the same side`);
    else {
      rooks[right] = rook;
      letters[right] = letter;
    }
  }
  const others = [0, 1, 2, 3].filter((right) => isOfChess960(right, kings, rooks[right]));
  if (others.length === 0) return rooks;
  const isMeant = chess960 === true || others.some((right) => !/[KQ]/i.test(letters[right]));
  if (!ordinary && (isMeant || isStartAlike(rooks, kings))) return rooks;
  const reason = ordinary ? "needs Chess960" : "fits neither ordinary chess nor a Chess960 start with equal back ranks";
  for (const right of others) {
    doubt(`Castling right '${letters[right]}' ${reason}`);
    rooks[right] = NO_SQUARE;
  }
  return rooks;
}

/** Whether a castling right, 0 … 3, has a rook but is impossible in ordinary chess. */
function isOfChess960(right: number, kings: readonly number[], rook: number): boolean {
  return rook !== NO_SQUARE && !isStandardRight(right, kings[right >> 1], rook);
}

/**
 * Whether both sides may have started with their kings and rooks on the same files. A king on e1 or e8 counts as having
 * started there, even if it can no longer castle.
 */
function isStartAlike(rooks: readonly number[], kings: readonly number[]): boolean {
  const files = [WHITE, BLACK].map((colour) => {
    const mayCastle = rooks[colour << 1] !== NO_SQUARE || rooks[colour << 1 | 1] !== NO_SQUARE;
    const isAtHome = relativeRank(colour, kings[colour]) === 0 && fileOf(kings[colour]) === 4;
    return mayCastle || isAtHome ? fileOf(kings[colour]) : null;
  });
  const isAlike = (one: number | null, other: number | null): boolean =>
    one === null || other === null || one === other;
  const rookFiles = rooks.map((rook) => rook === NO_SQUARE ? null : fileOf(rook));
  return isAlike(files[0], files[1]) && isAlike(rookFiles[0], rookFiles[2]) && isAlike(rookFiles[1], rookFiles[3]);
}

/** The square of the rook to which a castling letter refers, or `NO_SQUARE`. Searches only the king's rank. */
function findRook(letter: string, board: Uint8Array, king: number, colour: number): number {
  const upper = letter.toUpperCase();
  const row = king & 56;
  const rookOfSide = makePiece(colour, ROOK);
  // K and Q mean the outermost rook, so search from the edge of the board.
  const step = upper === "K" ? -1 : 1;
  for (let square = upper === "K" ? row | 7 : row; (square & 56) === row && square >= 0; square += step) {
    const isMeant = upper === "K"
      ? square > king
      : upper === "Q"
      ? square < king
      : "ABCDEFGH"[fileOf(square)] === upper;
    if (isMeant && board[square] === rookOfSide) return square;
  }
  return NO_SQUARE;
}

/** Whether a castling right, 0 … 3, is possible in ordinary chess: king on the e-file, rook in the corner. */
export function isStandardRight(right: number, king: number, rook: number): boolean {
  return fileOf(king) === 4 && fileOf(rook) === ((right & 1) === 0 ? 7 : 0);
}

function formatCastling(position: Position): string {
  const letters = Array.from(position.castlingRooks, (rook, right) => {
    if ((position.rights >> right & 1) === 0) return "";
    const letter = position.chess960 ? "ABCDEFGH"[fileOf(rook)] : "KQ"[right & 1];
    return right < 2 ? letter : letter.toLowerCase();
  });
  return letters.join("") || "-";
}

function parseEnPassant(field: string, board: Uint8Array, kings: number[], sideToMove: number, doubt: Doubt): number {
  const square = parseSquare(field);
  if (square === NO_SQUARE) return NO_SQUARE;
  const fault = faultOfEnPassant(square, board, sideToMove);
  if (fault !== null) {
    doubt(`En-passant square ${fault}`);
    return NO_SQUARE;
  }
  // If a knight or another pawn also gives check, no en passant capture can answer it, so the square is dropped.
  // `Position.load` also drops the square if sliders make every capture illegal.
  const isOtherCheck = attackersOf(board, kings[sideToMove], sideToMove ^ 1).some((attacker) =>
    (board[attacker] & 7) <= KNIGHT && attacker !== (square ^ 8)
  );
  return isOtherCheck ? NO_SQUARE : square;
}

/** The reason why a square cannot be the en-passant square; `null` if it can. */
function faultOfEnPassant(square: number, board: Uint8Array, sideToMove: number): string | null {
  const name = squareName(square);
  if (relativeRank(sideToMove, square) !== 5) return `must be on rank ${sideToMove === WHITE ? 6 : 3}, not ${name}`;
  const pushed = square ^ 8;
  const origin = square ^ 24;
  if (board[pushed] !== makePiece(sideToMove ^ 1, PAWN)) {
    return `${name} has no pawn on ${squareName(pushed)} in front of it`;
  }
  if (board[square] === EMPTY && board[origin] === EMPTY) return null;
  return `${name} was not passed, because it or ${squareName(origin)} is occupied`;
}

function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => letter >= "a" ? letter.toUpperCase() : letter.toLowerCase());
}
