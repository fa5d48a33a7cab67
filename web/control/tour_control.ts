/**
 * The guided tour: puts the positions of its steps on the board, chooses what the heat map shows of them, and puts the game
 * from before back at its end.
 *
 * @module
 */

import { GameLine } from "../state/game_line.ts";
import type { TourStep } from "../text/tour.ts";
import type { HeatMode } from "../views/heat_layer.ts";
import type { Host } from "./host.ts";

/** What the heat map shows: its mode, and the square that is looked at, `null` for none. */
export interface Look {
  readonly mode: HeatMode;
  readonly square: string | null;
}

const EVERY_SQUARE: Look = { mode: "all", square: null };

/**
 * What the heat map shows in the steps that are about pieces and their targets: a piece of the side to move with quiet
 * moves. The other steps show the table of every square.
 */
const LOOKS: Readonly<Partial<Record<TourStep, Look>>> = {
  pieceTo: { mode: "piece", square: "d4" },
  continuation1: { mode: "piece", square: "c4" },
  continuationPruning: { mode: "piece", square: "d4" },
  continuation2: { mode: "piece", square: "b1" },
  continuation3: { mode: "piece", square: "e4" },
  continuation4: { mode: "piece", square: "d3" },
  continuation6: { mode: "piece", square: "g8" },
  threats: { mode: "from", square: "c4" },
};

/** What the heat map shows in the step of a system. */
export function lookOf(system: string): Look {
  return LOOKS[system as TourStep] ?? EVERY_SQUARE;
}

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
