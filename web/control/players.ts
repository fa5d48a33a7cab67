/** The players' names, results and material, for display. @module */

import type { Analysis } from "../../engine/games/analysis.ts";
import type { GameEnd } from "../../engine/games/outcome.ts";
import type { GameLine } from "../state/game_line.ts";
import type { Game } from "../../engine/games/game.ts";
import { opponentOf, type Side } from "../state/clock.ts";
import { type MatchTerms, OWN_NAME } from "../state/match.ts";

const NAME_TAGS = { white: "White", black: "Black" } as const;

export function nameOf({ tags }: Pick<GameLine, "tags">, side: Side): string {
  const name = tags.get(NAME_TAGS[side]) || "?";
  return name === "?" ? NAME_TAGS[side] : name;
}

export function namePlayers({ tags }: Pick<GameLine, "tags">, { human, elo }: MatchTerms): void {
  tags.set(NAME_TAGS[human], OWN_NAME);
  tags.set(NAME_TAGS[opponentOf(human)], `Hindsight (${elo ?? "full strength"})`);
}

/** A side's score: `1`, `½` or `0`; "" if the game has no result. */
export function scoreOf({ tags }: GameLine, side: Side): string {
  const [white, black = ""] = (tags.get("Result") ?? "*").split("-");
  return black === "" ? "" : (side === "white" ? white : black).replace("1/2", "½");
}

/** Both players' names and accuracies: `You 88.4 %`, or `–` if the review has no accuracy. */
export function accuraciesOf(line: GameLine, { players }: Analysis): string[] {
  return (["white", "black"] as const).map((side) => {
    const { accuracy } = players[side];
    return `${nameOf(line, side)} ${accuracy === null ? "–" : `${accuracy.toFixed(1)} %`}`;
  });
}

/** Whether a side is to move; `false` if the game is over. */
export function isToMove(line: GameLine, side: Side): boolean {
  const isOver = (line.isAtEnd && scoreOf(line, "white") !== "") || (line.outcome?.isFinal ?? false);
  return !isOver && line.turn === side;
}

/** `loaded` is the fraction of the network that has been loaded. */
export function describeStart(name: string, loaded: number | null): string {
  return loaded === null || loaded === 1
    ? `${name} is starting …`
    : `${name} is loading: ${Math.floor(loaded * 100)} %`;
}

export function describeOutcome(outcome: GameEnd | null): string {
  return outcome === null ? "" : `${resultText(outcome.result)} · ${outcome.reason}`;
}

/** A result in readable form: `1 – 0`. */
export function resultText(result: string): string {
  return result.replaceAll("1/2", "½").replace("-", " – ");
}

/** The pieces that a side has captured, as FEN letters, and its lead in points. */
export function materialOf(game: Game, side: Side): { readonly captured: readonly string[]; readonly lead: number } {
  const { fen, material } = game;
  const [board] = fen.split(" ");
  const count = (letter: string): number => board.split(letter).length - 1;
  const captured = [..."qrbnp"].flatMap((letter) => {
    const [own, other] = side === "white" ? [letter.toUpperCase(), letter] : [letter, letter.toUpperCase()];
    // Equal losses on both sides cancel out.
    return Array<string>(Math.max(0, count(own) - count(other))).fill(other);
  });
  return { captured, lead: material[side] - material[opponentOf(side)] };
}
