/**
 * A player for tuning runs without games, which draws the results of an imaginary engine.
 *
 * @module
 */

import type { Game } from "../tally.ts";
import type { Assignment, Player } from "../threads/players.ts";
import { Simulation } from "./spsa_simulation.ts";
import type { TuneSettings } from "./spsa_state.ts";

/** Batches of a simulation between two moments in which the program looks after interrupts and its progress line. */
const BATCHES_AT_ONCE = 50;

/** Draws the results of an imaginary engine instead of playing. */
export class SimulatedPlayer implements Player {
  private readonly settings: TuneSettings;
  private readonly simulation: Simulation;

  /** A player for the run with these settings. */
  constructor(settings: TuneSettings) {
    this.settings = settings;
    this.simulation = new Simulation(settings.parameters, BigInt(settings.seed));
  }

  async play(assignment: Assignment, onPair: () => void): Promise<readonly Game[]> {
    const { batchPairs } = this.settings;
    const first = assignment.batch * batchPairs;
    const games = this.simulation.play(first, batchPairs, assignment.plus, assignment.minus);
    for (let pair = 0; pair < batchPairs; pair++) onPair();
    if (assignment.batch % BATCHES_AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve));
    return games;
  }

  stop(): void {
    // A batch is over at once.
  }

  close(): void {
    // It holds nothing.
  }
}
