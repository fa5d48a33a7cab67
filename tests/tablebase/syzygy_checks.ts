/** Checks of tablebase answers: against each other, and in games that are played to the end. @module */

import { createControl } from "../../search/thread_slot.ts";
import { hasLegalMove } from "../../core/legality.ts";
import { legalMoves } from "../../core/movegen.ts";
import type { Position } from "../../core/position.ts";
import { isFiftyMoves, isInsufficientMaterial, isThreefold } from "../../core/draws.ts";
import { embeddedNetwork } from "../../nnue/embedded.ts";
import { Evaluator } from "../../search/evaluate.ts";
import { unlimited } from "../../search/limits.ts";
import { Search } from "../../search/search.ts";
import { TranspositionTable } from "../../search/transposition.ts";
import { runSearch } from "../../search/run.ts";
import { DRAWN, LOSS, type Prober, UNKNOWN, WIN } from "../../tablebase/prober.ts";

/**
 * The fault in the answers for a position, judged by the answers for the positions after one move; "" if there is none.
 * If no position has a fault, the results are right: a distance that falls with every move leads to a mate in the end.
 */
export function inconsistency(prober: Prober, position: Position): string {
  const moves = legalMoves(position);
  const result = prober.result(position);
  const distance = prober.distance(position);
  if (result === UNKNOWN || distance === UNKNOWN) return "a table is missing";
  if (Math.sign(result) !== Math.sign(distance)) return `result ${result}, distance ${distance}`;
  if (moves.length === 0) {
    const expected = position.inCheck ? [LOSS, -1] : [DRAWN, 0];
    return result === expected[0] && distance === expected[1] ? "" : `no moves, but result ${result}, ${distance}`;
  }
  let best = LOSS;
  let nearest = Infinity;
  let farthest = 0;
  for (const move of moves) {
    position.make(move);
    const after = 0 - prober.result(position);
    const plies = Math.abs(prober.distance(position));
    const isLast = position.halfmoves === 0 || (after === WIN && !hasLegalMove(position));
    position.undo();
    best = Math.max(best, after);
    const length = isLast ? 1 : plies + 1;
    if (after === WIN) nearest = Math.min(nearest, length);
    if (after === LOSS) farthest = Math.max(farthest, length);
  }
  if (best !== result) return `result ${result}, but its best move has ${best}`;
  if (result === DRAWN) return "";
  const expected = result === WIN ? nearest : farthest;
  // Tables that count moves sometimes give a distance that is one too low.
  return Math.abs(Math.abs(distance) - expected) <= 1 ? "" : `distance ${distance}, but its moves say ${expected}`;
}

/** The result that the tables promise the side to move at the start of a game, and the result of the game. */
export type PlayOut = { promised: number; reached: number };

/**
 * Returns a function that plays a position to the end of the game. The engine plays against itself with tables, with
 * this number of nodes for each move, and both sides keep what they learn during the game.
 */
export function createPlayOuts(prober: Prober, nodes: number): (position: Position) => PlayOut {
  const limits = { ...unlimited(), nodes, tablebaseMen: prober.men };
  const evaluator = new Evaluator(embeddedNetwork());
  const players = [0, 1].map(() => {
    const search = new Search(new TranspositionTable(TranspositionTable.allocate(1)), createControl(), evaluator);
    search.tablebases.setProber(prober);
    return search;
  });
  return (position) => {
    for (const player of players) {
      player.newGame();
      player.tt.clear();
    }
    const promised = prober.result(position);
    const first = position.sideToMove;
    while (hasLegalMove(position)) {
      if (isThreefold(position) || isFiftyMoves(position) || isInsufficientMaterial(position)) {
        return { promised, reached: DRAWN };
      }
      position.make(runSearch(players[position.sideToMove], position, limits, () => {}).bestMove);
    }
    const sign = position.sideToMove === first ? -1 : 1;
    return { promised, reached: position.inCheck ? sign * WIN : DRAWN };
  };
}
