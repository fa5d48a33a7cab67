/**
 * Mirror images of positions.
 *
 * @module
 */

import { Position, type Setup } from "../../core/position.ts";
import { NO_SQUARE } from "../../core/types.ts";

/** The position with left and right exchanged; without castling rights, which the network does not see. */
export function mirror(position: Position): Position {
  const setup: Setup = {
    board: Uint8Array.from(position.mailbox, (_, square) => position.mailbox[square ^ 7]),
    sideToMove: position.sideToMove,
    castlingRooks: new Uint8Array(4).fill(NO_SQUARE),
    enPassant: NO_SQUARE,
    halfmoves: 0,
    fullmoves: 1,
    chess960: false,
  };
  const mirrored = new Position();
  mirrored.load(setup);
  return mirrored;
}
