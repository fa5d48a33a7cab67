/**
 * The errors of the library. Each has a code that a program can compare; the message is for people.
 *
 * Options of the wrong type or outside their range are a TypeError or a RangeError instead: the program that gives them
 * has a mistake.
 *
 * @module
 */

/** What went wrong: the engine was closed, the position is no position, the engine cannot start, or its worker died. */
export type EngineErrorCode = "closed" | "position" | "start" | "worker";

/** What an engine throws, and rejects its promises with. */
export class EngineError extends Error {
  /** What went wrong. */
  readonly code: EngineErrorCode;

  /**
   * An error.
   *
   * @param code What went wrong.
   * @param message The same for people.
   */
  constructor(code: EngineErrorCode, message: string) {
    super(message);
    this.name = new.target.name;
    this.code = code;
  }
}

/** The position or a move is not one that the rules allow. */
export class PositionError extends EngineError {
  /** An error with the code `position`. */
  constructor(message: string) {
    super("position", message);
  }
}

/** The engine was closed. */
export class EngineClosedError extends EngineError {
  /** An error with the code `closed`. */
  constructor(message: string = "The engine was closed") {
    super("closed", message);
  }
}

/** A call failed in a worker, mostly because it died. If so, the engine starts another one for the next call. */
export class WorkerDiedError extends EngineError {
  /** An error with the code `worker`. */
  constructor(message: string) {
    super("worker", message);
  }
}
