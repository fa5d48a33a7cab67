/**
 * The texts of the puzzles in English.
 *
 * @module
 */

import type { PuzzleTexts } from "./puzzle.ts";

/** The texts. */
export const puzzleEn: PuzzleTexts = {
  intro: "Find what was better: the board shows the position before each error of this game.",
  noGame: "Play or load a game first. Then its errors become puzzles.",
  side: "Errors of",
  sides: { both: "both sides", white: "White", black: "Black" },
  kind: "At least",
  kinds: { inaccuracy: "inaccuracies", mistake: "mistakes", blunder: "blunders" },
  start: "Start",
  reviewing: "The game is reviewed first …",
  none: "There is no such error in this game.",
  question: (number, count, move, judgement, side) =>
    `Puzzle ${number} of ${count}. The game went ${move}, ${judgement === "inaccuracy" ? "an" : "a"} ${judgement}. ` +
    `What is better for ${side === "white" ? "White" : "Black"}?`,
  hint: "Hint",
  answer: "Show the answer",
  next: "Next",
  back: "Back to the puzzle",
  checking: "Checking …",
  right: (san) => `Right: ${san}.`,
  good: (best) => `Good, too. The engine prefers ${best}.`,
  best: (best) => `The best move is ${best}.`,
  played: "That is the move of the game. Try again.",
  worse: (san, points) =>
    points > 0
      ? `${san} is not good enough: it lowers the chance to win by ${points} percentage ` +
        `${points === 1 ? "point" : "points"}. Try again.`
      : `${san} is not good enough. Try again.`,
  look: (piece, square) => square === null ? `Look at a ${piece}.` : `Look at the ${piece} on ${square}.`,
  pieces: { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" },
  score: (solved, asked, atOnce) => `${solved} of ${asked} solved, ${atOnce} of them at once and without a hint.`,
  again: "Once more",
};
