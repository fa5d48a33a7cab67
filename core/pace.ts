/** Divides long work into short slices, so that events of the thread never wait longer than one slice. @module */

/** Length of a slice in milliseconds. */
const SLICE_MS = 4;

/** The slices of one piece of work. */
export class Pace {
  private restedAt = performance.now();

  /** Whether the slice is over, so that it is time for `await pace.rest()`. */
  get isDue(): boolean {
    return performance.now() - this.restedAt >= SLICE_MS;
  }

  /** Lets the thread handle waiting events. */
  async rest(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.restedAt = performance.now();
  }
}
