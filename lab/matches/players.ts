/** Threads that play pairs of games in batches. @module */

import { parseFen } from "../../core/fen.ts";
import { Random } from "../../core/random.ts";
import { embeddedNetwork } from "../../nnue/embedded.ts";
import { type ParameterName, setParameters, type Setting } from "../../search/params.ts";
import { type Doer, JobThread, serveJobs } from "../job_thread.ts";
import { type Contestant, type GameOptions, PairPlayer } from "./pair_games.ts";
import type { Game } from "./statistics.ts";

/** See `Random`. */
const OPENING_STREAM = 1, MOVE_STREAM = 3;

export interface Assignment {
  readonly batch: number;
  /** The parameters' values, in order, for the side whose points are counted. */
  readonly plus: readonly number[];
  readonly minus: readonly number[];
}

/** Returns games from the plus side's point of view. */
export type BatchDoer = Doer<Assignment, readonly Game[]>;

export interface PlayerSettings {
  /** The engine plays both sides by default. */
  readonly sides?: readonly [plus: Contestant, minus: Contestant];
  readonly parameters: readonly ParameterName[];
  /** Values of other parameters, the same for both sides. */
  readonly fixed: Setting;
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

  constructor(private readonly setup: PlayerSetup) {
    const engine = { network: embeddedNetwork() };
    this.player = new PairPlayer(setup.games, setup.control, setup.sides ?? [engine, engine]);
  }

  /** `null` if the batch was aborted. Without a clock, its games depend only on the batch, the setup and the engine. */
  play({ batch, ...sides }: Assignment): Game[] | null {
    const { batchPairs, seed, openings } = this.setup;
    const [plus, minus] = [sides.plus, sides.minus].map((values) => valuesOf(this.setup, values));
    const games: Game[] = [];
    for (let pair = batch * batchPairs; pair < (batch + 1) * batchPairs; pair++) {
      const random = (stream: number) => new Random(BigInt(seed), stream, pair);
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

/** Reads the FENs in an EPD file. Throws a RangeError if the file is empty or a line is not an opening. */
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

/** The workers must call `servePlayer`. `book` is `null` for random openings. */
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
