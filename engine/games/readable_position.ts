/** The base class of `Position` and `Game`, with everything that can be read from the current position. @module */

import { formatFen, fullmoveOf } from "../../core/fen.ts";
import type { GameRecord } from "../../core/game_record.ts";
import { legalMoves } from "../../core/movegen.ts";
import { formatSan, uciTarget } from "../../core/notation.ts";
import { perft as countLines } from "../../core/perft.ts";
import { isFiftyMoves, isInsufficientMaterial, isThreefold } from "../../core/draws.ts";
import {
  makePiece,
  moveFrom,
  moveKind,
  NO_SQUARE,
  PROMOTION,
  promotionType,
  QUEEN,
  squareName,
} from "../../core/types.ts";
import { checkOptions, expect, type Kind, type Kinds, TEXT, whole } from "../arguments.ts";
import { type MoveInput, readMove } from "../position_input.ts";
import { boardAt } from "./board_at.ts";
import { type Colour, colourName, type MoveInfo, moveInfo, PIECE_LETTERS, type PieceLetter } from "./move_info.ts";
import type { MoveNode } from "./move_node.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import { PIECE_KIND, ReadableBoard, squareOf } from "./readable_board.ts";

/** A filter for moves. */
export interface MoveFilter {
  /** Only moves from this square; all by default. */
  readonly from?: string | undefined;
  /** The same as `from`. */
  readonly square?: string | undefined;
  /** Only moves of this kind of piece; all by default. */
  readonly piece?: PieceLetter | undefined;
}

const MOVE_FILTER: Kinds = { from: TEXT, square: TEXT, piece: PIECE_KIND };

/** Where castling is still possible: neither the king nor the rook on that side has moved. */
export interface CastlingRights {
  /** Towards the h-file. */
  readonly kingside: boolean;
  /** Towards the a-file. */
  readonly queenside: boolean;
}

/** A position that can be read. */
export abstract class ReadablePosition extends ReadableBoard {
  /** The node of the last move, which refers to the earlier ones; the start if no move is known. */
  abstract get current(): MoveNode;

  /** The pieces, indexed by square. */
  protected override get mailbox(): Uint8Array {
    return boardAt(this.current).mailbox;
  }

  /** The position as FEN. */
  override get fen(): string {
    return formatFen(boardAt(this.current));
  }

  /** The game in the form that engines accept: a start position and moves. */
  get record(): GameRecord {
    return this.current.record;
  }

  /** Whether castling follows the rules of Chess960, and is written as king takes rook. */
  get chess960(): boolean {
    return this.current.start.chess960;
  }

  /** The side to move. */
  override get turn(): Colour {
    return colourName(boardAt(this.current).sideToMove);
  }

  /** Number of the next move, from 1. */
  get fullmove(): number {
    return fullmoveOf(boardAt(this.current));
  }

  /** Number of plies since the last capture or pawn move. */
  get halfmoves(): number {
    return boardAt(this.current).halfmoves;
  }

  /** The square where a pawn can legally be taken en passant; `null` for none. */
  get enPassant(): string | null {
    const { enPassant } = boardAt(this.current);
    return enPassant === NO_SQUARE ? null : squareName(enPassant);
  }

  /** The castling rights of both sides. */
  get castling(): Readonly<Record<Colour, CastlingRights>> {
    const { rights } = boardAt(this.current);
    return {
      white: { kingside: (rights & 1) !== 0, queenside: (rights & 2) !== 0 },
      black: { kingside: (rights & 4) !== 0, queenside: (rights & 8) !== 0 },
    };
  }

  /** The hash key, 16 hexadecimal digits. Equal positions have equal keys. */
  get hash(): string {
    const { keyHi, keyLo } = boardAt(this.current);
    return [keyHi, keyLo].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
  }

  /** Whether the side to move is in check. */
  get isCheck(): boolean {
    return boardAt(this.current).inCheck;
  }

  /** Whether the side to move is checkmated. */
  get isCheckmate(): boolean {
    return this.outcome?.code === "checkmate";
  }

  /** Whether the side to move is stalemated. */
  get isStalemate(): boolean {
    return this.outcome?.code === "stalemate";
  }

  /** Whether this is the position's third occurrence. */
  get isThreefoldRepetition(): boolean {
    return isThreefold(boardAt(this.current));
  }

  /** Whether fifty moves have passed without a capture or a pawn move. */
  get isFiftyMoves(): boolean {
    return isFiftyMoves(boardAt(this.current));
  }

  /** Whether neither side can mate with its material. */
  get isInsufficientMaterial(): boolean {
    return isInsufficientMaterial(boardAt(this.current));
  }

  /** Whether the game is drawn, or a player may claim a draw. */
  get isDraw(): boolean {
    return this.outcome?.result === "1/2-1/2";
  }

  /** Whether the game is over, or a player may claim a draw. */
  get isGameOver(): boolean {
    return this.outcome !== null;
  }

  /** The end of the game; `null` if it continues. */
  get outcome(): Outcome | null {
    return outcomeOf(boardAt(this.current));
  }

  /** The legal moves in standard algebraic notation. */
  moves(filter: MoveFilter = {}): string[] {
    const position = boardAt(this.current);
    return this.#movesOf(filter).map((move) => formatSan(position, move));
  }

  /** The legal moves with their details. */
  legalMoves(filter: MoveFilter = {}): MoveInfo[] {
    const position = boardAt(this.current);
    return this.#movesOf(filter).map((move) => moveInfo(position, move));
  }

  /** Whether a move, in any form that `Game.move` accepts, is legal. Null moves are not. */
  isLegal(move: MoveInput): boolean {
    try {
      readMove(boardAt(this.current), move);
      return true;
    } catch {
      return false;
    }
  }

  /** The target squares of each piece, keyed by the piece's square, in the format that web board widgets expect. */
  dests(): Map<string, string[]> {
    const position = boardAt(this.current);
    const dests = new Map<string, string[]>();
    for (const move of legalMoves(position)) {
      // The four promotions of a pawn have the same target square, so add only one of them.
      if (moveKind(move) === PROMOTION && promotionType(move) !== QUEEN) continue;
      const from = squareName(moveFrom(move));
      const to = squareName(uciTarget(move, position.chess960));
      const squares = dests.get(from);
      if (squares === undefined) dests.set(from, [to]);
      else squares.push(to);
    }
    return dests;
  }

  #movesOf(filter: MoveFilter): number[] {
    checkOptions(filter, MOVE_FILTER);
    const position = boardAt(this.current);
    const squares = [filter.from, filter.square].flatMap((name) => name === undefined ? [] : [squareOf(name)]);
    const type = filter.piece === undefined ? null : PIECE_LETTERS.lastIndexOf(filter.piece);
    return legalMoves(position).filter((move) =>
      squares.every((square) => square === moveFrom(move)) &&
      (type === null || position.mailbox[moveFrom(move)] === makePiece(position.sideToMove, type))
    );
  }
}

/** Counts the sequences of `depth` legal moves, to test a move generator. Throws a RangeError for an invalid depth. */
export function perft(position: ReadablePosition, depth: number): number {
  expect(position, POSITION);
  expect(depth, whole(0), "depth");
  return countLines(boardAt(position.current), depth);
}

/** A `Position` or a `Game`. */
export const POSITION: Kind = { words: "a Position or a Game", fits: (value) => value instanceof ReadablePosition };
