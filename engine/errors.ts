/**
 * The library's errors. Options of the wrong type cause a TypeError, and numbers out of range cause a RangeError.
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
 * | `replaced` | a later search by the same user replaced this waiting one |
 * | `start` | the engine cannot start, or cannot apply the options |
 * | `worker` | a search failed, usually because its worker died |
 */
export type EngineErrorCode = "busy" | "closed" | "learned" | "position" | "replaced" | "start" | "worker";

/** An error from an engine. */
export class EngineError extends Error {
  /** The name of the class, which stays the same in minified code. */
  override readonly name: string = "EngineError";
  /** What went wrong. */
  readonly code: EngineErrorCode;

  /** An error with a code and a message; `options.cause` is the error that led to it. */
  constructor(code: EngineErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** An error for a position or move that the rules do not allow. */
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

/** A call failed, usually because its worker died. The next call gets another worker. */
export class WorkerDiedError extends EngineError {
  /** The name of its class. */
  override readonly name: string = "WorkerDiedError";

  /** An error with the code `worker`. */
  constructor(message: string) {
    super("worker", message);
  }
}
