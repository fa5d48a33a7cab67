/** Name, version and authors of the engine. @module */

/** Name of the engine. */
export const ENGINE_NAME = "Hindsight";
/** Version of the engine and of all packages. */
export const ENGINE_VERSION = "1.0.0";
/** Name and version for chess programs and files. */
export const ENGINE_TITLE: string = `${ENGINE_NAME} ${ENGINE_VERSION}`;
/** Authors, for `id author`. */
export const ENGINE_AUTHOR = "the Hindsight authors";
