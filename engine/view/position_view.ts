/** A position as a picture for people: the `d` command. @module */

import { legalMoves } from "../../core/movegen.ts";
import { attackersOf } from "../../core/board_checks.ts";
import { formatFen, squareName } from "../../core/fen.ts";
import type { Position } from "../../core/position.ts";
import { makeSquare } from "../../core/types.ts";

/** The letter of each piece code, a dot where there is none. */
const LETTERS = ".PNBRQK..pnbrqk.";

/** Board, FEN, key, checking pieces and number of legal moves, a line each. */
export function drawPosition(position: Position): string {
  const lines: string[] = [""];
  for (let rank = 7; rank >= 0; rank--) {
    let line = ` ${rank + 1} `;
    for (let file = 0; file < 8; file++) line += ` ${LETTERS[position.mailbox[makeSquare(file, rank)]]}`;
    lines.push(line);
  }
  lines.push(
    "",
    "    a b c d e f g h",
    "",
    `FEN: ${formatFen(position)}`,
    `Key: ${hex(position.keyHi)}${hex(position.keyLo)}`,
    `Checkers: ${checkersOf(position).join(" ")}`,
    `Legal moves: ${legalMoves(position).length}`,
  );
  return lines.join("\n");
}

function hex(word: number): string {
  return (word >>> 0).toString(16).toUpperCase().padStart(8, "0");
}

/** Names of the squares from which the king of the side to move is attacked. */
function checkersOf({ mailbox, kings, sideToMove }: Position): string[] {
  return attackersOf(mailbox, kings[sideToMove], sideToMove ^ 1).map(squareName);
}
