/** Converts a game to the form that engines accept: a start position and moves. @module */

import type { GameRecord } from "../../core/game_record.ts";
import { messageOf } from "../../core/errors.ts";
import { fullmoveOf, parseFen, readFen, START_FEN } from "../../core/fen.ts";
import type { Position } from "../../core/position.ts";
import { WHITE } from "../../core/types.ts";
import type { GameStart } from "./board_at.ts";
import type { RootNode } from "./game_node.ts";
import { type FirstMove, nameOf, numberOf, type PgnGame } from "./pgn.ts";

/** A start position with legal moves, and the number of the first move. */
export type Replay = { readonly record: GameRecord; readonly first: FirstMove };

/** The main line up to the first illegal move or null move. Throws a RangeError if the game cannot be played. */
export function playThrough(game: PgnGame): Replay {
  if (game.isUnplayable) throw new RangeError(`${nameOf(game)}: ${game.fault}`);
  return replayOf(game.root);
}

/** The main line up to the first null move. */
export function replayOf(root: RootNode): Replay {
  const moves: number[] = [];
  for (let node = root.next; node !== null && !node.isNull; node = node.next) moves.push(node.move);
  return {
    record: { fen: root.fen, chess960: root.chess960, moves },
    first: { fullmove: root.fullmove, isWhite: root.colour === "white" },
  };
}

/** The position after this many plies, by default all. */
export function positionAfter(record: GameRecord, plies: number = record.moves.length): Position {
  const position = parseFen(record.fen, { chess960: record.chess960 });
  for (let i = 0; i < plies; i++) position.make(record.moves[i]);
  return position;
}

/** The number and the side of the next move; `label` gives both as text. */
export function firstMove(position: Position): FirstMove & { readonly label: string } {
  const isWhite = position.sideToMove === WHITE;
  const fullmove = fullmoveOf(position);
  return { fullmove, isWhite, label: numberOf(fullmove, isWhite) };
}

/**
 * Reads the start position from the tags, and lists the corrections made to its FEN. If this fails, returns the initial
 * position and a fault.
 */
export function startOf(
  tags: ReadonlyMap<string, string>,
): { readonly start: GameStart; readonly fault: string | null; readonly mended: readonly string[] } {
  const refused = (fault: string) => ({ start: { fen: START_FEN, chess960: false }, fault, mended: [] });
  const variant = tags.get("Variant");
  const chess960 = isChess960(variant);
  if (chess960 === null) return refused(`Expected chess or Chess960, but the rules are those of '${variant}'`);
  const written = tags.get("FEN") || START_FEN;
  if (written === START_FEN) return { start: { fen: written, chess960 }, fault: null, mended: [] };
  try {
    const { position, fen, mended } = readFen(written, { chess960 });
    const start = { fen, chess960: position.chess960 };
    return { start, fault: null, mended: mended.map((each) => `FEN: ${each}`) };
  } catch (error) {
    return refused(messageOf(error));
  }
}

/** Whether the tag "Variant" means Chess960; `null` if it means another game. */
function isChess960(variant: string | undefined): boolean | null {
  const plain = (variant ?? "").toLowerCase().replace(/[^a-z0-9]/g, "");
  if (/^(chess)?960$|^fischer|^frc$/.test(plain)) return true;
  return ["", "standard", "chess", "normal", "regular", "fromposition"].includes(plain) ? false : null;
}
