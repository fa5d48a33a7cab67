/** Random positions of an endgame, for tests and trials of tables. @module */

import { isAttacked } from "../../core/checks.ts";
import { ALL, generate } from "../../core/movegen.ts";
import { Position } from "../../core/position.ts";
import { makePiece, MAX_MOVES, NO_SQUARE, PAWN } from "../../core/types.ts";
import type { Random } from "../../core/random.ts";
import { menOfName } from "../../tablebase/material.ts";

const NO_ROOKS: readonly number[] = [NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE];

/** A random position with the men of a table. It is illegal if the side that is not to move is in check. */
function placeMen(men: readonly number[], random: Random): Position {
  const board = new Uint8Array(64);
  for (const piece of men) {
    const isPawn = (piece & 7) === PAWN;
    let square = 0;
    do square = isPawn ? 8 + random.below(48) : random.below(64); while (board[square] !== 0);
    board[square] = piece;
  }
  const position = new Position();
  const rest = { castlingRooks: NO_ROOKS, enPassant: NO_SQUARE, halfmoves: 0, fullmoves: 1, chess960: false };
  position.load({ board, sideToMove: random.below(2), ...rest });
  return position;
}

/** Whether the side to move could take the king. */
function isKingEnPrise(position: Position): boolean {
  const { sideToMove, kings, occupiedLo, occupiedHi } = position;
  return isAttacked(position, kings[sideToMove ^ 1], sideToMove, occupiedLo, occupiedHi);
}

/**
 * A random legal position with the men that a name such as KQvKR lists. The colours of the two sides are random. If
 * both sides have pawns, half of the positions have a capture en passant.
 *
 * @throws SyntaxError if `name` is not the name of a table.
 */
export function randomPosition(name: string, random: Random): Position {
  const men = menOfName(name);
  if (men === null) throw new SyntaxError(`Expected a table's name such as KQvKR, but got '${name}'`);
  const flipped = random.below(2) === 1 ? men.map((piece) => piece ^ 8) : men;
  const wantsEnPassant = men.includes(makePiece(0, PAWN)) && men.includes(makePiece(1, PAWN)) && random.below(2) === 1;
  while (true) {
    const position = placeMen(flipped, random);
    if (isKingEnPrise(position)) continue;
    if (!wantsEnPassant) return position;
    const moves = new Int32Array(MAX_MOVES);
    const count = generate(position, moves, 0, ALL);
    for (const move of moves.subarray(0, count)) {
      position.make(move);
      if (position.enPassant !== NO_SQUARE) return position;
      position.undo();
    }
  }
}
