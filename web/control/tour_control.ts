/**
 * The guided tour: puts the positions of its steps on the board, and the game from before back at its end.
 *
 * @module
 */

import { GameLine } from "../state/game_line.ts";
import type { Host } from "./host.ts";

/** What else of the page has to do with it. */
export interface TourHost {
  /** Whether a game against the engine is running. */
  isMatchRunning(): boolean;
  /** Shows another game. */
  showLine(line: GameLine): void;
}

/** The tour. */
export class TourControl {
  private readonly host: Host;
  private readonly page: TourHost;
  private shown: GameLine | null = null;
  private before: GameLine | null = null;

  /** A tour that has not begun. */
  constructor(host: Host, page: TourHost) {
    this.host = host;
    this.page = page;
  }

  /** Shows the position after some moves. Returns whether it can: not while a game is running. */
  show(moves: readonly string[]): boolean {
    const { host, page } = this;
    if (page.isMatchRunning()) {
      host.notices.fail(host.texts.notices.matchRuns);
      return false;
    }
    if (host.line !== this.shown) this.before = host.line;
    this.shown = new GameLine();
    for (const move of moves) this.shown.play(move);
    page.showLine(this.shown);
    return true;
  }

  /** Shows the game from before again, unless another one is on the board. */
  end(): void {
    if (this.host.line === this.shown && this.before !== null) this.page.showLine(this.before);
  }
}
