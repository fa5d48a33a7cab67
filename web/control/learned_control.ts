/**
 * What the page knows of what the search has learned: the newest inspection, and what of it is looked at.
 *
 * @module
 */

import type { Game, Inspection } from "../../engine/mod.ts";
import { describeHistories, type HistoriesReport } from "../../engine/view/mod.ts";
import type { Arrow } from "../views/board_marks.ts";
import { HEAT_FULL } from "../../engine/view/heat_map.ts";
import { type HeatContent, type HeatMode, type HeatSide } from "../views/heat_layer.ts";
import type { Host } from "./host.ts";

/** What was learned. */
export class LearnedControl {
  /** What the heat map shows. */
  mode: HeatMode = "all";
  /** Whose moves it shows. */
  side: HeatSide = "mover";
  private readonly host: Host;
  private latest: HistoriesReport | null = null;
  private pointed: string | null = null;
  private pointedMove: string | null = null;

  /** Nothing yet. */
  constructor(host: Host) {
    this.host = host;
  }

  /** What was learned about the position on the board, `null` for nothing yet. */
  get report(): HistoriesReport | null {
    return this.latest !== null && this.latest.fen === this.host.line.game.fen ? this.latest : null;
  }

  /** The layer over the board, `null` for none. */
  get heat(): HeatContent | null {
    const { report, mode, side, pointed } = this;
    if (report === null) return null;
    if (mode !== "piece") {
      const entries = side === "mover" ? report.butterfly : report.opponentButterfly;
      return { entries, mode, full: HEAT_FULL, square: pointed };
    }
    // All pieces share the scale, so that they can be compared.
    const entries = report.pieceScores;
    const full = Object.values(entries).reduce((most, value) => Math.max(most, Math.abs(value)), 1);
    return { entries, mode, full, square: pointed };
  }

  /** The move of the table that is looked at, as an arrow; none if it has gone from the table. */
  get arrows(): Arrow[] {
    const { pointedMove, report } = this;
    if (pointedMove === null || !report?.quiets.some(({ move }) => move === pointedMove)) return [];
    return [{ from: pointedMove.slice(0, 2), to: pointedMove.slice(2, 4), kind: "hint", weight: 1 }];
  }

  /** Takes a new inspection of a game's last position. */
  take(inspection: Inspection, game: Game): void {
    this.latest = describeHistories(inspection, game.position);
    this.host.changed();
  }

  /** A square is looked at. What was looked at last stays when the pointer leaves the board. */
  point(square: string | null): void {
    if (square === null || square === this.pointed) return;
    this.pointed = square;
    if (this.report !== null) this.host.changed();
  }

  /** Shows moves of the side to move, in a mode, with a square that is looked at (`null` for none). */
  look(mode: HeatMode, square: string | null): void {
    this.mode = mode;
    this.side = "mover";
    this.pointed = square;
    this.host.changed();
  }

  /** What is looked at now: the function that is returned shows it again. */
  remember(): () => void {
    const { mode, side, pointed } = this;
    return () => {
      this.look(mode, pointed);
      this.side = side;
    };
  }

  /** A move of the table is looked at. */
  pointMove(move: string | null): void {
    this.pointedMove = move;
    this.host.changed();
  }

  /** Shows something else of the table. */
  setMode(mode: HeatMode): void {
    this.mode = mode;
    this.host.changed();
  }

  /** Shows the moves of a side. */
  setSide(side: HeatSide): void {
    this.side = side;
    this.host.changed();
  }
}
