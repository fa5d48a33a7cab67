/** Measures what learning saves: searches a position with full learning, with none, and without one part. @module */

import type { Assets } from "../engine/engine_link.ts";
import { Laboratory } from "../engine/laboratory.ts";
import type { Store } from "../store.ts";
import type { DemoControl } from "./demo_control.ts";
import { explainFailure } from "./failure.ts";

/** What the engine remembers, in the order in which the comparisons run. */
export const GROUPS: Readonly<Record<string, string>> = {
  all: "anything",
  malus: "which moves failed",
  butterfly: "which moves worked",
  threats: "what was in danger",
  continuation: "which answers worked",
  correction: "where it misjudged",
};
/** Milliseconds that a position must stay on the board before the comparison starts. */
const REST_MS = 800;

export class LabControl {
  private readonly laboratory: Laboratory;
  private timer = 0;

  constructor(private readonly store: Store, assets: Assets, private readonly demo: DemoControl) {
    this.laboratory = new Laboratory(assets);
    store.onMove(() => {
      clearTimeout(this.timer);
      const { isAnalysing, tab, tourStep } = store;
      if (store.experiment("all") === null && isAnalysing && tab === "learned" && tourStep < 0) {
        this.timer = setTimeout(() => void this.run(), REST_MS);
      }
    });
  }

  stop(): void {
    this.laboratory.link.stop();
  }

  /** Searches the position on the board with and without each named system. */
  async run(names: readonly string[] = Object.keys(GROUPS)): Promise<void> {
    const { store } = this;
    if (store.isOver) return;
    // Read the position now: the user may make moves during the searches.
    const { fen, position } = store.line;
    try {
      const { SYSTEMS } = await import("../engine/later.ts");
      for (const name of names) {
        const system = SYSTEMS.find((known) => known.name === name);
        if (system === undefined) break;
        store.trying = name;
        const found = await this.laboratory.compare(position, system);
        if (found === null) return;
        store.experiments = new Map([...store.experiments, [name, found]]);
        if (store.line.fen !== fen) break;
        if (name === "all") void this.demo.keep();
      }
    } catch (error) {
      store.fail(explainFailure(error, { state: "ready" }));
    }
    store.trying = null;
  }
}
