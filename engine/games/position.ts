/** A position, which never changes. @module */

import { parseSetup, readFen, START_FEN } from "../../core/fen.ts";
import { checkOptions, FLAG, type Kinds, show } from "../arguments.ts";
import { PositionError } from "../errors.ts";
import { type MoveInput, orPositionError, readMove } from "../position_input.ts";
import { boardAt, type Start } from "./board_at.ts";
import { MoveNode } from "./move_node.ts";
import { ReadablePosition } from "./readable_position.ts";

/** Options for reading a FEN. */
export interface PositionOptions {
  /**
   * Whether castling follows the rules of Chess960. By default, it does if the castling rights are impossible in
   * ordinary chess but possible in Chess960: they have file letters, or the kings and rooks of both sides are on the
   * same files. With `false`, rights that are impossible in ordinary chess are always errors.
   */
  readonly chess960?: boolean | undefined;
  /**
   * Whether to correct faults in a FEN that other programs overlook: missing fields, castling rights without rooks,
   * impossible en-passant squares, EPD operations. `mended` lists the corrections. False by default.
   */
  readonly tolerant?: boolean | undefined;
}

const POSITION_OPTIONS: Kinds = { chess960: FLAG, tolerant: FLAG };
/** The start of a game, and the corrections made to its FEN. */
export type ReadStart = { readonly start: Start; readonly mended: readonly string[] };

/** Reads the start of a game. Throws a `PositionError` if `from` is not a position. */
export function readStart(from: string | ReadablePosition, options: PositionOptions): ReadStart {
  checkOptions(options, POSITION_OPTIONS);
  if (from instanceof ReadablePosition) {
    const { fen, chess960 } = from;
    return { start: { fen, chess960, setup: null }, mended: [] };
  }
  if (typeof from !== "string") throw new PositionError(`Expected a FEN, a Position or a Game, but got ${show(from)}`);
  return readText(from, options);
}

function readText(text: string, { chess960, tolerant }: PositionOptions): ReadStart {
  const fen = text === "startpos" ? START_FEN : text;
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
 * A position. It never changes: `play` returns a new one.
 *
 * @example
 * ```ts
 * const position = new Position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
 * console.log(position.play("e4").fen, position.moves(), position.get("e2"));
 * ```
 */
export class Position extends ReadablePosition {
  /** The corrections made to its FEN, one sentence each. */
  readonly mended: readonly string[];
  readonly #node: MoveNode;

  /**
   * Creates a position.
   *
   * @param from A FEN, a `Position`, a `Game` or a node of a game; by default, the initial position. Unless it is a
   *   FEN, the earlier moves are kept.
   * @throws {PositionError} If `from` is not a position.
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

  /** The node of the last move, which refers to the earlier ones; the start if no move is known. */
  override get current(): MoveNode {
    return this.#node;
  }

  /** The position after a move. Throws a `PositionError` if the move is not legal. */
  play(move: MoveInput): Position {
    return new Position(new MoveNode(this.#node, readMove(boardAt(this.#node), move)));
  }

  /** The FEN. */
  toJSON(): string {
    return this.fen;
  }
}
