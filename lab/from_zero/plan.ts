/** Divides a run's time into longer and longer rounds, and each round into playing, training and measuring. @module */

const GROWTH = 1.1;
/** A run of one minute has `FIRST_ROUNDS` rounds. Doubling the time adds `ROUNDS_PER_DOUBLING`. */
const FIRST_ROUNDS = 2, ROUNDS_PER_DOUBLING = 3;
const MAX_ROUNDS = 30;
const PLAY_SHARE = 0.7, TRAIN_SHARE = 0.2;
/** Training uses the games from at least this many rounds. */
const LEAST_WINDOW = 3;
/** With more passes over the records, the network would overfit. */
const MAX_EPOCHS = 8;
/** Limits on positions per step and on steps per pass. The number of positions is a multiple of `BLOCK`. */
const MAX_BATCH = 4096, MIN_STEPS = 16, BLOCK = 16;
/** How many neurons a run of this length can train. */
const WIDTHS: readonly (readonly [minutes: number, neurons: number])[] = [[150, 512], [40, 256], [10, 128], [0, 64]];

export type RoundPlan = { readonly play: number; readonly train: number; readonly measure: number };

export function roundsFor(minutes: number): number {
  const rounds = Math.round(FIRST_ROUNDS + ROUNDS_PER_DOUBLING * Math.log2(minutes));
  return Math.max(FIRST_ROUNDS, Math.min(MAX_ROUNDS, rounds));
}

export function widthFor(minutes: number): number {
  return WIDTHS.find(([least]) => minutes >= least)?.[1] ?? WIDTHS[WIDTHS.length - 1][1];
}

/** `round` is counted from 1, and `seconds` is the time left in the run. */
export function planRound(round: number, rounds: number, seconds: number): RoundPlan {
  let weights = 0;
  for (let later = 0; later <= rounds - round; later++) weights += GROWTH ** later;
  const length = Math.max(0, seconds) / weights;
  return { play: PLAY_SHARE * length, train: TRAIN_SHARE * length, measure: (1 - PLAY_SHARE - TRAIN_SHARE) * length };
}

/** Training uses the games from this round on. Older games were played badly, and those of round 1 have no scores. */
export function firstLearned(round: number): number {
  if (round === 1) return 1;
  return Math.max(2, Math.min(round - LEAST_WINDOW + 1, Math.ceil(round / 2)));
}

/** `speed` is in records per second. */
export function epochsFor(seconds: number, records: number, speed: number): number {
  return Math.max(1, Math.min(MAX_EPOCHS, Math.floor(seconds * speed / records)));
}

export function batchFor(records: number): number {
  return BLOCK * Math.max(1, Math.floor(Math.min(MAX_BATCH, records / MIN_STEPS) / BLOCK));
}
