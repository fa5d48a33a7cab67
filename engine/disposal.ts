/** The symbols that name the methods for `using` and `await using`, even in browsers that lack them. @module */

/** `Symbol.dispose`. */
export const DISPOSE: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");
/** `Symbol.asyncDispose`. */
export const ASYNC_DISPOSE: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose");
