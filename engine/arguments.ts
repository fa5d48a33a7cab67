/**
 * Checks the arguments of public functions, which untyped code may call. A value of the wrong type or an unknown option
 * causes a TypeError; a number outside its range causes a RangeError. If the unknown name is one that other libraries
 * use, the error also gives the name used here.
 *
 * @module
 */

/** The values that an argument may have: a test, a range for numbers, and the words for them in errors. */
export type Kind = {
  readonly words: string;
  readonly fits: (value: unknown) => boolean;
  /** The allowed range of a number, including both ends. */
  readonly range?: { readonly min: number; readonly max: number; readonly isWhole: boolean };
};

/** The kind of each option, keyed by the option's name. */
export type Kinds = Readonly<Record<string, Kind>>;

/** Any value. */
export const ANY: Kind = { words: "anything", fits: () => true };
/** A string. */
export const TEXT: Kind = { words: "a string", fits: (value) => typeof value === "string" };
/** A boolean. */
export const FLAG: Kind = { words: "true or false", fits: (value) => typeof value === "boolean" };
/** A function. */
export const FUNCTION: Kind = { words: "a function", fits: (value) => typeof value === "function" };
/** A list. */
export const LIST: Kind = { words: "a list", fits: Array.isArray };
/** Bytes. */
export const BYTES: Kind = { words: "the bytes of a file, a Uint8Array", fits: (value) => value instanceof Uint8Array };
/** An abort signal. */
export const SIGNAL: Kind = { words: "an AbortSignal", fits: (value) => value instanceof AbortSignal };

/** The names used here, keyed by the names that other libraries use. */
export type OtherWords = Readonly<Record<string, string>>;

const OTHER_WORDS: OtherWords = { color: "colour", verbose: "legalMoves()" };

/** Accepts numbers from `min` to `max`. */
export function number(min: number, max: number = Number.MAX_SAFE_INTEGER, isWhole: boolean = false): Kind {
  return { words: "a number", fits: (value) => typeof value === "number", range: { min, max, isWhole } };
}

/** Accepts whole numbers from `min` to `max`. */
export function whole(min: number, max?: number): Kind {
  return number(min, max, true);
}

/** Accepts objects that have all the properties `names`. */
export function objectWith(words: string, ...names: readonly string[]): Kind {
  return { words, fits: (value) => isObject(value) && names.every((name) => name in value) };
}

/** Checks an argument. Errors contain `name` unless it is "". Throws a TypeError or a RangeError. */
export function expect(value: unknown, kind: Kind, name: string = ""): void {
  const refusal = (words: string): string =>
    name === "" ? `Expected ${words}, but got ${show(value)}` : `Option '${name}' must be ${words}, not ${show(value)}`;
  if (!kind.fits(value)) throw new TypeError(refusal(kind.words));
  if (kind.range === undefined) return;
  const { min, max, isWhole } = kind.range;
  if (Number(value) >= min && Number(value) <= max && (!isWhole || Number.isInteger(value))) return;
  const limits = max === Number.MAX_SAFE_INTEGER ? `at least ${min}` : `${min} to ${max}`;
  throw new RangeError(refusal(`a ${isWhole ? "whole " : ""}number, ${limits}`));
}

/** Checks an options object; `kinds` lists the allowed options. Throws a TypeError or a RangeError. */
export function checkOptions(options: unknown, kinds: Kinds, words: OtherWords = OTHER_WORDS): void {
  const names = Object.keys(kinds).join(", ");
  if (!isObject(options) || Array.isArray(options)) {
    throw new TypeError(`Expected an object with options (${names}), but got ${show(options)}`);
  }
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(kinds, name)) {
      const own = Object.hasOwn(words, name) ? `; here its name is ${words[name]}` : "";
      throw new TypeError(`Expected one of the options ${names || "(none)"}, but got '${name}'${own}`);
    }
    if (value !== undefined) expect(value, kinds[name], name);
  }
}

/** Formats a value for errors: strings in quotes, lists and plain objects as JSON, other objects by their class. */
export function show(value: unknown): string {
  if (typeof value === "string") return `'${value}'`;
  if (!isObject(value)) return String(value);
  const name = value.constructor?.name ?? "Object";
  return name === "Object" || name === "Array" ? JSON.stringify(value) : name;
}

/** Whether a value is an object. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
