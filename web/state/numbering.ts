/** Move numbers: `12.`, `12…`. `at` is the number of half-moves before a move, counted from White's move 1. @module */

export interface NumberedLine {
  readonly san: readonly string[];
  /** The number of each move, or "". */
  readonly numbers: readonly string[];
}

export function labelOf(at: number): string {
  return `${(at >> 1) + 1}${isWhiteAt(at) ? "." : "…"}`;
}

export function isWhiteAt(at: number): boolean {
  return at % 2 === 0;
}

/** Numbers the first move, and each of White's moves. */
export function numberLine(at: number, san: readonly string[]): NumberedLine {
  return { san, numbers: san.map((_, i) => i === 0 || isWhiteAt(at + i) ? labelOf(at + i) : "") };
}
