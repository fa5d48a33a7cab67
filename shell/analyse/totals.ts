/** Totals over several games: each player's results by colour and opening. @module */

import type { AnalysedGame } from "../../engine/games/analysis.ts";
import { ERRORS, type Judgement } from "../../engine/games/judgement.ts";
import { describeOpening } from "../../engine/games/openings.ts";
import { count } from "../../engine/words.ts";
import { describeErrors, type Json, rounded } from "./game_report.ts";

const SHOWN_PLAYERS = 10;
const SHOWN_OPENINGS = 3;

/** The results of several games, added up. */
export class GameSum {
  /** The number of games. */
  games = 0;
  /** The points: 1 for a win, ½ for a draw. */
  points = 0;
  /** The number of games with a result. */
  decided = 0;
  private accuracies = 0;
  private accurate = 0;

  /** Mean accuracy as a percentage; `null` if no game was analysed completely. */
  get accuracy(): number | null {
    return this.accurate === 0 ? null : this.accuracies / this.accurate;
  }

  /** Adds a game. `points` is `null` without a result; `accuracy` is `null` if the game was not analysed completely. */
  add(points: number | null, accuracy: number | null): void {
    this.games++;
    if (points !== null) {
      this.decided++;
      this.points += points;
    }
    if (accuracy === null) return;
    this.accurate++;
    this.accuracies += accuracy;
  }
}

/** A player's games with one colour. */
export class PlayerTotal extends GameSum {
  /** The number of judged moves. */
  moves = 0;
  /** The number of errors of each kind. */
  readonly errors: Record<Judgement, number> = { inaccuracy: 0, mistake: 0, blunder: 0 };
  /** The sums for each opening. */
  readonly sums: Map<string, GameSum> = new Map();

  /** Starts with no games. */
  constructor(readonly player: string, readonly colour: "white" | "black") {
    super();
  }

  /** The openings, most games first. */
  get openings(): [name: string, sum: GameSum][] {
    return [...this.sums].sort(([, a], [, b]) => b.games - a.games);
  }
}

/** Adds up the results of all players. */
export class Totals {
  private readonly totals = new Map<string, PlayerTotal>();
  /** The number of games added so far. */
  count = 0;

  /** Adds a game if it was analysed. */
  add({ game, analysis }: AnalysedGame): void {
    if (analysis === null) return;
    this.count++;
    for (const colour of ["white", "black"] as const) {
      const player = game.tags.get(colour === "white" ? "White" : "Black") || "?";
      const key = `${colour} ${player}`;
      const total = this.totals.get(key) ?? new PlayerTotal(player, colour);
      this.totals.set(key, total);
      const { accuracy, moves, errors } = analysis.players[colour];
      const points = pointsOf(game.result, colour);
      total.add(points, accuracy);
      total.moves += moves;
      for (const { name } of ERRORS) total.errors[name] += errors[name];
      // "Sicilian Defense: Najdorf Variation" is counted as "Sicilian Defense".
      const opening = analysis.opening === null ? "No opening" : describeOpening(analysis.opening).replace(/:.*/, "");
      const sum = total.sums.get(opening) ?? new GameSum();
      total.sums.set(opening, sum);
      sum.add(points, accuracy);
    }
  }

  /** The sums, sorted: players with the most games first, and White before Black. */
  get players(): PlayerTotal[] {
    const games = new Map<string, number>();
    for (const total of this.totals.values()) games.set(total.player, (games.get(total.player) ?? 0) + total.games);
    return [...this.totals.values()].sort((a, b) =>
      (games.get(b.player) ?? 0) - (games.get(a.player) ?? 0) ||
      (a.player < b.player ? -1 : a.player > b.player ? 1 : 0) ||
      (a.colour === "white" ? -1 : 1)
    );
  }

  /** The sums as text; "" for fewer than two games. */
  describe(): string {
    if (this.count < 2) return "";
    const { players } = this;
    const names = [...new Set(players.map(({ player }) => player))];
    const shown = new Set(names.slice(0, SHOWN_PLAYERS));
    const more = names.length - shown.size;
    return [
      `Total of ${this.count} games`,
      ...players.filter(({ player }) => shown.has(player)).flatMap(describePlayer),
      ...(more > 0 ? [`  and ${count(more, "more player")}; --json lists them all`] : []),
    ].join("\n");
  }

  /** The sums as JSON. docs/shell.md shows the fields. */
  toJson(): Json {
    return this.players.map((total) => ({
      player: total.player,
      colour: total.colour,
      ...sumToJson(total),
      moves: total.moves,
      inaccuracies: total.errors.inaccuracy,
      mistakes: total.errors.mistake,
      blunders: total.errors.blunder,
      openings: total.openings.map(([name, sum]) => ({ name, ...sumToJson(sum) })),
    }));
  }
}

/** A sum: `12 games, 7.5 of 12 points, accuracy 84.3 %`. */
export function describeSum({ games, points, decided, accuracy }: GameSum): string {
  const parts = [count(games, "game")];
  if (decided > 0) parts.push(`${points} of ${count(decided, "point")}`);
  if (accuracy !== null) parts.push(`accuracy ${accuracy.toFixed(1)} %`);
  return parts.join(", ");
}

function describePlayer(total: PlayerTotal): string[] {
  return [
    `  ${total.player}, ${total.colour}: ${describeSum(total)}, ${describeErrors(total.errors)}`,
    ...total.openings.slice(0, SHOWN_OPENINGS).map(([name, sum]) => `    ${name}: ${describeSum(sum)}`),
  ];
}

function sumToJson({ games, points, decided, accuracy }: GameSum): { readonly [name: string]: Json } {
  return { games, points, decided, accuracy: rounded(accuracy) };
}

function pointsOf(result: string, colour: "white" | "black"): number | null {
  if (result === "1/2-1/2") return 0.5;
  if (result === "0-0") return 0;
  if (result !== "1-0" && result !== "0-1") return null;
  return (result === "1-0") === (colour === "white") ? 1 : 0;
}
