/** Keeps the last demonstration: a position in which learning saved a lot of work. @module */

import { formatAddress, parseAddress } from "../state/address.ts";
import { frameOf } from "../state/heat.ts";
import { type Demo, keep, readKept } from "../state/kept_game.ts";
import type { SmallStorage } from "../state/settings.ts";
import { FIRST_LOOK, type Store } from "../store.ts";
import { FIRST_DEMO } from "../text/learning.ts";
import { attempt } from "./keeper.ts";

/** The minimum saving for a demonstration: the work without learning, as a multiple of the work with it. */
const PAYS = 1.5;

export class DemoControl {
  constructor(private readonly store: Store, private readonly storage: SmallStorage) {}

  /** The latest demonstration kept on this or an earlier visit; by default, the one that comes with the page. */
  get last(): Demo {
    return readKept(this.storage, "hindsight.demo") ?? FIRST_DEMO;
  }

  /** Keeps the position on the board as a demonstration, if learning saves enough work there. */
  async keep(): Promise<void> {
    const { store } = this;
    const all = store.experiment("all");
    const factor = all === null ? 0 : all.off.nodes / all.on.nodes;
    if (factor < PAYS || store.snapshots.length === 0) return;
    const { line } = store;
    const { describeHistories } = await import("../engine/later.ts");
    const frames = store.snapshots.map(({ inspection }) => frameOf(describeHistories(inspection, line)));
    const address = formatAddress({ ...store, line, tab: "play", isAnalysing: false }, false);
    attempt(() => keep(this.storage, "hindsight.demo", { address, fen: line.fen, factor, frames }));
  }

  open(): void {
    const { line } = parseAddress(this.last.address);
    Object.assign(this.store, { line, tab: "learned", isAnalysing: true, look: FIRST_LOOK });
    this.store.acted();
  }
}
