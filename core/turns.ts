/**
 * One thing after the other: each begins when all earlier ones are over. It is in core/ because every folder may import
 * from there. @module
 */

/** A queue of things to do. */
export class Turns {
  /** Settles when the turns so far are over; it never rejects. */
  private tail: Promise<unknown> = Promise.resolve();

  /** Does something when everything before is done, and settles as it does. */
  take<T>(action: () => T | Promise<T>): Promise<T> {
    const turn = this.tail.then(action);
    this.tail = turn.catch(() => {});
    return turn;
  }

  /** Settles when the turns so far are over. */
  async over(): Promise<void> {
    await this.tail;
  }
}
