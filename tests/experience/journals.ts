/** Journals for tests: made from their contents, and read back. @module */

import { Pace } from "../../core/pace.ts";
import { encodeRecords, encodeSnapshot, readContent } from "../../experience/blocks.ts";
import type { Experience } from "../../experience/experience.ts";
import { concatenated, encodeHead, type Journal, readJournal, type Stamp } from "../../experience/journal.ts";
import { type Snapshot, tablesSignature } from "../../experience/snapshot.ts";
import { crc32 } from "../../nnue/crc32.ts";
import { ENGINE_TITLE } from "../../engine/version.ts";
import { withFolder } from "../folder.ts";

/** The stamp of records that were learned with this network. */
export function stampOf(network: number): Stamp {
  return { network, tables: tablesSignature() };
}

export function journalOf(...blocks: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return concatenated([encodeHead(ENGINE_TITLE, blocks), ...blocks]);
}

/** A file with records, and perhaps histories. */
export async function encodeLearned(stamp: Stamp, experience: Experience, snapshot: Snapshot | null = null) {
  const histories = snapshot === null ? [] : await encodeSnapshot(stamp, snapshot);
  return journalOf(...await encodeRecords(stamp, experience.records), ...histories);
}

/** The contents of a file for this network. */
export async function decodeLearned(bytes: Uint8Array, network: number) {
  const journal: Journal = await readJournal(bytes);
  return { ...await readContent(journal, stampOf(network), new Set(), new Pace()), journal };
}

/** A file of version 1 with these records. Its head names the only network. */
export async function version1({ network, tables }: Stamp, records: Int32Array): Promise<Uint8Array> {
  const words = (...values: number[]) => new Uint8Array(Uint32Array.from(values).buffer);
  const signed = (bytes: Uint8Array) => concatenated([bytes, words(crc32(bytes))]);
  const magic = Uint8Array.of(0x48, 0x53, 0x4c, 0x45, 0x41, 0x52, 0x4e, 0x1a, 1, 0, 0, 0);
  const head = signed(concatenated([magic, words(network, tables), new Uint8Array(16)]));
  const stream = new Blob([records.slice()]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const stored = new Uint8Array(await new Response(stream).arrayBuffer());
  return concatenated([head, signed(words(1, 4 * records.length, stored.length)), words(crc32(stored)), stored]);
}

/** Registers a test with the path of a learning file that does not exist yet, and its folder. */
export function testLearningFile(name: string, body: (path: string, folder: string) => Promise<void>): void {
  Deno.test(name, () => withFolder((folder) => body(`${folder}/a.learned`, folder)));
}
