/** Numbers of moves: `12.`, `12…`. A move is given by how many, from the first of White on, come before it. @module */

export interface NumberedLine {
  readonly san: readonly string[];
  /** The numbers before the moves, "" for none. */
  readonly numbers: readonly string[];
}

/** The number of a move: `12.` or `12…`. */
export function labelOf(at: number): string {
  return `${(at >> 1) + 1}${isWhiteAt(at) ? "." : "…"}`;
}

export function isWhiteAt(at: number): boolean {
  return at % 2 === 0;
}

/** Numbers the moves of a line that begins with a move: the first one, and every one of White. */
export function numberLine(at: number, san: readonly string[]): NumberedLine {
  return { san, numbers: san.map((_, i) => i === 0 || isWhiteAt(at + i) ? labelOf(at + i) : "") };
}
