/**
 * The state of a factorial experiment: how it is played, and all pairs so far, kept in one file.
 *
 * The pairs are numbered. All that is random in one comes from the seed and its number: an experiment that is
 * interrupted plays the same games as one that is not, unless they have a clock.
 *
 * @module
 */

import type { Estimate } from "../../estimate.ts";
import { Random } from "../../../core/random.ts";
import { findSystems, type System } from "../../../engine/view/systems.ts";
import type { Game } from "../tally.ts";
import type { GameOptions } from "../threads/pair_games.ts";
import type { Assignment } from "../threads/players.ts";
import { LongRun, parseRun } from "../threads/run.ts";
import { type Candidates, candidateSystems, checkedCandidates } from "./candidates.ts";
import { Design, type Sides } from "./factorial_design.ts";
import { fitWorth, type Observation } from "./factorial_fit.ts";

/** First field of the file. */
const FORMAT = "hindsight factorial 2";
/** Stream of random numbers for the sides, see `Random`; openings have another. */
const SIDES_STREAM = 4;

/** What does not change during an experiment. */
export interface FactorialSettings {
  /** Names of the systems. */
  readonly systems: readonly string[];
  /** Candidates that are measured, too. */
  readonly candidates: Candidates;
  /** Chance of each system to be changed on a side. */
  readonly share: number;
  /** Seed of everything that is random, a whole number in decimal digits. */
  readonly seed: string;
  /** How games are played. */
  readonly games: GameOptions;
  /** Path of the book of openings; `null` for random ones. */
  readonly book: string | null;
}

/** A pair that was played. */
interface PlayedPair extends Sides {
  /** Its number, from 0. */
  readonly pair: number;
  /** Points of the plus side, 0 to 2. */
  readonly points: number;
}

/** What the file holds. */
interface StateContent {
  readonly format: string;
  readonly settings: FactorialSettings;
  readonly engine: string;
  readonly seconds: number;
  readonly faults: number;
  readonly pairs: readonly PlayedPair[];
}

/** A pair that was handed out. */
export interface FactorialAssignment extends Assignment {
  /** Which systems are changed. */
  readonly sides: Sides;
}

/** What a system is worth. */
export interface Worth {
  /** The system. */
  readonly system: System;
  /** Elo with 95 % error. */
  readonly elo: Estimate;
  /** Games in which only one side had the system. */
  readonly games: number;
}

/** A factorial experiment. */
export class FactorialState extends LongRun<FactorialAssignment> {
  /** What does not change. */
  readonly settings: FactorialSettings;
  /** How sides are drawn. */
  readonly design: Design;
  /** The systems, in the order of the settings, then the candidates. */
  readonly systems: readonly System[];
  /** Games lost on time. */
  faults = 0;
  /** Pairs to play in all. */
  wanted = Infinity;

  private readonly played: PlayedPair[] = [];
  /** Numbers of the pairs that are played or being played. */
  private readonly taken: Set<number> = new Set();
  /** No number below is free. */
  private firstFree = 0;

  /**
   * An experiment at its start.
   *
   * @throws RangeError if a system is unknown, or a candidate is not a change of the engine.
   */
  constructor(settings: FactorialSettings) {
    super();
    const { systems, candidates } = settings;
    this.settings = settings;
    if (Object.keys(candidates).length > 0) checkedCandidates(candidates, "the experiment");
    this.systems = [...(systems.length > 0 ? findSystems(systems) : []), ...candidateSystems(candidates)];
    this.design = new Design(this.systems, settings.share);
  }

  /** Pairs that are played. */
  get pairs(): number {
    return this.played.length;
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
    this.played.push({ pair: batch, ...sides, points: games.reduce((sum, { points }) => sum + points, 0) });
    this.faults += games.filter(({ isFaulty }) => isFaulty).length;
  }

  /** What each system is worth by the pairs so far. */
  worth(): Worth[] {
    const observations: Observation[] = this.played.map((pair) => ({
      differences: this.design.differences(pair),
      score: pair.points / 2,
    }));
    return fitWorth(observations, this.systems.length).map((elo, index) => ({
      system: this.systems[index],
      elo,
      games: 2 * observations.filter(({ differences }) => differences[index] !== 0).length,
    }));
  }

  override serialise(): string {
    const { settings, engine, seconds, faults, played: pairs } = this;
    return JSON.stringify({ format: FORMAT, settings, engine, seconds, faults, pairs } satisfies StateContent) + "\n";
  }

  /**
   * Reads a state.
   *
   * @throws SyntaxError if it is something else, or its parts contradict each other.
   * @throws RangeError if the engine lacks one of its systems, or a candidate is not a change of it.
   */
  static parse(text: string, source: string): FactorialState {
    const content = parseRun<StateContent>(text, source, "a factorial experiment", FORMAT, isSound);
    const state = new FactorialState(content.settings);
    state.engine = content.engine;
    state.seconds = content.seconds;
    state.faults = content.faults;
    for (const pair of content.pairs) {
      state.played.push(pair);
      state.taken.add(pair.pair);
    }
    return state;
  }
}

function isSound({ settings, engine, seconds, faults, pairs }: StateContent): boolean {
  const { systems, candidates } = settings ?? {};
  if (!Array.isArray(systems) || typeof candidates !== "object" || candidates === null) return false;
  const count = systems.length + Object.keys(candidates).length;
  const isSide = (side: readonly number[]) =>
    Array.isArray(side) && side.every((system) => Number.isInteger(system) && system >= 0 && system < count);
  return count > 0 && settings.share > 0 && settings.share < 1 &&
    /^\d+$/.test(settings.seed) && typeof engine === "string" && Number.isFinite(seconds) && Number.isInteger(faults) &&
    Array.isArray(pairs) && new Set(pairs.map(({ pair }) => pair)).size === pairs.length &&
    pairs.every(({ plus, minus, points }) => isSide(plus) && isSide(minus) && [0, 0.5, 1, 1.5, 2].includes(points));
}
