/** A position by itself, which never changes, and a set-up, on which pieces can be put and taken off. @module */

import { parseSetup, readFen, START_FEN } from "../../core/fen.ts";
import { ANY, checkOptions, expect, FLAG, type Kinds, show, TEXT, whole } from "../arguments.ts";
import { PositionError } from "../errors.ts";
import { type MoveInput, orPositionError, readMove } from "../position_input.ts";
import { boardAt, type Start } from "./board_at.ts";
import { type Colour, type ColourInput, colourName, colourOf, type Piece, type PieceLetter } from "./move_info.ts";
import { MoveNode } from "./move_node.ts";
import { PIECE_KIND, POSITION, ReadablePosition, squareOf } from "./readable_position.ts";

/** How a FEN is read. */
export interface PositionOptions {
  /**
   * Whether castling follows the rules of Chess960. By default it does where the FEN's rights need that, and could come
   * from a game in which both sides begin with king and rooks on the same files, or have file letters. Other rights that
   * ordinary chess does not have are refused, or excluded if `tolerant` is true; so are all of them with `false`.
   */
  readonly chess960?: boolean | undefined;
  /**
   * Whether a FEN may have faults that other programs overlook: missing fields, castling rights without rooks, impossible
   * en-passant squares, operations of an EPD. What was mended is in `mended`. False by default.
   */
  readonly tolerant?: boolean | undefined;
}

const SETUP_OPTIONS: Kinds = { chess960: FLAG };
const POSITION_OPTIONS: Kinds = { ...SETUP_OPTIONS, tolerant: FLAG };
/** A piece as `PositionSetup.put` takes it, and the fields of a `PositionSetup`. */
const PIECE: Kinds = { type: PIECE_KIND, colour: ANY, square: ANY };
const SETUP: Kinds = {
  castling: TEXT,
  enPassant: { words: "a square or null", fits: (value) => value === null || TEXT.fits(value) },
  halfmoves: whole(0),
  fullmove: whole(0),
};

/** A start that was read, with what was mended in its FEN. */
export interface ReadStart {
  /** The start. */
  readonly start: Start;
  /** What was mended, a sentence each. */
  readonly mended: readonly string[];
}

/** Reads where a game starts. Throws a `PositionError` if it is not a position. */
export function readStart(from: string | ReadablePosition, options: PositionOptions): ReadStart {
  checkOptions(options, POSITION_OPTIONS);
  if (from instanceof ReadablePosition) {
    const { fen, chess960 } = from;
    return { start: { fen, chess960, setup: null }, mended: [] };
  }
  if (typeof from !== "string") throw new PositionError(`Expected a FEN, a Position or a Game, but got ${show(from)}`);
  return readText(from, options);
}

function readText(fen: string, { chess960, tolerant }: PositionOptions): ReadStart {
  if (fen === START_FEN) return { start: { fen, chess960: chess960 === true, setup: null }, mended: [] };
  const options = { chess960: chess960 === true, ordinary: chess960 === false };
  return orPositionError(() => {
    if (tolerant !== true) {
      const setup = parseSetup(fen, options);
      return { start: { fen, chess960: setup.chess960, setup }, mended: [] };
    }
    const { position, mended, fen: read } = readFen(fen, options);
    return { start: { fen: read, chess960: position.chess960, setup: null }, mended };
  });
}

/**
 * A position. It does not change: a move gives another one.
 *
 * @example
 * ```ts
 * const position = new Position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
 * console.log(position.play("e4").fen, position.moves(), position.get("e2"));
 * ```
 */
export class Position extends ReadablePosition {
  /** What was mended in its FEN, a sentence each. */
  readonly mended: readonly string[];
  readonly #node: MoveNode;

  /**
   * A position.
   *
   * @param from A FEN, the initial position by default; or a `Position` or `Game`, whose past it has then.
   * @throws {PositionError} If it is not a position.
   */
  constructor(from: string | ReadablePosition | MoveNode = START_FEN, options: PositionOptions = {}) {
    super();
    const node = from instanceof ReadablePosition ? from.current : from;
    if (node instanceof MoveNode) {
      this.#node = node;
      this.mended = [];
      return;
    }
    const { start, mended } = readStart(node, options);
    this.#node = new MoveNode(start);
    this.mended = mended;
  }

  /** The move that led here, with those before it as far as they are known. */
  override get current(): MoveNode {
    return this.#node;
  }

  /**
   * The position after a move; this one stays as it is.
   *
   * @throws {PositionError} If the move is not legal.
   */
  play(move: MoveInput): Position {
    return new Position(new MoveNode(this.#node, readMove(boardAt(this.#node), move)));
  }

  /** The position as FEN: what it is in JSON. */
  toJSON(): string {
    return this.fen;
  }
}

/**
 * A board to set a position up on. It need not be a position until one is asked for.
 *
 * @example
 * ```ts
 * const setup = new PositionSetup();
 * setup.put({ type: "k", colour: "white" }, "e1");
 * setup.put({ type: "k", colour: "black" }, "e8");
 * console.log(setup.toPosition().fen); // 4k3/8/8/8/8/8/8/4K3 w - - 0 1
 * ```
 */
export class PositionSetup {
  /** Castling rights as FEN has them: `KQkq`, `-` for none. Those without king and rook in their place are excluded. */
  castling = "-";
  /** The square behind a pawn that has just gone two squares, `null` for none. */
  enPassant: string | null = null;
  /** Number of moves since the last capture or pawn move, those of both sides. */
  halfmoves = 0;
  /** Number of the move to be played, from 1. */
  fullmove = 1;
  #turn: Colour = "white";
  readonly #pieces: (Piece | null)[] = Array.from({ length: 64 }, () => null);

  /** An empty board, or the board of a position. */
  constructor(position?: ReadablePosition) {
    if (position === undefined) return;
    expect(position, POSITION);
    for (const { square, ...piece } of position.pieces()) this.put(piece, square);
    [, , this.castling] = position.fen.split(" ");
    this.turn = position.turn;
    this.enPassant = position.enPassant;
    this.halfmoves = position.halfmoves;
    this.fullmove = position.fullmove;
  }

  /** The side to move. */
  get turn(): Colour {
    return this.#turn;
  }

  set turn(colour: ColourInput) {
    this.#turn = colourName(colourOf(colour));
  }

  /** The piece on a square, `null` if it is empty. Throws a `PositionError` if there is no such square. */
  get(square: string): Piece | null {
    return this.#pieces[squareOf(square)];
  }

  /**
   * Puts a piece on a square, in place of one that is there.
   *
   * @throws {PositionError} If there is no such square.
   * @throws {TypeError} If there is no such piece.
   */
  put(piece: { readonly type: PieceLetter; readonly colour: ColourInput }, square: string): void {
    checkOptions(piece, PIECE);
    const { type, colour } = piece;
    expect(type, PIECE.type, "type");
    this.#pieces[squareOf(square)] = { type, colour: colourName(colourOf(colour)) };
  }

  /** Takes the piece off a square; returns it, `null` if there was none. */
  remove(square: string): Piece | null {
    const piece = this.get(square);
    this.#pieces[squareOf(square)] = null;
    return piece;
  }

  /** Takes all pieces off. */
  clear(): void {
    this.#pieces.fill(null);
  }

  /** The set-up as FEN, whether it is a position or not. */
  get fen(): string {
    for (const [name, kind] of Object.entries(SETUP)) expect(Reflect.get(this, name), kind, name);
    const ranks = [7, 6, 5, 4, 3, 2, 1, 0].map((rank) =>
      this.#pieces.slice(rank * 8, rank * 8 + 8).map((piece) =>
        piece === null ? "1" : piece.colour === "white" ? piece.type.toUpperCase() : piece.type
      ).join("").replace(/1+/g, (empty) => `${empty.length}`)
    );
    const fields = [ranks.join("/"), this.turn[0], this.castling || "-", this.enPassant ?? "-"];
    return [...fields, this.halfmoves, this.fullmove].join(" ");
  }

  /**
   * The position. Rights and en-passant squares that do not fit the board are excluded.
   *
   * @throws {PositionError} If it is none: without kings for instance.
   */
  toPosition(options: Pick<PositionOptions, "chess960"> = {}): Position {
    checkOptions(options, SETUP_OPTIONS);
    return new Position(this.fen, { ...options, tolerant: true });
  }
}
