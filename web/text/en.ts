/**
 * The page's texts in English.
 *
 * @module
 */

import { puzzleEn } from "./puzzle_en.ts";
import { tourEn } from "./tour_en.ts";

/** A number for people. */
function number(value: number, digits: number = 0): string {
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Texts by names from elsewhere: a translation may have others. */
type Names = Readonly<Record<string, string>>;

/** The texts in English. What other languages have is of the same type. */
export const en = {
  language: "English",
  tagline: "A chess engine that shows what it learns",
  close: "Close",
  cancel: "Cancel",
  promotion: "Promote to",
  number,
  tabs: { label: "Beside the board", play: "Play", analysis: "Analysis", puzzle: "Puzzle", learned: "What it learned" },
  board: {
    label: "Chessboard. Arrow keys go from square to square, Enter picks a piece and puts it down",
    empty: "empty",
    target: "can be reached",
    typeMove: "Type a move, such as Nf3",
    notLegal: "is not a legal move here",
  },
  /** Pieces by their letters in a FEN. */
  pieces: {
    P: "white pawn",
    N: "white knight",
    B: "white bishop",
    R: "white rook",
    Q: "white queen",
    K: "white king",
    p: "black pawn",
    n: "black knight",
    b: "black bishop",
    r: "black rook",
    q: "black queen",
    k: "black king",
  } as Names,
  controls: {
    label: "Moves and board",
    first: "To the start",
    previous: "One move back",
    next: "One move forward",
    last: "To the end",
    flip: "Turn the board",
    position: "Load or save a position or game",
    share: "Copy a link to this position",
    settings: "Settings",
  },
  moves: {
    label: "Moves",
    none: "No moves yet.",
    sideLine: "Side line",
    promote: "Make this line the game",
    drop: "Remove this line",
  },
  judgements: { inaccuracy: "inaccuracy", mistake: "mistake", blunder: "blunder" },
  play: {
    strength: "Strength",
    strengths: {
      600: "beginner",
      800: "novice",
      1000: "casual",
      1200: "hobby player",
      1400: "club beginner",
      1600: "club player",
      1800: "strong club player",
      2000: "expert",
      2250: "master",
    } as Names,
    full: "Full strength",
    time: "Time (minutes + seconds a move)",
    noClock: "No clock",
    start: "Start position",
    ordinary: "Chess",
    chess960: "Chess960, drawn by lot",
    shown: "The position on the board",
    colour: "You play",
    colours: { white: "White", black: "Black", random: "Random" },
    begin: "Start the game",
    undo: "Take back",
    draw: "Offer a draw",
    resign: "Resign",
    reallyResign: "Resign this game?",
    review: "Review the game",
    newGame: "New game",
    you: "You",
    invite: "Play Hindsight at any strength, from beginner to far beyond master.",
    yourMove: "Your move.",
    /** Behind the name of the player who is to move. */
    toMove: "to move",
    thinking: "Hindsight is thinking …",
    stuck: "Hindsight could not move.",
    retry: "Try again",
    lookingBack: "An earlier position is shown. Go to the end to play on.",
    declined: "Hindsight declines the draw: it likes its position.",
    early: "Hindsight declines the draw: the game has only begun.",
    engineMoved: (san: string) => `Hindsight plays ${san}.`,
    check: "Check.",
    outcome: (result: string, reason: string) => `${result.replaceAll("1/2", "½").replace("-", " – ")} · ${reason}`,
    reasons: {} as Names,
    byTime: (loser: "white" | "black") => `${loser === "white" ? "Black" : "White"} wins on time`,
    byResignation: (loser: "white" | "black") => `${loser === "white" ? "White" : "Black"} resigns`,
    /** Of a side without time against one that cannot mate. */
    byTimeAgainstKing: (loser: "white" | "black") =>
      `Draw: ${loser === "white" ? "White" : "Black"} has no time left, the opponent only the king`,
    byAgreement: "Draw by agreement",
  },
  analysis: {
    start: "Analyse",
    stop: "Stop",
    lines: "Lines",
    arrows: "Arrows",
    bar: "Evaluation",
    unknown: "not evaluated yet",
    /** In how many moves a side mates; 0 if it has. */
    mate: (winner: "white" | "black", moves: number) =>
      `${winner === "white" ? "White" : "Black"} ${moves === 0 ? "has mated" : `mates in ${moves}`}`,
    waiting: "The engine is starting …",
    off: "The analysis is off.",
    facts: (depth: string, nodes: string, speed: string, threads: number) =>
      `Depth ${depth} · ${nodes} nodes · ${speed} a second${threads > 1 ? ` · ${threads} threads` : ""}`,
    review: "Review the whole game",
    stopReview: "Stop the review",
    reviewing: "Positions reviewed",
    graph: "White's chance to win after every move; a click shows the position",
    accuracy: "accuracy",
    byPhase: "Accuracy by phase of the game",
    phases: { opening: "opening", middlegame: "middlegame", endgame: "endgame" },
    better: (san: string) => `better was ${san}`,
    walk: (san: string) => `Walk the better line: ${san}`,
    commentOnGame: "Comment on the game",
    commentOn: (move: string) => `Comment on ${move}`,
    removeComment: "Remove the comment",
  },
  puzzle: puzzleEn,
  learned: {
    intro: "While it searches, the engine learns which moves work. The board shows it live, twice a second.",
    start: "Watch it learn",
    stop: "Stop",
    mode: "Show",
    modes: {
      all: "every square",
      from: "moves from a square",
      to: "moves to a square",
      piece: "a piece, by all tables",
    },
    side: "of",
    sides: { mover: "the side to move", opponent: "the opponent" },
    nothing: "Nothing is learned about this position yet.",
    facts: (depth: number, entries: string) => `Depth ${depth} · ${entries} pairs of squares with an entry`,
    failed: "failed",
    worked: "worked: refuted the move before",
    pointAt: (side: string) => `Quiet moves of ${side}. Point at a square, or touch it.`,
    pointAtPiece: (side: string) => `Point at a piece of ${side}: what all tables say about its quiet moves.`,
    noEntry: (square: string) => `${square}: nothing is learned yet.`,
    entries: (square: string, best: string, worst: string, count: number) =>
      `${square}: best ${best}, worst ${worst}, ${count} entries.`,
    move: "move",
    score: "score",
    movesCaption: "Quiet moves in the order of the search, and what each history adds to the score",
    /** Histories by their names in the library. */
    tables: {
      "butterfly": "butterfly",
      "pawn": "pawns",
      "continuation 1": "1 ply",
      "continuation 2": "2 plies",
      "continuation 3": "3 plies",
      "continuation 4": "4 plies",
      "continuation 6": "6 plies",
      "low-ply": "near root",
      "escape": "escape",
      "check": "check",
    } as Names,
    correctionsCaption: "The evaluation and what was learned about its errors, in hundredths of a pawn",
    raw: "the network says",
    corrected: "corrected",
    /** Corrections by their names in the library. */
    corrections: {
      "pawn": "pawn structure",
      "non-pawn White": "White's pieces",
      "non-pawn Black": "Black's pieces",
      "minor": "kings, bishops, knights",
      "major": "kings, rooks, queens",
      "continuation": "the last two moves",
      "continuation 4": "the last move and 4 plies ago",
    } as Names,
    inCheck: "In check the search has no evaluation.",
  },
  tour: tourEn,
  lab: {
    title: "With and without",
    intro:
      "What does a part of the learning change here? The position is searched with it and without. One position can " +
      "go either way: what a part is worth shows in many games.",
    system: "Part",
    /** A system that the engine does without. */
    unused: (system: string) => `${system} (the engine does without)`,
    start: "Compare",
    running: "Searching with it and without …",
    change: (depth: number, percent: number) =>
      percent === 0
        ? `Depth ${depth} takes as many nodes without it.`
        : `Depth ${depth} takes ${Math.abs(percent)} % ${percent > 0 ? "more" : "fewer"} nodes without it.`,
    nodes: "nodes",
    best: "best",
    order: "quiet moves in their order",
    with: "with",
    without: "without",
    /** What can be tried, by its name in the library; the library's title where there is none. */
    systems: {} as Names,
  },
  position: {
    title: "Position and game",
    hint: "Paste a FEN or a PGN, open a file, or drop one anywhere on the page.",
    label: "FEN or PGN",
    load: "Load",
    open: "Open a file …",
    copyFen: "Copy FEN",
    copyPgn: "Copy PGN",
    savePgn: "Save PGN",
    copied: "Copied.",
    notCopied: "This browser does not let the page copy.",
    shared: "The link is copied. It holds all moves, variations and comments, but no names.",
    chess960: "Chess960 rules for castling",
    chess960Number: "Chess960 position, 0 to 959",
    setUp: "Set up",
    leftOut: (count: number, reason: string) =>
      count === 1 ? `A game cannot be read. ${reason}` : `${count} games cannot be read, the first of them: ${reason}`,
    severalGames: (count: number) => `The file has ${count} games. Which one?`,
    nothing: "There is no position and no game in this text",
  },
  settings: {
    title: "Settings",
    language: "Language",
    theme: "Appearance",
    themes: { auto: "As the system", light: "Light", dark: "Dark" },
    threads: "Search threads",
    oneThread:
      "This page searches with one thread: it is not isolated from other sites. By HTTPS it is from the next visit on.",
    hash: "Memory for positions (MiB)",
    speedTitle: "Speed test",
    speedIntro: "Searches fifty fixed positions with one thread. The number of nodes is the same on every device.",
    speedStart: "Test the speed",
    speedRuns: "Searching …",
    speedResult: (nodes: string, seconds: string, speed: string) =>
      `${nodes} nodes in ${seconds} seconds, ${speed} a second`,
    about: (version: string) =>
      `Hindsight ${version}, free software under the MIT licence. Everything runs on this device; nothing is sent anywhere.`,
  },
  keys: {
    title: "Keys",
    key: "key",
    action: "what it does",
    /** Keys, and what they do. */
    rows: [
      ["← →", "one move back or forward"],
      ["Home End", "to the start or the end"],
      ["f", "turns the board"],
      ["a", "starts or stops the search, under Analysis and What it learned"],
      ["↑ ↓ ← →", "on the board: from square to square"],
      ["Enter", "on the board: picks a piece and puts it down"],
      ["Esc", "on the board: lets the piece go; closes a window"],
    ] as readonly (readonly [keys: string, action: string])[],
    places:
      "The tabulator key reaches the board and all else. Letters work while the focus is at the board or nowhere.",
  },
  notices: {
    /** The engine did not start; the reason is a sentence of the library. */
    engineFailed: (reason: string) =>
      `The engine cannot start. ${reason}. Try again, or choose less memory or fewer threads in the settings.`,
    searchFailed: (reason: string) => `The search failed; the next one starts the engine again. ${reason}`,
    notReadable: (reason: string) => `This cannot be read. ${reason}`,
    badAddress: (reason: string) => `The link does not hold a position that can be shown. ${reason}`,
    storage: "This browser keeps nothing for this page, so a reload loses the game.",
    matchRuns: "A game is running. Resign it first, or finish it.",
    reviewRuns: "A review is running. Stop it first, or wait for its end.",
  },
};
