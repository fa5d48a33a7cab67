/**
 * Types of what this project uses of `@std/assert`, `@std/cli` and `cli-progress`.
 *
 * The npm mirror of Deno's standard library carries JavaScript only; without these lines every assertion would be
 * `any`, and `assert(x !== null)` would narrow nothing. An ambient declaration wins over the mapped package for the
 * type checker and leaves what runs alone.
 *
 * @module
 */

declare module "@std/assert" {
  /** A class, whatever its constructor takes: parameters are contravariant, so `never[]` fits all. */
  type Class<T> = abstract new (...args: never[]) => T;

  /** Asserts that `expression` is truthy. */
  export function assert(expression: unknown, message?: string): asserts expression;
  /** Asserts that `expression` is falsy. */
  export function assertFalse(expression: unknown, message?: string): void;
  /** Asserts deep equality. */
  export function assertEquals<T>(actual: T, expected: T, message?: string): void;
  /** Asserts deep inequality. */
  export function assertNotEquals<T>(actual: T, expected: T, message?: string): void;
  /** Asserts that `Object.is(actual, expected)`. */
  export function assertStrictEquals<T>(actual: unknown, expected: T, message?: string): asserts actual is T;
  /** Asserts that `!Object.is(actual, expected)`. */
  export function assertNotStrictEquals<T>(actual: T, expected: T, message?: string): void;
  /** Asserts that two numbers differ by no more than `tolerance`, by default 1e-7 of `expected`. */
  export function assertAlmostEquals(actual: number, expected: number, tolerance?: number, message?: string): void;
  /** Asserts `actual > expected`. */
  export function assertGreater<T>(actual: T, expected: T, message?: string): void;
  /** Asserts `actual >= expected`. */
  export function assertGreaterOrEqual<T>(actual: T, expected: T, message?: string): void;
  /** Asserts `actual < expected`. */
  export function assertLess<T>(actual: T, expected: T, message?: string): void;
  /** Asserts `actual <= expected`. */
  export function assertLessOrEqual<T>(actual: T, expected: T, message?: string): void;
  /** Asserts that `actual` matches a regular expression. */
  export function assertMatch(actual: string, expected: RegExp, message?: string): void;
  /** Asserts that `actual` contains `expected`. */
  export function assertStringIncludes(actual: string, expected: string, message?: string): void;
  /** Asserts that `actual` contains every element of `expected`. */
  export function assertArrayIncludes<T>(actual: ArrayLike<T>, expected: ArrayLike<T>, message?: string): void;
  /** Asserts that `actual` is an instance of `expected`. */
  export function assertInstanceOf<T>(
    actual: unknown,
    expected: Class<T>,
    message?: string,
  ): asserts actual is T;
  /** Asserts that `body` throws; returns what it threw. */
  export function assertThrows(body: () => unknown, message?: string): unknown;
  /** Asserts that `body` throws an `errorClass` whose message contains `includes`; returns the error. */
  export function assertThrows<E extends Error>(
    body: () => unknown,
    errorClass: Class<E>,
    includes?: string,
    message?: string,
  ): E;
  /** Asserts that `body` rejects; resolves with the reason. */
  export function assertRejects(body: () => PromiseLike<unknown>, message?: string): Promise<unknown>;
  /** Asserts that `body` rejects with an `errorClass` whose message contains `includes`; resolves with the error. */
  export function assertRejects<E extends Error>(
    body: () => PromiseLike<unknown>,
    errorClass: Class<E>,
    includes?: string,
    message?: string,
  ): Promise<E>;
  /** Fails. */
  export function fail(message?: string): never;
}

declare module "@std/cli" {
  /** What `parseArgs()` found: `_` holds what is no option. */
  export interface ParsedArgs {
    /** Arguments that belong to no option. */
    readonly _: readonly (string | number)[];
    /** An option's value: text where it is listed in `string`, a truth value where in `boolean`. */
    readonly [name: string]: unknown;
  }

  /** How to read the arguments. */
  export interface ParseOptions {
    /** Names of the options with text. */
    string?: readonly string[];
    /** Names of the options without a value. */
    boolean?: readonly string[];
    /** Names of the options that may be repeated, whose values are lists. */
    collect?: readonly string[];
    /** Values where an option is missing. */
    default?: Readonly<Record<string, unknown>>;
    /** Other names of an option. */
    alias?: Readonly<Record<string, string | readonly string[]>>;
    /** Whether everything after the first argument that is no option is left as it is. */
    stopEarly?: boolean;
    /** Called with what is no known option; `false` drops it. */
    unknown?: (argument: string, key?: string, value?: unknown) => unknown;
  }

  /** Splits command-line arguments into options and the rest. */
  export function parseArgs(args: readonly string[], options?: ParseOptions): ParsedArgs;
}

declare module "cli-progress/formatter" {
  /** How a bar looks. */
  export interface FormatOptions {
    /** What is written, with `{bar}`, `{value}` and so on, and names of the payload. */
    readonly format: string;
    /** Width of the bar in characters. */
    readonly barsize: number;
    /** A full bar and an empty one, at least that wide. */
    readonly barCompleteString: string;
    readonly barIncompleteString: string;
    /** Text between the two parts of a bar. */
    readonly barGlue: string;
    /** What fills numbers up. */
    readonly autopaddingChar: string;
  }

  /** How far things are. */
  export interface FormatParameters {
    /** Part that is done, 0 to 1. */
    readonly progress: number;
    /** Seconds left, as `ETA` computes them. */
    readonly eta: number | string;
    /** When it began, by `Date.now()`. */
    readonly startTime: number;
    /** Steps in all, and those done. */
    readonly total: number;
    readonly value: number;
    /** Columns to fill with blanks, 0 for none. */
    readonly maxWidth: number;
  }

  /** The text of a bar. */
  export default function format(
    options: FormatOptions,
    parameters: FormatParameters,
    payload: Readonly<Record<string, string>>,
  ): string;
}

declare module "cli-progress/eta" {
  /** Estimates the time left from the latest steps. */
  export default class ETA {
    constructor(samples: number, startTime: number, startValue: number);
    /** Reports a step. */
    update(time: number, value: number, total: number): void;
    /** Seconds left, "NULL" or "INF" if that cannot be said. */
    getTime(): number | string;
  }
}
