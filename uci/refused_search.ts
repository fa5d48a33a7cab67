/**
 * The answer to a refused `go`. A GUI waits for a `bestmove`, but a move from a wrong position would be worse than
 * none. Some programs test in this way whether a move is legal: `go depth 1 searchmoves e2e5`.
 *
 * @module
 */

const ANSWER = ["info depth 0 score cp 0", "bestmove (none)"];

/** Takes the place of the refused search. */
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
