/** The tour's texts, and what each part of the learning does and is worth. @module */

interface PartText {
  /** The part's name in engine/view/systems.ts. */
  readonly system: string;
  readonly title: string;
  readonly text: string;
  /** What the part gains in games at 4,000 nodes per move, as measured in docs/histories.md. */
  readonly elo: string;
}

export interface TourStep extends PartText {
  /** The moves of a well-known opening. */
  readonly moves: string;
  /** The square of the piece whose moves the board shows; `null` to show arrows for the preferred moves. */
  readonly square: string | null;
}

/** The demonstration shown until the user has seen another one. A test recomputes it. */
export const FIRST_DEMO = {
  address: "moves=e2e4,g8f6,e4e5,f6d5,c2c4,d5b6,d2d4,d7d6",
  fen: "rnbqkb1r/ppp1pppp/1n1p4/4P3/2PP4/8/PP3PPP/RNBQKBNR w KQkq - 0 5",
  factor: 5.33,
  frames: [
    ...["g1f3:2,f2f4:1,b1d2:1", "g1f3:5,f2f4:3,f1e2:1", "g1f3:9,f2f4:5,f1e2:1", "g1f3:14,f2f4:6,f1e2:2"],
    ...["g1f3:18,f2f4:7,f1e2:4", "g1f3:24,f2f4:9,f1e2:4", "g1f3:32,f2f4:11,f1e2:4", "g1f3:46,f2f4:14,f1e2:8"],
    ...["g1f3:50,f1e2:22,f2f4:15", "g1f3:52,f1e2:24,f2f4:16", "g1f3:56,f2f4:29,b1c3:14", "g1f3:49,f2f4:26,f1e2:19"],
  ],
};

export const TOUR: readonly TourStep[] = [
  {
    system: "butterfly",
    title: "Move order: try what worked first",
    text: "If a good move is tried first, the others need no search. So the engine remembers which moves have " +
      "refuted the opponent's move anywhere in its search, and tries those first.",
    moves: "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6",
    square: null,
    elo: "+50 ± 13",
  },
  {
    system: "malus",
    title: "Moves that fail are tried later",
    text: "If a move refutes the opponent's move, all moves that were tried before it lose credit. A move that looks " +
      "natural but never works is tried last. Most of the bishop's moves are blue: they failed.",
    moves: "e4 e5 f4 exf4 Nf3 g5 h4 g4 Ne5",
    square: "f8",
    elo: "+76 ± 13",
  },
  {
    system: "threats",
    title: "Threats: moves out of danger count separately",
    text:
      "Moving an attacked knight is not the same as moving a safe one. So the engine keeps two records of each move: " +
      "one for a piece in danger, and one for a safe piece.",
    moves: "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5",
    square: "e4",
    elo: "+28 ± 12",
  },
  {
    system: "continuation",
    title: "What worked after the same moves",
    text: "Whether a move is good depends on the moves before it. The engine remembers which moves worked as an " +
      "answer to the opponent's last move, and which worked after its own previous move.",
    moves: "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6",
    square: "c1",
    elo: "+32 ± 11",
  },
  {
    system: "correction",
    title: "Correction: where the evaluation errs",
    text: "A search shows how wrong the first evaluation of a position was. The engine remembers the error " +
      "together with the pawns, pieces and last moves, and corrects the evaluations of similar positions. This may " +
      "cost work here, but it pays off in games.",
    moves: "e4 e6 d4 d5 Nc3 Bb4 e5 c5 a3 Bxc3+ bxc3 Ne7 Qg4",
    square: null,
    elo: "+35 ± 11",
  },
];

/** The eighteen parts that docs/histories.md measures. */
export const PART_GROUPS: readonly (readonly [name: string, parts: readonly PartText[]])[] = ([
  ["Moves", [
    ["butterfly", "Moves by square", "+50 ± 13", "Which moves from one square to another have worked anywhere."],
    ["pieceTo", "Moves by piece", "−32 ± 13", "Which moves have worked, by moving piece and target square."],
    ["malus", "Moves that failed", "+76 ± 13", "Moves tried before the one that worked lose credit."],
    ["capture", "Captures", "+14 ± 12", "Which captures work, by piece, target square and captured piece."],
    ["counterMove", "Last refutation", "+14 ± 12", "The move that last refuted the opponent's move."],
  ]],
  ["After the same moves", [
    ["continuation1", "After the last move", "+9 ± 13", "What worked as an answer to the opponent's last move."],
    ["continuationPruning", "Moves to skip", "+4 ± 12", "Moves that failed after the same moves are searched less."],
    ["continuation2", "Two half-moves back", "+2 ± 12", "What worked after the engine's own last move."],
    ["continuation3", "Three half-moves back", "+17 ± 12", "What worked after the opponent's second-to-last move."],
    ["continuation4", "Four half-moves back", "+7 ± 13", "What worked after the engine's own second-to-last move."],
    ["continuation6", "Six half-moves back", "−2 ± 12", "What worked after the engine's own third-to-last move."],
  ]],
  ["Corrections", [
    ["pawnCorrection", "By pawns", "−5 ± 12", "How wrong the evaluation was with the same pawns."],
    ["nonPawnCorrection", "By pieces", "−1 ± 12", "How wrong it was with the same pieces of one side."],
    ["majorCorrection", "By rooks and queens", "+3 ± 12", "How wrong it was with the same kings, rooks and queens."],
    ["minorCorrection", "By minor pieces", "+1 ± 13", "How wrong it was with the same kings, knights and bishops."],
    ["continuationCorrection", "By the last moves", "+7 ± 12", "How wrong the evaluation was after the same moves."],
    ["correctionGravity", "Surprises count more", "−1 ± 12", "Without this, a correction is a plain average."],
    ["correctionConditions", "Scores that teach nothing", "+90 ± 13", "Captures and uncertain scores are ignored."],
  ]],
] as const).map(([name, parts]) => [name, parts.map(([system, title, elo, text]) => ({ system, title, elo, text }))]);

export const PARTS: readonly PartText[] = PART_GROUPS.flatMap(([, parts]) => parts);

/** Whether a figure such as `+14 ± 12` is larger than its error. */
export function isMeasurable(elo: string): boolean {
  const [value, error] = elo.replace("−", "-").split(" ± ").map(Number);
  return Math.abs(value) > error;
}
