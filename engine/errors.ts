/**
 * The errors of the library. Each has a code for programs; the message is for people.
 *
 * An option of the wrong type causes a TypeError instead, and an option outside its range a RangeError, since these are
 * mistakes in the program.
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

/** The error that an engine throws, and with which its promises reject. */
export class EngineError extends Error {
  /** The name of its class, which minifiers must not change. */
  override readonly name: string = "EngineError";
  /** What went wrong. */
  readonly code: EngineErrorCode;

  /**
   * An error.
   *
   * @param code What went wrong.
   * @param message The message for people.
   * @param options The cause, if another error led to this one.
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

/** A call failed in a worker, usually because the worker died. The engine starts another worker for the next call. */
export class WorkerDiedError extends EngineError {
  /** The name of its class. */
  override readonly name: string = "WorkerDiedError";

  /** An error with the code `worker`. */
  constructor(message: string) {
    super("worker", message);
  }
}
