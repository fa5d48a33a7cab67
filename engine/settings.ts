/** The settings of an engine and their defaults. core.ts applies them to the threads. @module */

import type { PolyglotBook } from "../book/polyglot_book.ts";
import type { NetworkSource } from "../search/threads/messages.ts";
import { FULL_LEVEL, levelOfElo } from "../search/weaker_play.ts";
import type { TableFiles } from "../tablebase/catalog.ts";

/** The uses of a learning file: none; searches read it; searches read it and add to it. */
export const LEARNING_MODES = ["off", "use", "learn"] as const;
/** One of these modes. */
export type LearningMode = typeof LEARNING_MODES[number];

/** The settings of an engine; a new object has the defaults. */
export class Settings {
  /** Size of the transposition table in MiB. */
  hashMegabytes = 16;
  /** Milliseconds per move that the search cannot use. */
  moveOverheadMs = 10;
  /** Search threads. */
  threads = 1;
  /** Whether castling is king takes rook. */
  chess960 = false;
  /** Number of best lines to report. */
  multiPv = 1;
  /** The network; `null` for the embedded one. */
  network: NetworkSource = null;
  /** Whether scores come with the chances to win, draw and lose. */
  showWdl = false;
  /** Whether the GUI may send `go ponder`. The setting has no effect, but GUIs expect the option. */
  ponder = false;
  /** Whether to play at the strength `elo`. */
  limitStrength = false;
  /** The strength for `limitStrength`. */
  elo = 1500;
  /** The strength as a level. */
  skillLevel: number = FULL_LEVEL;
  /** Syzygy tables. */
  tables: readonly TableFiles[] = [];
  /** Minimum depth for looking up positions that have as many men as the largest tables. */
  syzygyProbeDepth = 1;
  /** Whether the fifty-move rule counts when tables are looked up. */
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

/** The level of strength; `limitStrength` has precedence. */
export function strengthLevel({ limitStrength, elo, skillLevel }: Settings): number {
  return limitStrength ? levelOfElo(elo) : skillLevel;
}
