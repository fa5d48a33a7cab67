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
import { experienceKeyLo, neighbourhood } from "../search/experience.ts";
import type { SearchResult } from "../search/info.ts";
import type { SearchService } from "./search_service.ts";
import { ENGINE_NAME, ENGINE_VERSION } from "./version.ts";

const ENGINE = `${ENGINE_NAME} ${ENGINE_VERSION}`;

/** Games that were played from a position, for the side to move. */
export type GameResult = "won" | "drawn" | "lost";

/** What an engine has learned and keeps. */
export class Learning {
  private readonly service: SearchService;
  /** What was known when the game began. */
  private known: Experience = new Experience();
  /** What the searches since then have found. */
  private fresh: Experience = new Experience();
  private snapshot: Snapshot | null = null;
  /** The file that holds exactly what is known, as it was read; `null` if there is none. */
  private source: Uint8Array<ArrayBuffer> | null = null;

  /** Nothing learned yet. */
  constructor(service: SearchService) {
    this.service = service;
  }

  /** How many positions are known. */
  get size(): number {
    return this.known.size + this.fresh.size;
  }

  /**
   * Begins with what a file holds, and forgets what was known before. If it is refused, everything stays.
   *
   * @returns What is to be known of the file, a sentence each.
   * @throws {SyntaxError | RangeError} If it is no learning file, damaged, or of another version or network.
   */
  async load(bytes: Uint8Array): Promise<readonly string[]> {
    const learned = await this.read(bytes);
    this.take(learned);
    this.source = bytes.length === 0 ? null : bytes.slice();
    if (this.snapshot !== null) this.service.recall(this.snapshot);
    return learned.notices;
  }

  /** Adds what a file holds. Its histories count only where none are known. Throws like `load`. */
  async merge(bytes: Uint8Array): Promise<readonly string[]> {
    const { experience, snapshot, notices } = await this.read(bytes);
    this.settle();
    this.known.addAll(experience.records);
    this.source = null;
    if (this.snapshot === null && snapshot !== null) this.service.recall(this.snapshot = snapshot);
    return notices;
  }

  /** A file with everything that is known now, the histories included. What was loaded and not added to stays as it was. */
  async save(): Promise<Uint8Array<ArrayBuffer>> {
    if (this.source !== null) return this.source.slice();
    const { snapshot, network } = await this.service.harvest(null, true);
    return encodeLearned({ network, engine: ENGINE }, { experience: this.all(), snapshot });
  }

  /** Forgets everything that is kept. The search threads forget with the next game. */
  forget(): void {
    this.take(nothingLearned());
  }

  /** What searches of a position are to know: see `SearchListeners.known`. */
  around(root: Position): Int32Array {
    const around = neighbourhood(root, this.known);
    const own = this.recordOf(root, this.fresh);
    if (own === null || !own.isRoot) return around;
    const all = new Experience();
    all.addAll(around);
    all.add(own);
    return all.records;
  }

  /** What is known of a position, `null` for nothing. */
  of(position: Position): PositionRecord | null {
    const [known, fresh] = [this.recordOf(position, this.known), this.recordOf(position, this.fresh)];
    if (known === null || fresh === null) return known ?? fresh;
    const both = new Experience();
    both.add(known);
    both.add(fresh);
    return readRecord(both.records, 0);
  }

  /**
   * Learns from a search.
   *
   * @returns What it adds, see experience/experience.ts; nothing if the search was too shallow.
   */
  async learn(game: GameRecord, result: SearchResult): Promise<Int32Array> {
    const { records } = await this.service.harvest({ game, result }, false);
    // The histories are others now, even where no position was added.
    this.source = null;
    this.fresh.addAll(records);
    return records;
  }

  /** Learns how a game ended that went through a position. */
  addResult(position: Position, result: GameResult): void {
    this.source = null;
    this.fresh.add(recordOf({ keyLo: experienceKeyLo(position), keyHi: position.keyHi, [result]: 1 }));
  }

  /** Another game: what was learned so far is known now. To be called in place of `SearchService.newGame`. */
  async newGame(): Promise<void> {
    if (this.source === null) this.snapshot = (await this.service.harvest(null, true)).snapshot;
    this.settle();
    this.service.newGame();
    if (this.snapshot !== null) this.service.recall(this.snapshot);
  }

  /** What a file begins with that is to get blocks of records. */
  async head(): Promise<Uint8Array<ArrayBuffer>> {
    return encodeHead({ network: await this.network(), engine: ENGINE });
  }

  /** A block with records, for the end of a file. */
  block(records: Int32Array): Promise<Uint8Array<ArrayBuffer>> {
    return encodeRecords(records);
  }

  /**
   * Takes what a file holds that got every search of this engine, and makes one of it with the histories of now.
   *
   * @param bytes The file. Throws like `load`.
   * @param records What the file did not get.
   */
  async update(bytes: Uint8Array, records: Int32Array = new Int32Array(0)): Promise<Uint8Array<ArrayBuffer>> {
    const { experience } = await this.read(bytes);
    experience.addAll(records);
    const { snapshot, network } = await this.service.harvest(null, true);
    const updated = { experience, snapshot, notices: [] };
    this.take(updated);
    return this.source = await encodeLearned({ network, engine: ENGINE }, updated);
  }

  private take({ experience, snapshot }: Learned): void {
    this.known = experience;
    this.fresh = new Experience();
    this.snapshot = snapshot;
    this.source = null;
  }

  private async read(bytes: Uint8Array): Promise<Learned> {
    return await decodeLearned(bytes, await this.network());
  }

  /** What was learned in this game is known from here on: the table was emptied. */
  settle(): void {
    this.known = this.all();
    this.fresh = new Experience();
  }

  private all(): Experience {
    if (this.fresh.size === 0) return this.known;
    const all = new Experience();
    all.addAll(this.known.records);
    all.addAll(this.fresh.records);
    return all;
  }

  private async network(): Promise<number> {
    return (await this.service.harvest(null, false)).network;
  }

  private recordOf(position: Position, experience: Experience): PositionRecord | null {
    const at = experience.find(experienceKeyLo(position), position.keyHi);
    return at < 0 ? null : readRecord(experience.records, at);
  }
}
