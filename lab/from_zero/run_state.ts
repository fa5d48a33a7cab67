/** The progress of a from-zero run, kept in a file so that the run can continue after an interruption. @module */

import type { Tally } from "../matches/statistics.ts";
import { isThere } from "../games/game_files.ts";
import { StateFile } from "../state_file.ts";
import type { RoundPlan } from "./plan.ts";
import type { PlayStyle } from "./play_style.ts";

const VERSION = 1;
const NAME = "run.json";

export const PHASES = ["play", "train", "measure", "done"] as const;
export type Phase = typeof PHASES[number];

export interface RunSettings {
  readonly minutes: number;
  /** The seed in decimal digits. */
  readonly seed: string;
  readonly rounds: number;
  readonly hidden: number;
}

export type RoundMatch = { readonly opponent: string; readonly tally: Tally };

/** In a round, the previous network plays games, a new network learns from them, and matches measure its strength. */
export interface Round {
  readonly plan: RoundPlan;
  phase: Phase;
  readonly seconds: Record<Exclude<Phase, "done">, number>;
  games: number;
  positions: number;
  /** `null` until the games have been converted to records. */
  training: { readonly records: number; readonly epochs: number } | null;
  loss: { readonly training: number; readonly validation: number } | null;
  readonly matches: RoundMatch[];
  style: PlayStyle | null;
  /** A game that the network played against itself, as PGN. */
  showcase: string | null;
}

export type RunState = { readonly version: typeof VERSION; readonly settings: RunSettings; readonly rounds: Round[] };

export function newRound(plan: RoundPlan): Round {
  return {
    plan,
    phase: "play",
    seconds: { play: 0, train: 0, measure: 0 },
    ...{ games: 0, positions: 0, training: null, loss: null, matches: [], style: null, showcase: null },
  };
}

export function secondsOf({ rounds }: RunState): number {
  return rounds.reduce((sum, { seconds: { play, train, measure } }) => sum + play + train + measure, 0);
}

export class RunStore {
  private readonly file = new StateFile();

  constructor(readonly folder: string) {}

  /** Throws a RangeError if the file is not the state of a run. */
  load(): RunState | null {
    const path = `${this.folder}/${NAME}`;
    if (!isThere(path)) return null;
    const state: RunState = JSON.parse(Deno.readTextFileSync(path));
    if (state.version === VERSION) return state;
    throw new RangeError(`Expected "${path}" to be the state of a run, but it is of version ${state.version}`);
  }

  save(state: RunState): void {
    this.file.write(`${this.folder}/${NAME}`, JSON.stringify(state, null, 1) + "\n");
  }
}
