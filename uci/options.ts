/**
 * Every UCI option: one table that declares, checks and sets them.
 *
 * @module
 */

import { HASH_MAX, LINES_MAX, MOVE_OVERHEAD_MAX } from "../engine/engine_options.ts";
import { DEFAULT_SETTINGS, LEARNING_MODES, type Settings } from "../engine/settings.ts";
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

/** One of some words. */
export interface ComboOption {
  /** Discriminates the union. */
  readonly type: "combo";
  /** What `setoption` calls it, in any case. */
  readonly name: string;
  /** Value before any `setoption`. */
  readonly fallback: string;
  /** The words, which are accepted in any case. */
  readonly words: readonly string[];
  /** Carries one of the words into the settings. */
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
export type Option = SpinOption | CheckOption | StringOption | ComboOption | ButtonOption;

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
/** Name of the option for the file of what was learned. */
export const LEARNING_FILE = "Learning File";
/** Name of the option for what may be done with it. */
export const LEARNING = "Learning";

/** The settings whose values are of a type. */
type KeyOf<Value> = { [Key in keyof Settings]: Settings[Key] extends Value ? Key : never }[keyof Settings];

function spin(name: string, key: KeyOf<number>, min: number, max: number): SpinOption {
  const fallback = DEFAULT_SETTINGS[key];
  return { type: "spin", name, fallback, min, max, set: (settings, value) => settings[key] = value };
}

function check(name: string, key: KeyOf<boolean>): CheckOption {
  return { type: "check", name, fallback: DEFAULT_SETTINGS[key], set: (settings, value) => settings[key] = value };
}

function text(name: string, key: Exclude<KeyOf<string>, "learning">): StringOption {
  return { type: "string", name, fallback: DEFAULT_SETTINGS[key], set: (settings, value) => settings[key] = value };
}

const OPTIONS: readonly Option[] = [
  spin(HASH, "hashMegabytes", 1, HASH_MAX),
  { type: "button", name: CLEAR_HASH },
  spin("Move Overhead", "moveOverheadMs", 0, MOVE_OVERHEAD_MAX),
  spin(THREADS, "threads", 1, MAX_THREADS),
  check(CHESS960, "chess960"),
  spin("MultiPV", "multiPv", 1, LINES_MAX),
  check("Ponder", "ponder"),
  check("UCI_LimitStrength", "limitStrength"),
  spin("UCI_Elo", "elo", ELO_MIN, ELO_MAX),
  spin("Skill Level", "skillLevel", 0, FULL_LEVEL),
  check("UCI_ShowWDL", "showWdl"),
  text(EVAL_FILE, "evalFile"),
  text(SYZYGY_PATH, "syzygyPath"),
  spin("SyzygyProbeDepth", "syzygyProbeDepth", 1, 100),
  check("Syzygy50MoveRule", "syzygyFiftyMoves"),
  spin("SyzygyProbeLimit", "syzygyProbeLimit", 0, 7),
  check("OwnBook", "ownBook"),
  text(BOOK_FILE, "bookFile"),
  text(LEARNING_FILE, "learningFile"),
  {
    type: "combo",
    name: LEARNING,
    fallback: DEFAULT_SETTINGS.learning,
    words: LEARNING_MODES,
    set: (settings, value) => settings.learning = LEARNING_MODES.find((mode) => mode === value) ?? settings.learning,
  },
];

/** The declarations that answer `uci`, a line each; those of `extra` come last. */
export function describeOptions(extra: readonly Option[] = []): string[] {
  return [...OPTIONS, ...extra].map((option) => {
    const head = `option name ${option.name} type ${option.type}`;
    if (option.type === "spin") return `${head} default ${option.fallback} min ${option.min} max ${option.max}`;
    if (option.type === "string") return `${head} default ${option.fallback || EMPTY}`;
    if (option.type === "combo") {
      return `${head} default ${option.fallback} ${option.words.map((word) => `var ${word}`).join(" ")}`;
    }
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
  else if (option.type === "combo") option.set(settings, parseCombo(option, value));
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
  const word = value?.toLowerCase();
  if (word !== "true" && word !== "false") {
    throw new TypeError(`Option '${option.name}' must be true or false, not ${show(value)}`);
  }
  return word === "true";
}

function parseCombo({ name, words }: ComboOption, value: string | undefined): string {
  const word = words.find((candidate) => candidate.toLowerCase() === value?.toLowerCase());
  if (word === undefined) {
    throw new RangeError(`Option '${name}' must be one of '${words.join("', '")}', not ${show(value)}`);
  }
  return word;
}

function show(value: string | undefined): string {
  return value === undefined ? "missing" : `'${value}'`;
}
