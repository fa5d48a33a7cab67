/**
 * Name, version and authors of the engine.
 *
 * @module
 */

/** Name of the engine. */
export const ENGINE_NAME = "Hindsight";
/** Version of the engine and of all packages. It stands nowhere else. */
export const ENGINE_VERSION = "0.1.0";
/** Authors, as `id author` says. */
export const ENGINE_AUTHOR = "the Hindsight authors";
