/** A position as a picture for people: the `d` command. @module */

import { legalMoves } from "../../core/movegen.ts";
import { attackersOf } from "../../core/board_checks.ts";
import { formatFen, squareName } from "../../core/fen.ts";
import type { Position } from "../../core/position.ts";

/** Board, FEN, key, checking pieces and number of legal moves, a line each. */
export function drawPosition(position: Position): string {
  const { mailbox, kings, sideToMove } = position;
  const checkers = attackersOf(mailbox, kings[sideToMove], sideToMove ^ 1).map(squareName);
  const fen = formatFen(position);
  const [board] = fen.replace(/[1-8]/g, (empty) => ".".repeat(Number(empty))).split(" ");
  return [
    "",
    ...board.split("/").map((rank, i) => ` ${8 - i}  ${Array.from(rank).join(" ")}`),
    "",
    "    a b c d e f g h",
    "",
    `FEN: ${fen}`,
    `Key: ${hex(position.keyHi)}${hex(position.keyLo)}`,
    `Checkers: ${checkers.join(" ")}`,
    `Legal moves: ${legalMoves(position).length}`,
  ].join("\n");
}

function hex(word: number): string {
  return (word >>> 0).toString(16).toUpperCase().padStart(8, "0");
}
