/**
 * Which texts the page has, for every language.
 *
 * @module
 */

import type { PuzzleTexts } from "./puzzle.ts";
import type { TourTexts } from "./tour.ts";

/** Every text of the page. */
export interface Texts {
  readonly language: string;
  readonly tagline: string;
  readonly close: string;
  readonly cancel: string;
  readonly promotion: string;
  readonly number: (value: number, digits?: number) => string;
  readonly tabs: Readonly<Record<"label" | "play" | "analysis" | "puzzle" | "learned", string>>;
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
  readonly puzzle: PuzzleTexts;
  readonly learned: LearnedTexts;
  readonly lab: LabTexts;
  readonly tour: TourTexts;
  readonly position: PositionTexts;
  readonly settings: SettingsTexts;
  readonly keys: KeyTexts;
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
  /** Behind the name of the player who is to move. */
  readonly toMove: string;
  readonly thinking: string;
  readonly lookingBack: string;
  readonly stuck: string;
  readonly retry: string;
  readonly declined: string;
  readonly early: string;
  readonly engineMoved: (san: string) => string;
  readonly check: string;
  readonly outcome: (result: string, reason: string) => string;
  readonly reasons: Readonly<Record<string, string>>;
  readonly byTime: (loser: "white" | "black") => string;
  /** Of a side without time against one that cannot mate. */
  readonly byTimeAgainstKing: (loser: "white" | "black") => string;
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
  /** In how many moves a side mates; 0 if it has. */
  readonly mate: (winner: "white" | "black", moves: number) => string;
  readonly waiting: string;
  readonly off: string;
  readonly facts: (depth: string, nodes: string, speed: string, threads: number) => string;
  readonly review: string;
  readonly stopReview: string;
  readonly reviewing: string;
  readonly graph: string;
  readonly accuracy: string;
  readonly byPhase: string;
  readonly phases: Readonly<Record<"opening" | "middlegame" | "endgame", string>>;
  readonly better: (san: string) => string;
  readonly walk: (san: string) => string;
  readonly commentOnGame: string;
  readonly commentOn: (move: string) => string;
  readonly removeComment: string;
}

/** What was learned. */
export interface LearnedTexts {
  readonly intro: string;
  readonly start: string;
  readonly stop: string;
  readonly mode: string;
  readonly modes: Readonly<Record<"all" | "from" | "to" | "piece", string>>;
  readonly side: string;
  readonly sides: Readonly<Record<"mover" | "opponent", string>>;
  readonly nothing: string;
  readonly facts: (depth: number, entries: string) => string;
  readonly failed: string;
  readonly worked: string;
  readonly pointAt: (side: string) => string;
  readonly pointAtPiece: (side: string) => string;
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
  /** A system that the engine does without. */
  readonly unused: (system: string) => string;
  readonly with: string;
  readonly without: string;
  /** What can be tried, by its name in the library; the library's title where there is none. */
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
  readonly notCopied: string;
  readonly shared: string;
  readonly chess960: string;
  readonly chess960Number: string;
  readonly setUp: string;
  readonly severalGames: (count: number) => string;
  readonly leftOut: (count: number, reason: string) => string;
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
  readonly speedTitle: string;
  readonly speedIntro: string;
  readonly speedStart: string;
  readonly speedRuns: string;
  readonly speedResult: (nodes: string, seconds: string, speed: string) => string;
  readonly about: (version: string) => string;
}

/** The keys of the page. */
export interface KeyTexts {
  readonly title: string;
  readonly key: string;
  readonly action: string;
  /** Keys, and what they do. */
  readonly rows: readonly (readonly [keys: string, action: string])[];
  /** Where the keys are those of the page. */
  readonly places: string;
}

/** What can go wrong. */
export interface NoticeTexts {
  /** The engine did not start; the reason is a sentence of the library. */
  readonly engineFailed: (reason: string) => string;
  readonly searchFailed: (reason: string) => string;
  readonly notReadable: (reason: string) => string;
  readonly badAddress: (reason: string) => string;
  readonly storage: string;
  readonly matchRuns: string;
  readonly reviewRuns: string;
}
