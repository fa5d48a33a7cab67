/**
 * An engine beside the page's own, for experiments: the same search twice, with a part of what is learned and without.
 *
 * @module
 */

import { Engine, type Game } from "../../engine/mod.ts";
import { describeHistories } from "../../engine/view/mod.ts";
import { defaultSetting, type System } from "../../engine/view/systems.ts";
import type { Assets } from "./assets.ts";

/** What a search came to. */
export interface Trial {
  /** Nodes to the depth. */
  readonly nodes: number;
  /** The best move. */
  readonly best: string;
  /** The quiet moves in the order in which the search would try them. */
  readonly order: readonly string[];
}

/** An experiment. */
export interface Experiment {
  readonly system: System;
  readonly depth: number;
  readonly on: Trial;
  readonly off: Trial;
}

/** Size of the table, MiB. */
const HASH = 16;

/** The engine for experiments; it starts with the first one. */
export class Laboratory {
  private readonly assets: Assets;
  /** The values of the next search; the engine reads them before each. */
  private readonly parameters: Record<string, number> = {};
  private engine: Promise<Engine> | null = null;

  /** An engine that is not started yet. */
  constructor(assets: Assets) {
    this.assets = assets;
  }

  /**
   * Searches a position with a system and without.
   *
   * @param depth Plies; both searches begin with empty tables.
   */
  async compare(game: Game, system: System, depth: number): Promise<Experiment> {
    try {
      const on = await this.search(game, system.on, depth);
      return { system, depth, on, off: await this.search(game, system.off, depth) };
    } catch (error) {
      const { engine } = this;
      this.engine = null;
      engine?.then((started) => started.close(), () => {});
      throw error;
    }
  }

  private async search(game: Game, setting: System["on"], depth: number): Promise<Trial> {
    this.engine ??= this.start();
    const engine = await this.engine;
    Object.assign(this.parameters, defaultSetting(), setting);
    await engine.newGame();
    const { nodes, san } = await engine.analyse(game, { depth }).result;
    const { quiets } = describeHistories(await engine.inspect(game), game.position);
    return { nodes, best: san ?? "", order: quiets.map((move) => move.san) };
  }

  private async start(): Promise<Engine> {
    const { startWorker, loadNetwork } = this.assets;
    return await Engine.start({ hash: HASH, startWorker, network: await loadNetwork(), parameters: this.parameters });
  }
}
