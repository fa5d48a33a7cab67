/**
 * The record of an ablation: the games of a comparison that have been played, kept in a file so that a later run can
 * continue them.
 *
 * A record holds for one engine, one comparison and one set of conditions; its path is made of digests of all three. So
 * games of different engines never mix, and going back to an engine finds what was played with it.
 *
 * @module
 */

import type { Setting } from "../../../search/params.ts";
import type { MoveLimit } from "../fastchess.ts";
import type { System } from "../../../engine/view/systems.ts";
import { addTallies, countGames, EMPTY_TALLY, type Tally } from "../tally.ts";

/** How the games are played. */
export interface Conditions {
  /** What ends a move. */
  readonly limit: MoveLimit;
  /** Hash of each engine in MB. */
  readonly hash: number;
  /** Whether decided games are ended early. */
  readonly adjudicate: boolean;
  /** Digest of the book. */
  readonly book: string;
}

/** What has been played of a comparison. */
export interface AblationRecord {
  /** Name of the system. */
  readonly system: string;
  /** The side with the system. */
  readonly on: Setting;
  /** The side without. */
  readonly off: Setting;
  /** How the games were played. */
  readonly conditions: Conditions;
  /** Seed of the order of the openings. */
  readonly seed: number;
  /** Openings of the book that are used up. */
  readonly openings: number;
  /** The games. */
  readonly tally: Tally;
}

/** The next games of a comparison. */
export interface Chunk {
  /** First opening, from 1. */
  readonly opening: number;
  /** Openings to play, each with both colours. */
  readonly rounds: number;
}

/**
 * A record without games.
 *
 * @param seed Seed of the order of the openings, kept for as long as the record is.
 */
export function newRecord(system: System, conditions: Conditions, seed: number): AblationRecord {
  return { system: system.name, on: system.on, off: system.off, conditions, seed, openings: 0, tally: EMPTY_TALLY };
}

/**
 * Which games to play next.
 *
 * With fixed nodes the same opening gives the same games, so no opening is played twice.
 *
 * @param record What has been played.
 * @param games How many games are wanted in all.
 * @param size How many games to play at most before the record is written again.
 * @param bookLines Openings in the book.
 * @returns `null` if there are enough, or the book is used up.
 */
export function nextChunk(record: AblationRecord, games: number, size: number, bookLines: number): Chunk | null {
  const missing = Math.ceil((games - countGames(record.tally)) / 2);
  const rounds = Math.min(missing, Math.ceil(size / 2), bookLines - record.openings);
  return rounds > 0 ? { opening: record.openings + 1, rounds } : null;
}

/** The record with further games, for which so many openings were used up. */
export function advance(record: AblationRecord, tally: Tally, openings: number): AblationRecord {
  return { ...record, openings: record.openings + openings, tally: addTallies(record.tally, tally) };
}

/** A digest of 12 hexadecimal digits. */
export async function digest(data: Uint8Array<ArrayBuffer> | string): Promise<string> {
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash.subarray(0, 6), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The records of one engine: a folder with a file for each comparison. */
export class RecordStore {
  private readonly folder: string;

  /** @param folder Where the files lie; it need not exist. */
  constructor(folder: string) {
    this.folder = folder;
  }

  /**
   * What has been played of a comparison under these conditions; a record without games if nothing has.
   *
   * @param seed Seed of a record without games.
   * @throws SyntaxError if the file is damaged.
   */
  async load(system: System, conditions: Conditions, seed: number): Promise<AblationRecord> {
    const empty = newRecord(system, conditions, seed);
    const path = await this.pathOf(empty);
    try {
      return parseRecord(await Deno.readTextFile(path), path);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return empty;
      throw error;
    }
  }

  /** Keeps a record. */
  async save(record: AblationRecord): Promise<void> {
    const path = await this.pathOf(record);
    await Deno.mkdir(this.folder, { recursive: true });
    // Written beside and renamed: if the program is stopped in between, the old record is there.
    await Deno.writeTextFile(`${path}.part`, JSON.stringify(record, null, 2) + "\n");
    await Deno.rename(`${path}.part`, path);
  }

  private async pathOf({ system, on, off, conditions }: AblationRecord): Promise<string> {
    return `${this.folder}/${system}-${await digest(JSON.stringify([on, off, conditions]))}.json`;
  }
}

/**
 * Reads a record.
 *
 * @param text What `RecordStore` wrote.
 * @param source Where it is from, for the message.
 * @throws SyntaxError if it is something else, or its numbers contradict each other.
 */
export function parseRecord(text: string, source: string): AblationRecord {
  let record: AblationRecord;
  try {
    record = JSON.parse(text);
  } catch {
    throw new SyntaxError(`Expected ${source} to be JSON, but it is not; remove it to start again`);
  }
  const { wins, losses, draws, pairs, faults, timeLosses } = record?.tally ?? {};
  const counts = [wins, losses, draws, faults, timeLosses, ...(pairs ?? []), record?.openings, record?.seed];
  const isSound = pairs?.length === 5 && counts.every((count) => Number.isInteger(count) && count >= 0) &&
    wins + losses + draws === countGames(record.tally) && 2 * record.openings >= countGames(record.tally);
  if (!isSound) throw new SyntaxError(`Expected ${source} to be a record of games, but its numbers do not add up`);
  return record;
}
