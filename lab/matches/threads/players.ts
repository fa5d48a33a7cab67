/**
 * What plays batches of games between two sets of values of the search's parameters: threads.
 *
 * @module
 */

import { parseFen } from "../../../core/fen.ts";
import type { ParameterName, Setting } from "../../../search/params.ts";
import { CONTROL_STOP, createControl } from "../../../search/thread_slot.ts";
import { makeFolder } from "../../games/game_files.ts";
import type { Game } from "../tally.ts";
import type { GameOptions, Values } from "./pair_games.ts";
import type { PlayerBatch, PlayerSetup } from "./player_worker.ts";
import { JobThread } from "../../job_thread.ts";
import { readNamedFile } from "../../state_file.ts";

/** A batch to play: its number, and the values of the two sides in the order of the parameters. */
export interface Assignment {
  /** Number of the batch, from 0. */
  readonly batch: number;
  /** Values of the side whose points are counted. */
  readonly plus: readonly number[];
  readonly minus: readonly number[];
}

/** Plays batches, one after the other. */
export interface Player {
  /**
   * Plays a batch.
   *
   * @returns The games as the plus side sees them, or `null` if they were broken off.
   */
  play(assignment: Assignment, onPair: () => void): Promise<readonly Game[] | null>;
  stop(): void;
  /** Gives back what the player holds; called once, when nothing is played. */
  close(): void;
}

/** What players need to know before they play. */
export interface PlayerSettings {
  /** The numbers whose values the two sides of a batch have, in their order. */
  readonly parameters: readonly { readonly name: ParameterName }[];
  /** Values of other parameters that both sides play with instead of those of the engine. */
  readonly fixed: Setting;
  /** Seed of the openings, a whole number in decimal digits. */
  readonly seed: string;
  readonly batchPairs: number;
  readonly games: GameOptions;
}

export class ThreadPlayer implements Player {
  private readonly control: Int32Array = createControl();
  private readonly thread: JobThread<PlayerSetup, PlayerBatch, readonly Game[] | null>;

  /**
   * Starts the thread.
   *
   * @param openings Openings to play as FEN; empty for random ones.
   * @param startWorker Starts a worker that calls `servePlayer`.
   * @param keep Where the games are written; `null` to forget them.
   */
  constructor(
    private readonly settings: PlayerSettings,
    openings: readonly string[],
    startWorker: () => Worker,
    keep: PlayerSetup["keep"] = null,
  ) {
    const fixed = valuesOf({ ...settings, parameters: [] }, []);
    const { control, settings: { games } } = this;
    this.thread = new JobThread(startWorker(), { games, control, fixed, seed: BigInt(settings.seed), openings, keep });
  }

  play(assignment: Assignment, onPair: () => void): Promise<readonly Game[] | null> {
    const { batchPairs } = this.settings;
    const [plus, minus] = [assignment.plus, assignment.minus].map((values) => valuesOf(this.settings, values));
    return this.thread.run({ firstPair: assignment.batch * batchPairs, pairs: batchPairs, plus, minus }, onPair);
  }

  stop(): void {
    Atomics.store(this.control, CONTROL_STOP, 1);
  }

  close(): void {
    this.thread.close();
  }
}

/** The values of one side, those of other parameters included. */
export function valuesOf({ fixed, parameters }: PlayerSettings, values: readonly number[]): Values {
  const map = new Map(Object.entries(fixed) as [ParameterName, number][]);
  parameters.forEach(({ name }, index) => map.set(name, values[index]));
  return map;
}

/**
 * Reads a book of openings.
 *
 * @param path An EPD file; operations behind the four fields are ignored.
 * @returns The openings as FEN.
 * @throws RangeError if there is no such file, it holds no opening, or a line is none.
 */
export function readOpenings(path: string): string[] {
  const text = readNamedFile(path, "--book to name a file of openings");
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (lines.length === 0) throw new RangeError(`Expected "${path}" to hold openings, but it is empty`);
  return lines.map((line, index) => {
    const fen = `${line.trim().split(/\s+/).slice(0, 4).join(" ")} 0 1`;
    try {
      parseFen(fen);
    } catch (error) {
      throw new RangeError(`Expected line ${index + 1} of "${path}" to be an opening: ${(error as Error).message}`);
    }
    return fen;
  });
}

/**
 * Players with a thread each.
 *
 * @param folder Where the games are written, made if it is missing; `null` to forget them.
 * @throws RangeError if the book cannot be read, see `readOpenings`.
 * @throws Error if the folder cannot be made.
 */
export function createThreads(
  settings: PlayerSettings,
  book: string | null,
  count: number,
  startWorker: () => Worker,
  folder: string | null = null,
): Player[] {
  const openings = book === null ? [] : readOpenings(book);
  if (folder !== null) makeFolder(folder);
  return Array.from({ length: count }, (_, thread) => {
    return new ThreadPlayer(settings, openings, startWorker, folder === null ? null : { folder, thread });
  });
}
