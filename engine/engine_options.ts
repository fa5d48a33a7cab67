/** The library's options, with their types and ranges. @module */

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

/** Options that `Engine.setOptions` can change. */
export interface EngineChanges {
  /** Search threads, 1 to 512; 1 by default. A page that is not cross-origin isolated can use only one. */
  readonly threads?: number | undefined;
  /** Size of the transposition table in MiB, 1 to 65536; 16 by default. */
  readonly hash?: number | undefined;
  /** The bytes of a network file; the embedded network by default. */
  readonly network?: Uint8Array | undefined;
  /** Folders with Syzygy tablebases; none by default. Not available in browsers. */
  readonly tablebases?: string | readonly string[] | undefined;
  /** The bytes of a Polyglot book, from which `play` takes moves; none by default. */
  readonly book?: Uint8Array | undefined;
  /** Whether to use Chess960 rules and write castling as king takes rook; false by default. A `Game` overrides it. */
  readonly chess960?: boolean | undefined;
  /** Strength of `play` in Elo, 600 to 3190; full strength by default. Do not combine it with `level`. */
  readonly strength?: number | undefined;
  /** Strength of `play` as a level, 0 to 20: 0 is a beginner, 20 full strength. */
  readonly level?: number | undefined;
  /** Milliseconds per move that `play` leaves unused, to allow for delays; 0 to 5000, 10 by default. */
  readonly moveOverhead?: number | undefined;
  /**
   * A learning file, as bytes or as a store; it may be empty. The engine starts with its contents, and writes its own
   * results to the store. If you pass bytes, call `saveLearned` to get the results. Without this option, nothing is
   * kept. If the engine was started with this option, `setOptions` can add the contents of another file.
   */
  readonly learned?: Uint8Array | LearningStore | undefined;
}

/** Options of `Engine.start`. */
export interface EngineOptions extends EngineChanges {
  /** The URL of the search worker's file, which may be relative in a page; by default, the package's own file. */
  readonly workerUrl?: string | URL | undefined;
  /** A function that starts the search worker. If it is given, `workerUrl` is not used. */
  readonly startWorker?: WorkerFactory | undefined;
  /** Milliseconds that the search threads may take to start, at least 1; 30,000 by default. */
  readonly startTimeout?: number | undefined;
  /**
   * Whether threads share their tables. If they do not, the engine uses only one thread. True by default if memory can
   * be shared.
   */
  readonly sharedMemory?: boolean | undefined;
  /**
   * New values for the search's tunable parameters, for experiments; the keys are the names in engine/view/systems.ts.
   * This option needs the worker engine/tunable_worker.ts. None by default.
   */
  readonly parameters?: Readonly<Record<string, number>> | undefined;
  /** Called with a sentence about a problem that does not stop the search, such as a damaged tablebase. */
  readonly onNotice?: ((message: string) => void) | undefined;
}

/** Default interval between two calls of `onInspection`, in milliseconds. */
export const INSPECT_EVERY_MS = 500;

/** The limits of a search; the first that is reached ends it. */
export interface SearchBounds {
  /** Maximum depth, 1 to 200 plies. */
  readonly depth?: number | undefined;
  /** Maximum number of nodes, at least 1. */
  readonly nodes?: number | undefined;
  /** Maximum time in milliseconds, at least 1. `play` leaves `moveOverhead` of it unused. */
  readonly time?: number | undefined;
}

/** The limits of an analysis, and its goals. */
export interface AnalyseOptions extends SearchBounds {
  /** Ends the search when it finds a mate in this many moves or fewer, at least 1. */
  readonly mate?: number | undefined;
  /** Number of best lines to find, 1 to 256; 1 by default. */
  readonly lines?: number | undefined;
  /** The only moves to consider, in UCI or standard algebraic notation; all by default. */
  readonly searchMoves?: readonly string[] | undefined;
  /** Aborts the analysis: the result and any loops fail with the signal's reason. See also `RunningSearch.stopOn`. */
  readonly signal?: AbortSignal | undefined;
  /** Called regularly with what the search has learned about the position. */
  readonly onInspection?: ((inspection: Inspection) => void) | undefined;
  /** Milliseconds between two calls of `onInspection`, at least 1; 500 by default. */
  readonly inspectEvery?: number | undefined;
  /** Called after each depth with what the search has learned (about 40 KB), for programs that show it later. */
  readonly onDepth?: ((inspection: Inspection, depth: number) => void) | undefined;
}

/** A game clock in milliseconds, and other limits. At least one of them must be given. */
export interface PlayOptions extends SearchBounds {
  /** White's remaining time; by default the same as Black's. */
  readonly whiteTime?: number | undefined;
  /** Black's remaining time; by default the same as White's. */
  readonly blackTime?: number | undefined;
  /** White's increment per move; 0 by default. */
  readonly whiteIncrement?: number | undefined;
  /** Black's increment per move; 0 by default. */
  readonly blackIncrement?: number | undefined;
  /** Moves until the next time control; by default, the time must last for the rest of the game. */
  readonly movesToGo?: number | undefined;
  /** Whether to ponder on the opponent's expected move. Time limits then start with `ponderhit()`. False by default. */
  readonly ponder?: boolean | undefined;
  /** Strength in Elo, 600 to 3190; by default the engine's strength. */
  readonly strength?: number | undefined;
  /** Strength as a level, 0 to 20. */
  readonly level?: number | undefined;
  /** Aborts the search, as in `AnalyseOptions`. */
  readonly signal?: AbortSignal | undefined;
}

/** Maximum `hash`. */
export const HASH_MAX = 65536;
/** Maximum `lines`. */
export const LINES_MAX = 256;
/** Maximum `moveOverhead`. */
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
/** The options of `EnginePool.play`. A pool cannot ponder, because a pondering engine could not serve other users. */
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

/** The library's option names, keyed by the names in the UCI protocol and in other engines. */
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

/** Checks options as `checkOptions` does. The error for a name from UCI also gives the library's name. */
export function checkEngineOptions(options: unknown, kinds: Kinds): void {
  checkOptions(options, kinds, UCI_WORDS);
}

function isListOfText(value: unknown): boolean {
  return Array.isArray(value) && value.every(TEXT.fits);
}

/** Converts the strength in the options to settings. Throws a TypeError if there are two strengths. */
export function strengthOf({ strength, level }: Pick<EngineChanges, "strength" | "level">): Partial<Settings> {
  if (strength !== undefined && level !== undefined) {
    throw new TypeError(`Expected 'strength' or 'level', but got both: ${strength} and ${level}`);
  }
  const isGiven = strength !== undefined || level !== undefined;
  return given({ limitStrength: isGiven ? strength !== undefined : undefined, elo: strength, skillLevel: level });
}

/** Drops the settings that are `undefined`. */
export function given(settings: Partial<Settings>): Partial<Settings> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
