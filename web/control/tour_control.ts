/**
 * The guided tour: puts the positions of its steps on the board, chooses what the heat map shows of them, and makes
 * everything as it was at its end.
 *
 * @module
 */

import { GameLine } from "../state/game_line.ts";
import type { TourStep } from "../text/tour.ts";
import type { HeatMode } from "../views/heat_layer.ts";
import type { AnalysisControl } from "./analysis_control.ts";
import type { Host } from "./host.ts";
import type { LearnedControl } from "./learned_control.ts";

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
  continuation1: { mode: "piece", square: "f1" },
  continuationPruning: { mode: "piece", square: "d4" },
  continuation2: { mode: "piece", square: "b1" },
  continuation3: { mode: "piece", square: "f3" },
  continuation4: { mode: "piece", square: "g1" },
  continuation6: { mode: "piece", square: "d4" },
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

/** What a tour found when it was opened. */
interface Before {
  readonly line: GameLine;
  /** Shows again what was looked at. */
  readonly look: () => void;
  /** Whether the engine searched. */
  readonly isOn: boolean;
}

/** The tour. */
export class TourControl {
  private readonly host: Host;
  private readonly learned: LearnedControl;
  private readonly analysis: AnalysisControl;
  private readonly page: TourHost;
  private shown: GameLine | null = null;
  private before: Before | null = null;

  /** A tour that has not begun. */
  constructor(host: Host, learned: LearnedControl, analysis: AnalysisControl, page: TourHost) {
    this.host = host;
    this.learned = learned;
    this.analysis = analysis;
    this.page = page;
  }

  /** Shows the position after some moves. Returns whether it can: not while a game is running. */
  show(moves: readonly string[]): boolean {
    const { host, page, learned, analysis } = this;
    if (page.isMatchRunning()) {
      host.notices.fail(host.texts.notices.matchRuns);
      return false;
    }
    if (host.line !== this.shown) this.before = { line: host.line, look: learned.remember(), isOn: analysis.isOn };
    this.shown = new GameLine();
    for (const move of moves) this.shown.play(move);
    page.showLine(this.shown);
    return true;
  }

  /** The game that is kept through a reload: that from before a tour while a position of the tour is on the board. */
  get ownLine(): GameLine {
    const { host: { line }, shown, before } = this;
    return line === shown && before !== null ? before.line : line;
  }

  /** Shows the game from before again, and what was looked at, unless another game is on the board. */
  end(): void {
    const { before, host, page, analysis } = this;
    if (host.line !== this.shown || before === null) return;
    page.showLine(before.line);
    before.look();
    if (analysis.isOn !== before.isOn) analysis.toggle();
  }
}
