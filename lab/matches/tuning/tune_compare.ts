/**
 * A match between two sets of values, for a look at what a run brought before its values go into params.ts: in the same
 * threads, under the same conditions, without a perturbation.
 *
 * @module
 */

import type { Setting } from "../../../search/params.ts";
import { estimateElo, GAIN_BOUNDS } from "../statistics.ts";
import { countGames, formatBlock, formatEstimate, PairCounter, type Tally } from "../tally.ts";
import { engineValues } from "./tune_groups.ts";
import type { PlayerSettings } from "../threads/player_worker.ts";
import type { Player } from "../threads/players.ts";
import { describeSession, playWork, type Session } from "../threads/work.ts";

export interface Comparison {
  /** Where the first side differs from the engine. */
  readonly first: Setting;
  /** Where the second side differs from the engine. */
  readonly second: Setting;
  readonly pairs: number;
  /** For the players: one pair a batch, and the path of the book of openings; `null` for random ones. */
  readonly settings: PlayerSettings & { readonly book: string | null };
}

/**
 * Plays a match.
 *
 * @param onTick Called now and then with the result so far.
 * @param signal Ends the match early; pairs in progress are lost.
 * @returns The complete pairs, as the first side sees them.
 */
export async function playComparison(
  comparison: Comparison,
  players: readonly Player[],
  onTick: (tally: Tally, session: Session) => void,
  signal: AbortSignal,
): Promise<Tally> {
  const { first, second, pairs, settings } = comparison;
  const listOf = (changes: Setting) => {
    const values = engineValues(changes);
    return settings.parameters.map(({ name }) => values[name]);
  };
  const [plus, minus] = [listOf(first), listOf(second)];
  let batch = 0;
  const counter = new PairCounter();
  await playWork(
    {
      next: () => batch < pairs ? { batch: batch++, plus, minus } : null,
      finish: (_, games) => games.forEach((game) => counter.add(game)),
    },
    players,
    (session) => onTick(counter.tally, session),
    signal,
  );
  return counter.tally;
}

/** How far a match is, in one line. */
export function describeComparison(tally: Tally, pairs: number, session: Session): string {
  const games = countGames(tally);
  const line = describeSession(games, 2 * pairs, session);
  return games > 0 ? `${line}, ${formatEstimate(estimateElo(tally.pairs))} Elo` : line;
}

export function describeOutcome(tally: Tally, conditions: string): string {
  return countGames(tally) === 0 ? "No games yet" : formatBlock(tally, conditions, GAIN_BOUNDS);
}
