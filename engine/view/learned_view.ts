/** Writes learned results as text or as a game, for the commands `learned show`, `list` and `export`. @module */

import { formatFen } from "../../core/fen.ts";
import { legalMoves } from "../../core/movegen.ts";
import { formatSan } from "../../core/notation.ts";
import type { Position } from "../../core/position.ts";
import { NO_MOVE, WHITE } from "../../core/types.ts";
import { BOUND_LOWER, BOUND_NONE, BOUND_UPPER } from "../../search/bound.ts";
import type { Learning, PositionRecord } from "../learning.ts";
import type { KnownPlace } from "../../search/experience.ts";
import { boardAt } from "../games/board_at.ts";
import { Game } from "../games/game.ts";
import { GameNode } from "../games/game_node.ts";
import { materialOf, reportedCentipawns } from "../win_rate.ts";
import { formatPawns } from "../games/evaluation.ts";
import { count } from "../words.ts";

/** Describes what has been learned about a position, and about at most `limit` positions after its best moves. */
export function formatLearned(position: Position, learning: Learning, limit: number): string {
  const own = learning.of(position);
  const lines = [`${count(learning.size, "position")} known in all.`];
  if (own === null) lines.push("Nothing has been learned about this position.");
  else {
    const best = own.move === NO_MOVE ? "" : `, best ${formatSan(position, own.move)}`;
    lines.push(`This position: ${describe(position, own, 1)}${best}.`);
  }
  const moves = legalMoves(position).flatMap((move) => {
    const san = formatSan(position, move);
    position.make(move);
    const known = learning.of(position);
    const text = known === null ? "" : `    ${san}: ${describe(position, known, -1)}`;
    position.undo();
    return known === null ? [] : [{ text, score: known.bound === BOUND_NONE ? -Infinity : -known.score }];
  });
  moves.sort((a, b) => a.score === b.score ? 0 : b.score - a.score);
  if (moves.length > 0) lines.push(`Known moves (${Math.min(limit, moves.length)} of ${moves.length}):`);
  lines.push(...moves.slice(0, limit).map(({ text }) => text));
  return lines.join("\n");
}

/** Lists at most `limit` positions that can follow, with the moves to them. The most deeply searched come first. */
export async function formatLongest(position: Position, learning: Learning, limit: number): Promise<string> {
  const found: KnownPlace[] = [];
  for await (const place of learning.walk(position)) if (place.record.visits > 0) found.push(place);
  found.sort((a, b) => b.record.depth - a.record.depth || b.record.visits - a.record.visits);
  const lines = found.slice(0, limit).map(({ moves, record }) => {
    const names: string[] = [];
    for (const move of moves) {
      names.push(formatSan(position, move));
      position.make(move);
    }
    const text = `    ${names.join(" ") || "this one"}: ${describe(position, record, 1)}`;
    for (const _ of moves) position.undo();
    return text;
  });
  return [`Searched deepest (${lines.length} of ${count(found.length, "position")}):`, ...lines].join("\n");
}

/** Makes a game from the nearest known positions that can follow, up to `limit` of them. The best moves come first. */
export async function learnedGame(position: Position, learning: Learning, limit: number): Promise<Game> {
  const game = new Game(formatFen(position), { chess960: position.chess960 });
  let places = 0;
  for await (const { moves, record } of learning.walk(position)) {
    if (places++ >= limit) break;
    const node = moves.reduce(GameNode.append, game.root);
    const board = boardAt(node);
    const { bound, score, depth } = record;
    if (bound !== BOUND_NONE) {
      const cp = (board.sideToMove === WHITE ? 1 : -1) * reportedCentipawns(score, materialOf(board)) + 0;
      node.evaluation = { cp, mate: null };
    }
    const facts = [...depth > 0 ? [`depth ${depth}`] : [], ...searchesOf(record), ...gamesOf(record, 1)];
    if (facts.length > 0) GameNode.addComment(node, facts.join(", "));
  }
  return game;
}

/** Describes what has been learned about a position, for the side that has just moved if `sign` is −1. */
function describe(position: Position, known: PositionRecord, sign: 1 | -1): string {
  const { score, bound, depth } = known;
  const parts = searchesOf(known);
  if (bound !== BOUND_NONE) {
    const centipawns = sign * reportedCentipawns(score, materialOf(position));
    const isLeast = bound === (sign === 1 ? BOUND_LOWER : BOUND_UPPER);
    const limit = bound === BOUND_LOWER || bound === BOUND_UPPER ? isLeast ? "at least " : "at most " : "";
    parts.push(`score ${limit}${formatPawns(centipawns)} at depth ${depth}`);
  }
  return [...parts, ...gamesOf(known, sign)].join(", ");
}

function searchesOf({ visits }: PositionRecord): string[] {
  return visits === 0 ? [] : [`searched ${visits === 1 ? "once" : `${visits} times`}`];
}

function gamesOf({ won, drawn, lost }: PositionRecord, sign: 1 | -1): string[] {
  const games = won + drawn + lost;
  const [wins, losses] = sign === 1 ? [won, lost] : [lost, won];
  return games === 0 ? [] : [`${count(games, "game")}: ${wins} won, ${drawn} drawn, ${losses} lost`];
}
