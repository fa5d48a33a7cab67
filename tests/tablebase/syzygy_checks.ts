/** Checks of tablebase answers: against each other, against retrograde analysis, and in games played out. @module */

import { createControl } from "../../search/thread_slot.ts";
import { hasLegalMove } from "../../core/legality.ts";
import { ALL, generate } from "../../core/movegen.ts";
import { Position } from "../../core/position.ts";
import { isFiftyMoves, isInsufficientMaterial, isThreefold } from "../../core/draws.ts";
import { BISHOP, KING, KNIGHT, makePiece, MAX_MOVES, NO_SQUARE, PAWN, QUEEN, ROOK } from "../../core/types.ts";
import { embeddedNetwork } from "../../nnue/embedded.ts";
import { Evaluator } from "../../search/evaluate.ts";
import { type SearchLimits, unlimited } from "../../search/limits.ts";
import { Search } from "../../search/search.ts";
import { TranspositionTable } from "../../search/transposition.ts";
import { runSearch } from "../../search/run.ts";
import { DRAWN, LOSS, type Prober, UNKNOWN, WIN } from "../../tablebase/prober.ts";
import { Ending, ILLEGAL } from "./retrograde.ts";

const NO_ROOKS: readonly number[] = [NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE];
/** Piece types by the letters of retrograde.ts. */
const TYPES: Readonly<Record<string, number>> = { K: KING, Q: QUEEN, R: ROOK, B: BISHOP, N: KNIGHT, P: PAWN };

/** Sets a position up with these pieces on squares, without castling. */
export function place(position: Position, pieces: readonly number[], squares: ArrayLike<number>, side: number): void {
  const board = new Uint8Array(64);
  for (let i = 0; i < pieces.length; i++) board[squares[i]] = pieces[i];
  const counts = { halfmoves: 0, fullmoves: 1 };
  const rights = { castlingRooks: NO_ROOKS, enPassant: NO_SQUARE, chess960: false };
  position.load({ board, sideToMove: side, ...rights, ...counts });
}

/** The legal moves of a position. */
function movesOf(position: Position): Int32Array {
  const moves = new Int32Array(MAX_MOVES);
  return moves.subarray(0, generate(position, moves, 0, ALL));
}

/**
 * What is wrong with the answers for a position, given those for the positions a move away; "" if nothing is. If no
 * position has a fault, the results are right: a distance that falls with every move leads to a mate in the end.
 */
export function inconsistency(prober: Prober, position: Position): string {
  const moves = movesOf(position);
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
    const isZeroing = position.isCapture(move) || (position.mailbox[move & 63] & 7) === PAWN;
    position.make(move);
    const after = 0 - prober.result(position);
    const plies = Math.abs(prober.distance(position));
    const isMate = after === WIN && !hasLegalMove(position);
    position.undo();
    best = Math.max(best, after);
    const length = isZeroing || isMate ? 1 : plies + 1;
    if (after === WIN) nearest = Math.min(nearest, length);
    if (after === LOSS) farthest = Math.max(farthest, length);
  }
  if (best !== result) return `result ${result}, but its best move has ${best}`;
  if (result === DRAWN) return "";
  const expected = result === WIN ? nearest : farthest;
  // Tables that count moves make a distance one too low now and then.
  return Math.abs(Math.abs(distance) - expected) <= 1 ? "" : `distance ${distance}, but its moves say ${expected}`;
}

/** The result of a comparison with retrograde analysis. */
export interface Comparison {
  /** Positions compared. */
  positions: number;
  /** Distances that were one too low, as they may be. */
  oneTooLow: number;
  /** Faults, a sentence each. */
  faults: string[];
}

/**
 * Compares answers with a retrograde analysis.
 *
 * @param step 1 for every position, n for every n-th.
 */
export function compareWithRetrograde(prober: Prober, ending: Ending, step: number): Comparison {
  const comparison: Comparison = { positions: 0, oneTooLow: 0, faults: [] };
  const position = new Position();
  const { men } = ending;
  const pieces = men.map(({ colour, type }) => makePiece(colour, TYPES[type]));
  for (let index = 0; index < 2 * 64 ** men.length; index += step) {
    const squares = men.map((_, i) => Math.floor(index / 2 / 64 ** i) & 63);
    const truth = ending.distances[ending.index(squares, index & 1)];
    if (truth === ILLEGAL) continue;
    place(position, pieces, squares, index & 1);
    comparison.positions++;
    const result = prober.result(position);
    if (result !== 2 * Math.sign(truth)) {
      comparison.faults.push(`${index}: result ${result}, truth ${truth}`);
      continue;
    }
    const distance = prober.distance(position);
    // For the loser the analysis counts from −1, which is a mate on the board; the tables use −1 for it, too.
    const plies = truth >= 0 ? truth : Math.max(1, -1 - truth);
    if (Math.abs(distance) === plies - 1 && plies > 1) comparison.oneTooLow++;
    else if (distance !== Math.sign(truth) * plies) {
      comparison.faults.push(`${index}: distance ${distance}, truth ${truth}`);
    }
  }
  return comparison;
}

/** A game played out. */
export interface PlayOut {
  /** What the tables promised the side to move at the start: `LOSS`, `DRAWN` or `WIN`. */
  promised: number;
  /** The result of the game, for the same side. */
  reached: number;
  /** Length of the game. */
  plies: number;
}

/** Plays positions out: the engine with tables against itself, both with what they learned during the game. */
export class PlayOuts {
  private readonly players: readonly Search[];
  private readonly prober: Prober;
  private readonly limits: SearchLimits;

  /**
   * Two engines.
   *
   * @param nodes Nodes for each move.
   */
  constructor(prober: Prober, nodes: number) {
    this.prober = prober;
    this.limits = { ...unlimited(), nodes, tablebaseMen: prober.men };
    const evaluator = new Evaluator(embeddedNetwork());
    this.players = [0, 1].map(() => {
      const search = new Search(new TranspositionTable(TranspositionTable.allocate(1)), createControl(), evaluator);
      search.tablebases.setProber(prober);
      return search;
    });
  }

  /** Plays a position to its end. */
  play(position: Position): PlayOut {
    for (const player of this.players) {
      player.newGame();
      player.tt.clear();
    }
    const promised = this.prober.result(position);
    const first = position.sideToMove;
    for (let plies = 0;; plies++) {
      if (!hasLegalMove(position)) {
        const sign = position.sideToMove === first ? -1 : 1;
        return { promised, reached: position.inCheck ? sign * WIN : DRAWN, plies };
      }
      if (isThreefold(position) || isFiftyMoves(position) || isInsufficientMaterial(position)) {
        return { promised, reached: DRAWN, plies };
      }
      position.make(runSearch(this.players[plies & 1], position, this.limits, () => {}).bestMove);
    }
  }
}
