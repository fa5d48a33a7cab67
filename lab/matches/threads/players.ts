/** What plays batches of games between two sets of values of the search's parameters: threads. @module */

import { parseFen } from "../../../core/fen.ts";
import { CONTROL_STOP, createControl } from "../../../search/thread_slot.ts";
import { makeFolder } from "../../games/game_files.ts";
import type { Game } from "../tally.ts";
import type { Assignment, PlayerSettings, PlayerSetup } from "./player_worker.ts";
import { JobThread } from "../../job_thread.ts";
import { readNamedFile } from "../../state_file.ts";

/** Plays batches, one after the other. */
export interface Player {
  /** Plays a batch: its games as the plus side sees them, or `null` if they were broken off. */
  play(assignment: Assignment, onPair: () => void): Promise<readonly Game[] | null>;
  stop(): void;
  /** Gives back what the player holds; called once, when nothing is played. */
  close(): void;
}

/** Plays with its own thread. */
export class ThreadPlayer implements Player {
  private readonly control: Int32Array = createControl();
  private readonly thread: JobThread<PlayerSetup, Assignment, readonly Game[] | null>;

  /**
   * Starts the thread.
   *
   * @param openings Openings to play as FEN; empty for random ones.
   * @param worker Calls `servePlayer`.
   * @param keep Where the games are written; `null` to forget them.
   */
  constructor(settings: PlayerSettings, openings: readonly string[], worker: Worker, keep: PlayerSetup["keep"] = null) {
    const { parameters, fixed, seed, batchPairs, games } = settings;
    const setup = { parameters, fixed, seed, batchPairs, games, control: this.control, openings, keep };
    this.thread = new JobThread(worker, setup);
  }

  play(assignment: Assignment, onPair: () => void): Promise<readonly Game[] | null> {
    const { batch, plus, minus } = assignment;
    return this.thread.run({ batch, plus, minus }, onPair);
  }

  stop(): void {
    Atomics.store(this.control, CONTROL_STOP, 1);
  }

  close(): void {
    this.thread.close();
  }
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
  settings: PlayerSettings & { readonly book: string | null },
  count: number,
  startWorker: () => Worker,
  folder: string | null = null,
): Player[] {
  const openings = settings.book === null ? [] : readOpenings(settings.book);
  if (folder !== null) makeFolder(folder);
  return Array.from({ length: count }, (_, thread) => {
    return new ThreadPlayer(settings, openings, startWorker(), folder === null ? null : { folder, thread });
  });
}
