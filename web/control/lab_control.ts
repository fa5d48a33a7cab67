/**
 * The experiment that the user asks for: the same search with one part of what can be learned, and without it.
 *
 * @module
 */

import { SYSTEMS } from "../../engine/view/systems.ts";
import type { Assets } from "../engine/assets.ts";
import { type Experiment, Laboratory } from "../engine/laboratory.ts";
import { type Host, reportFailure } from "./host.ts";

/** Plies of the searches. */
const DEPTH = 12;

/** Experiments. */
export class LabControl {
  private readonly host: Host;
  private readonly laboratory: Laboratory;
  private isBusy = false;
  /** The system that was asked for while an experiment ran. */
  private wish: string | null = null;
  private found: Experiment | null = null;
  /** The position that the experiment is about. */
  private about = "";

  /** Nothing was tried yet. */
  constructor(host: Host, assets: Assets) {
    this.host = host;
    this.laboratory = new Laboratory(assets);
  }

  /** Whether an experiment runs. */
  get isRunning(): boolean {
    return this.isBusy;
  }

  /** The newest experiment with the position on the board, `null` if there is none. */
  get experiment(): Experiment | null {
    return this.about === this.host.line.fen ? this.found : null;
  }

  /** Searches the position on the board with a system and without; after the experiment that runs, if one does. */
  async run(name: string): Promise<void> {
    const { host } = this;
    const system = SYSTEMS.find((known) => known.name === name);
    if (system === undefined || host.line.game.moves().length === 0) return;
    if (this.isBusy) {
      this.wish = name;
      return;
    }
    // The user may play on meanwhile: both searches are of the same position.
    const { fen, snapshot } = host.line;
    this.isBusy = true;
    host.changed();
    try {
      this.found = await this.laboratory.compare(snapshot, system, DEPTH);
      this.about = fen;
    } catch (error) {
      reportFailure(host, error);
    } finally {
      this.isBusy = false;
      host.changed();
    }
    await this.fulfilWish();
  }

  /** Does what was asked for meanwhile, unless it is what was just done. */
  private async fulfilWish(): Promise<void> {
    const { wish } = this;
    this.wish = null;
    if (wish !== null && this.experiment?.system.name !== wish) await this.run(wish);
  }
}
