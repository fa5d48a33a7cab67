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
 * | `busy` | the queue of a pool is full |
 * | `closed`   | the engine was closed                                                     |
 * | `learned` | the lessons cannot be saved: not a learning file, or the store fails |
 * | `position` | the position is invalid, or the move is not legal |
 * | `replaced` | a later search of the same user took the place of a waiting search |
 * | `start` | the engine cannot start, or cannot apply the options |
 * | `worker` | a search failed, usually because its worker died |
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
