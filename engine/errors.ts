/**
 * The errors of the library. Each has a code that a program can compare; the message is for people.
 *
 * Options of the wrong type or outside their range are a TypeError or a RangeError instead, since they are mistakes of
 * the program.
 *
 * @module
 */

/**
 * What went wrong:
 *
 * | code       | what                                                                      |
 * | ---------- | ------------------------------------------------------------------------- |
 * | `busy`     | as many searches wait for an engine of a pool as may                      |
 * | `closed`   | the engine was closed                                                     |
 * | `learned`  | what was learned cannot be saved: it is no learning file, or its store fails |
 * | `position` | it is not a position, or not a legal move                                       |
 * | `replaced` | a search of a pool waited, and a later one of the same user took its place |
 * | `start`    | the engine cannot start, or not with such options                         |
 * | `worker`   | a search failed, mostly because its worker died                           |
 */
export type EngineErrorCode = "busy" | "closed" | "learned" | "position" | "replaced" | "start" | "worker";

/** What an engine throws, and rejects its promises with. */
export class EngineError extends Error {
  /** The name of its class, also in programs that were minified with new class names. */
  override readonly name: string = "EngineError";
  /** What went wrong. */
  readonly code: EngineErrorCode;

  /**
   * An error.
   *
   * @param code What went wrong.
   * @param message The same for people.
   * @param options Its cause, if that is an error of its own.
   */
  constructor(code: EngineErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The rules do not allow the position or a move. */
export class PositionError extends EngineError {
  /** The name of its class. */
  override readonly name: string = "PositionError";

  /** An error with the code `position`. */
  constructor(message: string) {
    super("position", message);
  }
}

/** The engine was closed. */
export class EngineClosedError extends EngineError {
  /** The name of its class. */
  override readonly name: string = "EngineClosedError";

  /** An error with the code `closed`. */
  constructor(message: string = "The engine was closed") {
    super("closed", message);
  }
}

/**
 * A call failed in a worker, mostly because the worker died. Then the engine starts another worker for the next call.
 */
export class WorkerDiedError extends EngineError {
  /** The name of its class. */
  override readonly name: string = "WorkerDiedError";

  /** An error with the code `worker`. */
  constructor(message: string) {
    super("worker", message);
  }
}
