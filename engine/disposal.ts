/** The symbols for the methods of `using` and `await using`, with substitutes for browsers that lack them. @module */

/** `Symbol.dispose`. */
export const DISPOSE: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");
/** `Symbol.asyncDispose`. */
export const ASYNC_DISPOSE: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose");
