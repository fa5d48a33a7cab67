/**
 * The games of a match as they are counted and reported.
 *
 * Only complete pairs count. A pair that is not complete, because the match was stopped, is omitted, so that every
 * opening is one observation.
 *
 * @module
 */

import {
  countPairs,
  type Estimate,
  estimateElo,
  llrLimits,
  logLikelihoodRatio,
  type Pentanomial,
  type SprtBounds,
} from "./statistics.ts";

/** A finished game, from the first engine's side. */
export interface Game {
  /** Number of the game from 1; games 2k − 1 and 2k are the pair k. */
  readonly id: number;
  /** 1 won, ½ drawn, 0 lost. */
  readonly points: number;
  /** Why it ended as no game should: on time, or with an illegal move or because an engine crashed. */
  readonly fault?: "time" | "broken";
}

/** The complete pairs of a match. */
export interface Tally {
  readonly wins: number;
  readonly losses: number;
  readonly draws: number;
  /** Pairs by points. */
  readonly pairs: Pentanomial;
  /** Games that ended as none should. They count by their result all the same. */
  readonly faults: number;
  /** How many of these faults are losses on time. */
  readonly timeLosses: number;
}

export const EMPTY_TALLY: Tally = { wins: 0, losses: 0, draws: 0, pairs: [0, 0, 0, 0, 0], faults: 0, timeLosses: 0 };

/** What fastchess prints as the end of a game with a fault. */
const FAULT = /(loses on time)|illegal move|disconnects|stalls|crash/;

const FINISHED = /^Finished game (\d+) \((.+) vs (.+)\): (1-0|0-1|1\/2-1\/2) \{(.*)\}\s*$/;

/** Reads the line that fastchess prints at the end of a game; `null` if it is another line. */
export function readFinishedGame(line: string, first: string): Game | null {
  const found = FINISHED.exec(line);
  if (found === null) return null;
  const [, id, white, , result, reason] = found;
  const whitePoints = result === "1-0" ? 1 : result === "0-1" ? 0 : 0.5;
  const fault = FAULT.exec(reason);
  return {
    id: Number(id),
    points: white === first ? whitePoints : 1 - whitePoints,
    ...(fault === null ? {} : { fault: fault[1] === undefined ? "broken" : "time" }),
  };
}

/** Combines the games of a match, which finish in any order, to pairs. */
export class PairCounter {
  private readonly open: Map<number, Game> = new Map();

  /** A counter that goes on from what was counted before. */
  constructor(private counted: Tally = EMPTY_TALLY) {}

  get tally(): Tally {
    return this.counted;
  }

  add(game: Game): void {
    const pair = Math.ceil(game.id / 2);
    const other = this.open.get(pair);
    if (other === undefined) {
      this.open.set(pair, game);
      return;
    }
    this.open.delete(pair);
    const { wins, losses, draws, faults, timeLosses, pairs: [p0, p1, p2, p3, p4] } = this.counted;
    const pairs: [number, number, number, number, number] = [p0, p1, p2, p3, p4];
    pairs[2 * (other.points + game.points)]++;
    const count = <Key extends "points" | "fault">(key: Key, value: Game[Key]) =>
      [other, game].filter((each) => each[key] === value).length;
    const late = count("fault", "time");
    this.counted = {
      wins: wins + count("points", 1),
      losses: losses + count("points", 0),
      draws: draws + count("points", 0.5),
      pairs,
      faults: faults + late + count("fault", "broken"),
      timeLosses: timeLosses + late,
    };
  }
}

export function countGames(tally: Tally): number {
  return 2 * countPairs(tally.pairs);
}

/** An estimate as `7.46 +- 4.62`. */
export function formatEstimate({ value, error }: Estimate): string {
  return `${formatNumber(value)} +- ${formatNumber(error)}`;
}

/** An estimate as documents write it: `−7.46 ± 4.62`. */
export function writeEstimate(estimate: Estimate): string {
  return formatEstimate(estimate).replace("+-", "±").replace(/^-/, "−");
}

/** The five lines in which engine testers report a match of at least one pair. */
export function formatBlock(tally: Tally, conditions: string, bounds: SprtBounds): string {
  const { lower, upper } = llrLimits(bounds);
  const interval = [lower, upper].map(formatNumber).join(", ");
  const compared = [bounds.elo0, bounds.elo1].map(formatNumber).join(", ");
  const lines = [
    `Elo   | ${formatEstimate(estimateElo(tally.pairs))} (95%)`,
    `SPRT  | ${conditions}`,
    `LLR   | ${formatNumber(logLikelihoodRatio(tally.pairs, bounds))} (${interval}) [${compared}]`,
    `Games | N: ${countGames(tally)} W: ${tally.wins} L: ${tally.losses} D: ${tally.draws}`,
    `Penta | [${tally.pairs.join(", ")}]`,
  ];
  if (tally.faults > 0) {
    const { faults, timeLosses } = tally;
    lines.push(`Fault | ${timeLosses} games lost on time, ${faults - timeLosses} by an illegal move or a crash`);
  }
  return lines.join("\n");
}

/** Losses on time that a match may have, as a share of its games: a busy machine causes some without any fault. */
const TIME_LOSS_SHARE_MAX = 0.01;

/**
 * Why the games of a match decide nothing, "" if they do: an engine crashed or played an illegal move, or too many
 * games were lost on time.
 */
export function reasonToDistrust(tally: Tally): string {
  const broken = tally.faults - tally.timeLosses;
  if (broken > 0) return `${broken} games ended by an illegal move or a crash`;
  const allowed = TIME_LOSS_SHARE_MAX * countGames(tally);
  if (tally.timeLosses <= allowed) return "";
  return `${tally.timeLosses} of ${countGames(tally)} games were lost on time, more than ${
    100 * TIME_LOSS_SHARE_MAX
  } %`;
}

function formatNumber(value: number): string {
  if (Math.abs(value) === Infinity) return value > 0 ? "inf" : "-inf";
  // Without the sum, a small negative number would be "-0.00".
  return (Math.round(value * 100) / 100 + 0).toFixed(2);
}
