/**
 * The guided tour in English: one part of what is learned after the other, each in a position where it matters.
 *
 * @module
 */

import type { TourTexts } from "./tour.ts";

/** The tour in English. */
export const tourEn: TourTexts = {
  start: "Guided tour",
  next: "Next",
  back: "Back",
  end: "End the tour",
  place: (step, steps) => `${step} of ${steps}`,
  steps: {
    butterfly: {
      title: "Butterfly history: which pairs of squares work",
      text:
        "A quiet move that refutes the move before it earns a bonus for its two squares, wherever in the tree that " +
        "was. The map over the board is this table. It has few entries, so it is the first to know something.",
    },
    threats: {
      title: "Threats: a move from danger is another move",
      text:
        "The table keeps moves apart that leave an attacked square, or reach one. To save a bishop is then not the " +
        "same as to move it for fun. Look at the bishop on c4 and the knight on f3.",
    },
    malus: {
      title: "Malus: what was tried in vain",
      text:
        "When a move causes a cutoff, the quiet moves that were tried before it lose. Without this, a move that is " +
        "tried everywhere and never works keeps its place. Most of the blue on the board comes from it.",
    },
    continuation: {
      title: "Continuation history: the answer to a move",
      text:
        "Which move is good depends on the moves before. These tables remember what worked after the moves 1, 2, 3, " +
        "4 and 6 plies ago. In the table of moves they are the columns in the middle.",
    },
    evaluationSwing: {
      title: "Swing of the evaluation: credit at once",
      text:
        "After a quiet move the network judges the new position. If it is better for the side that moved, the move " +
        "gains at once, without waiting for a cutoff. So the tables fill where there are few nodes yet.",
    },
    capture: {
      title: "Capture history: which captures work",
      text:
        "Captures have a table of their own: piece, square and what is captured. It orders captures that win about " +
        "as much, and is searched before the quiet moves are.",
    },
    correction: {
      title: "Corrections: where the network errs",
      text:
        "A search finds out how far the evaluation was wrong. It remembers that for the pawn structure, the pieces " +
        "and the last two moves, and corrects similar positions. The second table shows it.",
    },
    correctionConditions: {
      title: "Conditions: what must not be learned",
      text:
        "A score that follows from a capture, or that is only a bound, says little about the evaluation. To learn " +
        "from it all the same costs more than all corrections gain.",
    },
  },
};
