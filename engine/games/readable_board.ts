/** The base class of positions and editable boards, with everything that can be read from a board. @module */

import { attackersOf } from "../../core/board_checks.ts";
import { EMPTY, fileOf, NO_SQUARE, parseSquare, POINTS, rankOf, squareName } from "../../core/types.ts";
import { ANY, checkOptions, type Kind, type Kinds, show } from "../arguments.ts";
import { PositionError } from "../errors.ts";
import {
  type Colour,
  type ColourInput,
  colourName,
  colourOf,
  type Piece,
  PIECE_LETTERS,
  type PieceLetter,
} from "./move_info.ts";

/** A piece with its square. */
export interface PlacedPiece extends Piece {
  /** Its square. */
  readonly square: string;
}

/** A filter for pieces. */
export interface PieceFilter {
  /** Only pieces of this kind; all kinds by default. */
  readonly type?: PieceLetter | undefined;
  /** Only pieces of this side; both sides by default. */
  readonly colour?: ColourInput | undefined;
}

/** A kind of piece. */
export const PIECE_KIND: Kind = {
  words: "one of the letters p, n, b, r, q, k",
  fits: (value) => PIECE_LETTERS.some((letter) => letter === value),
};
const PIECE_FILTER: Kinds = { type: PIECE_KIND, colour: ANY };

/** A board that can be read. */
export abstract class ReadableBoard {
  /** The pieces, indexed by square, as the codes in core/types.ts. */
  protected abstract get mailbox(): Uint8Array;

  /** The board as FEN. */
  abstract get fen(): string;

  /** The side to move. */
  abstract get turn(): Colour;

  /** Each side's pieces in points: pawn 1, knight and bishop 3, rook 5, queen 9. */
  get material(): Readonly<Record<Colour, number>> {
    const points = { white: 0, black: 0 };
    for (const piece of this.mailbox) points[colourName(piece >> 3)] += POINTS[piece & 7];
    return points;
  }

  /** The piece on a square; `null` for none. Throws a `PositionError` if there is no such square. */
  get(square: string): Piece | null {
    return pieceOf(this.mailbox[squareOf(square)]);
  }

  /** The pieces, from a1 to h8. */
  pieces(filter: PieceFilter = {}): PlacedPiece[] {
    checkOptions(filter, PIECE_FILTER);
    const colour = filter.colour === undefined ? null : colourName(colourOf(filter.colour));
    return Array.from(this.mailbox, pieceOf).flatMap((piece, square) => {
      const isWanted = piece !== null && (colour ?? piece.colour) === piece.colour &&
        (filter.type ?? piece.type) === piece.type;
      return isWanted ? [{ ...piece, square: squareName(square) }] : [];
    });
  }

  /** The board as rows from the eighth rank to the first, each from a to h; `null` for empty squares. */
  board(): (PlacedPiece | null)[][] {
    const pieces = new Map(this.pieces().map((piece) => [piece.square, piece]));
    return Array.from("87654321", (rank) => Array.from("abcdefgh", (file) => pieces.get(file + rank) ?? null));
  }

  /**
   * The squares from which a side, by default the side to move, attacks a square. Pinned pieces count. Throws a
   * `PositionError` if there is no such square.
   */
  attackers(square: string, colour: ColourInput = this.turn): string[] {
    return attackersOf(this.mailbox, squareOf(square), colourOf(colour)).map(squareName);
  }

  /** Whether a side attacks a square; see `attackers`. */
  isAttacked(square: string, colour: ColourInput = this.turn): boolean {
    return this.attackers(square, colour).length > 0;
  }

  /** Draws the board as text. Capital letters are White's pieces; ranks and files are labelled. */
  ascii(): string {
    const [board] = this.fen.replace(/[1-8]/g, (empty) => ".".repeat(Number(empty))).split(" ");
    const rows = board.split("/").map((row, i) => `${8 - i} | ${Array.from(row).join("  ")} |`);
    const border = `  +${"-".repeat(24)}+`;
    return [border, ...rows, border, "    a  b  c  d  e  f  g  h"].join("\n");
  }

  /** The FEN. */
  toString(): string {
    return this.fen;
  }
}

/** The colour of a square. Throws a `PositionError` if there is no such square. */
export function squareColour(square: string): "light" | "dark" {
  const index = squareOf(square);
  return (fileOf(index) + rankOf(index)) % 2 === 0 ? "dark" : "light";
}

/** The number of a square. Throws a `PositionError` if there is no such square. */
export function squareOf(name: string): number {
  const square = typeof name === "string" ? parseSquare(name) : NO_SQUARE;
  if (square === NO_SQUARE) throw new PositionError(`Expected a square from a1 to h8, but got ${show(name)}`);
  return square;
}

function pieceOf(code: number): Piece | null {
  return code === EMPTY ? null : { type: PIECE_LETTERS[code & 7], colour: colourName(code >> 3) };
}
