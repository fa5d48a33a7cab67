/**
 * What can be set about an engine, as plain data.
 *
 * @module
 */

/** What the options amount to. */
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
  /** Whether scores are told with the chances to win, draw and lose. */
  showWdl: boolean;
  /** Whether the GUI may send `go ponder`. It may in any case; the option exists because GUIs ask for it. */
  ponder: boolean;
  /** Whether to play at the strength `elo`. */
  limitStrength: boolean;
  /** The strength asked for. */
  elo: number;
  /** Level of strength, `FULL_LEVEL` for all there is. */
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
}
