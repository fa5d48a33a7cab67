/**
 * Moments in time, in a form that one thread can report to another.
 *
 * `performance.now()` runs evenly, but each thread counts from its own start. The system's clock is the same for all
 * threads, but a user or a time server may set it. So a message contains both times, and its receiver uses the system's
 * clock only to find how long the message took.
 * @module
 */

/** A moment, as a thread's two clocks show it: `performance.now()` and `Date.now()`, in milliseconds. */
export type Moment = Readonly<Record<"ownMs" | "systemMs", number>>;

/** The current moment. */
export function now(): Moment {
  return { ownMs: performance.now(), systemMs: Date.now() };
}

/**
 * Converts a time on the sender's clock to the receiver's clock. `sent` and `received` say when one message was sent
 * and received. If the system's clock was set back in between, the message counts as having taken no time.
 */
export function onReceiversClock(time: number, sent: Moment, received: Moment): number {
  const underWay = Math.max(0, received.systemMs - sent.systemMs);
  return received.ownMs - underWay - (sent.ownMs - time);
}
