/**
 * The learning file on this device, in the browser's IndexedDB: one file, and a row for each later addition. All
 * windows of the page share it, and each adds its own rows.
 * @module
 */

import type { LearningStore } from "../../engine/mod.ts";
import { settled, withStore } from "./database.ts";

/** The key of the file. The keys of rows are numbers from 1. */
const FILE = "file";

const ROWS: IDBKeyRange | undefined = globalThis.IDBKeyRange?.bound(0, Infinity);

export class LearnedStorage implements LearningStore {
  private last = 0;

  /** `onGrowth` gets the number of bytes added, and `onFault` an error. */
  constructor(
    private readonly onGrowth: (bytes: number) => void,
    private readonly onFault: (error: unknown) => void,
  ) {}

  async read(): Promise<Uint8Array> {
    const { bytes, last } = await readAll();
    this.last = last;
    const { compactLearned } = await import("../engine/later.ts");
    const fresh = await compactLearned(bytes);
    if (fresh === bytes) return bytes;
    await withStore("learned", "readwrite", async (store) => {
      // If another window has added a row, replace the file on a later visit instead.
      if (await lastRow(store) !== last) return;
      await settled(store.clear());
      await settled(store.put(fresh, FILE));
      this.last = 0;
    });
    return bytes;
  }

  async append(blocks: Uint8Array, head: Uint8Array): Promise<Uint8Array> {
    try {
      const others = await this.add(blocks, head);
      this.onGrowth(others.length + blocks.length);
      return others;
    } catch (error) {
      this.onFault(error);
      throw error;
    }
  }

  private add(blocks: Uint8Array, head: Uint8Array): Promise<Uint8Array> {
    return withStore("learned", "readwrite", async (store) => {
      const isFirst = await settled(store.count()) === 0;
      const now = await lastRow(store);
      if (now < this.last) this.last = now;
      const others: unknown[] = await settled(store.getAll(IDBKeyRange.bound(this.last, Infinity, true)));
      this.last = isFirst ? 0 : now + 1;
      await settled(store.put(isFirst ? joined([head, blocks]) : blocks, isFirst ? FILE : this.last));
      return joined(others);
    });
  }
}

/** The saved file; empty if there is none. Rejects if the browser stores no data for this page. */
export async function readLearned(): Promise<Uint8Array<ArrayBuffer>> {
  return (await readAll()).bytes;
}

export function clearLearned(): Promise<void> {
  return withStore("learned", "readwrite", (store) => settled(store.clear()));
}

function readAll(): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly last: number }> {
  return withStore("learned", "readonly", async (store) => {
    const last = await lastRow(store);
    return { bytes: joined([await settled(store.get(FILE)), ...await settled(store.getAll(ROWS))]), last };
  });
}

async function lastRow(store: IDBObjectStore): Promise<number> {
  const keys = await settled(store.getAllKeys(ROWS));
  return Number(keys.at(-1) ?? 0);
}

/** Joins byte arrays, and skips anything else. */
function joined(parts: readonly unknown[]): Uint8Array<ArrayBuffer> {
  const known = parts.filter((part) => part instanceof Uint8Array);
  const bytes = new Uint8Array(known.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of known) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
