/**
 * Retrograde analysis of an ending whose men are all different, with at most one pawn.
 *
 * At first, the results of mates, of moves to smaller endings and of pawn moves are known. From these, results spread
 * backwards, one ply at a time; positions that are never reached are draws. A pawn's ranks are solved one by one from
 * the seventh.
 *
 * @module
 */

import { isAttacked } from "../../core/checks.ts";
import { ALL, generate } from "../../core/movegen.ts";
import { Position } from "../../core/position.ts";
import { EMPTY, MAX_MOVES, NO_SQUARE, PAWN } from "../../core/types.ts";
import { ANY, type Distances, Placements } from "./table_encoder.ts";

/** Data common to all positions. */
const NO_ROOKS = [NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE];
const SETUP = { castlingRooks: NO_ROOKS, enPassant: NO_SQUARE, halfmoves: 0, fullmoves: 1, chess960: false };
/** For positions without captures and promotions; less than any sign. */
const NONE = -2;

/** A position without a known result, and its moves. */
interface Open {
  side: number;
  /** The number of the position's placement. */
  number: number;
  /** Rank of the first man, which may be a pawn. */
  rank: number;
  /** Numbers of the placements after moves that are neither captures nor pawn moves. */
  quiet: number[];
  /** Numbers of the placements after pawn moves. */
  pushes: number[];
  /** Sign of the best result after a capture or promotion, or `NONE`. */
  smaller: number;
}

/**
 * Plies to the next capture, pawn move or mate for every placement.
 *
 * @param resultOf The result of a position after a capture or promotion, negative if the side to move there loses.
 */
export function solve(name: string, resultOf: (position: Position) => number): Distances {
  const placements = new Placements(name);
  const { men } = placements;
  const open: Open[] = [];
  const position = new Position();
  const board = new Uint8Array(64);
  const moves = new Int32Array(MAX_MOVES);
  const solved = [0, 1].map((side) =>
    placements.map((squares, number) => {
      board.fill(EMPTY);
      for (let i = 0; i < men.length; i++) board[squares[i]] = men[i];
      position.load({ ...SETUP, board, sideToMove: side });
      const { kings, occupiedLo, occupiedHi } = position;
      if (isAttacked(position, kings[side ^ 1], side, occupiedLo, occupiedHi)) return ANY;
      const end = generate(position, moves, 0, ALL);
      if (end === 0) return position.inCheck ? -1 : 0;
      const state: Open = { side, number, rank: squares[0] >> 3, quiet: [], pushes: [], smaller: NONE };
      for (let i = 0; i < end; i++) {
        position.make(moves[i]);
        const after = men.map((piece) => position.mailbox.indexOf(piece));
        if (after.includes(-1)) state.smaller = Math.max(state.smaller, 0 - Math.sign(resultOf(position)));
        else (position.halfmoves > 0 ? state.quiet : state.pushes).push(placements.numberOf(after));
        position.undo();
      }
      open.push(state);
      return 0;
    })
  );
  const ranks = Map.groupBy(open, ({ rank }) => men[0] === PAWN ? rank : 0);
  for (let rank = 6; rank >= 0; rank--) spread(ranks.get(rank) ?? [], solved);
  // A mate is −1 here and in the tables; a loss in n plies is −1 − n here and −n in the tables.
  return solved.map((distances) => distances.map((plies) => plies < -1 ? plies + 1 : plies));
}

/** Finds the distances of open positions, shorter distances first. */
function spread(open: Open[], solved: readonly Int32Array[]): void {
  for (let plies = 1, found = -1; found !== open.length; plies++) {
    found = open.length;
    open = open.filter(({ side, number, quiet, pushes, smaller }) => {
      const after = solved[side ^ 1];
      const isWon = smaller > 0 || quiet.some((next) => after[next] === -plies) ||
        pushes.some((next) => after[next] < 0);
      const isLost = !isWon && smaller !== 0 && pushes.every((next) => after[next] > 0) &&
        quiet.every((next) => after[next] > 0 && after[next] < plies);
      if (isWon) solved[side][number] = plies;
      if (isLost) solved[side][number] = -1 - plies;
      return !isWon && !isLost;
    });
  }
}
