/**
 * The guided tour in English: one part of what is learned after the other, each in a position where it matters.
 *
 * @module
 */

import type { TourStep } from "./tour.ts";

/** The tour in English. */
export const tourEn = {
  start: "Guided tour",
  next: "Next",
  back: "Back",
  end: "End the tour",
  /** Searches the position with the system and without. */
  compare: "Search this position with it and without",
  /** The label of the list of all steps. */
  steps: "Step",
  place: (step: number, steps: number) => `${step} of ${steps}`,
  texts: {
    butterfly: {
      title: "Butterfly history: which pairs of squares work",
      text:
        "A quiet move that refutes the move before it earns a bonus for its two squares, wherever in the tree that " +
        "was. The map over the board is this table. It has few entries, so it is the first to know something.",
    },
    pieceTo: {
      title: "Piece-to history: which piece on which square",
      text:
        "The same idea, but with the piece in place of the square that it leaves. The engine does without, because " +
        "butterfly history also knows about threats. In some positions it would need fewer nodes all the same.",
    },
    malus: {
      title: "Malus: what was tried in vain",
      text: "When a move causes a cutoff, the moves that were tried before it lose. Without this, a move that is " +
        "tried everywhere and never works keeps its place. Most of the blue on the board comes from it.",
    },
    capture: {
      title: "Capture history: which captures work",
      text: "Captures have a table of their own: piece, square and what is captured. It orders captures that win " +
        "about as much. They are tried before the quiet moves.",
    },
    counterMove: {
      title: "Counter-move: the last refutation of a move",
      text: "For every move of the opponent, this table remembers the quiet move that last refuted it. The engine " +
        "does without, because continuation history knows that and more. In some positions it would still save nodes.",
    },
    continuation1: {
      title: "Continuation history, 1 ply: the answer to a move",
      text: "Which move is good depends on the move before. This table remembers what worked as an answer to it: " +
        "the piece and its target, after the opponent's piece and its target.",
    },
    continuationPruning: {
      title: "Continuation history in pruning: what is not searched at all",
      text: "What was learned as an answer and as a follow-up does not only order the moves. It also decides which " +
        "late moves are skipped, and how deep the others are searched.",
    },
    continuation2: {
      title: "Continuation history, 2 plies: the plan of one side",
      text: "The same table for the own move before: what went well after it. So the search learns moves that belong " +
        "together, such as the two steps of a knight.",
    },
    continuation3: {
      title: "Continuation history, 3 plies",
      text: "The opponent's move before its last one. Each distance alone is half replaced by the others, so the " +
        "differences are small in most positions. In this one they are not.",
    },
    continuation4: {
      title: "Continuation history, 4 plies",
      text: "The own move of two moves ago: longer plans. In the table of moves, each distance has a column of its " +
        "own.",
    },
    continuation6: {
      title: "Continuation history, 6 plies",
      text:
        "The own move of three moves ago. All distances share one table: a move of two plies ago and the same move " +
        "of six plies ago have the same entries.",
    },
    pawnCorrection: {
      title: "Correction by the pawn structure: where the network errs",
      text: "A search finds out how far the evaluation was wrong. It remembers that for the pawn structure, and " +
        "corrects other positions with the same pawns. The second table shows all corrections.",
    },
    nonPawnCorrection: {
      title: "Correction by the pieces of each colour",
      text: "The same for the places of one side's pieces without the pawns, in one table for each colour. Of all " +
        "corrections it is the only one with a clear gain in games.",
    },
    majorCorrection: {
      title: "Correction by kings, rooks and queens",
      text: "The same for the major pieces with the kings: they say much about attacks on a king. Compare the best " +
        "move here with it and without.",
    },
    minorCorrection: {
      title: "Correction by kings, bishops and knights",
      text: "The same for the minor pieces with the kings. They rarely all stay where they are, so this table learns " +
        "about a phase of the game.",
    },
    continuationCorrection: {
      title: "Correction by the last two moves",
      text: "Some sequences of moves are judged wrong again and again, an exchange that is half done for example. " +
        "One table remembers the error for the last two moves, another one for the last move and that of 4 plies ago.",
    },
    correctionGravity: {
      title: "Two rules of learning: gravity or a moving average",
      text:
        "With gravity, an entry moves by the new error, and the less the nearer it is to its bound. The other rule " +
        "is a weighted mean of old and new. The engine uses gravity; games show no difference.",
    },
    correctionConditions: {
      title: "Conditions: what must not be learned",
      text: "A score that follows from a capture, or that is only a bound, says little about the evaluation. To " +
        "learn from it all the same costs more than all corrections gain.",
    },
    threats: {
      title: "Threats: a move from danger is another move",
      text:
        "Butterfly history keeps moves apart that leave an attacked square, or reach one. To save a bishop is then " +
        "not the same as to move it for fun. Look at the bishop on c4 and the knight on f3.",
    },
    evaluationSwing: {
      title: "Swing of the evaluation: credit at once",
      text: "After a quiet move the network judges the new position. If it is better for the side that moved, the " +
        "move gains at once, without waiting for a cutoff. So the tables fill where there are few nodes yet.",
    },
  } satisfies Readonly<Record<TourStep, { title: string; text: string }>>,
};
