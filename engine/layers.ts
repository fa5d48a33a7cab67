/**
 * Keeps the results learned with one network. They form layers, so that a game's results do not influence that game.
 * @module
 */

import { Experience, type PositionRecord, RECORD_WORDS } from "../experience/experience.ts";
import type { Snapshot } from "../experience/snapshot.ts";

/** What has been learned with one network. */
export type Layers = {
  readonly network: number;
  /** The records from a journal and from earlier games. */
  readonly known: Experience;
  /** The records of this game. */
  readonly fresh: Experience;
  /** The identities of the journal blocks whose records are known. */
  readonly blocks: Set<number>;
  readonly snapshot: Snapshot | null;
  /** With `recall`, a search may start from the snapshot. With `snapshot`, the current histories should be saved. */
  readonly due: "recall" | "snapshot" | "nothing";
};

/** Empty layers for a network. */
export function noLayers(network: number): Layers {
  return {
    network,
    known: new Experience(),
    fresh: new Experience(),
    blocks: new Set(),
    snapshot: null,
    due: "recall",
  };
}

/** The number of known positions. */
export function sizeOf({ known, fresh: { written } }: Layers): number {
  let size = known.size;
  for (let at = 0; at < written.length; at += RECORD_WORDS) if (known.find(written[at], written[at + 1]) < 0) size++;
  return size;
}

/** Combines encoded records with other records. */
export function merged(words: Int32Array, records: readonly PositionRecord[]): Int32Array {
  const all = new Experience();
  all.addAll(words);
  for (const record of records) all.add(record);
  return all.records;
}
