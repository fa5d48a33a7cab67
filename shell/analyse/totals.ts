/** Many games summed up: how each player did with each colour, and in which openings. @module */

import type { AnalysedGame } from "../../engine/games/analysis.ts";
import { ERRORS, type Judgement } from "../../engine/games/judgement.ts";
import { describeOpening } from "../../engine/games/openings.ts";
import type { Json } from "./game_report.ts";

/** Players and openings that a text shows. */
const SHOWN_PLAYERS = 10;
const SHOWN_OPENINGS = 3;

/** Games summed up. */
export interface GameSum {
  /** How many. */
  readonly games: number;
  /** Points of the player: a draw is half of one. */
  readonly points: number;
  /** Games with a result. */
  readonly decided: number;
  /** Mean accuracy of the games, per cent; `null` if none was analysed to its end. */
  readonly accuracy: number | null;
}

/** A player's games with one colour. */
export interface PlayerTotal extends GameSum {
  /** The player's name. */
  readonly player: string;
  /** The colour. */
  readonly colour: "white" | "black";
  /** Moves that were judged. */
  readonly moves: number;
  /** How many errors of each kind. */
  readonly errors: Readonly<Record<Judgement, number>>;
  /** The openings, those with most games first. */
  readonly openings: readonly (GameSum & { readonly name: string })[];
}

class Sum {
  games = 0;
  points = 0;
  decided = 0;
  private accuracies = 0;
  private accurate = 0;

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

  get total(): GameSum {
    const { games, points, decided } = this;
    return { games, points, decided, accuracy: this.accurate === 0 ? null : this.accuracies / this.accurate };
  }
}

/** What is summed up of a player's games with one colour. */
interface Row {
  readonly player: string;
  readonly colour: "white" | "black";
  readonly sum: Sum;
  moves: number;
  readonly errors: Record<Judgement, number>;
  readonly openings: Map<string, Sum>;
}

/** Sums games up, one after the other. */
export class Totals {
  private readonly rows = new Map<string, Row>();
  /** How many games were added. */
  count = 0;

  /** Adds a game, if it was analysed. */
  add({ game, analysis }: AnalysedGame): void {
    if (analysis === null) return;
    this.count++;
    for (const colour of ["white", "black"] as const) {
      const player = game.tags.get(colour === "white" ? "White" : "Black") || "?";
      const key = `${colour} ${player}`;
      const row = this.rows.get(key) ??
        { player, colour, sum: new Sum(), moves: 0, errors: noErrors(), openings: new Map() };
      this.rows.set(key, row);
      const { accuracy, moves, errors } = analysis.players[colour];
      const points = pointsOf(game.result, colour);
      row.sum.add(points, accuracy);
      row.moves += moves;
      for (const { name } of ERRORS) row.errors[name] += errors[name];
      // The line matters less than the opening: "Sicilian Defense: Najdorf Variation" counts as a Sicilian.
      const opening = analysis.opening === null ? "No opening" : describeOpening(analysis.opening).replace(/:.*/, "");
      const sum = row.openings.get(opening) ?? new Sum();
      row.openings.set(opening, sum);
      sum.add(points, accuracy);
    }
  }

  /** The sums: players with most games first, each with White before Black. */
  get players(): PlayerTotal[] {
    const games = new Map<string, number>();
    for (const { player, sum } of this.rows.values()) games.set(player, (games.get(player) ?? 0) + sum.games);
    return [...this.rows.values()].map(({ player, colour, sum, moves, errors, openings }): PlayerTotal => ({
      player,
      colour,
      ...sum.total,
      moves,
      errors,
      openings: Array.from(openings, ([name, opening]) => ({ name, ...opening.total })).sort((a, b) =>
        b.games - a.games
      ),
    })).sort((a, b) =>
      (games.get(b.player) ?? 0) - (games.get(a.player) ?? 0) ||
      (a.player < b.player ? -1 : a.player > b.player ? 1 : 0) ||
      (a.colour === "white" ? -1 : 1)
    );
  }

  /** The sums for people, a few lines each; "" for less than two games. */
  describe(): string {
    if (this.count < 2) return "";
    const { players } = this;
    const names = [...new Set(players.map(({ player }) => player))];
    const shown = new Set(names.slice(0, SHOWN_PLAYERS));
    const more = names.length - shown.size;
    return [
      `Total of ${this.count} games`,
      ...players.filter(({ player }) => shown.has(player)).flatMap(describePlayer),
      ...(more > 0 ? [`  and ${more} more ${more === 1 ? "player" : "players"}; --json has all of them`] : []),
    ].join("\n");
  }

  /** The sums for programs, with the names that docs/shell.md explains. */
  toJson(): Json {
    return this.players.map(({ player, colour, moves, errors, openings, ...sum }) => ({
      player,
      colour,
      ...sumToJson(sum),
      moves,
      inaccuracies: errors.inaccuracy,
      mistakes: errors.mistake,
      blunders: errors.blunder,
      openings: openings.map(({ name, ...opening }) => ({ name, ...sumToJson(opening) })),
    }));
  }
}

/** Games, points and accuracy: `12 games, 7.5 of 12 points, accuracy 84.3 %`. */
export function describeSum({ games, points, decided, accuracy }: GameSum): string {
  const parts = [`${games} ${games === 1 ? "game" : "games"}`];
  if (decided > 0) parts.push(`${points} of ${decided} ${decided === 1 ? "point" : "points"}`);
  if (accuracy !== null) parts.push(`accuracy ${accuracy.toFixed(1)} %`);
  return parts.join(", ");
}

function describePlayer({ player, colour, errors, openings, ...sum }: PlayerTotal): string[] {
  const counts = ERRORS.toReversed().map(({ name, plural }) => `${errors[name]} ${errors[name] === 1 ? name : plural}`);
  return [
    `  ${player}, ${colour}: ${describeSum(sum)}, ${counts.join(", ")}`,
    ...openings.slice(0, SHOWN_OPENINGS).map((opening) => `    ${opening.name}: ${describeSum(opening)}`),
  ];
}

function sumToJson({ games, points, decided, accuracy }: GameSum): { readonly [name: string]: Json } {
  return { games, points, decided, accuracy: accuracy === null ? null : Math.round(accuracy * 100) / 100 };
}

function noErrors(): Record<Judgement, number> {
  return { inaccuracy: 0, mistake: 0, blunder: 0 };
}

/** A player's points by the result, `null` if there is none. */
function pointsOf(result: string, colour: "white" | "black"): number | null {
  if (result === "1/2-1/2") return 0.5;
  if (result === "0-0") return 0;
  if (result !== "1-0" && result !== "0-1") return null;
  return (result === "1-0") === (colour === "white") ? 1 : 0;
}
