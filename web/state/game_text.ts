/** Reads positions and games that users paste: PGN, moves, a full or partial FEN, or a URL with a FEN. @module */

import { PositionError } from "../../engine/errors.ts";
import { Game } from "../../engine/games/game.ts";
import { readAllGames } from "../../engine/games/read_games.ts";
import type { GameNode } from "../../engine/games/game_node.ts";
import { nameOf, playersOf } from "../../engine/games/pgn.ts";
import { decode } from "./address.ts";
import { GameLine } from "./game_line.ts";
import { FILES, piecesOf } from "./squares.ts";

export interface NumberedGame {
  /** The game's number in the text, from 1. */
  readonly number: number;
  readonly line: GameLine;
  /** One sentence for each correction, omission or contradiction. */
  readonly warnings: readonly string[];
}

export interface GamesOfText {
  readonly games: readonly NumberedGame[];
  /** The name of each game that could not be read, and the reason. */
  readonly faults: readonly string[];
}

const PLACEMENT = /(?<!\w)(?:[pnbrqkPNBRQK1-8]{1,8}\/){7}[pnbrqkPNBRQK1-8]{1,8}/;
/** The beginning of a piece placement, which may have too few ranks. */
const FEN_START = /^[pnbrqkPNBRQK1-8]{1,8}\/[pnbrqkPNBRQK1-8/]+(\s|$)/;
const ADDRESS = /^https?:\/\/\S+$/;
/** Moves in UCI notation, perhaps after `position startpos moves`. */
const UCI_MOVES = /^(?:position\s+)?(?:startpos\s+)?(?:moves\s+)?((?:[a-h][1-8][a-h][1-8][nbrq]?[\s,]*)+)$/i;

/**
 * Reads text that the user has pasted or opened, with Chess960 castling if requested. Throws a `PositionError` for an
 * invalid position or an illegal move.
 */
export function readGames(text: string, chess960: boolean): GamesOfText {
  const trimmed = text.trim();
  const [, moves] = UCI_MOVES.exec(trimmed) ?? [];
  if (moves !== undefined) return single(lineOf(moves.toLowerCase().split(/[\s,]+/)));
  if (ADDRESS.test(trimmed)) {
    const fen = fenIn(decode(trimmed));
    if (fen === null) {
      throw new PositionError("This address contains no position; copy the PGN or the FEN instead");
    }
    return single(new GameLine({ fen, chess960 }));
  }
  // Some programs write backslashes before slashes, or instead of them.
  const plain = trimmed.replace(/\\\/?/g, "/");
  const fen = FEN_START.test(plain.replaceAll("_", " ")) ? fenIn(plain) ?? plain : null;
  return fen === null ? gamesFromPgn(text) : single(new GameLine({ fen, chess960 }));
}

/** Reads PGN. Each variation ends before its first illegal or null move. */
export function gamesFromPgn(text: string): GamesOfText {
  const games: NumberedGame[] = [];
  const faults: string[] = [];
  for (const { game, number, fault, warnings } of readAllGames(text)) {
    if (fault === null) {
      simplify(game);
      games.push({ number, line: new GameLine(game), warnings });
    } else faults.push(`${nameOf({ tags: game.tags, number })}: ${fault}`);
  }
  return { games, faults };
}

/** Removes null moves. Turns a comment before a variation's first move into a comment on that move. */
function simplify(game: Game): void {
  const open: GameNode[] = game.root.children;
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.isNull) {
      game.delete(node);
      continue;
    }
    if (node.commentsBefore.length > 0) {
      node.comments = [...node.commentsBefore, ...node.comments];
      node.commentsBefore = [];
    }
    open.push(...node.children);
  }
}

/** Finds a FEN in text, and fills in missing fields; `null` if there is no FEN. */
function fenIn(text: string): string | null {
  const found = PLACEMENT.exec(text);
  if (found === null) return null;
  const [placement] = found;
  const rest = text.slice(found.index + placement.length).split(/[&#?"]/)[0];
  const [side = "", castling = "", passant = "", halves = "", moves = ""] = rest.split(/[\s_+]+/).slice(1);
  const hasSide = /^[wb]$/.test(side);
  return [
    placement,
    hasSide ? side : "w",
    hasSide && /^(?:-|[A-Ha-hKQkq]{1,4})$/.test(castling) ? castling : castlingOf(placement),
    /^(?:-|[a-h][36])$/.test(passant) ? passant : "-",
    /^\d+$/.test(halves) ? halves : "0",
    /^\d+$/.test(moves) ? moves : "1",
  ].join(" ");
}

/** All castling rights that the squares of kings and rooks allow, as a FEN field. */
export function castlingOf(placement: string): string {
  const pieces = piecesOf(placement);
  const rights = [["K", "e1K h1R"], ["Q", "e1K a1R"], ["k", "e8k h8r"], ["q", "e8k a8r"]];
  const stands = rights.filter(([, men]) => men.split(" ").every((man) => pieces.get(man.slice(0, 2)) === man[2]));
  return stands.map(([side]) => side).join("") || "-";
}

/** The squares on which the placement allows a capture en passant. */
export function passantSquares(placement: string, side: "w" | "b"): string[] {
  const pieces = piecesOf(placement);
  const [own, other, from, over, at] = side === "w" ? ["P", "p", 7, 6, 5] : ["p", "P", 2, 3, 4];
  return [...FILES].filter((file, i) =>
    pieces.get(`${file}${at}`) === other && !pieces.has(`${file}${from}`) && !pieces.has(`${file}${over}`) &&
    [FILES[i - 1], FILES[i + 1]].some((beside) => pieces.get(`${beside}${at}`) === own)
  ).map((file) => `${file}${over}`);
}

function lineOf(moves: readonly string[]): GameLine {
  const line = new GameLine();
  for (const move of moves) if (move !== "") line.move(move);
  return line;
}

function single(line: GameLine): GamesOfText {
  return { games: [{ number: 1, line, warnings: line.mended }], faults: [] };
}

export function titleOf({ number, line: { tags } }: NumberedGame): string {
  const details = [tags.get("Result"), tags.get("Date")].filter((value) => value !== undefined && !value.includes("?"));
  return [`${number}. ${playersOf({ tags })}`, ...details].join(" · ");
}
