/**
 * What an engine has learned and keeps: the experience and the histories that it began with, and what came since.
 *
 * Searches get what was known when the game began. What they find out themselves is still in their table, so it is kept
 * apart until the next game, except that a search of the same root goes on from it. So nothing learned changes how a game
 * goes on that began without experience.
 *
 * @module
 */

import type { GameRecord } from "../core/game_record.ts";
import type { Position } from "../core/position.ts";
import { NO_MOVE, WHITE } from "../core/types.ts";
import { Experience, type PositionRecord, readRecord, recordOf } from "../experience/experience.ts";
import {
  decodeLearned,
  encodeHead,
  encodeLearned,
  encodeRecords,
  type Learned,
  nothingLearned,
} from "../experience/learned_file.ts";
import type { Snapshot } from "../experience/snapshot.ts";
import { crc32 } from "../nnue/crc32.ts";
import { experienceKeyLo, neighbourhood, ownRecords, recordAt } from "../search/experience.ts";
import type { SearchInfo, SearchResult } from "../search/info.ts";
import type { SearchLimits } from "../search/limits.ts";
import type { Harvest } from "../search/threads/messages.ts";
import type { ThreadPool } from "../search/threads/thread_pool.ts";
import type { SearchExtras } from "../search/threads/thread_pool_options.ts";
import { ENGINE_TITLE } from "./version.ts";

export type { PositionRecord } from "../experience/experience.ts";

/** Whether a search finds what the position is worth: not one of some moves, nor one that is weak on purpose. */
export function judgesPosition({ weakness, searchMoves }: SearchLimits): boolean {
  return weakness === null && searchMoves.length === 0;
}

/** What an engine has learned and keeps. */
export class Learning {
  /** What was known when the game began. */
  private known: Experience = new Experience();
  /** What the searches since then have found. */
  private fresh: Experience = new Experience();
  /** Histories of an earlier analysis. */
  private snapshot: Snapshot | null = null;
  /** Whether the next search may get the snapshot: it is the first since a file came or a game began. */
  private isRecallDue = true;
  /** Whether the threads have histories of an analysis: those of a game are not kept. */
  private hasAnalysed = false;
  /** Checksum of the network in use, `null` until it is known. The thread that knows it may be busy when it is needed. */
  private checksum: number | null = null;
  /** What was found and no file has got yet. */
  private added: Int32Array[] = [];
  /** The file that holds exactly what is known and fresh, with what is in it; `null` if there is none. */
  private latest: (Omit<Learned, "notices"> & { readonly file: Uint8Array<ArrayBuffer> }) | null = null;

  /** Nothing learned yet. */
  constructor(readonly pool: ThreadPool) {}

  /** How many positions are known. */
  get size(): number {
    return this.all().size;
  }

  /**
   * Begins with what a file holds, and forgets what was known before. If it is refused, everything stays.
   *
   * @returns What is to be known of the file, a sentence each.
   * @throws {SyntaxError | RangeError} If it is no learning file, damaged, or of another version or network.
   */
  async load(bytes: Uint8Array): Promise<readonly string[]> {
    const learned = await decodeLearned(bytes, await this.network());
    this.take(learned);
    this.latest = bytes.length === 0 ? null : { ...learned, file: bytes.slice() };
    this.expectAnalysis();
    return learned.notices;
  }

  /**
   * Adds what a file holds. Its histories count only where none are known. Throws like `load`. As news the next file of
   * `update` gets it, too, as what a search has found.
   */
  async merge(bytes: Uint8Array, isNews: boolean = false): Promise<readonly string[]> {
    const { experience, snapshot, notices } = await decodeLearned(bytes, await this.network());
    this.settle();
    this.known.addAll(experience.records);
    if (isNews) this.added.push(experience.records.slice());
    this.latest = null;
    if (this.snapshot === null && snapshot !== null) {
      this.snapshot = snapshot;
      this.expectAnalysis();
    }
    return notices;
  }

  /** A file with everything that is known now, the histories included. What was loaded and not added to stays as it was. */
  async save(): Promise<Uint8Array<ArrayBuffer>> {
    if (this.latest !== null) return this.latest.file.slice();
    const { snapshot, network } = await this.harvestHistories();
    return encodeLearned({ network, engine: ENGINE_TITLE }, { experience: this.all(), snapshot });
  }

  /** Forgets everything that is kept, the network too. The search threads forget with the next game. */
  forget(): void {
    this.checksum = null;
    this.take(nothingLearned());
  }

  /**
   * What a search of a position is to know: see `SearchExtras.known`. To be called before each search. An analysis that
   * goes on gets the histories of the earlier one; in games, and in other positions, they would mislead it.
   */
  around(root: Position, { isOnClock }: Pick<SearchLimits, "isOnClock">): Int32Array {
    if (this.isRecallDue && !isOnClock && this.snapshot !== null && (this.of(root)?.lines ?? 0) > 0) {
      this.pool.recall(this.snapshot);
    }
    this.isRecallDue = false;
    this.hasAnalysed ||= !isOnClock;
    const around = neighbourhood(root, this.known);
    const own = ownRecords(root, this.fresh);
    return own.length === 0 ? around : merged([around], own).records;
  }

  /** What is known of a position, `null` for nothing. */
  of(position: Position): PositionRecord | null {
    const [known, fresh] = [recordAt(position, this.known), recordAt(position, this.fresh)];
    return known === null || fresh === null ? known ?? fresh : readRecord(merged([], [known, fresh]).records, 0);
  }

  /** Searches with what is known, and learns from it; `position` is the last one of the game. See `ThreadPool.search`. */
  async search(
    game: GameRecord,
    position: Position,
    limits: SearchLimits,
    ponder: boolean,
    onInfo: (info: SearchInfo) => void,
    extras: SearchExtras,
  ): Promise<SearchResult> {
    const isPlain = judgesPosition(limits);
    const known = isPlain ? this.around(position, limits) : null;
    const result = await this.pool.search(game, limits, ponder, onInfo, { ...extras, known });
    if (isPlain && result.bestMove !== NO_MOVE) await this.learn(game, result);
    return result;
  }

  /** Learns from a search that has ended, if it was deep enough. */
  async learn(game: GameRecord, result: SearchResult): Promise<void> {
    const { records, network } = await this.pool.harvest({ game, result }, false);
    this.checksum = network;
    // The histories are others now, even where no position was added.
    this.latest = null;
    this.fresh.addAll(records);
    this.added.push(records);
  }

  /** Whether a game was learned already: see `addGame`. */
  hasGame(text: string): boolean {
    const { keyLo, keyHi } = gameKey(text);
    return this.known.find(keyLo, keyHi) >= 0 || this.fresh.find(keyLo, keyHi) >= 0;
  }

  /**
   * Learns how a game ended that went through these positions. It is known again by its text. The result is as PGN
   * writes it; without one only the game is known.
   */
  addGame(text: string, positions: readonly Position[], result: string): void {
    const whiteWins = { "1-0": 1, "0-1": -1, "1/2-1/2": 0 }[result];
    const added = new Experience();
    added.add(recordOf({ ...gameKey(text), visits: 1 }));
    for (const position of whiteWins === undefined ? [] : positions) {
      const wins = (whiteWins ?? 0) * (position.sideToMove === WHITE ? 1 : -1);
      const count = { won: wins > 0 ? 1 : 0, drawn: wins === 0 ? 1 : 0, lost: wins < 0 ? 1 : 0 };
      added.add(recordOf({ keyLo: experienceKeyLo(position), keyHi: position.keyHi, ...count }));
    }
    this.latest = null;
    this.fresh.addAll(added.records);
    this.added.push(added.records);
  }

  /** Gives back what could not be written. */
  putBack(records: Int32Array): void {
    this.latest = null;
    this.added.push(records);
  }

  /** What was found since the last call, for a file; see experience/experience.ts. */
  takeAdded(): Int32Array {
    const records = new Int32Array(this.added.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of this.added.splice(0)) {
      records.set(part, at);
      at += part.length;
    }
    return records;
  }

  /** Another game: what was learned so far is known now. To be called in place of `ThreadPool.newGame`. */
  async newGame(): Promise<void> {
    const { latest } = this;
    if (latest !== null) {
      this.take(latest);
      this.latest = latest;
    } else {
      this.snapshot = (await this.harvestHistories()).snapshot;
      this.settle();
    }
    this.pool.newGame();
    this.expectAnalysis();
  }

  /** What a file begins with that is to get blocks of records. */
  async head(): Promise<Uint8Array<ArrayBuffer>> {
    return encodeHead({ network: await this.network(), engine: ENGINE_TITLE });
  }

  /** A block with records, for the end of a file. */
  block(records: Int32Array): Promise<Uint8Array<ArrayBuffer>> {
    return encodeRecords(records);
  }

  /**
   * Makes a new file of one that others may have added to: with what no file has got yet, and the histories of now. What
   * the others have added is known from the next game on.
   *
   * @param bytes The file. Throws like `load`.
   * @param taken Gets what is added, for `putBack` if the new file cannot be written.
   */
  async update(bytes: Uint8Array, taken: Int32Array[] = []): Promise<Uint8Array<ArrayBuffer>> {
    const { experience, snapshot: earlier } = await decodeLearned(bytes, await this.network());
    this.snapshot ??= earlier;
    // Only now: a file that is refused takes nothing.
    const records = this.takeAdded();
    taken.push(records);
    experience.addAll(records);
    const { snapshot, network } = await this.harvestHistories();
    const file = await encodeLearned({ network, engine: ENGINE_TITLE }, { experience, snapshot });
    // What was found meanwhile is not in it.
    if (this.added.length === 0) this.latest = { experience, snapshot, file };
    return file;
  }

  private take({ experience, snapshot }: Omit<Learned, "notices">): void {
    this.known = experience;
    this.fresh = new Experience();
    this.snapshot = snapshot;
    this.latest = null;
    this.added = [];
  }

  /** What was learned in this game is known from here on: the table was emptied. */
  settle(): void {
    this.known = this.all();
    this.fresh = new Experience();
  }

  private all(): Experience {
    return this.fresh.size === 0 ? this.known : merged([this.known.records, this.fresh.records]);
  }

  /** From here on the snapshot counts, and not what the threads have learned, until the next analysis. */
  private expectAnalysis(): void {
    this.isRecallDue = true;
    this.hasAnalysed = false;
  }

  /** The histories to be kept: those of now, or of the earlier analysis where only games were played since. */
  private async harvestHistories(): Promise<Pick<Harvest, "snapshot" | "network">> {
    const { snapshot, network } = await this.pool.harvest(null, this.hasAnalysed);
    return { snapshot: snapshot ?? this.snapshot, network };
  }

  private async network(): Promise<number> {
    return this.checksum ??= (await this.pool.harvest(null, false)).network;
  }
}

/** What these words and records say together. */
function merged(words: readonly Int32Array[], records: readonly PositionRecord[] = []): Experience {
  const all = new Experience();
  for (const part of words) all.addAll(part);
  for (const record of records) all.add(record);
  return all;
}

/** A key for the record of a game: two checksums of its text. */
function gameKey(text: string): { readonly keyLo: number; readonly keyHi: number } {
  const bytes = new TextEncoder().encode(text);
  return { keyLo: crc32(bytes) | 0, keyHi: crc32(bytes.toReversed()) | 0 };
}
