/** Name, version and authors of the engine. @module */

/** Name of the engine. */
export const ENGINE_NAME = "Hindsight";
/** Version of the engine and of all packages. It is written only here. */
export const ENGINE_VERSION = "1.0.0";
/** Name and version, as chess programs and files show them. */
export const ENGINE_TITLE: string = `${ENGINE_NAME} ${ENGINE_VERSION}`;
/** Authors, as `id author` says. */
export const ENGINE_AUTHOR = "the Hindsight authors";
