/**
 * How one thread says to another when something happened.
 *
 * A thread measures time by `performance.now()`, which goes forward evenly; but each thread counts from its own start.
 * The system's clock is the same for all threads; but a person or a time server may set it. So a message that has to do
 * with time carries both, and its receiver asks the system's clock only how long the message was under way. Setting the
 * system's clock before or after that changes nothing.
 *
 * @module
 */

/** A moment by the two clocks of a thread. */
export interface Moment {
  /** Milliseconds of `performance.now()` of the thread. */
  readonly ownMs: number;
  /** Milliseconds of `Date.now()`. */
  readonly systemMs: number;
}

/** The present moment. */
export function now(): Moment {
  return { ownMs: performance.now(), systemMs: Date.now() };
}

/**
 * Finds a time of the sender's own clock on the receiver's.
 *
 * @param time Milliseconds by the sender's own clock.
 * @param sent When the sender sent the message.
 * @param received When the receiver received it. A system's clock that was set back on the way counts as no time.
 * @returns Milliseconds by the receiver's own clock, as exact as a millisecond.
 */
export function onReceiversClock(time: number, sent: Moment, received: Moment): number {
  const underWay = Math.max(0, received.systemMs - sent.systemMs);
  return received.ownMs - underWay - (sent.ownMs - time);
}
