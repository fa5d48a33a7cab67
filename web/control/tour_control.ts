/** The tour: searches the positions of its steps, and restores the user's game at the end. @module */

import { GameLine } from "../state/game_line.ts";
import { FIRST_LOOK, GAME_RUNS, type Store } from "../store.ts";
import { TOUR } from "../text/learning.ts";
import type { Keeper } from "./keeper.ts";
import type { LabControl } from "./lab_control.ts";

export class TourControl {
  private shown: GameLine | null = null;
  private plies = 0;
  private before: Pick<Store, "line" | "look" | "isAnalysing"> | null = null;

  constructor(private readonly store: Store, private readonly lab: LabControl, keeper: Keeper) {
    keeper.ownLine = () => store.line === this.shown && this.before !== null ? this.before.line : store.game;
    store.onMove(() => {
      // A move or another game ends the tour.
      if (store.line !== this.shown || store.line.mainLine.length !== this.plies) store.tourStep = -1;
    });
  }

  /** Shows a step's position, and searches it with and without the step's part of the learning. */
  show(step: number): void {
    const { store, lab } = this;
    if (store.isPlaying) return void store.refuse(GAME_RUNS);
    const { line, look, isAnalysing } = store;
    if (line !== this.shown) this.before = { line, look, isAnalysing };
    const { moves, square, system } = TOUR[step];
    const shown = new GameLine();
    for (const move of moves.split(" ")) shown.move(move);
    this.shown = shown;
    this.plies = shown.ply;
    Object.assign(store, { line: shown, tourStep: step, look: { ...FIRST_LOOK, square }, isAnalysing: true });
    store.acted();
    void lab.run([system]);
  }

  /** Shows the user's game again, unless another game is on the board. */
  end(): void {
    const { store, before } = this;
    store.tourStep = -1;
    this.lab.stop();
    if (before !== null && store.line === this.shown) Object.assign(store, before);
    this.shown = null;
    store.acted();
  }
}
