/**
 * Every UCI option: one table that declares, checks and sets them.
 *
 * @module
 */

import { HASH_MAX, LINES_MAX, MOVE_OVERHEAD_MAX } from "../engine/engine_options.ts";
import { DEFAULT_SETTINGS, type Settings } from "../engine/settings.ts";
import { MAX_THREADS } from "../search/thread_slot.ts";
import { ELO_MAX, ELO_MIN, FULL_LEVEL } from "../search/weaker_play.ts";
import { EMPTY } from "./parse.ts";

/** A whole number within a range. */
export interface SpinOption {
  /** Discriminates the union. */
  readonly type: "spin";
  /** What `setoption` calls it, in any case. */
  readonly name: string;
  /** Value before any `setoption`. */
  readonly fallback: number;
  /** Least value accepted. */
  readonly min: number;
  /** Greatest value accepted. */
  readonly max: number;
  /** Carries a value that was accepted into the settings. */
  set(settings: Settings, value: number): void;
}

/** True or false. */
export interface CheckOption {
  /** Discriminates the union. */
  readonly type: "check";
  /** What `setoption` calls it, in any case. */
  readonly name: string;
  /** Value before any `setoption`. */
  readonly fallback: boolean;
  /** Carries a value that was accepted into the settings. */
  set(settings: Settings, value: boolean): void;
}

/** Any text. */
export interface StringOption {
  /** Discriminates the union. */
  readonly type: "string";
  /** What `setoption` calls it, in any case. */
  readonly name: string;
  /** Value before any `setoption`. */
  readonly fallback: string;
  /** Carries a value into the settings. */
  set(settings: Settings, value: string): void;
}

/** Something to do. */
export interface ButtonOption {
  /** Discriminates the union. */
  readonly type: "button";
  /** What `setoption` calls it, in any case. */
  readonly name: string;
}

/** An option of any type. */
export type Option = SpinOption | CheckOption | StringOption | ButtonOption;

/** Name of the button that empties the transposition table. */
export const CLEAR_HASH = "Clear Hash";
/** Name of the option for the size of the transposition table. */
export const HASH = "Hash";
/** Name of the option for the number of search threads. */
export const THREADS = "Threads";
/** Name of the option for the notation of castling. */
export const CHESS960 = "UCI_Chess960";
/** Name of the option for the folders of tables. */
export const SYZYGY_PATH = "SyzygyPath";
/** Name of the option for the evaluation network. */
export const EVAL_FILE = "EvalFile";
/** Name of the option for the file of the opening book. */
export const BOOK_FILE = "Book File";

const OPTIONS: readonly Option[] = [
  {
    type: "spin",
    name: HASH,
    fallback: DEFAULT_SETTINGS.hashMegabytes,
    min: 1,
    max: HASH_MAX,
    set: (settings, value) => settings.hashMegabytes = value,
  },
  { type: "button", name: CLEAR_HASH },
  {
    type: "spin",
    name: "Move Overhead",
    fallback: DEFAULT_SETTINGS.moveOverheadMs,
    min: 0,
    max: MOVE_OVERHEAD_MAX,
    set: (settings, value) => settings.moveOverheadMs = value,
  },
  {
    type: "spin",
    name: THREADS,
    fallback: DEFAULT_SETTINGS.threads,
    min: 1,
    max: MAX_THREADS,
    set: (settings, value) => settings.threads = value,
  },
  {
    type: "check",
    name: CHESS960,
    fallback: DEFAULT_SETTINGS.chess960,
    set: (settings, value) => settings.chess960 = value,
  },
  {
    type: "spin",
    name: "MultiPV",
    fallback: DEFAULT_SETTINGS.multiPv,
    min: 1,
    max: LINES_MAX,
    set: (settings, value) => settings.multiPv = value,
  },
  {
    type: "check",
    name: "Ponder",
    fallback: DEFAULT_SETTINGS.ponder,
    set: (settings, value) => settings.ponder = value,
  },
  {
    type: "check",
    name: "UCI_LimitStrength",
    fallback: DEFAULT_SETTINGS.limitStrength,
    set: (settings, value) => settings.limitStrength = value,
  },
  {
    type: "spin",
    name: "UCI_Elo",
    fallback: DEFAULT_SETTINGS.elo,
    min: ELO_MIN,
    max: ELO_MAX,
    set: (settings, value) => settings.elo = value,
  },
  {
    type: "spin",
    name: "Skill Level",
    fallback: DEFAULT_SETTINGS.skillLevel,
    min: 0,
    max: FULL_LEVEL,
    set: (settings, value) => settings.skillLevel = value,
  },
  {
    type: "check",
    name: "UCI_ShowWDL",
    fallback: DEFAULT_SETTINGS.showWdl,
    set: (settings, value) => settings.showWdl = value,
  },
  {
    type: "string",
    name: EVAL_FILE,
    fallback: DEFAULT_SETTINGS.evalFile,
    set: (settings, value) => settings.evalFile = value,
  },
  {
    type: "string",
    name: SYZYGY_PATH,
    fallback: DEFAULT_SETTINGS.syzygyPath,
    set: (settings, value) => settings.syzygyPath = value,
  },
  {
    type: "spin",
    name: "SyzygyProbeDepth",
    fallback: DEFAULT_SETTINGS.syzygyProbeDepth,
    min: 1,
    max: 100,
    set: (settings, value) => settings.syzygyProbeDepth = value,
  },
  {
    type: "check",
    name: "Syzygy50MoveRule",
    fallback: DEFAULT_SETTINGS.syzygyFiftyMoves,
    set: (settings, value) => settings.syzygyFiftyMoves = value,
  },
  {
    type: "spin",
    name: "SyzygyProbeLimit",
    fallback: DEFAULT_SETTINGS.syzygyProbeLimit,
    min: 0,
    max: 7,
    set: (settings, value) => settings.syzygyProbeLimit = value,
  },
  {
    type: "check",
    name: "OwnBook",
    fallback: DEFAULT_SETTINGS.ownBook,
    set: (settings, value) => settings.ownBook = value,
  },
  {
    type: "string",
    name: BOOK_FILE,
    fallback: DEFAULT_SETTINGS.bookFile,
    set: (settings, value) => settings.bookFile = value,
  },
];

/** The declarations that answer `uci`, a line each; those of `extra` come last. */
export function describeOptions(extra: readonly Option[] = []): string[] {
  return [...OPTIONS, ...extra].map((option) => {
    const head = `option name ${option.name} type ${option.type}`;
    if (option.type === "spin") return `${head} default ${option.fallback} min ${option.min} max ${option.max}`;
    if (option.type === "string") return `${head} default ${option.fallback || EMPTY}`;
    return option.type === "check" ? `${head} default ${option.fallback}` : head;
  });
}

/**
 * Sets an option.
 *
 * @param settings Changed only if the value is accepted.
 * @param name Name of the option; case does not matter.
 * @param value Its value, `undefined` if none was given.
 * @param extra Options that this build has besides.
 * @returns The option's name as it is declared.
 * @throws RangeError if there is no such option or a number is outside its range.
 * @throws TypeError if the value is of another type.
 */
export function setOption(
  settings: Settings,
  name: string,
  value: string | undefined,
  extra: readonly Option[] = [],
): string {
  const option = [...OPTIONS, ...extra].find((candidate) => candidate.name.toLowerCase() === name.toLowerCase());
  if (option === undefined) throw new RangeError(`Unknown option '${name}'`);
  if (option.type === "spin") option.set(settings, parseSpin(option, value));
  else if (option.type === "check") option.set(settings, parseCheck(option, value));
  else if (option.type === "string") option.set(settings, value ?? "");
  return option.name;
}

function parseSpin(option: SpinOption, value: string | undefined): number {
  if (value === undefined || !/^[+-]?\d+$/.test(value)) {
    throw new TypeError(`Option '${option.name}' must be a whole number, not ${show(value)}`);
  }
  const number = Number(value);
  if (number < option.min || number > option.max) {
    throw new RangeError(`Option '${option.name}' must be within ${option.min} … ${option.max}, not ${value}`);
  }
  return number;
}

function parseCheck(option: CheckOption, value: string | undefined): boolean {
  const text = value?.toLowerCase();
  if (text !== "true" && text !== "false") {
    throw new TypeError(`Option '${option.name}' must be true or false, not ${show(value)}`);
  }
  return text === "true";
}

function show(value: string | undefined): string {
  return value === undefined ? "missing" : `'${value}'`;
}
