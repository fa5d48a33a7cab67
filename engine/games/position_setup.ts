/** A board that can be edited. Its position may be illegal. @module */

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
const PIECE: Kind = {
  words: 'a piece such as { type: "n", colour: "white" }',
  fits: (value) => PIECE_KIND.fits(Object(value).type) && COLOUR_NAMES.includes(Object(value).colour),
};
const SETUP: Kinds = {
  castling: TEXT,
  enPassant: { words: "a square or null", fits: (value) => value === null || TEXT.fits(value) },
  halfmoves: /* @__PURE__ */ whole(0),
  fullmove: /* @__PURE__ */ whole(0),
};

/**
 * A board on which to set up a position, which may be illegal until `toPosition` is called.
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
  /** Castling rights as in FEN: `KQkq`; `-` for none. Impossible rights are dropped. */
  castling = "-";
  /** The square behind a pawn that has just moved two squares; `null` for none. */
  enPassant: string | null = null;
  /** Number of plies since the last capture or pawn move. */
  halfmoves = 0;
  /** Number of the next move, from 1. */
  fullmove = 1;
  #turn: Colour = "white";
  /** The corrections made to the FEN, one sentence each. */
  readonly mended: readonly string[] = [];
  /** The pieces, indexed by square. */
  protected override readonly mailbox: Uint8Array = new Uint8Array(64);

  /** Starts with an empty board, or with a position, even an illegal one. Throws a `PositionError` for other text. */
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

  /** Puts a piece on a square: `put({ type: "n", colour: "white" }, "g1")`. Throws a `PositionError` or a TypeError. */
  put(piece: { readonly type: PieceLetter; readonly colour: ColourInput }, square: string): void {
    expect(piece, PIECE);
    const { type, colour } = piece;
    this.mailbox[squareOf(square)] = makePiece(colourOf(colour), PIECE_LETTERS.lastIndexOf(type));
  }

  /** Removes and returns the piece on a square; `null` if there is none. */
  remove(square: string): Piece | null {
    const piece = this.get(square);
    this.mailbox[squareOf(square)] = EMPTY;
    return piece;
  }

  /** Removes all pieces. */
  clear(): void {
    this.mailbox.fill(EMPTY);
  }

  /** The board as FEN, even if the position is illegal. */
  override get fen(): string {
    for (const [name, kind] of Object.entries(SETUP)) expect(Reflect.get(this, name), kind, name);
    const fields = [formatBoard(this.mailbox), this.turn[0], this.castling || "-", this.enPassant ?? "-"];
    return [...fields, this.halfmoves, this.fullmove].join(" ");
  }

  /** Why the position is illegal, as a sentence; `null` if it is legal. */
  get fault(): string | null {
    try {
      this.toPosition();
      return null;
    } catch (error) {
      return messageOf(error);
    }
  }

  /** The position, without impossible castling rights or en passant. Throws a `PositionError` if it is illegal. */
  toPosition(options: Pick<PositionOptions, "chess960"> = {}): Position {
    checkOptions(options, OPTIONS);
    return new Position(this.fen, { ...options, tolerant: true });
  }
}
