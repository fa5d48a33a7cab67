/** The settings of an engine, as plain data, and their defaults. @module */

import { FULL_LEVEL, levelOfElo } from "../search/weaker_play.ts";

/** What may be done with what was learned: nothing, or searches use it, or they use it and add to it. */
export const LEARNING_MODES = ["off", "use", "learn"] as const;
/** One of them. */
export type LearningMode = typeof LEARNING_MODES[number];

/** Settings of an engine. */
export interface Settings {
  /** Size of the transposition table in MiB. */
  hashMegabytes: number;
  /** Milliseconds lost per move outside the search. */
  moveOverheadMs: number;
  /** Search threads. */
  threads: number;
  /** Whether castling is written as king takes rook. */
  chess960: boolean;
  /** How many best lines a search reports. */
  multiPv: number;
  /** Path of the evaluation network; empty for the embedded one. */
  evalFile: string;
  /** Whether scores are reported with the chances to win, draw and lose. */
  showWdl: boolean;
  /** Whether the GUI may send `go ponder`. It may in any case; the option exists because GUIs ask for it. */
  ponder: boolean;
  /** Whether to play at the strength `elo`. */
  limitStrength: boolean;
  /** The strength asked for. */
  elo: number;
  /** Level of strength, `FULL_LEVEL` for full strength. */
  skillLevel: number;
  /** Folders of Syzygy tables, separated as paths are on this system; "" for none. */
  syzygyPath: string;
  /** Least depth at which positions with as many men as the largest tables are looked up. */
  syzygyProbeDepth: number;
  /** Whether the fifty-move rule counts when tables are looked up. */
  syzygyFiftyMoves: boolean;
  /** Most men of a position that is looked up. */
  syzygyProbeLimit: number;
  /** Whether moves come from the opening book, as far as it goes. */
  ownBook: boolean;
  /** File of the opening book, "" for none. */
  bookFile: string;
  /** File of what was learned, "" for none. */
  learningFile: string;
  /** Whether what was learned is used, and added to. */
  learning: LearningMode;
}

/** The settings of an engine before anything is set. */
export const DEFAULT_SETTINGS: Readonly<Settings> = {
  hashMegabytes: 16,
  moveOverheadMs: 10,
  threads: 1,
  chess960: false,
  multiPv: 1,
  evalFile: "",
  showWdl: false,
  ponder: false,
  limitStrength: false,
  elo: 1500,
  skillLevel: FULL_LEVEL,
  syzygyPath: "",
  syzygyProbeDepth: 1,
  syzygyFiftyMoves: true,
  syzygyProbeLimit: 7,
  ownBook: false,
  bookFile: "",
  learningFile: "",
  learning: "off",
};

/** A copy of the default settings, to be changed. */
export function defaultSettings(): Settings {
  return { ...DEFAULT_SETTINGS };
}

/** The level of strength that the settings ask for; `limitStrength` has precedence. */
export function strengthLevel({ limitStrength, elo, skillLevel }: Settings): number {
  return limitStrength ? levelOfElo(elo) : skillLevel;
}
