/**
 * Types of what this project uses of `@std/assert` and `@std/cli`.
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
  /** What `parseArgs()` found: `_` holds what is not an option. */
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
    /** Other names of an option. */
    alias?: Readonly<Record<string, string | readonly string[]>>;
    /** Called with what is not a known option; `false` drops it. */
    unknown?: (argument: string, key?: string, value?: unknown) => unknown;
  }

  /** Splits command-line arguments into options and the rest. */
  export function parseArgs(args: readonly string[], options?: ParseOptions): ParsedArgs;
}
