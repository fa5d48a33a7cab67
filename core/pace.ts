/** Divides long work into short slices, so that the thread's events never wait longer than one slice. @module */

const SLICE_MS = 4;

/** Divides one piece of work into slices. */
export class Pace {
  private restedAt = performance.now();

  /** Whether the slice is over. If so, the caller should `await pace.rest()`. */
  get isDue(): boolean {
    return performance.now() - this.restedAt >= SLICE_MS;
  }

  /** Lets the thread handle waiting events. */
  async rest(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.restedAt = performance.now();
  }
}
