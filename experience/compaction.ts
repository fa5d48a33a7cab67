/**
 * Compaction: rewrites a journal so that it contains each position once, and only the latest histories. Compaction is
 * due when the file has doubled since it was last rewritten, is near its maximum size, or accepts no new blocks.
 *
 * @module
 */

import { Pace } from "../core/pace.ts";
import { encodeRecords, readContent } from "./blocks.ts";
import { RECORD_WORDS } from "./experience.ts";
import {
  type Block,
  concatenated,
  encodeBlock,
  encodeHead,
  isHistory,
  type Journal,
  JOURNAL_MAX_BYTES,
  removesAll,
} from "./journal.ts";

/** Maximum number of records, 2.8 million. If there are more, `KEPT_SHARE` of the maximum is kept. */
const RECORDS_MAX: number = Math.floor(JOURNAL_MAX_BYTES / (4 * RECORD_WORDS));
const KEPT_SHARE = 7 / 8;
const COMPACT_BYTES: number = JOURNAL_MAX_BYTES * 7 / 8; // maximum size of a compacted file
const FULL_BYTES: number = JOURNAL_MAX_BYTES * 15 / 16; // a larger file is always compacted
/** Compaction is due when a file is larger than twice its last compacted size plus this many bytes. */
const GROWTH_BYTES: number = 1024 * 1024;

/** Whether a file of this size should be compacted. Some files must be compacted before anything can be added. */
export function isCompactionDue({ isCurrent, base }: Pick<Journal, "isCurrent" | "base">, size: number): boolean {
  return !isCurrent || size > 2 * base + GROWTH_BYTES || size > FULL_BYTES;
}

/**
 * Returns a journal with the same contents in fewer bytes. If the result is still too large, drops the blocks of
 * networks other than `network`, then the least valuable records. `engine` is a name and version.
 */
export async function compacted(
  journal: Pick<Journal, "blocks">,
  network: number,
  engine: string,
  pace: Pace = new Pace(),
): Promise<Uint8Array<ArrayBuffer>> {
  const blocks = journal.blocks.slice(journal.blocks.findLastIndex(removesAll) + 1);
  // Blocks of other networks are dropped first, beginning with the oldest network.
  const networks = [...new Set(blocks.map((block) => block.network))].sort((a, b) =>
    Number(a === network) - Number(b === network)
  );
  let groups: Uint8Array[][] = [];
  for (const each of networks) groups.push(await blocksOf(blocks, each, pace));
  while (groups.length > 1 && bytesOf(groups.flat()) > COMPACT_BYTES) groups = groups.slice(1);
  const kept = groups.flat();
  return concatenated([encodeHead(engine, kept), ...kept]);
}

/** Encodes the contents of one network's blocks in fewer blocks. */
async function blocksOf(blocks: readonly Block[], network: number, pace: Pace): Promise<Uint8Array[]> {
  const own = blocks.filter((block) => block.network === network);
  // The last block of each kind for each version of the tables.
  const histories = new Map<string, Block>();
  for (const block of own) if (isHistory(block)) histories.set(`${block.kind} ${block.tables}`, block);
  const records = { blocks: own.filter((block) => !isHistory(block)), lost: 0 };
  let { experience } = await readContent(records, own[0], new Set(), pace);
  if (experience.size > RECORDS_MAX) experience = await experience.best(RECORDS_MAX * KEPT_SHARE, pace);
  let encoded = await encodeRecords({ network, tables: 0 }, experience.written);
  while (bytesOf(encoded) > COMPACT_BYTES) {
    experience = await experience.best(Math.floor(experience.size * KEPT_SHARE), pace);
    encoded = await encodeRecords({ network, tables: 0 }, experience.written);
  }
  return [...encoded, ...[...histories.values()].map(encodeBlock)];
}

function bytesOf(blocks: readonly Uint8Array[]): number {
  return blocks.reduce((sum, { length }) => sum + length, 0);
}
