/**
 * The legal moves of the position on the board, by the squares that a user touches.
 *
 * Castling is found in both forms: the king goes two squares, as ordinary chess has it, or onto its own rook, as Chess960
 * has it.
 *
 * @module
 */

import type { GameLine } from "./game_line.ts";

/** A move with the squares that stand for it. */
interface Touch {
  readonly from: string;
  readonly to: readonly string[];
  readonly uci: string;
}

/** Legal moves, kept until the position changes. */
export class LegalMoves {
  /** The game up to the position that the moves are of. */
  private key = "";
  private touches: readonly Touch[] = [];

  /** Where the piece on a square can go. */
  targets(line: GameLine, from: string): string[] {
    return [...new Set(this.of(line).filter((touch) => touch.from === from).flatMap(({ to }) => to))];
  }

  /** The moves from a square to a square, as UCI: several if a pawn promotes. */
  moves(line: GameLine, from: string, to: string): string[] {
    const found = this.of(line).filter((touch) => touch.from === from && touch.to.includes(to));
    // A king that goes beside it and castles onto the same square: the step is meant.
    const exact = found.filter(({ uci }) => uci.slice(2, 4) === to);
    return (exact.length > 0 ? exact : found).map(({ uci }) => uci);
  }

  private of(line: GameLine): readonly Touch[] {
    const key = line.placeKey;
    if (this.key === key) return this.touches;
    this.key = key;
    this.touches = line.game.legalMoves().map(({ uci, san }) => touchOf(uci, san));
    return this.touches;
  }
}

function touchOf(uci: string, san: string): Touch {
  const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)];
  if (!san.startsWith("O-O")) return { from, to: [to], uci };
  const isLong = san.startsWith("O-O-O");
  const kingTo = `${isLong ? "c" : "g"}${from[1]}`;
  // In ordinary chess the rook is in the corner; in Chess960 the move names its square.
  const rook = to === kingTo ? `${isLong ? "a" : "h"}${from[1]}` : to;
  return { from, to: from === kingTo ? [rook] : [kingTo, rook], uci };
}
