/** The state of a tuning run. After a restart, unfinished batches are handed out again. @module */

import { Random } from "../../../core/random.ts";
import type { ParameterName, Setting } from "../../../search/params.ts";
import { type Perturbation, Spsa, type SpsaParameter, type SpsaSchedule } from "./spsa.ts";
import type { MatchSettings } from "../game_options.ts";
import type { Assignment } from "../players.ts";
import { expectNumbers, LongRun, parseRun } from "../run.ts";
import { EMPTY_TALLY, type Game, meanSquareResult, type Tally, withGames } from "../statistics.ts";

const FORMAT = "hindsight spsa 2";
const HISTORY_MAX = 400;
/** Stream number for `Random`. */
const PERTURBATION_STREAM = 0;

export interface TuneSettings extends MatchSettings {
  readonly parameters: readonly (SpsaParameter & { readonly name: ParameterName })[];
  /** Values of other parameters, the same for both sides. */
  readonly fixed: Setting;
  readonly schedule: SpsaSchedule;
  /** Pairs of games with the same perturbation. */
  readonly batchPairs: number;
}

type StateContent = ReturnType<TuneState["content"]>;

export interface TuneAssignment extends Assignment, Perturbation {}

export class TuneState extends LongRun<TuneAssignment> {
  /** The results of the plus side. */
  tally: Tally = EMPTY_TALLY;
  finished = 0;

  private readonly spsa: Spsa;
  private nextBatch = 0;
  /** Batches that have been handed out but not finished. */
  private open: TuneAssignment[] = [];
  /** Unfinished batches from an earlier session, to be handed out again. */
  private waiting: TuneAssignment[] = [];
  /** A point is added to the history after every `stride` batches. */
  private stride = 1;
  private points: { readonly pairs: number; readonly values: readonly number[] }[];

  constructor(readonly settings: TuneSettings, values?: readonly number[]) {
    super();
    this.spsa = new Spsa(settings.parameters, settings.schedule, values);
    this.points = [{ pairs: 0, values: [...this.spsa.values] }];
  }

  get values(): readonly number[] {
    return this.spsa.values;
  }

  get batches(): number {
    return Math.ceil(this.settings.schedule.pairs / this.settings.batchPairs);
  }

  /** Root mean squares in steps (c_end): how far the values moved, and how far chance alone would have moved them. */
  get movement(): { readonly moved: number; readonly wander: number } {
    const { parameters, batchPairs } = this.settings;
    const squares = parameters.map(({ start, cEnd }, index) => ((this.values[index] - start) / cEnd) ** 2);
    const moved = Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
    const [first] = parameters;
    const way = this.spsa.wanderOf(first, this.finished, batchPairs, meanSquareResult(this.tally.pairs));
    return { moved, wander: way / first.cEnd };
  }

  override get left(): number {
    return this.batches - this.finished;
  }

  override get played() {
    const { settings } = this;
    return { ...settings, parameters: settings.parameters.map(({ name }) => name) };
  }

  override next(): TuneAssignment | null {
    const waiting = this.waiting.shift();
    if (waiting !== undefined) return waiting;
    if (this.nextBatch >= this.batches) return null;
    const batch = this.nextBatch++;
    const random = new Random(BigInt(this.settings.seed), PERTURBATION_STREAM, batch);
    const assignment = { batch, ...this.spsa.perturb(this.firstPair(batch), random) };
    this.open.push(assignment);
    return assignment;
  }

  override finish(assignment: TuneAssignment, games: readonly Game[]): void {
    const { wins, losses } = this.tally;
    this.tally = withGames(this.tally, games);
    const result = this.tally.wins - wins - (this.tally.losses - losses);
    this.spsa.learn(this.firstPair(assignment.batch), assignment.directions, result);
    this.open = this.open.filter(({ batch }) => batch !== assignment.batch);
    this.finished++;
    this.remember();
  }

  override content() {
    const { settings, engine, values, nextBatch: next, open, finished, tally, seconds, stride, points } = this;
    const shorten = (value: number) => Number(value.toPrecision(6));
    const history = points.map((point) => ({ ...point, values: point.values.map(shorten) }));
    return { format: FORMAT, settings, engine, values, next, open, finished, tally, seconds, stride, history };
  }

  /**
   * Throws a SyntaxError or RangeError if the text is not the state of a tuning run, or names a parameter that the
   * engine lacks.
   */
  static parse(text: string, source: string): TuneState {
    const file = parseRun<StateContent>(text, source, "a tuning run", FORMAT);
    const { parameters, fixed } = file.settings;
    expectNumbers([...parameters.map(({ name }) => name), ...Object.keys(fixed)], source);
    const state = new TuneState(file.settings, file.values);
    const { engine, finished, tally, seconds, stride } = file;
    state.nextBatch = file.next;
    state.open = [...file.open];
    state.waiting = [...file.open];
    state.points = [...file.history];
    return Object.assign(state, { engine, finished, tally, seconds, stride });
  }

  /** Returns the number of the batch's first pair, from 1. */
  private firstPair(batch: number): number {
    return batch * this.settings.batchPairs + 1;
  }

  /** When the history is full, every second point is removed. */
  private remember(): void {
    if (this.finished % this.stride !== 0) return;
    this.points.push({ pairs: this.finished * this.settings.batchPairs, values: [...this.values] });
    if (this.points.length <= HISTORY_MAX) return;
    this.points = this.points.filter((_, index) => index % 2 === 0);
    this.stride *= 2;
  }
}
