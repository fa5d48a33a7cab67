/**
 * Limits of time for an answer that count only while this program runs.
 *
 * A usual timer goes on while the program is stopped, by Ctrl-Z or because the computer sleeps, and fires as soon as it
 * continues: whatever it waited for had no time in between. Here the time is a sum of ticks. A tick that took longer
 * than it should counts only as what it should have taken, so a stop costs one tick at most.
 *
 * @module
 */

/** Milliseconds of a tick. */
const TICK_MS = 1000;

/** Where the time comes from; tests have their own. */
export interface Clock {
  /** Milliseconds since any moment. */
  now(): number;
  /** Calls a function after so many milliseconds. Returns a function that prevents it. */
  after(ms: number, callback: () => void): () => void;
}

const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** A limit of time that runs from its construction until it is disposed of, or expires. */
export class Patience implements Disposable {
  private readonly onExpire: () => void;
  private readonly clock: Clock;
  private leftMs: number;
  private cancel: () => void = () => {};

  /**
   * Starts a limit.
   *
   * @param ms Milliseconds, of those in which this program runs.
   * @param onExpire Called once they are over.
   */
  constructor(ms: number, onExpire: () => void, clock: Clock = SYSTEM_CLOCK) {
    this.leftMs = ms;
    this.onExpire = onExpire;
    this.clock = clock;
    this.tick();
  }

  /** Ends the limit, which then does not expire. */
  [Symbol.dispose](): void {
    this.cancel();
  }

  private tick(): void {
    const started = this.clock.now();
    const ms = Math.min(TICK_MS, this.leftMs);
    this.cancel = this.clock.after(ms, () => {
      this.leftMs -= Math.min(ms, this.clock.now() - started);
      if (this.leftMs > 0) this.tick();
      else this.onExpire();
    });
  }
}

/**
 * Waits for something, but not for long.
 *
 * @param work What to wait for.
 * @param ms Milliseconds, of those in which this program runs.
 * @param message The message of the error.
 * @throws Error if it takes longer.
 */
export async function waitFor<Result>(
  work: Promise<Result>,
  ms: number,
  message: string,
  clock: Clock = SYSTEM_CLOCK,
): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  using _patience = new Patience(ms, () => reject(new Error(message)), clock);
  return await Promise.race([work, late]);
}
