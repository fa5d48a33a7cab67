/**
 * A chess board for a terminal.
 *
 * With colours, each square has a background, and the pieces of both sides are drawn with the same solid symbols, white
 * or black, since on a dark terminal outlined pieces would look like the opponent's. Without colours, White has the
 * outlined symbols and Black the solid ones, as in print, and brackets mark the last move. The colours are from the
 * common palette of 256, chosen so that both kinds of pieces are easy to see on all four backgrounds.
 *
 * @module
 */

import { castledKing } from "../../core/castling.ts";
import type { Position } from "../../core/position.ts";
import {
  BLACK,
  CASTLING,
  EMPTY,
  fileOf,
  makeSquare,
  moveFrom,
  moveKind,
  moveTo,
  NO_MOVE,
  pieceColour,
  pieceType,
  rankOf,
  WHITE,
} from "../../core/types.ts";

/** The style of the board. */
export interface BoardStyle {
  /** Whether to use colours (ANSI escape sequences). */
  readonly colours: boolean;
  /** Whether to draw letters instead of chess symbols (♞), with capitals for White. */
  readonly letters: boolean;
  /** Whether Black is at the bottom. */
  readonly flipped: boolean;
}

const OUTLINED = " ♙♘♗♖♕♔";
const SOLID = " ♟♞♝♜♛♚";
const LETTERS = " PNBRQK";

/** Background colours of light and dark squares, plain and for the squares of the last move. */
const GROUNDS = { plain: [67, 24], marked: [136, 94] } as const;
/** Colours of White's and Black's pieces. */
const INKS = [231, 16];
const RESET = "\x1b[0m";

/**
 * Draws a position with coordinates, in 10 lines of at most 31 columns. The last move is marked, unless it is
 * `NO_MOVE`; short notes are next to the ranks, from the top.
 */
export function drawTerminalBoard(
  position: Position,
  lastMove: number,
  style: BoardStyle,
  notes: readonly string[] = [],
): string {
  const marked = markedSquares(position, lastMove);
  const order = style.flipped ? [0, 1, 2, 3, 4, 5, 6, 7] : [7, 6, 5, 4, 3, 2, 1, 0];
  const lines = order.map((rank, row) => {
    let line = ` ${rank + 1} `;
    for (const file of order.toReversed()) {
      const square = makeSquare(file, rank);
      line += drawSquare(position.mailbox[square], square, marked.includes(square), style);
    }
    if (style.colours) line += RESET;
    return notes[row] ? `${line}   ${notes[row]}` : line.trimEnd();
  });
  const files = order.toReversed().map((file) => ` ${"abcdefgh"[file]} `).join("");
  return ["", ...lines, `   ${files.trimEnd()}`].join("\n");
}

/** The two squares of the last move, to be marked. */
function markedSquares(position: Position, lastMove: number): number[] {
  if (lastMove === NO_MOVE) return [];
  const [from, to] = [moveFrom(lastMove), moveTo(lastMove)];
  if (moveKind(lastMove) !== CASTLING) return [from, to];
  // Castling is encoded as king takes rook, but people expect the king's new square to be marked.
  const king = castledKing(from, to);
  return position.mailbox[king] === EMPTY ? [from, to] : [from, king];
}

function drawSquare(piece: number, square: number, isMarked: boolean, style: BoardStyle): string {
  const isDark = (fileOf(square) + rankOf(square)) % 2 === 0;
  if (style.colours) {
    const ground = GROUNDS[isMarked ? "marked" : "plain"][isDark ? 1 : 0];
    const ink = INKS[piece === EMPTY ? WHITE : pieceColour(piece)];
    return `\x1b[48;5;${ground};38;5;${ink}m ${figureOf(piece, style)} `;
  }
  const figure = piece === EMPTY && isDark ? "·" : figureOf(piece, style);
  return isMarked ? `[${figure}]` : ` ${figure} `;
}

function figureOf(piece: number, { letters, colours }: BoardStyle): string {
  const type = pieceType(piece);
  const isBlack = piece !== EMPTY && pieceColour(piece) === BLACK;
  if (letters) return isBlack ? LETTERS[type].toLowerCase() : LETTERS[type];
  return colours || isBlack ? SOLID[type] : OUTLINED[type];
}
