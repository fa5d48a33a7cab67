/**
 * Draws a chess board for a terminal. With colours, both sides have solid symbols in white or black, because outlined
 * symbols on a dark background would look like the opponent's. Without colours, White's symbols are outlined, as in
 * print, and brackets mark the last move.
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

/** Whether the board has ANSI colours, letters instead of chess symbols, and Black at the bottom. */
export type BoardStyle = { readonly colours: boolean; readonly letters: boolean; readonly flipped: boolean };

const OUTLINED = " ♙♘♗♖♕♔";
const SOLID = " ♟♞♝♜♛♚";
const LETTERS = " PNBRQK";

/** Background colours of light and dark squares, from the 256-colour palette; `marked` is for the last move. */
const GROUNDS = { plain: [67, 24], marked: [136, 94] } as const;
const INKS = [231, 16];
const RESET = "\x1b[0m";

/** Draws a position in 10 lines of at most 31 columns, with the last move marked, and with notes beside the ranks. */
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

function markedSquares(position: Position, lastMove: number): number[] {
  if (lastMove === NO_MOVE) return [];
  const [from, to] = [moveFrom(lastMove), moveTo(lastMove)];
  if (moveKind(lastMove) !== CASTLING) return [from, to];
  // Castling is encoded as king takes rook, but people expect the king's new square.
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
