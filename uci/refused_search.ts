/**
 * The answer to a `go` that is refused: the null move.
 *
 * A GUI waits for a `bestmove`, but a move found elsewhere than in the position that it means would be worse than none.
 * With `infinite` or `ponder` the answer waits like that of a search.
 *
 * @module
 */

import { REFUSED_SEARCH } from "./report.ts";

/** A search that is not made. */
export class RefusedSearch {
  /** Settles after `bestmove` was written; it never rejects. */
  readonly finished: Promise<void>;
  /** Whether the answer waits for `stop` or `ponderhit`. */
  isHeld: boolean;

  private onRelease: () => void = () => {};

  /**
   * Answers, or waits.
   *
   * @param isHeld Whether the answer waits for `stop` or `ponderhit`.
   * @param write Writes a line to the GUI.
   */
  constructor(isHeld: boolean, write: (line: string) => void) {
    this.isHeld = isHeld;
    const released = isHeld ? new Promise<void>((resolve) => this.onRelease = resolve) : Promise.resolve();
    this.finished = released.then(() => {
      for (const line of REFUSED_SEARCH) write(line);
    });
  }

  /** `stop`: answer now. */
  stop(): void {
    this.isHeld = false;
    this.onRelease();
  }

  /** `ponderhit`: answer now. */
  ponderhit(): void {
    this.stop();
  }
}
