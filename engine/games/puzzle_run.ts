/** One puzzle while the user solves it, and the score of several puzzles. @module */

import { parseUci } from "../../core/notation.ts";
import { moveFrom, squareName } from "../../core/types.ts";
import { pieceName } from "../mistakes/wording.ts";
import type { Puzzle, Verdict } from "./puzzle.ts";
import { positionAfter } from "./replay.ts";

/** A puzzle that is being solved. */
export class PuzzleRun {
  /** The puzzle. */
  readonly puzzle: Puzzle;
  /** Wrong answers so far. */
  faults = 0;
  /** Hints so far. */
  hints = 0;
  /** The state of the puzzle. */
  state: "open" | "solved" | "given up" = "open";

  /** A puzzle without any answers so far. */
  constructor(puzzle: Puzzle) {
    this.puzzle = puzzle;
  }

  /** Records the verdict on an answer. Returns whether the answer solves the puzzle. */
  take({ kind }: Verdict): boolean {
    const isSolved = kind === "best" || kind === "good";
    if (isSolved) this.state = "solved";
    else this.faults++;
    return isSolved;
  }

  /** A sentence with the next hint: first the piece that moves, then also its square. */
  hint(): string {
    const { record, bestUci } = this.puzzle;
    const position = positionAfter(record);
    const from = moveFrom(parseUci(position, bestUci));
    const piece = pieceName(position.mailbox[from] & 7);
    return ++this.hints > 1
      ? `Move the ${piece} on ${squareName(from)}.`
      : `Move ${piece === "king" ? "the" : "a"} ${piece}.`;
  }

  /** Gives up: the user asks for the answer, or continues without solving the puzzle. */
  giveUp(): void {
    if (this.state === "open") this.state = "given up";
  }
}

/** The score of several puzzles. */
export interface PuzzleScore {
  /** Puzzles that are over. */
  readonly asked: number;
  /** The puzzles that were solved. */
  readonly solved: number;
  /** The puzzles that were solved by the first answer and without a hint. */
  readonly atOnce: number;
}

/** The score. Unfinished puzzles do not count. */
export function scoreOf(runs: readonly PuzzleRun[]): PuzzleScore {
  const solved = runs.filter(({ state }) => state === "solved");
  return {
    asked: runs.filter(({ state }) => state !== "open").length,
    solved: solved.length,
    atOnce: solved.filter(({ faults, hints }) => faults + hints === 0).length,
  };
}
