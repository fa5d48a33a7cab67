/** Writes a position as text for people and programs, for the `d` command. @module */

import { attackersOf } from "../../core/board_checks.ts";
import { formatFen, squareName } from "../../core/fen.ts";
import type { Position } from "../../core/position.ts";

const RULE = ` ${"+---".repeat(8)}+`;

/** Writes the board, the FEN, the key and the checking pieces in the same form as Stockfish. */
export function drawPosition(position: Position): string {
  const { mailbox, kings, sideToMove } = position;
  const checkers = attackersOf(mailbox, kings[sideToMove], sideToMove ^ 1).map(squareName);
  const fen = formatFen(position);
  const board = fen.split(" ")[0].replace(/[1-8]/g, (empty) => " ".repeat(Number(empty)));
  return [
    "",
    RULE,
    ...board.split("/").flatMap((rank, i) => [` | ${Array.from(rank).join(" | ")} | ${8 - i}`, RULE]),
    `   ${Array.from("abcdefgh").join("   ")}`,
    "",
    `Fen: ${fen}`,
    `Key: ${hex(position.keyHi)}${hex(position.keyLo)}`,
    `Checkers: ${checkers.join(" ")}`,
  ].join("\n");
}

function hex(word: number): string {
  return (word >>> 0).toString(16).toUpperCase().padStart(8, "0");
}
