/**
 * The rounds of a run: the previous network plays, a new network learns from the games, and matches show its strength.
 * The first network's scores mean nothing, so they do not end its games, and training uses only the results.
 *
 * @module
 */

import { embeddedNetwork } from "../../nnue/embedded.ts";
import { serialiseNetwork } from "../../nnue/network_file.ts";
import { levelOfElo } from "../../search/weaker_play.ts";
import { loadNetwork } from "../../uci/network_file.ts";
import type { ExpandCounts, ExpandOptions } from "../games/expand.ts";
import { gameFilesOf, isThere } from "../games/game_files.ts";
import { type DatagenTotals, generateData } from "../games/generate_data.ts";
import { JobThread } from "../job_thread.ts";
import { formatDuration } from "../../terminal/progress.ts";
import { playContest, WEAK_GAMES } from "../matches/contest.ts";
import type { Contestant } from "../matches/pair_games.ts";
import { materialNetwork, randomNetwork, SCALE } from "./first_networks.ts";
import { batchFor, epochsFor, firstLearned, planRound } from "./plan.ts";
import { styleOf } from "./play_style.ts";
import { MATERIAL, networkName, nextLevel, opponentName, RANDOM } from "./opponents.ts";
import { newRound, type Phase, type Round, type RunState, RunStore, secondsOf } from "./run_state.ts";
import { playShowcase } from "./showcase.ts";
import { readLosses, train } from "./trainer.ts";

/** Nodes per move in the first round, and in later rounds. */
const FIRST_NODES = 25, NODES = 60;
/** With fewer games, training would be useless. */
const MIN_GAMES = 50;
/** The weight of results in each round. With scores alone, each network would give smaller scores than the last. */
const RESULTS: readonly number[] = [1, 0.5, 0.25, 0.1];
/** The λ for the training scores (expand.ts), from the second round on. */
const LAMBDA = 0.6;
const VALIDATION = 0.02;
const SHUFFLE_BYTES = 2 ** 28;
/** The training speed before the first measurement: records per second on one thread, with this many neurons. */
const FIRST_SPEED = 150_000, FIRST_SPEED_NEURONS = 256;
/** The time that Python, PyTorch and the C compiler take to start. */
const START_SECONDS = 6;
const PAIRS = 100, SAVE_MS = 5000;

export interface RunContext {
  readonly threads: number;
  readonly startWorker: (name: "self-play" | "contest" | "expand") => Worker;
  readonly show: (text: string) => void;
  readonly onRound: (round: number) => Promise<void>;
  readonly signal: AbortSignal;
}

export type ExpandJob = { readonly paths: readonly string[]; readonly out: string; readonly options: ExpandOptions };

export class Run {
  constructor(private readonly store: RunStore, readonly state: RunState, private readonly context: RunContext) {}

  async play(): Promise<void> {
    const { state: { settings, rounds }, context: { signal, onRound } } = this;
    this.writeFirstNetworks();
    while (!signal.aborted) {
      const last = rounds.at(-1);
      if (last === undefined || last.phase === "done") {
        if (rounds.length >= settings.rounds) return;
        const left = 60 * settings.minutes - secondsOf(this.state);
        rounds.push(newRound(planRound(rounds.length + 1, settings.rounds, left)));
      }
      await this.finishRound(rounds.length);
      this.store.save(this.state);
      if (rounds[rounds.length - 1].phase === "done") await onRound(rounds.length);
    }
  }

  private async finishRound(number: number): Promise<void> {
    const round = this.state.rounds[number - 1];
    const parts: readonly [Exclude<Phase, "done">, Phase, (number: number, round: Round) => Promise<void>][] = [
      ["play", "train", (...each) => this.playGames(...each)],
      ["train", "measure", (...each) => this.trainNetwork(...each)],
      ["measure", "done", (...each) => this.measure(...each)],
    ];
    for (const [phase, next, work] of parts) {
      if (round.phase !== phase) continue;
      const startedAt = performance.now();
      const before = round.seconds[phase];
      await work(number, round);
      round.seconds[phase] = before + (performance.now() - startedAt) / 1000;
      if (this.context.signal.aborted) return;
      round.phase = next;
      this.store.save(this.state);
    }
  }

  private async playGames(number: number, round: Round): Promise<void> {
    const { context: { threads, startWorker, signal }, state: { settings } } = this;
    const folder = this.path(number, "games");
    const { games, positions, plan: { play }, seconds: { play: before } } = round;
    let savedAt = performance.now();
    const onTick = (totals: DatagenTotals) => {
      round.games = games + totals.games;
      round.positions = positions + totals.positions;
      const what = `playing, ${round.games} games, ${round.positions} positions`;
      this.show(number, what, play - before - totals.seconds);
      if (performance.now() - savedAt < SAVE_MS) return;
      savedAt = performance.now();
      round.seconds.play = before + totals.seconds;
      this.store.save(this.state);
    };
    const options = {
      ...{ out: folder, threads, nodes: number === 1 ? FIRST_NODES : NODES, games: Infinity, chess960: 0 },
      minutes: Math.max(1, play - before) / 60,
      atLeast: MIN_GAMES - games,
      seed: BigInt(settings.seed) + BigInt(number),
      net: this.networkPath(number - 1),
      isUntaught: number === 1,
    };
    onTick(await generateData(options, () => startWorker("self-play"), onTick, signal));
    if (!signal.aborted) round.style = styleOf(folder);
  }

  private async trainNetwork(number: number, round: Round): Promise<void> {
    const { context: { threads, signal }, state: { settings } } = this;
    const records = this.path(number, "records");
    if (round.training === null) {
      this.show(number, "making records", round.plan.train);
      const count = await this.expand(number, records);
      if (signal.aborted) return;
      const seconds = Math.max(1, round.plan.train - START_SECONDS);
      round.training = { records: count, epochs: epochsFor(seconds, count, this.trainingSpeed()) };
      this.store.save(this.state);
    }
    const { epochs, records: count } = round.training;
    const out = this.networkPath(number);
    const isDone = await train(
      {
        ...{ records, out, hidden: settings.hidden, epochs, batch: batchFor(count), threads, seed: settings.seed },
        startFrom: this.networkPath(number - 1),
        results: RESULTS[Math.min(number, RESULTS.length) - 1],
        isResumed: isThere(out.replace(/\.hnet$/, ".ckpt")),
      },
      (line) => this.show(number, `training, ${line}`),
      signal,
    );
    if (!isDone) return;
    round.loss = readLosses(out);
    Deno.removeSync(records, { recursive: true });
    Deno.removeSync(out.replace(/\.hnet$/, ".ckpt"));
  }

  private async expand(number: number, out: string): Promise<number> {
    Deno.mkdirSync(out, { recursive: true });
    const first = firstLearned(number);
    const folders = Array.from({ length: number - first + 1 }, (_, i) => this.path(first + i, "games"));
    const job: ExpandJob = {
      paths: gameFilesOf(folders),
      out,
      options: {
        filter: { skip: 0, maxScore: 10_000 },
        lambda: number === 1 ? 0 : LAMBDA,
        scale: SCALE,
        validation: VALIDATION,
        seed: BigInt(this.state.settings.seed),
        memory: SHUFFLE_BYTES,
      },
    };
    const thread = new JobThread<null, ExpandJob, ExpandCounts>(this.context.startWorker("expand"), null);
    const aborted = new Promise<null>((resolve) => this.context.signal.addEventListener("abort", () => resolve(null)));
    try {
      const counts = await Promise.race([thread.run(job), aborted]);
      return counts?.training ?? 0;
    } finally {
      thread.close();
    }
  }

  /** Records per second, measured in earlier rounds if there are any. */
  private trainingSpeed(): number {
    const { state: { rounds, settings }, context: { threads } } = this;
    const done = rounds.filter(({ phase, training }) => phase !== "train" && training !== null);
    const learned = done.reduce((sum, { training }) => sum + (training?.records ?? 0) * (training?.epochs ?? 0), 0);
    const seconds = done.reduce((sum, round) => sum + Math.max(1, round.seconds.train - START_SECONDS), 0);
    return seconds > 0 ? learned / seconds : threads * FIRST_SPEED * FIRST_SPEED_NEURONS / settings.hidden;
  }

  private async measure(number: number, round: Round): Promise<void> {
    const { context: { threads, startWorker, signal }, state: { settings, rounds } } = this;
    const own: Contestant = { network: loadNetwork(this.networkPath(number)) };
    const level = nextLevel(rounds);
    const opponents: readonly [string, Contestant][] = [
      [networkName(number - 1), { network: loadNetwork(this.networkPath(number - 1)) }],
      [MATERIAL, { network: loadNetwork(this.materialPath) }],
      ...(number <= 2 ? [[RANDOM, { network: null }] as [string, Contestant]] : []),
      ...(number >= 2
        ? [[opponentName(level), { network: embeddedNetwork(), level: levelOfElo(level) }] as [string, Contestant]]
        : []),
    ];
    for (const [opponent, other] of opponents) {
      if (signal.aborted) return;
      if (round.matches.some((match) => match.opponent === opponent)) continue;
      this.show(number, `playing against ${opponent}`);
      const tally = await playContest([own, other], {
        games: WEAK_GAMES,
        seed: BigInt(settings.seed) + BigInt(number),
        threads,
        seconds: round.plan.measure / opponents.length,
        pairs: PAIRS,
        startWorker: () => startWorker("contest"),
      }, signal);
      if (!signal.aborted) round.matches.push({ opponent, tally });
    }
    round.showcase = playShowcase(loadNetwork(this.networkPath(number)), networkName(number));
  }

  private writeFirstNetworks(): void {
    const { settings: { hidden, seed } } = this.state;
    const networks = [
      [this.networkPath(0), () => randomNetwork(hidden, BigInt(seed))],
      [this.materialPath, materialNetwork],
    ] as const;
    for (const [path, make] of networks) if (!isThere(path)) Deno.writeFileSync(path, serialiseNetwork(make()));
  }

  private show(number: number, text: string, seconds?: number): void {
    const left = seconds === undefined || seconds <= 0 ? "" : `, ${formatDuration(seconds)} left`;
    this.context.show(`Round ${number} of ${this.state.settings.rounds}: ${text}${left}`);
  }

  private path(number: number, name: string): string {
    return `${this.store.folder}/round-${String(number).padStart(2, "0")}/${name}`;
  }

  /** Round 0 is the random network. */
  private networkPath(number: number): string {
    return `${this.store.folder}/network-${String(number).padStart(2, "0")}.hnet`;
  }

  private get materialPath(): string {
    return `${this.store.folder}/material.hnet`;
  }
}
