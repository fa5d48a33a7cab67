/** Finds the legal move between two squares. To castle, users move the king two squares or onto its rook. @module */

import type { Game, MoveInfo } from "../../engine/mod.ts";

export function targetsOf(game: Game, from: string): string[] {
  return [...new Set(game.legalMoves({ from }).flatMap((move) => goalsOf(game, move)))];
}

/** The moves from one square to another, in UCI notation: several if a pawn promotes. */
export function movesBetween(game: Game, from: string, to: string): string[] {
  const found = game.legalMoves({ from }).filter((move) => goalsOf(game, move).includes(to));
  // If the king can both step and castle to the same square, it steps.
  const exact = found.filter(({ uci }) => uci.slice(2, 4) === to);
  return (exact.length > 0 ? exact : found).map(({ uci }) => uci);
}

function goalsOf({ chess960 }: Game, { from, to, uci, flags }: MoveInfo): string[] {
  if (flags !== "k" && flags !== "q") return [to];
  // In ordinary chess the rook is in the corner; in Chess960 the move names its square.
  const rook = chess960 ? uci.slice(2, 4) : `${flags === "q" ? "a" : "h"}${from[1]}`;
  return from === to ? [rook] : [to, rook];
}
