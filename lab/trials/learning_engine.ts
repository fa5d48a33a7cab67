/** Engines with a learning file, and files of connected positions, for the trials of learning. @module */

import { parseFen, START_FEN } from "../../core/fen.ts";
import { legalMoves } from "../../core/movegen.ts";
import { encodeRecords } from "../../experience/blocks.ts";
import { Experience, recordOf } from "../../experience/experience.ts";
import { concatenated, encodeHead } from "../../experience/journal.ts";
import { embeddedNetwork } from "../../nnue/embedded.ts";
import { networkChecksum } from "../../nnue/network.ts";
import { BOUND_EXACT } from "../../search/bound.ts";
import { experienceKeyLo } from "../../search/experience.ts";
import { setUp, UciEngine } from "../uci_engine.ts";

/** The network of the engine. */
export const NETWORK: number = networkChecksum(embeddedNetwork());

/** An engine with a learning file. */
export async function startWith(bundle: string, file: string, mode: string): Promise<UciEngine> {
  const options = ["run", "--no-config", "--no-prompt", "--allow-read", "--allow-write"];
  const engine = new UciEngine([Deno.execPath(), ...options, bundle]);
  await setUp(engine, { Learning: mode, ...(mode === "off" ? {} : { "Learning File": file }) });
  return engine;
}

/** As many positions as asked for: those nearest to the start that have a legal move and a score of about zero. */
export function connectedRecords(count: number): Int32Array {
  const experience = new Experience();
  experience.reserve(count);
  const position = parseFen(START_FEN);
  const addAt = (plies: number): void => {
    const legal = legalMoves(position);
    if (plies === 0) {
      const [key, score] = [{ keyLo: experienceKeyLo(position), keyHi: position.keyHi }, (position.keyLo & 63) - 32];
      const isNew = experience.find(key.keyLo, key.keyHi) < 0;
      const found = { move: legal[0] ?? 0, score, bound: BOUND_EXACT, depth: 8, visits: 1 };
      if (isNew) experience.add(recordOf({ ...key, ...found }));
      return;
    }
    for (const move of legal) {
      if (experience.size >= count) return;
      position.make(move);
      addAt(plies - 1);
      position.undo();
    }
  };
  for (let plies = 0; experience.size < count; plies++) addAt(plies);
  return experience.records;
}

/** A learning file with records, as one that was just compacted. */
export async function fileWith(records: Int32Array): Promise<Uint8Array> {
  const blocks = await encodeRecords({ network: NETWORK, tables: 0 }, records);
  return concatenated([encodeHead("lab", blocks), ...blocks]);
}
