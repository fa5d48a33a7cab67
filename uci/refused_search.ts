/** Answers a refused `go` without a move, because a move from a wrong position would be worse than none. @module */

const ANSWER = ["info depth 0 score cp 0", "bestmove (none)"];

/** Stands in for a search that was refused. */
export class RefusedSearch {
  /** Settles after `bestmove`. */
  readonly finished: Promise<void>;

  private release: () => void = () => {};

  /** Answers immediately or, if `isHeld`, after `stop` or `ponderhit`. */
  constructor(public isHeld: boolean, write: (line: string) => void) {
    const released = new Promise<void>((resolve) => this.release = resolve);
    this.finished = released.then(() => ANSWER.forEach((line) => write(line)));
    if (!isHeld) this.release();
  }

  /** Answers now. */
  stop(): void {
    this.isHeld = false;
    this.release();
  }

  /** Answers now. */
  ponderhit(): void {
    this.stop();
  }
}
