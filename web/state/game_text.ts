/**
 * Positions and games as text: what a user pastes or opens.
 *
 * @module
 */

import { GameLine } from "./game_line.ts";
import { gamesFromPgn, type GamesOfText, type NumberedGame } from "./game_pgn.ts";

/** What a FEN begins with: the first rank of a board, and more ranks. */
const FEN_START = /^[pnbrqkPNBRQK1-8]{1,8}\/\S+(\s|$)/;

/**
 * Reads what a user has pasted or opened: a FEN, or games in PGN.
 *
 * @param chess960 Whether castling in a FEN follows the rules of Chess960 even where it could be ordinary.
 * @throws {PositionError} If it is a FEN of an impossible position.
 */
export function readGames(text: string, chess960: boolean): GamesOfText {
  const trimmed = text.trim();
  if (FEN_START.test(trimmed)) {
    return { games: [{ number: 1, line: new GameLine({ fen: trimmed, chess960 }) }], faults: [] };
  }
  return gamesFromPgn(text);
}

/** The players, the result and the date, for a list of games. */
export function titleOf({ number, line: { tags } }: NumberedGame): string {
  const players = `${tags.get("White") ?? "?"} – ${tags.get("Black") ?? "?"}`;
  const details = [tags.get("Result"), tags.get("Date")].filter((value) => value !== undefined && !value.includes("?"));
  return [`${number}. ${players}`, ...details].join(" · ");
}
