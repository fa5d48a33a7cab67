/**
 * Plays the comparisons of an ablation until each has its games.
 *
 * They are played in chunks, and the result of a chunk is saved at once. The comparison with the fewest games comes
 * next, so that all of them advance together.
 *
 * @module
 */

import type { Setting } from "../../../search/params.ts";
import { type AblationRecord, advance, type Conditions, nextChunk, type RecordStore } from "./ablation.ts";
import type { MatchPlan, MatchPlayer } from "../fastchess.ts";
import { formatDuration, Progress } from "../../progress.ts";
import { estimateElo } from "../statistics.ts";
import type { System } from "../../../engine/view/systems.ts";
import { addTallies, countGames, formatEstimate, type Tally } from "../tally.ts";

/** What a tournament needs. */
export interface TournamentPlan {
  /** Path of the tunable bundle that plays both sides. */
  readonly bundle: string;
  /** How to play. */
  readonly conditions: Conditions;
  /** Path of the book. */
  readonly book: string;
  /** Openings in the book. */
  readonly bookLines: number;
  /** Games for each system. */
  readonly games: number;
  /** Games between two savings. */
  readonly chunk: number;
  /** Games at once. */
  readonly concurrency: number;
}

/**
 * Plays the games that are missing.
 *
 * @param records What has been played; changed with every chunk.
 * @param plan How to play.
 * @param store Where records are saved after each chunk.
 * @param player Plays a chunk.
 * @param signal Ends it early; complete pairs are saved.
 */
export async function playTournament(
  records: Map<System, AblationRecord>,
  plan: TournamentPlan,
  store: RecordStore,
  player: MatchPlayer,
  signal: AbortSignal,
): Promise<void> {
  const pace = new Pace(records, plan);
  while (!signal.aborted) {
    const next = leastPlayed(records, plan);
    if (next === null) break;
    const [system, record] = next;
    const chunk = nextChunk(record, plan.games, plan.chunk, plan.bookLines);
    if (chunk === null) break;
    const result = await player({ ...matchOf(system, plan), seed: record.seed, ...chunk }, {
      onPair: (tally) => pace.show(system, addTallies(record.tally, tally), countGames(tally)),
      onLine: (line) => {
        if (line.startsWith("Warning")) pace.progress.print(`${system.name}: ${line}`);
      },
    }, signal);
    // Unless the match was stopped, all openings of the chunk are used up.
    const advanced = advance(record, result.tally, signal.aborted ? result.openings : chunk.rounds);
    records.set(system, advanced);
    await store.save(advanced);
    pace.finishChunk(result.tally);
  }
  pace.progress.clear();
}

/** The system that lacks games and has the fewest; `null` if none lacks any. */
function leastPlayed(
  records: ReadonlyMap<System, AblationRecord>,
  plan: TournamentPlan,
): [System, AblationRecord] | null {
  let least: [System, AblationRecord] | null = null;
  for (const [system, record] of records) {
    if (nextChunk(record, plan.games, plan.chunk, plan.bookLines) === null) continue;
    if (least === null || countGames(record.tally) < countGames(least[1].tally)) least = [system, record];
  }
  return least;
}

function matchOf(system: System, plan: TournamentPlan): Omit<MatchPlan, "seed" | "opening" | "rounds"> {
  const { limit, hash, adjudicate } = plan.conditions;
  return {
    first: { name: "with", bundle: plan.bundle, options: optionsOf(system.on) },
    second: { name: "without", bundle: plan.bundle, options: optionsOf(system.off) },
    limit,
    hash,
    adjudicate,
    book: plan.book,
    concurrency: plan.concurrency,
  };
}

function optionsOf(setting: Setting): Record<string, number> {
  return Object.fromEntries(Object.entries(setting));
}

/** How fast games are played and how long the rest takes. */
class Pace {
  readonly progress: Progress = new Progress();
  private readonly startedAt: number = performance.now();
  private readonly total: number;
  private readonly games: number;
  private finished = 0;

  constructor(records: ReadonlyMap<System, AblationRecord>, plan: TournamentPlan) {
    const wanted = Math.min(plan.games, 2 * plan.bookLines);
    this.games = wanted;
    this.total = Array.from(records.values(), ({ tally }) => Math.max(0, wanted - countGames(tally)))
      .reduce((sum, missing) => sum + missing, 0);
  }

  /** A pair was completed: the tally of the system, and how many games of it are from this chunk. */
  show(system: System, tally: Tally, gamesOfChunk: number): void {
    const done = this.finished + gamesOfChunk;
    const rate = done / ((performance.now() - this.startedAt) / 1000);
    const left = Math.max(0, this.total - done);
    this.progress.show(
      `${system.name}: ${countGames(tally)}/${this.games} games, Elo ${formatEstimate(estimateElo(tally.pairs))} | ` +
        `${left} games left, ${rate.toFixed(1)}/s, ${formatDuration(left / rate)}`,
    );
  }

  finishChunk(tally: Tally): void {
    this.finished += countGames(tally);
  }
}
