/**
 * A thread of `deno task tune` or `deno task factorial`: plays batches of pairs of games.
 *
 * @module
 */

import { Random } from "../../../core/random.ts";
import { embeddedNetwork } from "../../../nnue/embedded.ts";
import { Evaluator } from "../../../search/evaluate.ts";
import { type ParameterName, setParameter } from "../../../search/params.ts";
import { type GameOptions, PairPlayer, type Values } from "./pair_games.ts";
import { GameWriter } from "../../games/game_files.ts";
import { serveJobs } from "../../job_thread.ts";
import type { Game } from "../tally.ts";

/** Stream of random numbers for openings, see `Random`. */
const OPENING_STREAM = 1;

/** What a thread needs before it can play. */
export interface PlayerSetup {
  readonly games: GameOptions;
  /** Shared control words of the search, `CONTROL_WORDS` of them. */
  readonly control: Int32Array;
  /** Values of the parameters that are not tuned, where they are not those of the engine. */
  readonly fixed: Values;
  readonly seed: bigint;
  /** Openings to play, as FEN; empty for random ones. */
  readonly openings: readonly string[];
  /** Where the games are written, a folder, and the number of the thread; `null` to forget them. */
  readonly keep: { readonly folder: string; readonly thread: number } | null;
}

export interface PlayerBatch {
  /** Number of the first pair, from 0. */
  readonly firstPair: number;
  readonly pairs: number;
  readonly plus: Values;
  /** Values of the minus side, of the same parameters. */
  readonly minus: Values;
}

/** Serves the batches that the main thread sends to this thread. */
export function servePlayer(): void {
  serveJobs((setup: PlayerSetup) => {
    const player = new BatchPlayer(setup);
    for (const [name, value] of setup.fixed) setParameter(name as ParameterName, value);
    return (batch: PlayerBatch, onPair: () => void) => player.play(batch, onPair);
  });
}

export class BatchPlayer {
  private readonly player: PairPlayer;

  /** A player that has not played yet. The values of `setup.fixed` are set by the caller. */
  constructor(private readonly setup: PlayerSetup) {
    const { games, control, seed, keep } = setup;
    const writer = keep === null ? null : new GameWriter(keep.folder, seed, keep.thread);
    const onGame = writer === null ? null : (game: Uint8Array) => writer.add(game);
    this.player = new PairPlayer(games, control, new Evaluator(embeddedNetwork()), onGame);
  }

  /**
   * Plays a batch.
   *
   * @param batch What to play. The games depend on the batch, the setup and the engine alone, unless they have a clock.
   * @returns The games as the plus side sees them, or `null` if they were broken off.
   */
  play(batch: PlayerBatch, onPair: () => void): Game[] | null {
    const games: Game[] = [];
    for (let pair = batch.firstPair; pair < batch.firstPair + batch.pairs; pair++) {
      const opening = this.openingOf(pair);
      const result = opening === null ? null : this.player.playPair(batch.plus, batch.minus, opening);
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
    return this.player.drawOpening(new Random(seed, OPENING_STREAM, pair));
  }
}
