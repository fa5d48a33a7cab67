/** The tour, and what each part of the learning is and is worth. @module */

/** A step of the tour. */
export interface TourStep {
  /** The comparison that belongs to it, by its name in engine/view/systems.ts. */
  readonly system: string;
  readonly title: string;
  readonly text: string;
  /** The moves to its position, from a well-known opening. */
  readonly moves: string;
  /** The piece whose moves the board shows, `null` for the arrows of the preferred moves. */
  readonly square: string | null;
  /** What it is worth in games, Elo: a figure of docs/histories.md. */
  readonly elo: string;
}

/** The five steps. */
export const TOUR: readonly TourStep[] = [
  {
    system: "butterfly",
    title: "Order: try first what worked",
    text: "A good move that is tried first makes the others unnecessary. So the engine remembers which moves, from " +
      "square to square, have refuted something anywhere in its search, and tries those first.",
    moves: "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6",
    square: null,
    elo: "+50 ± 13",
  },
  {
    system: "malus",
    title: "Malus: what was tried in vain sinks",
    text: "When a move turns out to be the refutation, every move that was tried before it loses credit. A move that " +
      "always looks natural and never works goes to the end of the queue.",
    moves: "e4 e5 f4 exf4 Nf3 g5 h4 g4 Ne5",
    square: "e5",
    elo: "+76 ± 13",
  },
  {
    system: "threats",
    title: "Threats: flight is another move",
    text: "To save a bishop that is attacked is not the same as to move it for fun. So the engine keeps both apart: " +
      "each move is remembered once for a piece in danger and once for one that is safe.",
    moves: "e4 e5 Nf3 Nc6 Bb5 a6",
    square: "b5",
    elo: "+28 ± 12",
  },
  {
    system: "continuation",
    title: "Answers and plans",
    text: "Which move is good depends on the previous moves. The engine remembers what worked as an answer to the " +
      "opponent's last move, and what went well after its own.",
    moves: "e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Bc5 Be3 Qf6",
    square: "b1",
    elo: "32 ± 11",
  },
  {
    system: "correction",
    title: "Correction: where its judgement errs",
    text: "A search shows how wrong the first judgement of a position was. The engine remembers that for the pawns, " +
      "the pieces and the last moves, and corrects itself. That makes it look again, which may cost work, and pays in games.",
    moves: "e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4 d4 d5",
    square: null,
    elo: "35 ± 11",
  },
];

/** A part of the learning. */
export interface PartText {
  /** Its name in engine/view/systems.ts. */
  readonly system: string;
  readonly title: string;
  readonly text: string;
  /** What the engine gains by it in games of 4,000 nodes a move, Elo: the figure of docs/histories.md. */
  readonly elo: string;
  /** Whether the engine does without. */
  readonly isOff?: boolean;
}

/** The eighteen systems of docs/histories.md by their numbers. */
export const PARTS: readonly PartText[] = [
  {
    system: "butterfly",
    title: "Squares",
    text: "Which moves from square to square refuted the opponent's move.",
    elo: "+50 ± 13",
  },
  {
    system: "pieceTo",
    title: "Piece and square instead",
    text: "The same with the piece in place of the square that it leaves.",
    elo: "−32 ± 13",
    isOff: true,
  },
  {
    system: "malus",
    title: "Malus",
    text: "Moves that were tried before the refutation lose credit.",
    elo: "+76 ± 13",
  },
  {
    system: "capture",
    title: "Captures",
    text: "Which captures work, by piece, square and what is taken.",
    elo: "+14 ± 12",
  },
  {
    system: "counterMove",
    title: "Last refutation",
    text: "The move that last refuted a move of the opponent.",
    elo: "+14 ± 12",
    isOff: true,
  },
  {
    system: "continuation1",
    title: "Answers",
    text: "What worked as an answer to the opponent's last move.",
    elo: "+9 ± 13",
  },
  {
    system: "continuationPruning",
    title: "Answers decide what is skipped",
    text: "What was learned of answers and plans also skips moves, and searches others less deep.",
    elo: "+4 ± 12",
  },
  {
    system: "continuation2",
    title: "Plans",
    text: "What went well after the engine's own move before.",
    elo: "+2 ± 12",
  },
  {
    system: "continuation3",
    title: "Three moves back",
    text: "The same for the opponent's move before its last.",
    elo: "+17 ± 12",
  },
  {
    system: "continuation4",
    title: "Four moves back",
    text: "The same for the own move of two turns ago.",
    elo: "+7 ± 13",
  },
  {
    system: "continuation6",
    title: "Six moves back",
    text: "The same for the own move of three turns ago.",
    elo: "−2 ± 12",
  },
  {
    system: "pawnCorrection",
    title: "Correction by pawns",
    text: "How wrong the judgement was with these pawns.",
    elo: "−5 ± 12",
  },
  {
    system: "nonPawnCorrection",
    title: "Correction by the pieces of a colour",
    text: "How wrong it was with these pieces of one side.",
    elo: "−1 ± 12",
  },
  {
    system: "majorCorrection",
    title: "Correction by rooks and queens",
    text: "How wrong it was with kings, rooks and queens on these squares.",
    elo: "+3 ± 12",
  },
  {
    system: "minorCorrection",
    title: "Correction by bishops and knights",
    text: "How wrong it was with kings, bishops and knights on these squares.",
    elo: "+1 ± 13",
  },
  {
    system: "continuationCorrection",
    title: "Correction by the last moves",
    text: "How wrong it was after these moves.",
    elo: "+7 ± 12",
  },
  {
    system: "correctionGravity",
    title: "Two rules of correcting",
    text: "A surprise moves an entry further than a confirmation, instead of a moving average.",
    elo: "−1 ± 12",
  },
  {
    system: "correctionConditions",
    title: "What must not be learned",
    text: "Scores that follow from a capture, or are only a bound, teach nothing about the judgement.",
    elo: "+90 ± 13",
  },
];
