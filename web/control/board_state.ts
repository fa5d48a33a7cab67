/**
 * What the board and the players beside it show, from the state of the game.
 *
 * @module
 */

import type { GameEnd } from "../../engine/games/outcome.ts";
import type { GameLine } from "../state/game_line.ts";
import type { Match } from "../state/match.ts";
import type { Texts } from "../text/texts.ts";
import type { Arrow } from "../views/board_marks.ts";
import type { BoardContent } from "../views/board_view.ts";
import type { PlayerContent } from "../views/player_strip.ts";
import { piecesOf } from "../views/squares.ts";

/** Points of the pieces. */
const POINTS: Readonly<Record<string, number>> = { p: 1, n: 3, b: 3, r: 5, q: 9, k: 0 };

/** What the board shows of a game. */
export function boardContent(line: GameLine, isFlipped: boolean, arrows: readonly Arrow[]): BoardContent {
  const { fen, lastStep } = line;
  const king = fen.split(" ")[1] === "w" ? "K" : "k";
  const isCheck = lastStep === null ? line.game.isCheck : lastStep.isCheck;
  const check = isCheck ? [...piecesOf(fen)].find(([, piece]) => piece === king)?.[0] ?? null : null;
  const lastMove = lastStep === null ? [] : [lastStep.uci.slice(0, 2), lastStep.uci.slice(2, 4)];
  return { fen, isFlipped, lastMove, check, arrows, isAnimated: false };
}

/** What is shown of a player. */
export function playerContent(
  line: GameLine,
  match: Match | null,
  side: "white" | "black",
  texts: Texts,
): PlayerContent {
  return {
    side,
    name: nameOf(line, match, side, texts),
    lead: leadOf(line.fen, side),
    time: match?.clock?.remaining(side, performance.now()) ?? null,
    score: scoreOf(line, side),
    turn: !isOver(line) && line.fen.split(" ")[1] === side[0] ? texts.play.toMove : "",
  };
}

/** What a side got in the game: `1`, `½` or `0`; "" where the game has no result. */
function scoreOf(line: GameLine, side: "white" | "black"): string {
  const [white, black = ""] = (line.tags.get("Result") ?? "*").split("-");
  const score = side === "white" ? white : black;
  return black === "" ? "" : score.replace("1/2", "½");
}

/** Whether no move follows the position that is shown: the game has ended there, or the rules allow none. */
function isOver(line: GameLine): boolean {
  return (line.isAtEnd && scoreOf(line, "white") !== "") || (line.game.outcome?.isFinal ?? false);
}

/** How a game ended, as a sentence; "" if it goes on. */
export function describeOutcome(outcome: GameEnd | null, { play }: Texts): string {
  return outcome === null ? "" : play.outcome(outcome.result, play.reasons[outcome.reason] ?? outcome.reason);
}

function nameOf(line: GameLine, match: Match | null, side: "white" | "black", { play }: Texts): string {
  if (match !== null) {
    if (match.terms.human === side) return play.you;
    return `Hindsight · ${match.terms.elo ?? play.full}`;
  }
  const name = line.tags.get(side === "white" ? "White" : "Black") ?? "?";
  return name === "?" ? play.colours[side] : name;
}

/** Points of material that a side is ahead. */
function leadOf(fen: string, side: "white" | "black"): number {
  let lead = 0;
  for (const piece of piecesOf(fen).values()) {
    const isWhite = piece !== piece.toLowerCase();
    lead += (isWhite === (side === "white") ? 1 : -1) * POINTS[piece.toLowerCase()];
  }
  return lead;
}
