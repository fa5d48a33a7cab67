/** A thread of `deno task tune` or `deno task factorial`: plays batches of pairs of games. @module */

import { Random } from "../../../core/random.ts";
import { embeddedNetwork } from "../../../nnue/embedded.ts";
import { Evaluator } from "../../../search/evaluate.ts";
import { type ParameterName, setParameter, type Setting } from "../../../search/params.ts";
import { type GameOptions, PairPlayer, type Values } from "./pair_games.ts";
import { GameWriter } from "../../games/game_files.ts";
import { serveJobs } from "../../job_thread.ts";
import type { Game } from "../tally.ts";

/** Stream of random numbers for openings, see `Random`. */
const OPENING_STREAM = 1;

/** A batch to play: its number, and the values of the two sides in the order of the parameters. */
export interface Assignment {
  /** Number of the batch, from 0. */
  readonly batch: number;
  /** Values of the side whose points are counted. */
  readonly plus: readonly number[];
  readonly minus: readonly number[];
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

/** What a thread needs before it can play. */
export interface PlayerSetup extends PlayerSettings {
  /** Shared control words of the search, `CONTROL_WORDS` of them. */
  readonly control: Int32Array;
  /** Openings to play, as FEN; empty for random ones. */
  readonly openings: readonly string[];
  /** Where the games are written, a folder, and the number of the thread; `null` to forget them. */
  readonly keep: { readonly folder: string; readonly thread: number } | null;
}

/** Serves the batches that the main thread sends to this thread. */
export function servePlayer(): void {
  serveJobs((setup: PlayerSetup) => {
    const player = new BatchPlayer(setup);
    for (const [name, value] of Object.entries(setup.fixed)) setParameter(name as ParameterName, value);
    return (batch: Assignment, onPair: () => void) => player.play(batch, onPair);
  });
}

/** Plays batches. */
export class BatchPlayer {
  private readonly player: PairPlayer;

  /** A player that has not played yet. The values of `setup.fixed` are set by the caller. */
  constructor(private readonly setup: PlayerSetup) {
    const { games, control, seed, keep } = setup;
    const writer = keep === null ? null : new GameWriter(keep.folder, BigInt(seed), keep.thread);
    const onGame = writer === null ? null : (game: Uint8Array) => writer.add(game);
    this.player = new PairPlayer(games, control, new Evaluator(embeddedNetwork()), onGame);
  }

  /**
   * Plays a batch. Its games depend on the batch, the setup and the engine alone, unless they have a clock.
   *
   * @returns The games as the plus side sees them, or `null` if they were broken off.
   */
  play({ batch, ...sides }: Assignment, onPair: () => void): Game[] | null {
    const { batchPairs } = this.setup;
    const [plus, minus] = [sides.plus, sides.minus].map((values) => valuesOf(this.setup, values));
    const games: Game[] = [];
    for (let pair = batch * batchPairs; pair < (batch + 1) * batchPairs; pair++) {
      const opening = this.openingOf(pair);
      const result = opening === null ? null : this.player.playPair(plus, minus, opening);
      if (result === null) return null;
      result.points.forEach((points, index) => {
        const isTimeLoss = result.timeLosses[index];
        games.push({ id: 2 * pair + index + 1, points, isFaulty: isTimeLoss, isTimeLoss });
      });
      onPair();
    }
    return games;
  }

  /** The opening of a pair; books begin again where they end. */
  private openingOf(pair: number): string | null {
    const { openings, seed } = this.setup;
    if (openings.length > 0) return openings[pair % openings.length];
    return this.player.drawOpening(new Random(BigInt(seed), OPENING_STREAM, pair));
  }
}

/** The values of one side, those of other parameters included. */
export function valuesOf({ fixed, parameters }: PlayerSettings, values: readonly number[]): Values {
  const map = new Map(Object.entries(fixed) as [ParameterName, number][]);
  parameters.forEach(({ name }, index) => map.set(name, values[index]));
  return map;
}
