/** A queue of tasks: each begins when all earlier tasks have ended. @module */

/** A queue of tasks. */
export class Turns {
  /** Settles when all tasks queued so far have ended; never rejects. */
  private tail: Promise<unknown> = Promise.resolve();

  /** Runs a task when all earlier tasks have ended. Returns a promise for the task's result. */
  take<T>(action: () => T | Promise<T>): Promise<T> {
    const turn = this.tail.then(action);
    this.tail = turn.catch(() => {});
    return turn;
  }

  /** Settles when all tasks queued so far have ended. */
  async over(): Promise<void> {
    await this.tail;
  }
}
