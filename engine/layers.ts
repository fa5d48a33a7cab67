/**
 * The knowledge for one network: histories, and experience in two layers. `known` holds the results of a journal and of
 * earlier games, `fresh` those of the current game. They are separate because a game should continue as if its own
 * searches were not known yet.
 *
 * @module
 */

import { Experience, type PositionRecord, RECORD_WORDS } from "../experience/experience.ts";
import type { Snapshot } from "../experience/snapshot.ts";

/** The knowledge with one network. */
export interface Layers {
  /** The checksum of the network. */
  readonly network: number;
  /** The records of a journal and of earlier games. */
  readonly known: Experience;
  /** The lessons of this game. */
  readonly fresh: Experience;
  /** The identities of the blocks of journals that are in it. */
  readonly blocks: Set<number>;
  /** Histories of an earlier analysis; `null` for none. */
  readonly snapshot: Snapshot | null;
  /** The next step: a search continues with the histories, the current histories are kept, or nothing. */
  readonly due: "recall" | "snapshot" | "nothing";
}

/** Nothing learned yet with a network. */
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

/** How many positions are known. */
export function sizeOf({ known, fresh: { written } }: Layers): number {
  let size = known.size;
  for (let at = 0; at < written.length; at += RECORD_WORDS) if (known.find(written[at], written[at + 1]) < 0) size++;
  return size;
}

/** Combines records in words with other records. */
export function merged(words: Int32Array, records: readonly PositionRecord[]): Int32Array {
  const all = new Experience();
  all.addAll(words);
  for (const record of records) all.add(record);
  return all.records;
}
