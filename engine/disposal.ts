/**
 * The names of the methods that end something at the end of a block with `using` and `await using`.
 *
 * Browsers without these symbols get symbols of the same names instead, as programs compiled for such browsers do.
 *
 * @module
 */

/** `Symbol.dispose`. */
export const DISPOSE: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");
/** `Symbol.asyncDispose`. */
export const ASYNC_DISPOSE: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose");
