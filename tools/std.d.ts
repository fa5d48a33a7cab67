/** Types for `@std`, because the npm mirror of Deno's standard library has only JavaScript. @module */

declare module "@std/assert" {
  /** Parameters are contravariant, so any constructor fits `never[]`. */
  type Class<T> = abstract new (...args: never[]) => T;
  type Compare = <T>(actual: T, expected: T, message?: string) => void;

  export function assert(expression: unknown, message?: string): asserts expression;
  export function assertFalse(expression: unknown, message?: string): void;
  export const assertEquals: Compare, assertNotEquals: Compare, assertNotStrictEquals: Compare;
  export const assertGreater: Compare, assertGreaterOrEqual: Compare, assertLess: Compare, assertLessOrEqual: Compare;
  export function assertStrictEquals<T>(actual: unknown, expected: T, message?: string): asserts actual is T;
  /** The numbers may differ by `tolerance`, by default 1e-7 of `expected`. */
  export function assertAlmostEquals(actual: number, expected: number, tolerance?: number, message?: string): void;
  export function assertMatch(actual: string, expected: RegExp, message?: string): void;
  export function assertStringIncludes(actual: string, expected: string, message?: string): void;
  export function assertArrayIncludes<T>(actual: ArrayLike<T>, expected: ArrayLike<T>, message?: string): void;
  export function assertInstanceOf<T>(actual: unknown, expected: Class<T>, message?: string): asserts actual is T;
  /** Returns the error. `type` is its class, and `text` a part of its message. */
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
  /** `_` holds the arguments that are not options. Each other field is a string, a boolean, or a list of strings. */
  export type ParsedArgs = Readonly<{ _: readonly (string | number)[]; [name: string]: unknown }>;

  export interface ParseOptions {
    string?: readonly string[];
    boolean?: readonly string[];
    collect?: readonly string[];
    alias?: Readonly<Record<string, string | readonly string[]>>;
    /** Returns `false` to drop an unknown argument. */
    unknown?: (argument: string, key?: string, value?: unknown) => unknown;
  }

  export function parseArgs(args: readonly string[], options?: ParseOptions): ParsedArgs;
}
