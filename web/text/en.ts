/**
 * The page's texts in English, which also say which texts there are.
 *
 * @module
 */

import type { TourTexts } from "./tour.ts";
import { tourEn } from "./tour_en.ts";

/** A number for people. */
function number(value: number, digits: number = 0): string {
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Every text of the page. */
export interface Texts {
  readonly language: string;
  readonly tagline: string;
  readonly close: string;
  readonly cancel: string;
  readonly promotion: string;
  readonly number: (value: number, digits?: number) => string;
  readonly tabs: Readonly<Record<"label" | "play" | "analysis" | "learned", string>>;
  readonly board: Readonly<Record<"label" | "empty" | "target" | "typeMove" | "notLegal", string>>;
  /** Pieces by their letters in a FEN. */
  readonly pieces: Readonly<Record<string, string>>;
  readonly controls: Readonly<
    Record<"label" | "first" | "previous" | "next" | "last" | "flip" | "position" | "share" | "settings", string>
  >;
  readonly moves: Readonly<Record<"label" | "none" | "sideLine" | "promote" | "drop", string>>;
  readonly judgements: Readonly<Record<"inaccuracy" | "mistake" | "blunder", string>>;
  readonly play: PlayTexts;
  readonly analysis: AnalysisTexts;
  readonly learned: LearnedTexts;
  readonly lab: LabTexts;
  readonly tour: TourTexts;
  readonly position: PositionTexts;
  readonly settings: SettingsTexts;
  readonly notices: NoticeTexts;
}

/** Playing. */
export interface PlayTexts {
  readonly strength: string;
  readonly strengths: Readonly<Record<number, string>>;
  readonly full: string;
  readonly time: string;
  readonly noClock: string;
  readonly start: string;
  readonly ordinary: string;
  readonly chess960: string;
  readonly shown: string;
  readonly colour: string;
  readonly colours: Readonly<Record<"white" | "black" | "random", string>>;
  readonly begin: string;
  readonly undo: string;
  readonly draw: string;
  readonly resign: string;
  readonly reallyResign: string;
  readonly review: string;
  readonly newGame: string;
  readonly you: string;
  readonly invite: string;
  readonly yourMove: string;
  readonly thinking: string;
  readonly lookingBack: string;
  readonly declined: string;
  readonly early: string;
  readonly engineMoved: (san: string) => string;
  readonly check: string;
  readonly outcome: (result: string, reason: string) => string;
  readonly reasons: Readonly<Record<string, string>>;
  readonly byTime: (loser: "white" | "black") => string;
  readonly byResignation: (loser: "white" | "black") => string;
  readonly byAgreement: string;
}

/** Analysing. */
export interface AnalysisTexts {
  readonly start: string;
  readonly stop: string;
  readonly lines: string;
  readonly arrows: string;
  readonly bar: string;
  readonly unknown: string;
  readonly waiting: string;
  readonly off: string;
  readonly facts: (depth: string, nodes: string, speed: string) => string;
  readonly review: string;
  readonly stopReview: string;
  readonly reviewing: string;
  readonly graph: string;
  readonly accuracy: string;
  readonly byPhase: string;
  readonly phases: Readonly<Record<"opening" | "middlegame" | "endgame", string>>;
  readonly better: (san: string) => string;
  readonly walk: (san: string) => string;
}

/** What was learned. */
export interface LearnedTexts {
  readonly intro: string;
  readonly start: string;
  readonly stop: string;
  readonly mode: string;
  readonly modes: Readonly<Record<"all" | "from" | "to", string>>;
  readonly nothing: string;
  readonly facts: (depth: number, entries: string) => string;
  readonly failed: string;
  readonly worked: string;
  readonly pointAt: (side: string) => string;
  readonly noEntry: (square: string) => string;
  readonly entries: (square: string, best: string, worst: string, count: number) => string;
  readonly move: string;
  readonly score: string;
  readonly movesCaption: string;
  /** Histories by their names in the library. */
  readonly tables: Readonly<Record<string, string>>;
  readonly correctionsCaption: string;
  readonly raw: string;
  readonly corrected: string;
  /** Corrections by their names in the library. */
  readonly corrections: Readonly<Record<string, string>>;
  readonly inCheck: string;
}

/** Switches. */
export interface LabTexts {
  readonly title: string;
  readonly intro: string;
  readonly system: string;
  readonly start: string;
  readonly running: string;
  readonly change: (depth: number, percent: number) => string;
  readonly nodes: string;
  readonly best: string;
  readonly order: string;
  readonly with: string;
  readonly without: string;
  /** What can be turned off, by its name in the library; the library's title where there is none. */
  readonly systems: Readonly<Record<string, string>>;
}

/** Positions and games in and out. */
export interface PositionTexts {
  readonly title: string;
  readonly hint: string;
  readonly label: string;
  readonly load: string;
  readonly open: string;
  readonly copyFen: string;
  readonly copyPgn: string;
  readonly savePgn: string;
  readonly copied: string;
  readonly shared: string;
  readonly chess960: string;
  readonly chess960Number: string;
  readonly setUp: string;
  readonly severalGames: (count: number) => string;
  readonly nothing: string;
}

/** Settings. */
export interface SettingsTexts {
  readonly title: string;
  readonly language: string;
  readonly theme: string;
  readonly themes: Readonly<Record<"auto" | "light" | "dark", string>>;
  readonly threads: string;
  readonly oneThread: string;
  readonly hash: string;
  readonly about: (version: string) => string;
}

/** What can go wrong. */
export interface NoticeTexts {
  readonly engineFailed: (reason: string) => string;
  readonly searchFailed: (reason: string) => string;
  readonly notReadable: (reason: string) => string;
  readonly badAddress: (reason: string) => string;
  readonly storage: string;
  readonly unexpected: (reason: string) => string;
  readonly matchRuns: string;
}

/** The texts in English. */
export const en: Texts = {
  language: "English",
  tagline: "A chess engine that shows what it learns",
  close: "Close",
  cancel: "Cancel",
  promotion: "Promote to",
  number,
  tabs: { label: "Beside the board", play: "Play", analysis: "Analysis", learned: "What it learned" },
  board: {
    label: "Chessboard. Arrow keys go from square to square, Enter picks a piece and puts it down",
    empty: "empty",
    target: "can be reached",
    typeMove: "Type a move, such as Nf3",
    notLegal: "is not a legal move here",
  },
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
  },
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
    },
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
    thinking: "Hindsight is thinking …",
    lookingBack: "An earlier position is shown. Go to the end to play on.",
    declined: "Hindsight declines the draw: it likes its position.",
    early: "Hindsight declines the draw: the game has only begun.",
    engineMoved: (san) => `Hindsight plays ${san}.`,
    check: "Check.",
    outcome: (result, reason) => `${result.replaceAll("1/2", "½").replace("-", " – ")} · ${reason}`,
    reasons: {},
    byTime: (loser) => `${loser === "white" ? "Black" : "White"} wins on time`,
    byResignation: (loser) => `${loser === "white" ? "White" : "Black"} resigns`,
    byAgreement: "Draw by agreement",
  },
  analysis: {
    start: "Analyse",
    stop: "Stop",
    lines: "Lines",
    arrows: "Arrows",
    bar: "Evaluation",
    unknown: "not evaluated yet",
    waiting: "The engine is starting …",
    off: "The analysis is off.",
    facts: (depth, nodes, speed) => `Depth ${depth} · ${nodes} nodes · ${speed} a second`,
    review: "Review the whole game",
    stopReview: "Stop the review",
    reviewing: "Positions reviewed",
    graph: "White's chance to win after every move; a click shows the position",
    accuracy: "accuracy",
    byPhase: "Accuracy by phase of the game",
    phases: { opening: "opening", middlegame: "middlegame", endgame: "endgame" },
    better: (san) => `better was ${san}`,
    walk: (san) => `Walk the better line: ${san}`,
  },
  learned: {
    intro: "While it searches, the engine learns which moves work. The board shows it live, twice a second.",
    start: "Watch it learn",
    stop: "Stop",
    mode: "Show",
    modes: { all: "every square", from: "moves from a square", to: "moves to a square" },
    nothing: "Nothing is learned about this position yet.",
    facts: (depth, entries) => `Depth ${depth} · ${entries} pairs of squares with an entry`,
    failed: "failed",
    worked: "worked: refuted the move before",
    pointAt: (side) => `Quiet moves of ${side}. Point at a square, or touch it.`,
    noEntry: (square) => `${square}: nothing is learned yet.`,
    entries: (square, best, worst, count) => `${square}: best ${best}, worst ${worst}, ${count} entries.`,
    move: "move",
    score: "score",
    movesCaption: "Quiet moves in the order of the search, and what each history adds to the score",
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
    },
    correctionsCaption: "The evaluation and what was learned about its errors, in hundredths of a pawn",
    raw: "the network says",
    corrected: "corrected",
    corrections: {
      "pawn": "pawn structure",
      "non-pawn White": "White's pieces",
      "non-pawn Black": "Black's pieces",
      "minor": "kings, bishops, knights",
      "major": "kings, rooks, queens",
      "continuation": "the last two moves",
    },
    inCheck: "In check the search has no evaluation.",
  },
  tour: tourEn,
  lab: {
    title: "Turn one off",
    intro: "What is a part of the learning worth here? The position is searched with it and without.",
    system: "Without",
    start: "Compare",
    running: "Searching with it and without …",
    change: (depth, percent) =>
      percent === 0
        ? `Depth ${depth} takes as many nodes without it.`
        : `Depth ${depth} takes ${Math.abs(percent)} % ${percent > 0 ? "more" : "fewer"} nodes without it.`,
    nodes: "nodes",
    best: "best",
    order: "quiet moves in their order",
    with: "with",
    without: "without",
    systems: {},
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
    shared: "The link is copied. It holds the whole game.",
    chess960: "Chess960 rules for castling",
    chess960Number: "Chess960 position, 0 to 959",
    setUp: "Set up",
    severalGames: (count) => `The file has ${count} games. Which one?`,
    nothing: "There is no position and no game in this text",
  },
  settings: {
    title: "Settings",
    language: "Language",
    theme: "Appearance",
    themes: { auto: "As the system", light: "Light", dark: "Dark" },
    threads: "Search threads",
    oneThread: "This page searches with one thread: the server does not isolate it from other sites.",
    hash: "Memory for positions (MiB)",
    about: (version) =>
      `Hindsight ${version}, free software under the MIT licence. Everything runs on this device; nothing is sent anywhere.`,
  },
  notices: {
    engineFailed: (reason) => `The engine cannot start. ${reason}`,
    searchFailed: (reason) => `The search failed; the next one starts the engine again. ${reason}`,
    notReadable: (reason) => `This cannot be read. ${reason}`,
    badAddress: (reason) => `The link does not hold a position that can be shown. ${reason}`,
    storage: "This browser keeps nothing for this page, so a reload loses the game.",
    unexpected: (reason) => `Something went wrong. ${reason}`,
    matchRuns: "A game is running. Resign it first, or finish it.",
  },
};
