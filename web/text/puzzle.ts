/**
 * Which texts the puzzles have, for every language.
 *
 * @module
 */

import type { Judgement } from "../../engine/games/judgement.ts";

/** Puzzles. */
export interface PuzzleTexts {
  readonly intro: string;
  readonly noGame: string;
  readonly side: string;
  readonly sides: Readonly<Record<"both" | "white" | "black", string>>;
  readonly kind: string;
  readonly kinds: Readonly<Record<Judgement, string>>;
  readonly start: string;
  readonly reviewing: string;
  readonly none: string;
  readonly question: (
    number: number,
    count: number,
    move: string,
    judgement: string,
    side: "white" | "black",
  ) => string;
  readonly hint: string;
  readonly answer: string;
  readonly next: string;
  readonly back: string;
  readonly checking: string;
  readonly right: (san: string) => string;
  /** Names the move that the engine prefers. */
  readonly good: (best: string) => string;
  readonly best: (best: string) => string;
  readonly played: string;
  /** `points`: percentage points of the chance to win that the move costs. */
  readonly worse: (san: string, points: number) => string;
  /** Says which piece moves: its name is one of `pieces`; the square is `null` at first. */
  readonly look: (piece: string, square: string | null) => string;
  /** Pieces by their letters. */
  readonly pieces: Readonly<Record<string, string>>;
  readonly score: (solved: number, asked: number, atOnce: number) => string;
  readonly again: string;
}
