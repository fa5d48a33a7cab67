/** Describes moves and pieces for callers, with square names and piece letters. @module */

import { expect } from "../arguments.ts";
import { formatFen } from "../../core/fen.ts";
import { formatSan, formatUci, uciTarget } from "../../core/notation.ts";
import type { Position } from "../../core/position.ts";
import {
  CASTLING,
  EN_PASSANT,
  moveFrom,
  moveKind,
  moveTo,
  PAWN,
  PROMOTION,
  promotionType,
  squareName,
  WHITE,
} from "../../core/types.ts";

/** A side. */
export type Colour = "white" | "black";
/** A side by its name or its first letter. */
export type ColourInput = Colour | "w" | "b";
/** A kind of piece. */
export type PieceLetter = "p" | "n" | "b" | "r" | "q" | "k";

/** A piece. */
export interface Piece {
  /** Its kind. */
  readonly type: PieceLetter;
  /** Its side. */
  readonly colour: Colour;
}

/** The name of a side. */
export function colourName(colour: number): Colour {
  return colour === WHITE ? "white" : "black";
}

/** The side with this name. Throws a TypeError for anything else. */
export function colourOf(name: ColourInput): number {
  const place = COLOUR_NAMES.indexOf(name);
  expect(name, { words: '"white" or "black"', fits: () => place >= 0 });
  return place >> 1;
}

/** The names of the sides, White's first. */
export const COLOUR_NAMES: readonly ColourInput[] = ["white", "w", "black", "b"];

/** The letters for the piece types in core/types.ts. */
export const PIECE_LETTERS: readonly PieceLetter[] = ["p", "p", "n", "b", "r", "q", "k"];

/** A legal move. */
export interface MoveInfo {
  /** The square that the piece leaves. */
  readonly from: string;
  /** The square that the piece moves to; in castling, the king's target square. */
  readonly to: string;
  /** The kind of piece that moves. */
  readonly piece: PieceLetter;
  /** The side that moves. */
  readonly colour: Colour;
  /** The captured piece, `null` for none. */
  readonly captured: PieceLetter | null;
  /** The piece that a pawn promotes to, `null` for none. */
  readonly promotion: PieceLetter | null;
  /** The move in standard algebraic notation: `Nf3`. */
  readonly san: string;
  /** The move in UCI notation: `g1f3`. */
  readonly uci: string;
  /**
   * Letters that classify the move: `b` pawn moves two squares, `c` capture, `e` capture en passant, `p` promotion, `k`
   * and `q` castling on the king's and the queen's side, `-` null move, `n` none of these.
   */
  readonly flags: string;
  /** The position before it, as FEN. */
  readonly before: string;
  /** The position after it, as FEN. */
  readonly after: string;
}

/** Describes a legal move. The position is restored afterwards. */
export function moveInfo(position: Position, move: number): MoveInfo {
  const from = moveFrom(move);
  const to = moveTo(move);
  const kind = moveKind(move);
  const type = position.mailbox[from] & 7;
  const victim = kind === EN_PASSANT ? PAWN : kind === CASTLING ? 0 : position.mailbox[to] & 7;
  const before = formatFen(position);
  const san = formatSan(position, move);
  const colour = colourName(position.sideToMove);
  position.make(move);
  const after = formatFen(position);
  position.undo();
  return {
    from: squareName(from),
    to: squareName(uciTarget(move, false)),
    piece: PIECE_LETTERS[type],
    colour,
    captured: victim === 0 ? null : PIECE_LETTERS[victim],
    promotion: kind === PROMOTION ? PIECE_LETTERS[promotionType(move)] : null,
    san,
    uci: formatUci(move, position.chess960),
    flags: flagsOf(move, type, victim !== 0),
    before,
    after,
  };
}

/** Describes a null move as a move of the king to its own square. */
export function nullInfo(position: Position): MoveInfo {
  const square = squareName(position.kings[position.sideToMove]);
  const before = formatFen(position);
  position.makeNull();
  const after = formatFen(position);
  position.undoNull();
  const colour = colourName(position.sideToMove);
  const nothing = { captured: null, promotion: null, san: "--", uci: "0000", flags: "-" };
  return { from: square, to: square, piece: "k", colour, ...nothing, before, after };
}

function flagsOf(move: number, type: number, isCapture: boolean): string {
  const kind = moveKind(move);
  if (kind === CASTLING) return moveTo(move) > moveFrom(move) ? "k" : "q";
  if (kind === EN_PASSANT) return "e";
  if (type === PAWN && (moveFrom(move) ^ moveTo(move)) === 16) return "b";
  return `${isCapture ? "c" : ""}${kind === PROMOTION ? "p" : ""}` || "n";
}
