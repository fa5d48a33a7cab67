/**
 * The state of a factorial experiment. The random choices for a pair depend only on the seed and the pair's number.
 *
 * @module
 */

import { Random } from "../../../core/random.ts";
import { findSystems, type System } from "../../../engine/view/systems.ts";
import { type ParameterName, type Setting, TUNABLES } from "../../../search/params.ts";
import type { Game } from "../statistics.ts";
import type { MatchSettings } from "../game_options.ts";
import type { Assignment } from "../players.ts";
import { expectNumbers, LongRun, parseRun } from "../run.ts";
import { Design, type Sides } from "./factorial_design.ts";
import { fitWorth, type Observation } from "../worth.ts";

const FORMAT = "hindsight factorial 2";
/** Stream number for `Random`. */
const SIDES_STREAM = 4;

export const CANDIDATE_MARK = "c";

export interface FactorialSettings extends MatchSettings {
  readonly systems: readonly string[];
  /**
   * The new parameter values of each candidate, keyed by its name. A side never has two candidates that change the same
   * parameter.
   */
  readonly candidates: Readonly<Record<string, Setting>>;
  readonly share: number;
}

interface PlayedPair extends Sides {
  readonly pair: number;
  /** The plus side's points, 0 to 2. */
  readonly points: number;
}

type StateContent = ReturnType<FactorialState["content"]>;

export interface FactorialAssignment extends Assignment {
  readonly sides: Sides;
}

export class FactorialState extends LongRun<FactorialAssignment> {
  readonly design: Design;
  /** First the engine's systems, then the candidates. */
  readonly systems: readonly System[];
  faults = 0;
  wanted = Infinity;

  private readonly results: PlayedPair[] = [];
  private readonly taken: Set<number> = new Set();
  private firstFree = 0;

  /** Throws a RangeError if a system is unknown. */
  constructor(readonly settings: FactorialSettings) {
    super();
    const { systems, candidates } = settings;
    this.systems = [...(systems.length > 0 ? findSystems(systems) : []), ...Object.entries(candidates).map(systemOf)];
    this.design = new Design(this.systems, settings.share);
  }

  get pairs(): number {
    return this.results.length;
  }

  override get left(): number {
    return Math.max(0, this.wanted - this.pairs);
  }

  override get played() {
    return { ...this.settings, parameters: this.design.parameters, fixed: {}, batchPairs: 1 };
  }

  override next(): FactorialAssignment | null {
    if (this.taken.size >= this.wanted) return null;
    while (this.taken.has(this.firstFree)) this.firstFree++;
    const batch = this.firstFree;
    this.taken.add(batch);
    const sides = this.design.draw(new Random(BigInt(this.settings.seed), SIDES_STREAM, batch));
    return { batch, sides, plus: this.design.valuesOf(sides.plus), minus: this.design.valuesOf(sides.minus) };
  }

  override finish({ batch, sides }: FactorialAssignment, games: readonly Game[]): void {
    this.results.push({ pair: batch, ...sides, points: games.reduce((sum, { points }) => sum + points, 0) });
    this.faults += games.filter(({ isTimeLoss }) => isTimeLoss).length;
  }

  /** The worth of each system, and the number of games in which only one side had it. */
  worth() {
    const observations: Observation[] = this.results.map((pair) => ({
      differences: this.design.differences(pair),
      score: pair.points / 2,
    }));
    return fitWorth(observations, this.systems.length).map((elo, index) => ({
      system: this.systems[index],
      elo,
      games: 2 * observations.filter(({ differences }) => differences[index] !== 0).length,
    }));
  }

  override content() {
    const { settings, engine, seconds, faults, results: pairs } = this;
    return { format: FORMAT, settings, engine, seconds, faults, pairs };
  }

  /**
   * Throws a SyntaxError or RangeError if the text is not the state of an experiment, or names a system or parameter
   * that the engine does not have.
   */
  static parse(text: string, source: string): FactorialState {
    const content = parseRun<StateContent>(text, source, "a factorial experiment", FORMAT);
    expectNumbers(Object.values(content.settings.candidates).flatMap(Object.keys), source);
    const state = new FactorialState(content.settings);
    const { engine, seconds, faults, pairs } = content;
    state.results.push(...pairs);
    for (const { pair } of pairs) state.taken.add(pair);
    return Object.assign(state, { engine, seconds, faults });
  }
}

function systemOf([name, on]: [string, Setting]): System {
  const off = Object.fromEntries(Object.keys(on).map((number) => [number, TUNABLES[number as ParameterName].value]));
  return { name, number: CANDIDATE_MARK, title: name, on, off };
}
