/**
 * The texts of the puzzles in English.
 *
 * @module
 */

/** The texts. */
export const puzzleEn = {
  intro: "Find what was better: the board shows the position before each error of this game.",
  noGame: "Play or load a game first. Then its errors become puzzles.",
  side: "Errors of",
  sides: { both: "both sides", white: "White", black: "Black" },
  kind: "At least",
  kinds: { inaccuracy: "inaccuracies", mistake: "mistakes", blunder: "blunders" },
  start: "Start",
  reviewing: "The game is reviewed first …",
  none: "There is no such error in this game.",
  question: (number: number, count: number, move: string, judgement: string, side: "white" | "black") =>
    `Puzzle ${number} of ${count}. The game went ${move}, ${judgement === "inaccuracy" ? "an" : "a"} ${judgement}. ` +
    `What is better for ${side === "white" ? "White" : "Black"}?`,
  hint: "Hint",
  answer: "Show the answer",
  next: "Next",
  back: "Back to the puzzle",
  checking: "Checking …",
  right: (san: string) => `Right: ${san}.`,
  /** Names the move that the engine prefers. */
  good: (best: string) => `Good, too. The engine prefers ${best}.`,
  best: (best: string) => `The best move is ${best}.`,
  played: "That is the move of the game. Try again.",
  /** `points`: percentage points of the chance to win that the move costs. */
  worse: (san: string, points: number) =>
    points > 0
      ? `${san} is not good enough: it lowers the chance to win by ${points} percentage ` +
        `${points === 1 ? "point" : "points"}. Try again.`
      : `${san} is not good enough. Try again.`,
  /** Says which piece moves: its name is one of `pieces`; the square is `null` at first. */
  look: (piece: string, square: string | null) =>
    square === null ? `Look at a ${piece}.` : `Look at the ${piece} on ${square}.`,
  /** Pieces by their letters. */
  pieces: { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" } as Readonly<Record<string, string>>,
  score: (solved: number, asked: number, atOnce: number) =>
    `${solved} of ${asked} solved, ${atOnce} of them at once and without a hint.`,
  again: "Once more",
};
