/**
 * Keeps in memory what an engine has learned: the experience and histories that it started with, and new results.
 *
 * New results are pending until a caller has written them to a journal (experience/journal.ts) and calls `commit`, so a
 * failed write loses nothing.
 *
 * Searches get the results that were known when the game began, so the results of a game do not change its course.
 * There is one exception: if a root was already searched in this game, its next search starts from the earlier results.
 *
 * @module
 */

import { formatFen, parseFen } from "../core/fen.ts";
import { Pace } from "../core/pace.ts";
import type { Position } from "../core/position.ts";
import { WHITE } from "../core/types.ts";
import {
  type Content,
  encodeRecords,
  encodeRemoval,
  encodeSnapshot,
  newNumber,
  readContent,
} from "../experience/blocks.ts";
import { compacted, isCompactionDue } from "../experience/compaction.ts";
import { Experience, type PositionRecord, readRecord, recordOf } from "../experience/experience.ts";
import {
  ALL_NETWORKS,
  concatenated,
  encodeHead,
  identityIn,
  identityOf,
  type Journal,
  readBlocks,
  readJournal,
} from "../experience/journal.ts";
import { type Snapshot, tablesSignature } from "../experience/snapshot.ts";
import { crc32 } from "../nnue/crc32.ts";
import {
  experienceKeyLo,
  type KnownPlace,
  type Lookup,
  neighbourhood,
  ownRecords,
  recordOfKey,
  walkKnown,
} from "../search/experience.ts";
import type { SearchLimits } from "../search/limits.ts";
import type { Harvest } from "../search/threads/messages.ts";
import { type Layers, merged, noLayers, sizeOf } from "./layers.ts";
import { ENGINE_TITLE } from "./version.ts";

export type { PositionRecord } from "../experience/experience.ts";

/**
 * Maximum time for looking up known results, on a clock and otherwise: in milliseconds, and as a share of the move's
 * time. Positions near the root are looked up first; after about a hundred, the rest are rarely worth the time.
 */
const CLOCK_BUDGET = { mostMs: 1, share: 0.01 };
const BUDGET = { mostMs: 20, share: 0.1 };

/** Number of new records for which memory is reserved, because growing the table later would cost time in a game. */
const ROOM = 65_536;

const NOTHING = new Int32Array(0);

/** What is known when a search begins. */
export interface Known {
  /** Records around the root; see `SearchExtras.known`. */
  readonly records: Int32Array;
  /** Histories for `ThreadPool.recall`, from which the search starts; `null` if there are none. */
  readonly snapshot: Snapshot | null;
}

/** Results that are not in a journal yet: a token for `commit`, the blocks to append, and a new journal's header. */
export type Pending = {
  readonly token: readonly PendingItem[];
  readonly blocks: Uint8Array<ArrayBuffer>;
  readonly head: Uint8Array<ArrayBuffer>;
};

/** Some of the pending results. For histories, `snapshotOf` is the checksum of their network. */
export type PendingItem = {
  readonly blocks: Promise<readonly Uint8Array[]>;
  readonly snapshotOf: number | null;
};

const TABLES = tablesSignature();

/** What an engine has learned. */
export class Learning {
  private layers: Layers = noLayers(0);
  private outbox: readonly PendingItem[] = [];

  /** The checksum of the network. */
  get network(): number {
    return this.layers.network;
  }

  /** The number of known positions. */
  get size(): number {
    return sizeOf(this.layers);
  }

  /** Changes to the network with this checksum, and forgets all results that are not pending. Call `load` next. */
  useNetwork(checksum: number): void {
    this.layers = noLayers(checksum);
  }

  /**
   * Replaces all results that are not pending with those of a journal. Searches use none of them until the whole
   * journal has been read. Returns notices, one sentence each. If the bytes are not a learning file, or have another
   * version, throws a SyntaxError or a RangeError and changes nothing.
   */
  async load(bytes: Uint8Array): Promise<readonly string[]> {
    const pace = new Pace();
    const journal = await readJournal(bytes, pace);
    // A running search does not lose its histories, so `due` stays as it is.
    const { due } = this.layers;
    this.layers = { ...noLayers(this.network), due };
    const { blocks } = this.layers;
    const pending = await readBlocks((await this.pending())?.blocks ?? new Uint8Array(0), 0);
    const all = { blocks: [...journal.blocks, ...pending.blocks], lost: journal.lost };
    const { experience, snapshot, notices } = await this.read(all, pace, ROOM);
    // If there is a new set of blocks, all results were deleted or the network changed while the journal was being
    // read.
    if (this.layers.blocks === blocks) {
      experience.addAll(this.layers.known.written);
      this.layers = { ...this.layers, known: experience, snapshot: this.layers.snapshot ?? snapshot };
    }
    return notices;
  }

  /**
   * Adds the results of another journal as new ones. If both have counts for a position, the higher ones are kept. The
   * journal's histories are used only if none are known. Its blocks for other networks are added unchanged. Throws the
   * same errors as `load`.
   */
  async merge(bytes: Uint8Array): Promise<readonly string[]> {
    const pace = new Pace();
    const journal = await readJournal(bytes, pace);
    const stamp = { network: this.network, tables: TABLES };
    const { experience, snapshot, notices } = await readContent(journal, stamp, new Set(), pace);
    this.settle();
    const { known } = this.layers;
    const news = await known.newsIn(experience.written, pace);
    await known.addMany(news, pace);
    this.post(encodeRecords(stamp, news, newNumber()));
    if (snapshot !== null && this.layers.snapshot === null) {
      this.layers = { ...this.layers, snapshot };
      this.post(encodeSnapshot(stamp, snapshot, newNumber()), this.network);
    }
    // Ignore removals.
    const others = journal.blocks.filter(({ network }) => network !== this.network);
    const file = await compacted({ blocks: others }, this.network, ENGINE_TITLE, pace);
    this.post(readJournal(file).then(({ blocks }) => blocks.map((block) => block.bytes)));
    return notices;
  }

  /** Forgets everything, and adds the results of a journal as new ones. Throws the same errors as `load`. */
  async replace(bytes: Uint8Array): Promise<readonly string[]> {
    await readJournal(bytes);
    this.forget();
    return await this.merge(bytes);
  }

  /** Adds blocks that other programs have written. Searches use them from the next game on. */
  async takeOver(added: Uint8Array): Promise<void> {
    const pace = new Pace();
    const { experience, removed, snapshot } = await this.read(await readBlocks(added, 0), pace);
    for (const keys of removed) this.removeAll(keys);
    this.layers = { ...this.layers, snapshot: this.layers.snapshot ?? snapshot };
    await this.layers.fresh.addMany(experience.written, pace);
  }

  /** What is known about positions near a root. Looking it up takes only a small part of the search's time. */
  around(root: Position, { isOnClock, softMs }: Pick<SearchLimits, "isOnClock" | "softMs">): Known {
    const { known, fresh, snapshot, due } = this.layers;
    // Histories from an analysis would mislead the search in a game, or in a position outside that analysis.
    const isRecalled = due === "recall" && !isOnClock && (this.of(root)?.lines ?? 0) > 0;
    const isAnalysis = !isOnClock || due === "snapshot";
    this.layers = { ...this.layers, due: isAnalysis ? "snapshot" : "nothing" };
    const { mostMs, share } = isOnClock ? CLOCK_BUDGET : BUDGET;
    const end = performance.now() + Math.min(mostMs, softMs * share);
    const isOver = (): boolean => performance.now() >= end;
    const around = known.size === 0 ? NOTHING : neighbourhood(root, (...key) => recordOfKey(known, ...key), isOver);
    // On a clock, the transposition table still contains this game's results.
    const own = isOnClock ? [] : ownRecords(root, fresh);
    return { records: own.length === 0 ? around : merged(around, own), snapshot: isRecalled ? snapshot : null };
  }

  /** What is known about a position; `null` if nothing is. */
  of(position: Position): PositionRecord | null {
    return this.everything(experienceKeyLo(position), position.keyHi);
  }

  /** Walks through the known positions that legal moves reach from here, pausing for other tasks; see `walkKnown`. */
  async *walk(position: Position): AsyncGenerator<KnownPlace, void, void> {
    const pace = new Pace();
    // Copy the position, because other tasks run during the walk.
    const root = parseFen(formatFen(position), { chess960: position.chess960 });
    for (const place of walkKnown(root, this.everything)) {
      yield place;
      if (pace.isDue) await pace.rest();
    }
  }

  /** Whether the threads have histories from an analysis that are not saved yet. */
  get wantsSnapshot(): boolean {
    return this.layers.due === "snapshot";
  }

  /** Stores the results of a search, or the current histories. */
  learn({ records, snapshot, network }: Harvest): void {
    const stamp = { network, tables: TABLES };
    const isOwn = network === this.network;
    if (records.length > 0) {
      const encoded = encodeRecords(stamp, records, newNumber());
      if (isOwn) {
        const { fresh, blocks: known } = this.layers;
        fresh.addAll(records);
        // Remember the block, because another file may also contain it.
        encoded.then((blocks) => blocks.forEach((block) => known.add(identityIn(block))));
      }
      this.post(encoded);
    }
    if (snapshot === null) return;
    if (isOwn) this.layers = { ...this.layers, snapshot, due: "nothing" };
    this.post(encodeSnapshot(stamp, snapshot, newNumber()), network);
  }

  /** Whether a game has already been learned; see `addGame`. */
  hasGame(text: string): boolean {
    const { keyLo, keyHi } = gameKey(text);
    return this.everything(keyLo, keyHi) !== null;
  }

  /** Learns a game's `result`, written as in PGN, for these positions. The text identifies the game. */
  addGame(text: string, positions: readonly Position[], result: string): void {
    const whiteWins = { "1-0": 1, "0-1": -1, "1/2-1/2": 0 }[result];
    const added = new Experience();
    added.add(recordOf({ ...gameKey(text), visits: 1 }));
    for (const position of whiteWins === undefined ? [] : positions) {
      const wins = (whiteWins ?? 0) * (position.sideToMove === WHITE ? 1 : -1);
      const count = { won: wins > 0 ? 1 : 0, drawn: wins === 0 ? 1 : 0, lost: wins < 0 ? 1 : 0 };
      added.add(recordOf({ keyLo: experienceKeyLo(position), keyHi: position.keyHi, ...count }));
    }
    this.learn({ records: added.records, snapshot: null, network: this.network });
  }

  /** Begins another game. From now on, searches get all results so far, and may start from the histories. */
  newGame(): void {
    this.settle();
    this.layers = { ...this.layers, due: "recall" };
  }

  /** Makes this game's results available to searches. Call this when the transposition table has been cleared. */
  settle(): void {
    const { fresh, known } = this.layers;
    known.addAll(fresh.written);
    this.layers = { ...this.layers, fresh: new Experience() };
  }

  /** Forgets everything, including the results for other networks. */
  forget(): void {
    this.layers = noLayers(this.network);
    this.outbox = [];
    this.post(encodeRemoval(ALL_NETWORKS, new Int32Array(0)));
  }

  /** Forgets a position and, with `withSubtree`, all known positions after it. Returns how many were forgotten. */
  async remove(position: Position, withSubtree: boolean): Promise<number> {
    const keys: number[] = [];
    for await (const { moves, record } of this.walk(position)) {
      if (withSubtree || moves.length === 0) keys.push(record.keyLo, record.keyHi);
      if (!withSubtree) break;
    }
    if (keys.length === 0) return 0;
    const removed = Int32Array.from(keys);
    this.removeAll(removed);
    this.post(encodeRemoval({ network: this.network, tables: TABLES }, removed));
    return keys.length / 2;
  }

  /** The pending results; `null` for none. They stay pending until `commit`. */
  async pending(): Promise<Pending | null> {
    const token = this.outbox;
    const blocks = (await Promise.all(token.map((item) => item.blocks))).flat();
    if (blocks.length === 0) return null;
    return { token, blocks: concatenated(blocks), head: encodeHead(ENGINE_TITLE, blocks) };
  }

  /** Records that these results have been written to a journal. */
  commit(token: readonly PendingItem[]): void {
    const written = new Set(token);
    this.outbox = this.outbox.filter((item) => !written.has(item));
  }

  /** A journal with everything that was learned with this network. */
  async save(): Promise<Uint8Array<ArrayBuffer>> {
    const pace = new Pace();
    const { known, fresh, snapshot } = this.layers;
    const stamp = { network: this.network, tables: TABLES };
    const all = new Experience();
    all.reserve(known.size + fresh.size);
    for (const layer of [known, fresh]) await all.addMany(layer.written, pace);
    const blocks = await encodeRecords(stamp, all.records);
    if (snapshot !== null) blocks.push(...await encodeSnapshot(stamp, snapshot));
    return concatenated([encodeHead(ENGINE_TITLE, blocks), ...blocks]);
  }

  /**
   * Returns a journal with the pending results added. Results that the journal already contained are no longer pending.
   */
  async saveInto(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    const journal = await readJournal(bytes);
    const kept = new Set(journal.blocks.map(identityOf));
    const token = [];
    for (const item of this.outbox) {
      if ((await item.blocks).every((block) => kept.has(identityIn(block)))) token.push(item);
    }
    this.commit(token);
    const added = (await this.pending())?.blocks ?? new Uint8Array(0);
    const size = journal.end + added.length;
    if (!isCompactionDue(journal, size)) return concatenated([bytes.subarray(0, journal.end), added]);
    const file = await compacted(journal, this.network, ENGINE_TITLE);
    return concatenated([file, added]);
  }

  /** Adds pending blocks. A snapshot replaces a pending snapshot for the same network. */
  private post(blocks: Promise<readonly Uint8Array[]>, snapshotOf: number | null = null): void {
    const isStale = (item: PendingItem): boolean => snapshotOf !== null && item.snapshotOf === snapshotOf;
    this.outbox = [...this.outbox.filter((item) => !isStale(item)), { blocks, snapshotOf }];
  }

  private read(journal: Pick<Journal, "blocks" | "lost">, pace: Pace, room: number = 0): Promise<Content> {
    return readContent(journal, { network: this.network, tables: TABLES }, this.layers.blocks, pace, room);
  }

  private removeAll(keys: Int32Array): void {
    const { known, fresh } = this.layers;
    for (const layer of [known, fresh]) layer.removeAll(keys);
    if (keys.length === 0) this.layers = { ...this.layers, snapshot: null, due: "recall" };
  }

  private readonly everything: Lookup = (...key) => {
    const [known, fresh] = [this.layers.known, this.layers.fresh].map((layer) => recordOfKey(layer, ...key));
    return known === null || fresh === null ? known ?? fresh : readRecord(merged(NOTHING, [known, fresh]), 0);
  };
}

/** The key of a game: two checksums of its text. */
function gameKey(text: string): { readonly keyLo: number; readonly keyHi: number } {
  const bytes = new TextEncoder().encode(text);
  return { keyLo: crc32(bytes) | 0, keyHi: crc32(bytes.toReversed()) | 0 };
}
