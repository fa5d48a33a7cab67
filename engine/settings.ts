/**
 * The settings of an engine as data, and their defaults.
 *
 * The front ends turn user input, such as a path or the bytes of a file, into these values. A table in core.ts contains
 * the effect of each setting on the search threads.
 *
 * @module
 */

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
  /** Milliseconds lost per move outside the search. */
  moveOverheadMs = 10;
  /** Search threads. */
  threads = 1;
  /** Whether castling is written as king takes rook. */
  chess960 = false;
  /** Number of best lines that a search reports. */
  multiPv = 1;
  /** The evaluation network; `null` for the one in the search worker's file. */
  network: NetworkSource = null;
  /** Whether scores are reported with the chances to win, draw and lose. */
  showWdl = false;
  /** Whether the GUI may send `go ponder`. This setting has no effect; the option exists because GUIs expect it. */
  ponder = false;
  /** Whether to play at the strength `elo`. */
  limitStrength = false;
  /** The requested strength. */
  elo = 1500;
  /** Level of strength, `FULL_LEVEL` for full strength. */
  skillLevel: number = FULL_LEVEL;
  /** Syzygy tables; empty for none. */
  tables: readonly TableFiles[] = [];
  /** Minimum depth at which positions with as many men as the largest tables are looked up. */
  syzygyProbeDepth = 1;
  /** Whether the fifty-move rule counts when tables are looked up. */
  syzygyFiftyMoves = true;
  /** Maximum number of men in a position that is looked up. */
  syzygyProbeLimit = 7;
  /** Whether the UCI engine plays moves from the opening book, as long as the book has moves. */
  ownBook = false;
  /** The opening book, `null` for none. */
  book: PolyglotBook | null = null;
  /** The learning file, "" for none. */
  learningFile = "";
  /** Whether the engine uses its learned data, and adds to it. */
  learning: LearningMode = "off";
}

/** The default settings of an engine. */
export const DEFAULT_SETTINGS: Readonly<Settings> = new Settings();

/** The requested level of strength; `limitStrength` has precedence. */
export function strengthLevel({ limitStrength, elo, skillLevel }: Settings): number {
  return limitStrength ? levelOfElo(elo) : skillLevel;
}
