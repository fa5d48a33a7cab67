/** A board to edit: pieces can be added and removed, and it need not be a legal position. @module */

import { formatBoard, readFields } from "../../core/fen.ts";
import { messageOf } from "../../core/errors.ts";
import { EMPTY, makePiece } from "../../core/types.ts";
import { checkOptions, expect, FLAG, type Kind, type Kinds, TEXT, whole } from "../arguments.ts";
import { orPositionError } from "../position_input.ts";
import {
  type Colour,
  COLOUR_NAMES,
  type ColourInput,
  colourName,
  colourOf,
  type Piece,
  PIECE_LETTERS,
  type PieceLetter,
} from "./move_info.ts";
import { Position, type PositionOptions } from "./position.ts";
import { PIECE_KIND, ReadableBoard, squareOf } from "./readable_board.ts";
import { POSITION, type ReadablePosition } from "./readable_position.ts";

const OPTIONS: Kinds = { chess960: FLAG };
/** A piece for `PositionSetup.put`. */
const PIECE: Kind = {
  words: 'a piece such as { type: "n", colour: "white" }',
  fits: (value) => PIECE_KIND.fits(Object(value).type) && COLOUR_NAMES.includes(Object(value).colour),
};
/** The fields of a `PositionSetup`. */
const SETUP: Kinds = {
  castling: TEXT,
  enPassant: { words: "a square or null", fits: (value) => value === null || TEXT.fits(value) },
  halfmoves: /* @__PURE__ */ whole(0),
  fullmove: /* @__PURE__ */ whole(0),
};

/**
 * A board on which to set up a position. It need not be legal until `toPosition` is called.
 *
 * @example
 * ```ts
 * const setup = new PositionSetup();
 * setup.put({ type: "k", colour: "white" }, "e1");
 * setup.put({ type: "k", colour: "black" }, "e8");
 * console.log(setup.toPosition().fen); // 4k3/8/8/8/8/8/8/4K3 w - - 0 1
 * ```
 */
export class PositionSetup extends ReadableBoard {
  /** Castling rights as in FEN: `KQkq`, `-` for none. Rights without king and rook in their places are dropped. */
  castling = "-";
  /** The square behind a pawn that has just moved two squares, `null` for none. */
  enPassant: string | null = null;
  /** Number of moves of both sides since the last capture or pawn move. */
  halfmoves = 0;
  /** Number of the move to be played, from 1. */
  fullmove = 1;
  #turn: Colour = "white";
  /** The corrections of the FEN from which the board was read, one sentence each. */
  readonly mended: readonly string[] = [];
  /** The pieces, `[square]`. */
  protected override readonly mailbox: Uint8Array = new Uint8Array(64);

  /**
   * An empty board, the board of a position, or the board of a FEN. The FEN need not be a legal position: it may have
   * no kings, or twenty queens. Missing or meaningless fields get their usual values.
   *
   * @throws {PositionError} If a string has no board.
   */
  constructor(from?: ReadablePosition | string) {
    super();
    if (from === undefined) return;
    if (typeof from !== "string") expect(from, POSITION);
    const mended: string[] = [];
    const { board, fields } = orPositionError(() => readFields(`${from}`, mended));
    this.mended = mended;
    this.mailbox.set(board);
    this.turn = fields[1] as "w" | "b";
    this.castling = fields[2];
    this.enPassant = fields[3] === "-" ? null : fields[3];
    this.halfmoves = Number(fields[4]);
    this.fullmove = Number(fields[5]);
  }

  /** The side to move. */
  override get turn(): Colour {
    return this.#turn;
  }

  override set turn(colour: ColourInput) {
    this.#turn = colourName(colourOf(colour));
  }

  /**
   * Puts a piece on a square, replacing any piece there: `put({ type: "n", colour: "white" }, "g1")`.
   *
   * @throws {PositionError} If there is no such square.
   * @throws {TypeError} If there is no such piece.
   */
  put(piece: { readonly type: PieceLetter; readonly colour: ColourInput }, square: string): void {
    expect(piece, PIECE);
    const { type, colour } = piece;
    this.mailbox[squareOf(square)] = makePiece(colourOf(colour), PIECE_LETTERS.lastIndexOf(type));
  }

  /** Removes the piece from a square. Returns it, `null` if there was none. */
  remove(square: string): Piece | null {
    const piece = this.get(square);
    this.mailbox[squareOf(square)] = EMPTY;
    return piece;
  }

  /** Removes all pieces. */
  clear(): void {
    this.mailbox.fill(EMPTY);
  }

  /** The board as FEN, even if it is not a legal position. */
  override get fen(): string {
    for (const [name, kind] of Object.entries(SETUP)) expect(Reflect.get(this, name), kind, name);
    const fields = [formatBoard(this.mailbox), this.turn[0], this.castling || "-", this.enPassant ?? "-"];
    return [...fields, this.halfmoves, this.fullmove].join(" ");
  }

  /** A sentence that says why the board is not a legal position; `null` if it is one. */
  get fault(): string | null {
    try {
      this.toPosition();
      return null;
    } catch (error) {
      return messageOf(error);
    }
  }

  /**
   * The position. Castling rights and en-passant squares that do not fit the board are dropped.
   *
   * @throws {PositionError} If the board is not a legal position, for example if it has no kings.
   */
  toPosition(options: Pick<PositionOptions, "chess960"> = {}): Position {
    checkOptions(options, OPTIONS);
    return new Position(this.fen, { ...options, tolerant: true });
  }
}
