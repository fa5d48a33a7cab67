/** The options of the library, and the checks of their types and ranges. @module */

import {
  BYTES,
  checkOptions,
  FLAG,
  FUNCTION,
  isObject,
  type Kind,
  type Kinds,
  number,
  objectWith,
  type OtherWords,
  SIGNAL,
  TEXT,
  whole,
} from "./arguments.ts";
import type { LearningStore } from "./learning_store.ts";
import { MAX_PLY } from "../core/score.ts";
import { ELO_MAX, ELO_MIN, FULL_LEVEL } from "../search/weaker_play.ts";
import { MAX_THREADS } from "../search/thread_slot.ts";
import type { Inspection } from "../search/inspect.ts";
import type { WorkerFactory } from "../search/threads/thread_handle.ts";
import type { Settings } from "./settings.ts";

/** Options that an engine can change while it runs, with `Engine.setOptions`; all of them have defaults. */
export interface EngineChanges {
  /** Search threads, 1 to 512; 1 by default. A page that is not cross-origin isolated always has one thread. */
  readonly threads?: number | undefined;
  /** Size of the transposition table in MiB, 1 to 65536; 16 by default. */
  readonly hash?: number | undefined;
  /** The bytes of a network file; the embedded network by default. */
  readonly network?: Uint8Array | undefined;
  /** Folders with Syzygy tablebases; none by default. Not available in browsers, which have no folders. */
  readonly tablebases?: string | readonly string[] | undefined;
  /**
   * The bytes of an opening book in the Polyglot format; `play` takes its moves from the book as long as the book has
   * any. None by default.
   */
  readonly book?: Uint8Array | undefined;
  /**
   * Whether every position that is given as text counts as Chess960, so that castling is written as king takes rook;
   * false by default. A `Position` or `Game` has its own setting.
   */
  readonly chess960?: boolean | undefined;
  /**
   * Strength of `play` in Elo, 600 to 3190; full strength by default. `analyse` always uses full strength. Do not
   * combine it with `level`.
   */
  readonly strength?: number | undefined;
  /** Strength of `play` as a level, 0 to 20: 0 is a beginner, 20 full strength. */
  readonly level?: number | undefined;
  /**
   * Milliseconds that `play` keeps in reserve for each move, for example for a bot's connection, 0 to 5000; 10 by
   * default.
   */
  readonly moveOverhead?: number | undefined;
  /**
   * The bytes of a learning file, from `Engine.saveLearned` or from the program: the engine begins with the file's
   * contents, and keeps its own results for `saveLearned`. An empty array means no knowledge at the start. Instead of
   * the bytes, a store for a learning file can be given: the engine begins with the store's contents, and adds the
   * results of each search. By default nothing is kept. `setOptions` adds the contents of another file, if the engine
   * was started with this option.
   */
  readonly learned?: Uint8Array | LearningStore | undefined;
}

/** Options of `Engine.start`; all of them have defaults. */
export interface EngineOptions extends EngineChanges {
  /** The URL of the search worker's file: absolute, or in a page also relative; by default the package's own file. */
  readonly workerUrl?: string | URL | undefined;
  /** Starts the search worker, instead of `workerUrl`. */
  readonly startWorker?: WorkerFactory | undefined;
  /** Milliseconds that the search threads may take to start, at least 1; 30,000 by default. */
  readonly startTimeout?: number | undefined;
  /**
   * Whether threads share their tables; by default they do if memory can be shared. Otherwise there is only one thread.
   */
  readonly sharedMemory?: boolean | undefined;
  /**
   * Values for numbers of the search, by name. They are read before each search. This is for experiments; see
   * engine/view/systems.ts. This option needs the worker engine/tunable_worker.ts; with the ordinary worker, searches
   * fail. None by default.
   */
  readonly parameters?: Readonly<Record<string, number>> | undefined;
  /**
   * Called with a sentence if something goes wrong but the search continues, for example because of a damaged
   * tablebase.
   */
  readonly onNotice?: ((message: string) => void) | undefined;
}

/** Default milliseconds between two calls of `onInspection`. */
export const INSPECT_EVERY_MS = 500;

/** The limits of a search of one position; the first limit that is reached ends it. */
export interface SearchBounds {
  /** Last depth to complete, 1 to 200 plies. */
  readonly depth?: number | undefined;
  /** Nodes to visit, at least 1. */
  readonly nodes?: number | undefined;
  /** Milliseconds to search, at least 1. `play` reserves `moveOverhead` of them. */
  readonly time?: number | undefined;
}

/** The limits of an analysis, and its goals. Without a limit it runs until it is stopped. */
export interface AnalyseOptions extends SearchBounds {
  /** Find a mate in this many moves, at least 1, then end. If there is none, only another limit ends the search. */
  readonly mate?: number | undefined;
  /** Number of best lines to find, 1 to 256; 1 by default. */
  readonly lines?: number | undefined;
  /** The only moves to consider, as UCI or in standard algebraic notation; all by default. */
  readonly searchMoves?: readonly string[] | undefined;
  /**
   * Aborts the analysis: it ends, and its result and the loops over it reject with the signal's reason. If the signal
   * is already aborted, no analysis begins. To end it with a result instead, use `RunningSearch.stopOn`.
   */
  readonly signal?: AbortSignal | undefined;
  /** Called regularly during the search, with what it has learned about the position so far. */
  readonly onInspection?: ((inspection: Inspection) => void) | undefined;
  /** Milliseconds between two calls of `onInspection`, at least 1; 500 by default. */
  readonly inspectEvery?: number | undefined;
  /**
   * Called after each completed depth with the lessons so far, about 40 KB at each of at most 200 depths. With these, a
   * program can show later how the search learned.
   */
  readonly onDepth?: ((inspection: Inspection, depth: number) => void) | undefined;
}

/**
 * The clock of a game, and other limits, for `Engine.play`; at least one limit must be given. Times are in
 * milliseconds.
 */
export interface PlayOptions extends SearchBounds {
  /** White's remaining time; the time of both sides if Black's is not given. */
  readonly whiteTime?: number | undefined;
  /** Black's remaining time; the time of both sides if White's is not given. */
  readonly blackTime?: number | undefined;
  /** White's increment for each move; 0 by default. */
  readonly whiteIncrement?: number | undefined;
  /** Black's increment for each move; 0 by default. */
  readonly blackIncrement?: number | undefined;
  /** Moves until the clock gets more time, including this move; by default the time is for the rest of the game. */
  readonly movesToGo?: number | undefined;
  /**
   * Whether to ponder: the position is the one after the opponent's expected move, and time limits apply only from
   * `ponderhit()` on. The time before that counts as thinking time. False by default.
   */
  readonly ponder?: boolean | undefined;
  /** Strength of this move in Elo, 600 to 3190; by default the engine's strength. */
  readonly strength?: number | undefined;
  /** Strength of this move as a level, 0 to 20. */
  readonly level?: number | undefined;
  /** Aborts the search, as in `AnalyseOptions`. */
  readonly signal?: AbortSignal | undefined;
}

/** Maximum size of the transposition table, in MiB. */
export const HASH_MAX = 65536;
/** Maximum number of best lines. */
export const LINES_MAX = 256;
/** Longest move overhead in milliseconds. */
export const MOVE_OVERHEAD_MAX = 5000;

const MOVES: Kind = { words: "a list of moves as text", fits: isListOfText };
const LIMIT = number(1);
const AMOUNT = number(0);

/** The options of `Engine.setOptions`. */
export const CHANGES: Kinds = {
  threads: whole(1, MAX_THREADS),
  hash: whole(1, HASH_MAX),
  network: BYTES,
  tablebases: { words: "a folder or a list of folders", fits: (value) => TEXT.fits(value) || isListOfText(value) },
  book: BYTES,
  chess960: FLAG,
  strength: whole(ELO_MIN, ELO_MAX),
  level: whole(0, FULL_LEVEL),
  moveOverhead: whole(0, MOVE_OVERHEAD_MAX),
  learned: {
    words: `${BYTES.words}, or an object with 'read' and 'append'`,
    fits: (value) => BYTES.fits(value) || objectWith("", "read", "append").fits(value),
  },
};
/** The options of `Engine.start`. */
export const ENGINE_OPTIONS: Kinds = {
  ...CHANGES,
  workerUrl: { words: "a URL", fits: (value) => TEXT.fits(value) || value instanceof URL },
  startWorker: FUNCTION,
  startTimeout: LIMIT,
  sharedMemory: FLAG,
  parameters: {
    words: "an object with numbers",
    fits: (value) => isObject(value) && Object.values(value).every((each) => typeof each === "number"),
  },
  onNotice: FUNCTION,
};
/** The bounds of a search. */
export const BOUNDS: Kinds = { depth: whole(1, MAX_PLY), nodes: whole(1), time: LIMIT };
/** The options of `Engine.analyse`. */
export const ANALYSE_OPTIONS: Kinds = {
  ...BOUNDS,
  mate: whole(1, MAX_PLY),
  lines: whole(1, LINES_MAX),
  searchMoves: MOVES,
  signal: SIGNAL,
  onInspection: FUNCTION,
  inspectEvery: LIMIT,
  onDepth: FUNCTION,
};
/**
 * The options of `EnginePool.play`. A pool cannot ponder, since an engine that waits for a ponderhit would be blocked
 * for others.
 */
export const POOL_PLAY_OPTIONS: Kinds = {
  ...BOUNDS,
  whiteTime: AMOUNT,
  blackTime: AMOUNT,
  whiteIncrement: AMOUNT,
  blackIncrement: AMOUNT,
  movesToGo: whole(0),
  strength: CHANGES.strength,
  level: CHANGES.level,
  signal: SIGNAL,
};
/** The options of `Engine.play`. */
export const PLAY_OPTIONS: Kinds = { ...POOL_PLAY_OPTIONS, ponder: FLAG };

/** Names of some options in the UCI protocol. */
const UCI_WORDS: OtherWords = {
  multipv: "lines",
  multiPV: "lines",
  MultiPV: "lines",
  Threads: "threads",
  Hash: "hash",
  skillLevel: "level",
  elo: "strength",
  movetime: "time",
  wtime: "whiteTime",
  btime: "blackTime",
  winc: "whiteIncrement",
  binc: "blackIncrement",
  movestogo: "movesToGo",
};

/** Checks options of an engine; see arguments.ts. */
export function checkEngineOptions(options: unknown, kinds: Kinds): void {
  checkOptions(options, kinds, UCI_WORDS);
}

function isListOfText(value: unknown): boolean {
  return Array.isArray(value) && value.every(TEXT.fits);
}

/**
 * The settings for the strength that the options request; empty if they request none. Throws a TypeError if they
 * request two.
 */
export function strengthOf({ strength, level }: Pick<EngineChanges, "strength" | "level">): Partial<Settings> {
  if (strength !== undefined && level !== undefined) {
    throw new TypeError(`Expected 'strength' or 'level', but got both: ${strength} and ${level}`);
  }
  const isGiven = strength !== undefined || level !== undefined;
  return given({ limitStrength: isGiven ? strength !== undefined : undefined, elo: strength, skillLevel: level });
}

/** The settings that are not `undefined`. */
export function given(settings: Partial<Settings>): Partial<Settings> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
