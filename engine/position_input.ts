/** The forms in which a program can give a position. @module */

import { messageOf } from "../core/errors.ts";
import { formatFen, parseFen, START_FEN } from "../core/fen.ts";
import type { GameRecord } from "../core/game_record.ts";
import { isLegal } from "../core/legality.ts";
import { parseSan } from "../core/notation.ts";
import type { Position } from "../core/position.ts";
import { NO_SQUARE, parseSquare, PAWN } from "../core/types.ts";
import { expect, type Kind, show } from "./arguments.ts";
import { PositionError } from "./errors.ts";

/** A start position, and moves in UCI (`g1f3`) or standard algebraic notation (`Nf3`). */
export interface PositionAndMoves {
  /** The start position; the initial position by default. */
  readonly fen?: string | undefined;
  /** The moves; none by default. */
  readonly moves?: readonly string[] | undefined;
}

/** An object that refers to a start position and moves, such as a `Game`. */
export interface HasRecord {
  /** The start position and the encoded moves. */
  readonly record: GameRecord;
}

/** A position: a FEN, `"startpos"`, a start position with moves, a `Position`, a `Game`, or a node of a game. */
export type PositionInput = string | PositionAndMoves | HasRecord;

const EXPECTED = "Expected a FEN, \"startpos\", an object with 'fen', 'moves' or both, a Position or a Game";

/** A position that callers may change, and the start position and moves that lead to it. */
export type ReadPosition = { readonly record: GameRecord; readonly position: Position };

/** Reads a position. Throws a `PositionError` for an illegal position or move. `chess960` applies to FENs. */
export function readPosition(input: PositionInput, chess960: boolean): ReadPosition {
  if (typeof input === "string") return readMoves({ fen: input }, chess960);
  if (typeof input !== "object" || input === null) throw new PositionError(`${EXPECTED}, but got ${show(input)}`);
  if ("record" in input) return replay(input.record);
  if (Array.isArray(input) || !("fen" in input || "moves" in input)) {
    throw new PositionError(`${EXPECTED}, but got ${show(input)}`);
  }
  return readMoves(input, chess960);
}

/** A copy of a position. Throws a `PositionError` if it is illegal. */
export function positionOf(input: PositionInput): Position {
  return readPosition(input, false).position;
}

/** A move in UCI (`g1f3`) or standard algebraic notation (`Nf3`), or as squares. */
export type MoveInput = string | {
  /** The square that the piece leaves. */
  readonly from: string;
  /** The square that the piece moves to. For castling, this is the king's target square or the rook's square. */
  readonly to: string;
  /** The piece that a pawn promotes to: `q`, `r`, `b` or `n`. Ignored for other moves. */
  readonly promotion?: string | null | undefined;
};

/** Reads a move, and returns it encoded. Throws a `PositionError` if it is not legal. */
export function readMove(position: Position, input: MoveInput): number {
  return orPositionError(() => parseSan(position, typeof input === "string" ? input : textOf(position, input)));
}

/** Runs a function, and turns its errors into PositionErrors. */
export function orPositionError<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw new PositionError(messageOf(error));
  }
}

const MOVE: Kind = {
  words: 'a move such as "Nf3", "g1f3" or { from: "g1", to: "f3" }',
  fits: (move) => {
    const { from, to, promotion }: { from?: unknown; to?: unknown; promotion?: unknown } = Object(move);
    const isSquare = (each: unknown): boolean => typeof each === "string" && parseSquare(each) !== NO_SQUARE;
    return isSquare(from) && isSquare(to) && ["undefined", "string"].includes(typeof (promotion ?? undefined));
  },
};

/** Converts a move from squares to UCI notation. */
function textOf(position: Position, input: Exclude<MoveInput, string>): string {
  expect(input, MOVE);
  const { from, to, promotion } = input;
  const isPawn = (position.mailbox[parseSquare(from)] & 7) === PAWN;
  return `${from}${to}${isPawn && /[18]$/.test(to) ? promotion ?? "" : ""}`;
}

function readMoves({ fen = START_FEN, moves = [] }: PositionAndMoves, chess960: boolean): ReadPosition {
  if (typeof fen !== "string") throw new PositionError(`Expected 'fen' to be a string, but got ${show(fen)}`);
  if (!Array.isArray(moves)) throw new PositionError(`Expected 'moves' to be a list, but got ${show(moves)}`);
  const start = fen === "startpos" ? START_FEN : fen;
  const position = orPositionError(() => parseFen(start, { chess960 }));
  const record: GameRecord = { fen: start, chess960: position.chess960, moves: [] };
  for (const text of moves) {
    const move = readMove(position, text);
    position.make(move);
    record.moves.push(move);
  }
  return { record, position };
}

function replay(record: GameRecord): ReadPosition {
  if (typeof record?.fen !== "string" || !Array.isArray(record.moves)) {
    throw new PositionError(`Expected a record with 'fen' and 'moves', but got ${show(record)}`);
  }
  const position = orPositionError(() => parseFen(record.fen, { chess960: record.chess960 === true }));
  for (const move of record.moves) {
    // An encoded move must fit into 16 bits.
    if ((move & 0xffff) !== move || !isLegal(position, move)) {
      throw new PositionError(`Expected a legal move in '${formatFen(position)}', but got the number ${move}`);
    }
    position.make(move);
  }
  return { record, position };
}
