/**
 * The answer to a refused `go`: no move.
 *
 * A GUI waits for a `bestmove`, but a move from a wrong position would be worse than none. Some programs use such a
 * refusal to test whether a move is legal: `go depth 1 searchmoves e2e5`. With `infinite` or `ponder` the answer waits,
 * like the answer of a search.
 *
 * @module
 */

/** The answer without a move: a line with a score, which must precede every `bestmove`, and `bestmove (none)`. */
const ANSWER = ["info depth 0 score cp 0", "bestmove (none)"];

/** Replaces the refused search. */
export class RefusedSearch {
  /** Settles after `bestmove` was written; it never rejects. */
  readonly finished: Promise<void>;

  private release: () => void = () => {};

  /** Answers immediately or, if `isHeld`, after `stop` or `ponderhit`. `write` writes a line to the GUI. */
  constructor(public isHeld: boolean, write: (line: string) => void) {
    const released = new Promise<void>((resolve) => this.release = resolve);
    this.finished = released.then(() => ANSWER.forEach((line) => write(line)));
    if (!isHeld) this.release();
  }

  /** `stop`: answer now. */
  stop(): void {
    this.isHeld = false;
    this.release();
  }

  /** `ponderhit`: answer now. */
  ponderhit(): void {
    this.stop();
  }
}
