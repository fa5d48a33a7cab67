/** What was learned of a position, in words: the command `learned show`. @module */

import { legalMoves } from "../../core/movegen.ts";
import { formatSan } from "../../core/notation.ts";
import type { Position } from "../../core/position.ts";
import { NO_MOVE } from "../../core/types.ts";
import { BOUND_LOWER, BOUND_NONE, BOUND_UPPER } from "../../search/bound.ts";
import type { Learning, PositionRecord } from "../learning.ts";
import { materialOf, reportedCentipawns } from "../win_rate.ts";
import { formatPawns } from "./eval_view.ts";

/** Says what was learned of a position and of those behind its moves, of which it shows so many at most. */
export function formatLearned(position: Position, learning: Learning, limit: number): string {
  const own = learning.of(position);
  const lines = [`${count(learning.size, "position")} known in all.`];
  if (own === null) lines.push("Of this one nothing was learned.");
  else {
    const best = own.move === NO_MOVE ? "" : `, best ${formatSan(position, own.move)}`;
    lines.push(`This one: ${describe(position, own, 1)}${best}.`);
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

/** What is known of a position; with sign −1 from the view of the side that moved there. */
function describe(position: Position, known: PositionRecord, sign: 1 | -1): string {
  const { score, bound, depth, visits, won, drawn, lost } = known;
  const parts: string[] = [];
  if (visits > 0) parts.push(`searched ${visits === 1 ? "once" : `${visits} times`}`);
  if (bound !== BOUND_NONE) {
    const centipawns = sign * reportedCentipawns(score, materialOf(position));
    const isLeast = bound === (sign === 1 ? BOUND_LOWER : BOUND_UPPER);
    const limit = bound === BOUND_LOWER || bound === BOUND_UPPER ? isLeast ? "at least " : "at most " : "";
    parts.push(`score ${limit}${formatPawns(centipawns)} at depth ${depth}`);
  }
  const games = won + drawn + lost;
  const [wins, losses] = sign === 1 ? [won, lost] : [lost, won];
  if (games > 0) parts.push(`${count(games, "game")}: ${wins} won, ${drawn} drawn, ${losses} lost`);
  return parts.join(", ");
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
