/** What is shown of the players: names, results, material. @module */

import type { GameEnd } from "../../engine/games/outcome.ts";
import type { GameLine } from "../state/game_line.ts";
import type { Match } from "../state/match.ts";

/** Points of the pieces, from the dearest down. */
const POINTS = [["q", 9], ["r", 5], ["b", 3], ["n", 3], ["p", 1]] as const;

/** A side. */
type Side = "white" | "black";

/** The name of a player. */
export function nameOf({ tags }: GameLine, match: Match | null, side: Side): string {
  if (match !== null) {
    if (match.terms.human === side) return "You";
    return match.terms.elo === null ? "Hindsight · full strength" : `Hindsight · ${match.terms.elo}`;
  }
  const name = tags.get(side === "white" ? "White" : "Black") ?? "?";
  return name !== "?" ? name : side === "white" ? "White" : "Black";
}

/** What a side got in the game: `1`, `½` or `0`; "" where the game has no result. */
export function scoreOf({ tags }: GameLine, side: Side): string {
  const [white, black = ""] = (tags.get("Result") ?? "*").split("-");
  return black === "" ? "" : (side === "white" ? white : black).replace("1/2", "½");
}

/** Whether a side is to move: not where the game has ended, or the rules allow no move. */
export function isToMove(line: GameLine, side: Side): boolean {
  const isOver = (line.isAtEnd && scoreOf(line, "white") !== "") || (line.game.outcome?.isFinal ?? false);
  return !isOver && line.game.turn === side;
}

/** How a game ended, as a sentence; "" if it goes on. */
export function describeOutcome(outcome: GameEnd | null): string {
  return outcome === null ? "" : `${resultText(outcome.result)} · ${outcome.reason}`;
}

/** A result as people read it: `1 – 0`. */
export function resultText(result: string): string {
  return result.replaceAll("1/2", "½").replace("-", " – ");
}

/**
 * What a side has captured that the other has not answered in kind, as letters of the other side's pieces, and how many
 * points the side is ahead.
 */
export function materialOf(fen: string, side: Side): { readonly captured: readonly string[]; readonly lead: number } {
  const [board] = fen.split(" ");
  const count = (letter: string): number => board.split(letter).length - 1;
  const captured: string[] = [];
  let lead = 0;
  for (const [letter, points] of POINTS) {
    const [own, other] = side === "white" ? [letter.toUpperCase(), letter] : [letter, letter.toUpperCase()];
    // Pieces that both sides lack cancel out.
    const gain = count(own) - count(other);
    if (gain > 0) captured.push(...Array<string>(gain).fill(other));
    lead += gain * points;
  }
  return { captured, lead };
}
