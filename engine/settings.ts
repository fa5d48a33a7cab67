/** The settings of an engine and their defaults. core.ts applies them to the threads. @module */

import type { PolyglotBook } from "../book/polyglot_book.ts";
import type { NetworkSource } from "../search/threads/messages.ts";
import { FULL_LEVEL, levelOfElo } from "../search/weaker_play.ts";
import type { TableFiles } from "../tablebase/catalog.ts";

/** How a learning file can be used: not at all, only read by searches, or read and extended by them. */
export const LEARNING_MODES = ["off", "use", "learn"] as const;
/** A way to use the learning file. */
export type LearningMode = typeof LEARNING_MODES[number];

/** The settings of an engine. A new object contains the defaults. */
export class Settings {
  /** Size of the transposition table in MiB. */
  hashMegabytes = 16;
  /** Milliseconds that the search must leave unused on each move. */
  moveOverheadMs = 10;
  /** Search threads. */
  threads = 1;
  /** Whether castling is written as king takes rook. */
  chess960 = false;
  /** Number of best lines to report. */
  multiPv = 1;
  /** The network; `null` for the embedded one. */
  network: NetworkSource = null;
  /** Whether to report the chances to win, draw and lose with each score. */
  showWdl = false;
  /** Whether the GUI may send `go ponder`. The setting has no effect, but GUIs expect the option. */
  ponder = false;
  /** Whether to play at the strength `elo`. */
  limitStrength = false;
  /** The strength in Elo, if `limitStrength` is set. */
  elo = 1500;
  /** The strength as a level, if `limitStrength` is not set. */
  skillLevel: number = FULL_LEVEL;
  /** Syzygy tables. */
  tables: readonly TableFiles[] = [];
  /** Below this depth, positions with as many men as the largest tables are not looked up. */
  syzygyProbeDepth = 1;
  /** Whether tablebase results take the fifty-move rule into account. */
  syzygyFiftyMoves = true;
  /** Maximum number of men in a position that is looked up. */
  syzygyProbeLimit = 7;
  /** Whether the UCI engine plays book moves. */
  ownBook = false;
  /** The opening book; `null` for none. */
  book: PolyglotBook | null = null;
  /** The learning file; "" for none. */
  learningFile = "";
  /** How the learning file is used. */
  learning: LearningMode = "off";
}

/** The default settings of an engine. */
export const DEFAULT_SETTINGS: Readonly<Settings> = new Settings();

/** The strength level. `limitStrength` takes precedence over `skillLevel`. */
export function strengthLevel({ limitStrength, elo, skillLevel }: Settings): number {
  return limitStrength ? levelOfElo(elo) : skillLevel;
}
