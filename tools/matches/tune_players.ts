/**
 * What plays the batches of a tuning run: threads with real games, or a simulation.
 *
 * @module
 */

import { parseFen } from "../../core/fen.ts";
import { CONTROL_STOP, CONTROL_WORDS } from "../../search/thread_slot.ts";
import { Simulation } from "./spsa_simulation.ts";
import { type Assignment, type TuneSettings, valuesOf } from "./spsa_state.ts";
import type { PlayerAnswer, PlayerRequest, PlayerSetup } from "./spsa_worker.ts";
import type { Game } from "./tally.ts";

/** Plays batches, one after the other. */
export interface Player {
  /**
   * Plays a batch.
   *
   * @param onPair Called after each pair.
   * @returns The games as the plus side sees them, or `null` if they were broken off.
   */
  play(assignment: Assignment, onPair: () => void): Promise<readonly Game[] | null>;
  /** Breaks the games off. */
  stop(): void;
  /** Gives back what the player holds; called once, when nothing is played. */
  close(): void;
}

/** What players need to know of a run. */
export interface PlayerSettings extends Pick<TuneSettings, "fixed" | "seed" | "batchPairs" | "games"> {
  /** The numbers whose values the two sides of a batch have, in their order. */
  readonly parameters: readonly Pick<TuneSettings["parameters"][number], "name">[];
}

/** Plays with a thread of its own. */
export class ThreadPlayer implements Player {
  private readonly settings: PlayerSettings;
  private readonly worker: Worker;
  private readonly control: Int32Array = new Int32Array(new SharedArrayBuffer(4 * CONTROL_WORDS));
  private onPair: () => void = () => {};
  private batch: PromiseWithResolvers<readonly Game[] | null> | null = null;
  private failure: Error | null = null;

  /**
   * Starts the thread.
   *
   * @param settings Of the run.
   * @param openings Openings to play as FEN; empty for random ones.
   * @param startWorker Starts a worker that calls `servePlayer`.
   */
  constructor(settings: PlayerSettings, openings: readonly string[], startWorker: () => Worker) {
    this.settings = settings;
    this.worker = startWorker();
    this.worker.onmessage = ({ data }: MessageEvent<PlayerAnswer>) => {
      if (data.kind === "pair") this.onPair();
      else if (data.kind === "batch") this.batch?.resolve(data.games);
    };
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.failure = new Error(`A thread that plays games failed: ${event.message}`);
      this.batch?.reject(this.failure);
    };
    const setup: PlayerSetup = {
      games: settings.games,
      control: this.control,
      fixed: valuesOf({ ...settings, parameters: [] }, []),
      seed: BigInt(settings.seed),
      openings,
    };
    this.send({ kind: "setup", setup });
  }

  play(assignment: Assignment, onPair: () => void): Promise<readonly Game[] | null> {
    this.batch = Promise.withResolvers();
    if (this.failure !== null) this.batch.reject(this.failure);
    this.onPair = onPair;
    const { batchPairs } = this.settings;
    const [plus, minus] = [assignment.plus, assignment.minus].map((values) => valuesOf(this.settings, values));
    this.send({
      kind: "batch",
      batch: { firstPair: assignment.batch * batchPairs, pairs: batchPairs, plus, minus },
    });
    return this.batch.promise;
  }

  stop(): void {
    Atomics.store(this.control, CONTROL_STOP, 1);
  }

  close(): void {
    this.worker.terminate();
  }

  private send(request: PlayerRequest): void {
    this.worker.postMessage(request);
  }
}

/** Batches of a simulation between two moments in which the program looks after interrupts and its progress line. */
const BATCHES_AT_ONCE = 50;

/** Draws the results of an imaginary engine instead of playing. */
export class SimulatedPlayer implements Player {
  private readonly settings: TuneSettings;
  private readonly simulation: Simulation;

  /** A player for the run with these settings. */
  constructor(settings: TuneSettings) {
    this.settings = settings;
    this.simulation = new Simulation(settings.parameters, BigInt(settings.seed));
  }

  async play(assignment: Assignment, onPair: () => void): Promise<readonly Game[]> {
    const { batchPairs } = this.settings;
    const first = assignment.batch * batchPairs;
    const games = this.simulation.play(first, batchPairs, assignment.plus, assignment.minus);
    for (let pair = 0; pair < batchPairs; pair++) onPair();
    if (assignment.batch % BATCHES_AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve));
    return games;
  }

  stop(): void {
    // A batch is over at once.
  }

  close(): void {
    // It holds nothing.
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
  let text: string;
  try {
    text = Deno.readTextFileSync(path);
  } catch {
    throw new RangeError(`Expected --book to name a file of openings, but cannot read "${path}"`);
  }
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
