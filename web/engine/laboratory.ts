/** Experiments in a separate engine: repeats a search with and without a part of the learning. @module */

import type { Position } from "../../engine/mod.ts";
import type { System } from "../../engine/view/systems.ts";
import { type Assets, EngineLink } from "./engine_link.ts";

export interface Trial {
  /** The number of nodes that the search needed to reach depth `LAB_DEPTH`. */
  readonly nodes: number;
  readonly best: string;
  /** The quiet moves in the order in which the search tries them. */
  readonly order: readonly string[];
}

export interface Experiment {
  readonly system: System;
  readonly fen: string;
  readonly on: Trial;
  readonly off: Trial;
}

/** The depth of each search in plies, and the hash size in MiB. */
export const LAB_DEPTH = 14;
const HASH = 16;

export class Laboratory {
  /** The engine reads these before each search. */
  private readonly parameters: Record<string, number> = {};
  readonly link: EngineLink;
  /** The results for the latest position, keyed by setting. */
  private trials: Map<string, Trial> = new Map();
  private about = "";

  constructor(assets: Assets) {
    this.link = new EngineLink(assets, { hash: HASH, parameters: this.parameters });
  }

  /** Searches a position with and without a system, starting from empty tables. Returns `null` if ended early. */
  async compare(position: Position, system: System): Promise<Experiment | null> {
    const about = JSON.stringify(position.record);
    if (about !== this.about) this.trials = new Map();
    this.about = about;
    // Experiments with other systems reuse the search of the unchanged engine.
    const { trials } = this;
    const { defaultSetting } = await import("./later.ts");
    const trial = async (setting: System["on"]): Promise<Trial | null> => {
      const values = { ...defaultSetting(), ...setting };
      const key = JSON.stringify(values);
      const found = trials.get(key) ?? await this.search(position, values);
      if (found !== null) trials.set(key, found);
      return found;
    };
    const on = await trial(system.on);
    const off = on === null ? null : await trial(system.off);
    return on === null || off === null ? null : { system, fen: position.fen, on, off };
  }

  private search(position: Position, values: Readonly<Record<string, number>>): Promise<Trial | null> {
    return this.link.borrow(async (engine, signal) => {
      Object.assign(this.parameters, values);
      const { describeHistories } = await import("./later.ts");
      await engine.newGame();
      const { nodes, san } = await engine.analyse(position, { depth: LAB_DEPTH }).stopOn(signal).result;
      if (signal.aborted) return null;
      const { quiets } = describeHistories(await engine.inspect(position), position);
      return { nodes, best: san ?? "", order: quiets.map((move) => move.san) };
    });
  }
}
