/** Declares every UCI option, checks and reads its values, and defines its effect. @module */

import { messageOf } from "../core/errors.ts";
import { HASH_MAX, LINES_MAX, MOVE_OVERHEAD_MAX } from "../engine/engine_options.ts";
import { DEFAULT_SETTINGS, LEARNING_MODES, type Settings } from "../engine/settings.ts";
import type { Network } from "../nnue/network.ts";
import { MAX_THREADS } from "../search/thread_slot.ts";
import { ELO_MAX, ELO_MIN, FULL_LEVEL } from "../search/weaker_play.ts";
import { findTables } from "../system/table_files.ts";
import { describeNetwork, loadNetwork } from "./network_file.ts";
import { readBook } from "./opening_book.ts";
import { EMPTY } from "./parse.ts";

/** The effect of a `setoption`: new settings, and whether the engine forgets what it has learned. */
export type Change = {
  readonly settings?: Partial<Settings>;
  readonly forgets?: boolean;
  /** A message that is written after the change. */
  readonly message?: string;
  /** A message that is written only once. */
  readonly remark?: string;
  /** Why part of the change was impossible. This is reported as an error after the rest has changed. */
  readonly fault?: string;
};

/** The embedded network, which is read when first needed, and the network that the session uses. */
export type Networks = Readonly<Record<"embedded" | "current", () => Network>>;

/** The fields that all options have: the name in `setoption`, in any capitalisation, and a description for people. */
export type NamedOption<Type extends string> = Readonly<{ type: Type; name: string; help: string }>;

/**
 * An option with a value, which is `fallback` by default. `read` converts a valid value to a change, or throws an
 * Error.
 */
export type ValueOption<Type extends string, Value> =
  & NamedOption<Type>
  & Readonly<{ fallback: Value; read: (value: Value, networks: Networks) => Change }>;

/**
 * An option with a whole number. A number outside the range is replaced by the nearest limit; `reason` explains the
 * maximum.
 */
export type SpinOption = ValueOption<"spin", number> & Readonly<{ min: number; max: number; reason?: string }>;

/**
 * An option with a choice of words or aliases, in any capitalisation. No word contains a space, because test programs
 * split values at spaces.
 */
export type ComboOption =
  & ValueOption<"combo", string>
  & Readonly<{ words: readonly string[]; aliases: Readonly<Record<string, string>> }>;

/** An option that is true or false. */
export type CheckOption = ValueOption<"check", boolean>;
/** Any text. */
export type StringOption = ValueOption<"string", string>;
/** An action. */
export type ButtonOption = NamedOption<"button"> & Readonly<{ change: Change }>;
/** An option of any type. */
export type Option = SpinOption | CheckOption | StringOption | ComboOption | ButtonOption;

type KeyOf<Value> = { [Key in keyof Settings]: Settings[Key] extends Value ? Key : never }[keyof Settings];

function spin(name: string, key: KeyOf<number>, min: number, max: number, help: string): SpinOption {
  const fallback = DEFAULT_SETTINGS[key];
  return { type: "spin", name, help, fallback, min, max, read: (value) => ({ settings: { [key]: value } }) };
}

function check(name: string, key: KeyOf<boolean>, help: string): CheckOption {
  const fallback = DEFAULT_SETTINGS[key];
  return { type: "check", name, help, fallback, read: (value) => ({ settings: { [key]: value } }) };
}

function text(name: string, help: string, read: StringOption["read"]): StringOption {
  return { type: "string", name, help, fallback: "", read };
}

/** The options that use no files. Pages have only these. */
export const PLAIN_OPTIONS: readonly Option[] = [
  spin(
    "Hash",
    "hashMegabytes",
    1,
    HASH_MAX,
    "Memory for visited positions, in MB. More memory helps in long games",
  ),
  {
    type: "button",
    name: "Clear Hash",
    help: "Clear the hash table and the tables that the search has learned",
    change: { forgets: true },
  },
  spin(
    "Move Overhead",
    "moveOverheadMs",
    0,
    MOVE_OVERHEAD_MAX,
    "Milliseconds reserved per move for connection delays. Increase this value if games are lost on time",
  ),
  spin(
    "Threads",
    "threads",
    1,
    MAX_THREADS,
    "Number of search threads. Each takes 30 to 45 MB; the engine starts only as many as fit into memory",
  ),
  check("UCI_Chess960", "chess960", "Write castling as in Chess960. Chess programs set this option themselves"),
  spin("MultiPV", "multiPv", 1, LINES_MAX, "Number of best moves to show in analysis. Leave it at 1 for games"),
  check("Ponder", "ponder", "Think during the opponent's time if the chess program asks for it"),
  check("UCI_LimitStrength", "limitStrength", "Limit the strength to approximately UCI_Elo"),
  spin(
    "UCI_Elo",
    "elo",
    ELO_MIN,
    ELO_MAX,
    "The strength in Elo, approximately on Stockfish 19's scale; the maximum is full strength",
  ),
  spin(
    "Skill Level",
    "skillLevel",
    0,
    FULL_LEVEL,
    "The strength as a level: 0 is a beginner, and 20 is full strength. Ignored if UCI_LimitStrength is on",
  ),
  check("UCI_ShowWDL", "showWdl", "Add the chances of a win, a draw and a loss to each score, in thousandths"),
];

/** The engine's own options, in the order of `uci`. */
export const OPTIONS: readonly Option[] = [
  ...PLAIN_OPTIONS,
  text(
    "EvalFile",
    `A file with another evaluation network. ${EMPTY} means the built-in network`,
    (path, networks) => {
      const network = path === "" ? networks.embedded() : loadNetwork(path);
      return network === networks.current() ? {} : { settings: { network }, message: describeNetwork(network, path) };
    },
  ),
  text("SyzygyPath", "Folders of Syzygy endgame tables, separated by : (on Windows by ;)", (path) => {
    const { tables, message, isComplete } = findTables(path);
    // Some GUIs set a folder that does not exist. Use the tables in the other folders.
    return { settings: { tables }, ...isComplete ? { message } : { fault: message } };
  }),
  spin(
    "SyzygyProbeDepth",
    "syzygyProbeDepth",
    1,
    100,
    "Minimum depth for lookups in the largest tables. Increase this value if the disk is slow",
  ),
  check(
    "Syzygy50MoveRule",
    "syzygyFiftyMoves",
    "Treat a win as a draw if the fifty-move rule prevents it",
  ),
  spin(
    "SyzygyProbeLimit",
    "syzygyProbeLimit",
    0,
    7,
    "Look up positions with at most this many pieces, including kings and pawns",
  ),
  check("OwnBook", "ownBook", "Play opening moves from Book File. Most chess programs have their own books"),
  text("Book File", "Path of an opening book in the Polyglot format (.bin)", (path) => {
    try {
      return { settings: { book: readBook(path) } };
    } catch (error) {
      return { settings: { book: null }, fault: messageOf(error) };
    }
  }),
  text(
    "Learning File",
    "Path of a file that keeps the results of searches for later games and analyses",
    (learningFile) => ({ settings: { learningFile } }),
  ),
  {
    type: "combo",
    name: "Learning",
    help: "use: start with the knowledge in the learning file; learn: also add new knowledge to the file",
    fallback: DEFAULT_SETTINGS.learning,
    words: LEARNING_MODES,
    aliases: { "use and learn": "learn" },
    read: (value) => ({ settings: { learning: LEARNING_MODES.find((mode) => mode === value) } }),
  },
];

/** The values of an option: `1 to 512, 1 by default`. */
export function describeValues(option: Option): string {
  if (option.type === "button") return "a button, without a value";
  const fallback = `${option.fallback === "" ? EMPTY : option.fallback} by default`;
  if (option.type === "spin") return `${option.min} to ${option.max}, ${fallback}`;
  if (option.type === "combo") return `${option.words.join(", ")}; ${fallback}`;
  return option.type === "check" ? `true or false, ${fallback}` : fallback;
}

/** The declarations for `uci`. */
export function describeOptions(options: readonly Option[] = OPTIONS): string[] {
  return options.map((option) => {
    const head = `option name ${option.name} type ${option.type}`;
    if (option.type === "spin") return `${head} default ${option.fallback} min ${option.min} max ${option.max}`;
    if (option.type === "string") return `${head} default ${option.fallback || EMPTY}`;
    if (option.type === "combo") {
      return `${head} default ${option.fallback} ${option.words.map((word) => `var ${word}`).join(" ")}`;
    }
    return option.type === "check" ? `${head} default ${option.fallback}` : head;
  });
}

/** Reads a `setoption`. Throws a RangeError or a TypeError if it is invalid, and an Error if a file cannot be used. */
export function readOption(
  name: string,
  value: string | undefined,
  networks: Networks,
  options: readonly Option[] = OPTIONS,
): Change {
  const option = options.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase());
  if (option === undefined) throw new RangeError(`Unknown option '${name}'`);
  if (option.type === "spin") return readSpin(option, value, networks);
  if (option.type === "check") return option.read(parseCheck(option, value), networks);
  if (option.type === "combo") return option.read(parseCombo(option, value), networks);
  return option.type === "string" ? option.read(value ?? "", networks) : option.change;
}

function readSpin(option: SpinOption, value: string | undefined, networks: Networks): Change {
  const { name, min, max, reason } = option;
  if (value === undefined || !/^[+-]?\d+$/.test(value)) {
    throw new TypeError(`Option '${name}' must be a whole number, not ${show(value)}`);
  }
  const number = Math.max(min, Math.min(max, Number(value)));
  const change = option.read(number, networks);
  if (number === Number(value)) return change;
  const why = reason === undefined || number < max ? "" : `. ${reason}`;
  return { ...change, remark: `Option '${name}' ranges from ${min} to ${max}, so ${value} counts as ${number}${why}` };
}

function parseCheck(option: CheckOption, value: string | undefined): boolean {
  const word = value?.toLowerCase();
  if (word !== "true" && word !== "false") {
    throw new TypeError(`Option '${option.name}' must be true or false, not ${show(value)}`);
  }
  return word === "true";
}

function parseCombo({ name, words, aliases }: ComboOption, value: string | undefined): string {
  const given = value?.toLowerCase() ?? "";
  const word = words.find((candidate) => candidate.toLowerCase() === (aliases[given] ?? given));
  if (word === undefined) {
    throw new RangeError(`Option '${name}' must be one of '${words.join("', '")}', not ${show(value)}`);
  }
  return word;
}

function show(value: string | undefined): string {
  return value === undefined ? "missing" : `'${value}'`;
}
