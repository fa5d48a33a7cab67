/**
 * The settings of an engine, as data, and their defaults.
 *
 * The fronts turn the input of their users, such as a path or the bytes of a file, into these values. The table in
 * core.ts has the effect of each value on the search threads.
 *
 * @module
 */

import type { PolyglotBook } from "../book/polyglot_book.ts";
import type { NetworkSource } from "../search/threads/messages.ts";
import { FULL_LEVEL, levelOfElo } from "../search/weaker_play.ts";
import type { TableFiles } from "../tablebase/catalog.ts";

/** The use of a learning file: none, searches use it, or they use it and add to it. */
export const LEARNING_MODES = ["off", "use", "learn"] as const;
/** One of them. */
export type LearningMode = typeof LEARNING_MODES[number];

/** The settings of an engine, at first the defaults. */
export class Settings {
  /** Size of the transposition table in MiB. */
  hashMegabytes = 16;
  /** Milliseconds lost per move outside the search. */
  moveOverheadMs = 10;
  /** Search threads. */
  threads = 1;
  /** Whether castling is written as king takes rook. */
  chess960 = false;
  /** How many best lines a search reports. */
  multiPv = 1;
  /** The evaluation network; `null` for the one in the search worker's file. */
  network: NetworkSource = null;
  /** Whether scores are reported with the chances to win, draw and lose. */
  showWdl = false;
  /** Whether the GUI may send `go ponder`. It may in any case; the option exists because GUIs ask for it. */
  ponder = false;
  /** Whether to play at the strength `elo`. */
  limitStrength = false;
  /** The strength asked for. */
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
  /** Whether the protocol's moves come from the opening book, as far as it goes. */
  ownBook = false;
  /** The opening book, `null` for none. */
  book: PolyglotBook | null = null;
  /** The learning file, "" for none. */
  learningFile = "";
  /** Whether the engine uses its learned data, and adds to it. */
  learning: LearningMode = "off";
}

/** The settings of an engine before anything is set. */
export const DEFAULT_SETTINGS: Readonly<Settings> = new Settings();

/** The level of strength that the settings ask for; `limitStrength` has precedence. */
export function strengthLevel({ limitStrength, elo, skillLevel }: Settings): number {
  return limitStrength ? levelOfElo(elo) : skillLevel;
}
