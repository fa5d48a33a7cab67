/**
 * What is known with one network: histories, and experience in layers by its age, since a large one cannot take more without keeping a search waiting: what a journal held
 * is `loaded` in slices, and what came since is `settled` from earlier games, and `fresh` from this one.
 *
 * @module
 */

import { Experience, type PositionRecord, readRecord, RECORD_WORDS } from "../experience/experience.ts";
import type { Snapshot } from "../experience/snapshot.ts";
import { type Lookup, recordOfKey } from "../search/experience.ts";

/** What is known with one network. */
export interface Layers {
  /** The checksum of the network. */
  readonly network: number;
  /** What a journal held. */
  readonly loaded: Experience;
  /** What was learned since, in earlier games. */
  readonly settled: Experience;
  /** What was learned in this game. */
  readonly fresh: Experience;
  /** The identities of the blocks of journals that are in it. */
  readonly blocks: Set<number>;
  /** Histories of an earlier analysis; `null` for none. */
  readonly snapshot: Snapshot | null;
  /** What is due: that a search goes on with them, that those of now are kept, or nothing. */
  readonly due: "recall" | "snapshot" | "nothing";
}

/** How many positions are known. */
export function sizeOf({ loaded, settled, fresh }: Layers): number {
  let size = loaded.size;
  for (const [layer, below] of [[settled, [loaded]], [fresh, [loaded, settled]]] as const) {
    const { written } = layer;
    for (let at = 0; at < written.length; at += RECORD_WORDS) {
      if (below.every((each) => each.find(written[at], written[at + 1]) < 0)) size++;
    }
  }
  return size;
}

/** Nothing learned yet with a network. */
export function noLayers(network: number): Layers {
  const [loaded, settled, fresh] = [new Experience(), new Experience(), new Experience()];
  return { network, loaded, settled, fresh, blocks: new Set(), snapshot: null, due: "recall" };
}

/** What these layers say together. */
export function knowledgeOf(layers: readonly Experience[]): Lookup {
  return (keyLo, keyHi) => {
    let found: PositionRecord | null = null;
    for (const layer of layers) {
      const record = recordOfKey(layer, keyLo, keyHi);
      if (record !== null) found = found === null ? record : readRecord(merged([], [found, record]).records, 0);
    }
    return found;
  };
}

/** What these words and records say together. */
export function merged(words: readonly Int32Array[], records: readonly PositionRecord[] = []): Experience {
  const all = new Experience();
  for (const part of words) all.addAll(part);
  for (const record of records) all.add(record);
  return all;
}
