/** Threads that play batches of pairs of games, for matches, `deno task tune` and `deno task factorial`. @module */

import { parseFen } from "../../core/fen.ts";
import { Random } from "../../core/random.ts";
import { embeddedNetwork } from "../../nnue/embedded.ts";
import { type ParameterName, setParameters, type Setting } from "../../search/params.ts";
import { type Doer, JobThread, serveJobs } from "../job_thread.ts";
import { type Contestant, type GameOptions, PairPlayer } from "./pair_games.ts";
import type { Game } from "./statistics.ts";

/** Streams of `Random`: for openings, and for the moves of weaker and random players. */
const OPENING_STREAM = 1, MOVE_STREAM = 3;

/** A batch, and the values of the two sides in the order of the parameters. */
export interface Assignment {
  readonly batch: number;
  /** The side whose points are counted. */
  readonly plus: readonly number[];
  readonly minus: readonly number[];
}

/** Returns games from the plus side's point of view. */
export type BatchDoer = Doer<Assignment, readonly Game[]>;

export interface PlayerSettings {
  /** By default both are the engine. */
  readonly sides?: readonly [plus: Contestant, minus: Contestant];
  readonly parameters: readonly ParameterName[];
  /** Values of other parameters, the same for both sides. */
  readonly fixed: Setting;
  /** A whole number in decimal digits. */
  readonly seed: string;
  readonly batchPairs: number;
  readonly games: GameOptions;
}

interface PlayerSetup extends PlayerSettings {
  /** See `search/thread_slot.ts`. */
  readonly control: Int32Array;
  /** FENs; empty for random openings. */
  readonly openings: readonly string[];
}

export function servePlayer(): void {
  serveJobs((setup: PlayerSetup) => {
    const player = new BatchPlayer(setup);
    setParameters(setup.fixed);
    return (batch: Assignment) => player.play(batch);
  });
}

export class BatchPlayer {
  private readonly player: PairPlayer;

  /** The caller must set the values of `setup.fixed`. */
  constructor(private readonly setup: PlayerSetup) {
    const engine = { network: embeddedNetwork() };
    this.player = new PairPlayer(setup.games, setup.control, setup.sides ?? [engine, engine]);
  }

  /**
   * Plays a batch; `null` if it was aborted. Without a clock, its games depend only on the batch, the setup and the
   * engine.
   */
  play({ batch, ...sides }: Assignment): Game[] | null {
    const { batchPairs, seed, openings } = this.setup;
    const [plus, minus] = [sides.plus, sides.minus].map((values) => valuesOf(this.setup, values));
    const games: Game[] = [];
    for (let pair = batch * batchPairs; pair < (batch + 1) * batchPairs; pair++) {
      const random = (stream: number) => new Random(BigInt(seed), stream, pair);
      // After the last opening of a book, the first one follows.
      const opening = openings.length > 0
        ? openings[pair % openings.length]
        : this.player.drawOpening(random(OPENING_STREAM), pair);
      const played = opening && this.player.playPair(plus, minus, opening, random(MOVE_STREAM));
      if (!played) return null;
      games.push(...played);
    }
    return games;
  }
}

export function valuesOf({ fixed, parameters }: PlayerSettings, values: readonly number[]): Setting {
  return { ...fixed, ...Object.fromEntries(parameters.map((name, index) => [name, values[index]])) };
}

/**
 * The FENs of an EPD file, whose operations are ignored. Throws a RangeError if it is empty, or a line is not an
 * opening.
 */
export function readOpenings(path: string): string[] {
  const text = Deno.readTextFileSync(path);
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (lines.length === 0) throw new RangeError(`Expected "${path}" to have openings, but it is empty`);
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
 * Starts threads with workers that call `servePlayer`. `book` is `null` for random openings.
 *
 * @throws RangeError if the book cannot be read, see `readOpenings`.
 */
export function createThreads(
  settings: PlayerSettings,
  book: string | null,
  control: Int32Array,
  count: number,
  startWorker: () => Worker,
): BatchDoer[] {
  const setup = { ...settings, control, openings: book === null ? [] : readOpenings(book) };
  return Array.from(
    { length: count },
    () => new JobThread<PlayerSetup, Assignment, readonly Game[]>(startWorker(), setup),
  );
}
