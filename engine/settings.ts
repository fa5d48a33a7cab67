/** The settings of an engine and their defaults. The table in core.ts has their effects on the threads. @module */

import type { PolyglotBook } from "../book/polyglot_book.ts";
import type { NetworkSource } from "../search/threads/messages.ts";
import { FULL_LEVEL, levelOfElo } from "../search/weaker_play.ts";
import type { TableFiles } from "../tablebase/catalog.ts";

/** A learning file is ignored; read; or read and extended. */
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
  /** Whether `go ponder` may come. It has no effect, but GUIs expect the option. */
  ponder = false;
  /** Whether to play at the strength `elo`. */
  limitStrength = false;
  /** The strength for `limitStrength`. */
  elo = 1500;
  /** Level of strength. */
  skillLevel: number = FULL_LEVEL;
  /** Syzygy tables. */
  tables: readonly TableFiles[] = [];
  /** Minimum depth of a look-up of positions with as many men as the largest tables. */
  syzygyProbeDepth = 1;
  /** Whether a look-up respects the fifty-move rule. */
  syzygyFiftyMoves = true;
  /** Maximum number of men of a look-up. */
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
