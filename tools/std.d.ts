/**
 * Types for the parts of `@std/assert`, `@std/cli` and `@std/streams` that are used.
 *
 * The npm mirror of Deno's standard library contains only JavaScript. Without these types, every assertion would be
 * `any`, and `assert(x !== null)` would not narrow types. The type checker prefers these declarations to the package;
 * the code that runs does not change.
 *
 * @module
 */

declare module "@std/assert" {
  /** A class with any constructor. Parameters are contravariant, so `never[]` fits all. */
  type Class<T> = abstract new (...args: never[]) => T;
  type Compare = <T>(actual: T, expected: T, message?: string) => void;

  export function assert(expression: unknown, message?: string): asserts expression;
  export function assertFalse(expression: unknown, message?: string): void;
  export const assertEquals: Compare, assertNotEquals: Compare, assertNotStrictEquals: Compare;
  export const assertGreater: Compare, assertGreaterOrEqual: Compare, assertLess: Compare, assertLessOrEqual: Compare;
  export function assertStrictEquals<T>(actual: unknown, expected: T, message?: string): asserts actual is T;
  /** Asserts that two numbers differ by no more than `tolerance`, by default 1e-7 of `expected`. */
  export function assertAlmostEquals(actual: number, expected: number, tolerance?: number, message?: string): void;
  export function assertMatch(actual: string, expected: RegExp, message?: string): void;
  export function assertStringIncludes(actual: string, expected: string, message?: string): void;
  /** Asserts that `actual` contains every element of `expected`. */
  export function assertArrayIncludes<T>(actual: ArrayLike<T>, expected: ArrayLike<T>, message?: string): void;
  export function assertInstanceOf<T>(actual: unknown, expected: Class<T>, message?: string): asserts actual is T;
  /**
   * Asserts that `body` throws, and returns the error. If given, `type` is the error's class, and `text` a part of its
   * message.
   */
  export function assertThrows(body: () => unknown, message?: string): unknown;
  export function assertThrows<E>(body: () => unknown, type: Class<E>, text?: string, message?: string): E;
  export function assertRejects(body: () => PromiseLike<unknown>, message?: string): Promise<unknown>;
  export function assertRejects<E>(
    body: () => PromiseLike<unknown>,
    type: Class<E>,
    text?: string,
    message?: string,
  ): Promise<E>;
  export function fail(message?: string): never;
}

declare module "@std/streams" {
  export class TextLineStream extends TransformStream<string, string> {}
}

declare module "@std/cli" {
  /**
   * The result of `parseArgs()`: `_` holds the arguments that are not options; each other field is a string, a boolean,
   * or a list of strings.
   */
  export type ParsedArgs = Readonly<{ _: readonly (string | number)[]; [name: string]: unknown }>;

  /**
   * The names of options that take text, of options without a value and of repeatable options, and the aliases of
   * options.
   */
  export interface ParseOptions {
    string?: readonly string[];
    boolean?: readonly string[];
    collect?: readonly string[];
    alias?: Readonly<Record<string, string | readonly string[]>>;
    /** Called with an unknown argument; `false` drops it. */
    unknown?: (argument: string, key?: string, value?: unknown) => unknown;
  }

  /** Splits command-line arguments into options and the rest. */
  export function parseArgs(args: readonly string[], options?: ParseOptions): ParsedArgs;
}
