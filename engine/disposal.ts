/**
 * The names of the methods that run at the end of a block with `using` and `await using`.
 *
 * Browsers without these symbols get symbols with the same names, as in programs that are compiled for such browsers.
 *
 * @module
 */

/** `Symbol.dispose`. */
export const DISPOSE: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");
/** `Symbol.asyncDispose`. */
export const ASYNC_DISPOSE: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose");
