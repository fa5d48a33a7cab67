/** The opponents in a run, and ratings from their matches. @module */

import { ELO_MAX, ELO_MIN } from "../../search/weaker_play.ts";
import { countGames, type Estimate } from "../matches/statistics.ts";
import { fitWorth, type Observation } from "../matches/worth.ts";
import type { Round } from "./run_state.ts";

/** The network that only counts material is rated 0. */
export const MATERIAL = "material only";
export const RANDOM = "random moves";

/** The difference between neighbouring levels, on the scale of `UCI_Elo`. */
const LEVEL_STEP = 300;
/** A network that scores this share of the points plays the next level in the next round. */
const OUTGROWN = 0.75;
const LEVEL_NAME = /^Hindsight at (\d+)$/;

export function opponentName(elo: number): string {
  return `Hindsight at ${elo}`;
}

export function networkName(round: number): string {
  return round === 0 ? "random weights" : `round ${round}`;
}

export function nextLevel(rounds: readonly Round[]): number {
  const met = rounds.flatMap(({ matches }) =>
    matches.flatMap(({ opponent, tally }) => {
      const elo = LEVEL_NAME.exec(opponent)?.[1];
      return elo === undefined || countGames(tally) === 0
        ? []
        : [{ elo: Number(elo), share: (tally.wins + tally.draws / 2) / countGames(tally) }];
    })
  ).at(-1);
  if (met === undefined) return ELO_MIN;
  return Math.min(ELO_MAX, met.share >= OUTGROWN ? met.elo + LEVEL_STEP : met.elo);
}

/** Each player's Elo, keyed by name. */
export function ratingsOf(rounds: readonly Round[]): Map<string, Estimate> {
  const played = rounds.flatMap(({ matches }, i) =>
    matches.filter(({ tally }) => countGames(tally) > 0).map((match) => ({ plus: networkName(i + 1), ...match }))
  );
  const names = new Set(played.flatMap(({ plus, opponent }) => [plus, opponent]));
  names.delete(MATERIAL);
  const observations = played.flatMap(({ plus, opponent, tally }) => {
    const differences = Array.from(names, (name) => Number(name === plus) - Number(name === opponent));
    return tally.pairs.flatMap((count, halves) => Array<Observation>(count).fill({ differences, score: halves / 4 }));
  });
  const worth = fitWorth(observations, names.size);
  return new Map([[MATERIAL, { value: 0, error: 0 }], ...Array.from(names, (name, i) => [name, worth[i]] as const)]);
}
