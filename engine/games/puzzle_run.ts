/** A puzzle that a user is solving, and the score of several puzzles. @module */

import { parseUci } from "../../core/notation.ts";
import { moveFrom, squareName } from "../../core/types.ts";
import { pieceName } from "../mistakes/wording.ts";
import type { Puzzle, Verdict } from "./puzzle.ts";
import { positionAfter } from "./replay.ts";

/** A puzzle that is being solved. */
export class PuzzleRun {
  /** The puzzle. */
  readonly puzzle: Puzzle;
  /** Number of wrong answers so far. */
  faults = 0;
  /** Number of hints so far. */
  hints = 0;
  /** The state of the puzzle. */
  state: "open" | "solved" | "given up" = "open";

  /** Starts a puzzle. */
  constructor(puzzle: Puzzle) {
    this.puzzle = puzzle;
  }

  /** Records an answer. Returns whether it solves the puzzle. */
  take({ kind }: Verdict): boolean {
    const isSolved = kind === "best" || kind === "good";
    if (isSolved) this.state = "solved";
    else this.faults++;
    return isSolved;
  }

  /** The next hint as a sentence: first the piece that moves, then also its square. */
  hint(): string {
    const { record, bestUci } = this.puzzle;
    const position = positionAfter(record);
    const from = moveFrom(parseUci(position, bestUci));
    const piece = pieceName(position.mailbox[from] & 7);
    return ++this.hints > 1
      ? `Move the ${piece} on ${squareName(from)}.`
      : `Move ${piece === "king" ? "the" : "a"} ${piece}.`;
  }

  /** Gives up, unless the puzzle is solved. */
  giveUp(): void {
    if (this.state === "open") this.state = "given up";
  }
}

/** Adds the missing subject to a reason, for a move that has just been named: `It allows Nd5, …`. */
export function aboutIt(reason: string): string {
  return reason.replace(/^(Allows|Misses)\b/, (verb) => `It ${verb.toLowerCase()}`);
}

/** The move of the game, and why it was an error; "" if no reason was found. */
export function describeError({ san, reason }: Pick<Puzzle, "san" | "reason">): string {
  return reason === "" ? "" : `The move of the game was ${san}. ${aboutIt(reason)}`;
}

/** Counts the finished puzzles, the solved ones, and those solved at the first attempt without a hint. */
export function scoreOf(runs: readonly PuzzleRun[]): Record<"asked" | "solved" | "atOnce", number> {
  const solved = runs.filter(({ state }) => state === "solved");
  return {
    asked: runs.filter(({ state }) => state !== "open").length,
    solved: solved.length,
    atOnce: solved.filter(({ faults, hints }) => faults + hints === 0).length,
  };
}
