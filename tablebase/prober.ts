/**
 * Probes the tables: win, draw or loss (WDL), and the distance to the next capture or pawn move (DTZ, "distance to
 * zeroing" of the fifty-move clock).
 *
 * The files omit what a search of one ply can find. If a capture is at least as good as every other move, the stored
 * WDL value may be lower than the true one. If the best move is a capture or pawn move, the stored DTZ value is
 * arbitrary. The files also ignore en passant. So captures are always played, and the resulting positions are looked up
 * in smaller tables.
 *
 * Results are for the side to move: −2 is a loss, −1 a loss that the fifty-move rule turns into a draw ("blessed"), 0 a
 * draw, 1 a win that this rule turns into a draw ("cursed"), and 2 a win. Distances are plies to the next capture, pawn
 * move or mate, negative for the loser, and greater by 100 if the fifty-move rule makes the game a draw.
 *
 * @module
 */

import { EN_PASSANT_SQUARE } from "../core/state.ts";
import { hasLegalMove } from "../core/legality.ts";
import { ALL, generate, NOISY } from "../core/movegen.ts";
import type { Position } from "../core/position.ts";
import { MAX_MOVES, moveFrom, NO_SQUARE, PAWN } from "../core/types.ts";
import { mostMen, type TableFiles } from "./catalog.ts";
import { type FaultListener, OpenTables, type TableBounds } from "./files.ts";
import { countMen, materialOf } from "./material.ts";
import type { SourceOpener } from "./source.ts";
import { OTHER_SIDE, type Table } from "./table.ts";

/** Returned if a table is missing, or if no table covers positions of this kind. */
export const UNKNOWN: number = -1_000_000;
/** The results, worst first. */
export const LOSS: number = -2, BLESSED_LOSS: number = -1, DRAWN = 0, CURSED_WIN = 1, WIN = 2;

const NO_RESULT = -3;
/** Added to the distance if the fifty-move rule turns a win into a draw. */
const RULE_PLIES = 100;
/** Maximum number of nested positions in a probe: each capture adds one, and other plies add at most two. */
const MAX_DEPTH = 10;

/** Probes the tables of one thread. */
export class Prober {
  /** Men in the largest table. */
  readonly men: number;
  /** The tables. */
  readonly tables: OpenTables;

  private readonly moves: Int32Array = new Int32Array(MAX_DEPTH * MAX_MOVES);

  /** Creates a prober for these tables (see `OpenTables`). */
  constructor(files: readonly TableFiles[], opener: SourceOpener, onFault: FaultListener, bounds?: TableBounds) {
    this.men = mostMen(files);
    this.tables = new OpenTables(files, opener, onFault, bounds);
  }

  /** The result, or `UNKNOWN`. The fifty-move clock counts as zero. */
  result(position: Position): number {
    return this.probe(position, () => this.searchResult(position, 0));
  }

  /**
   * The distance, or `UNKNOWN`. The fifty-move clock counts as zero. If a table counts moves, the distance may be one
   * too low, but only where the fifty-move rule makes no difference.
   */
  distance(position: Position): number {
    return this.probe(position, () => this.searchDistance(position, 0));
  }

  /** The distance for the side to move if it plays this legal move, or `UNKNOWN`. The move counts as a ply. */
  distanceOfMove(position: Position, move: number): number {
    return this.probe(position, () => this.distanceAfter(position, move, 0));
  }

  /** Looks up a position if a table may contain it. During the look-up, the position has no listener. */
  private probe(position: Position, find: () => number): number {
    if (position.rights !== 0 || countMen(position) > this.men) return UNKNOWN;
    const { listener } = position;
    position.listener = null;
    const found = find();
    position.listener = listener;
    return found;
  }

  /** The result, taking captures into account. Writes moves to the list from index `start`. */
  private searchResult(position: Position, start: number): number {
    const best = this.bestZeroing(position, start, false);
    if (best === UNKNOWN || best === WIN) return best;
    if (best > NO_RESULT && hasOnlyCaptures(position, this.moves, start)) return best;
    const stored = this.storedResult(position);
    return stored === UNKNOWN ? UNKNOWN : Math.max(stored, best);
  }

  /** The best result after a capture or, if `withPawns`, a pawn move; `NO_RESULT` if there is none; or `UNKNOWN`. */
  private bestZeroing(position: Position, start: number, withPawns: boolean): number {
    const moves = this.moves;
    const end = generate(position, moves, start, withPawns ? ALL : NOISY);
    let best = NO_RESULT;
    for (let i = start; i < end && best < WIN; i++) {
      const move = moves[i];
      if (!(withPawns ? isZeroing(position, move) : position.isCapture(move))) continue;
      position.make(move);
      const result = this.searchResult(position, end);
      position.undo();
      if (result === UNKNOWN) return UNKNOWN;
      best = Math.max(best, 0 - result);
    }
    return best;
  }

  private storedResult(position: Position): number {
    // Bare kings have no table.
    if (countMen(position) === 2) return DRAWN;
    return this.stored(position, "wdl", (table, isFlipped) => table.result(position, isFlipped));
  }

  private stored(position: Position, kind: "wdl" | "dtz", read: (table: Table, isFlipped: boolean) => number): number {
    const material = materialOf(position);
    const set = this.tables.sets.get(material);
    const handle = set?.[kind] ?? null;
    const table = this.tables.use(handle);
    if (handle === null || table === null) return UNKNOWN;
    try {
      return read(table, set?.material !== material);
    } catch (error) {
      this.tables.fail(handle, error);
      return UNKNOWN;
    }
  }

  private searchDistance(position: Position, start: number): number {
    const zeroing = this.bestZeroing(position, start, true);
    if (zeroing === UNKNOWN) return UNKNOWN;
    if (zeroing === WIN) return distanceBeforeZeroing(WIN);
    if (zeroing > NO_RESULT && hasOnlyZeroing(position, this.moves, start)) return distanceBeforeZeroing(zeroing);
    const stored = this.storedResult(position);
    if (stored === UNKNOWN) return UNKNOWN;
    const result = Math.max(stored, zeroing);
    if (result === DRAWN) return 0;
    // The best move is a capture or pawn move, so the stored distance is arbitrary.
    if (zeroing === result && (result > DRAWN || zeroing > stored)) return distanceBeforeZeroing(result);
    return this.storedDistance(position, result, start);
  }

  /** The stored distance. It is valid because no best move is a capture or pawn move. */
  private storedDistance(position: Position, result: number, start: number): number {
    const stored = this.stored(position, "dtz", (table, isFlipped) => table.distance(position, isFlipped, result));
    if (stored === UNKNOWN) return UNKNOWN;
    if (stored === OTHER_SIDE) return this.distanceByMoves(position, result, start);
    return signedDistance(result, stored);
  }

  /** The best distance after any move. Needed if the file contains only positions with the other side to move. */
  private distanceByMoves(position: Position, result: number, start: number): number {
    const moves = this.moves;
    const end = generate(position, moves, start, ALL);
    // Mate.
    if (end === start) return -1;
    let best = UNKNOWN;
    for (let i = start; i < end; i++) {
      const distance = this.distanceAfter(position, moves[i], end);
      if (distance === UNKNOWN) return UNKNOWN;
      // The winner wants a short distance, and the loser a long, negative one. So the smallest number is best for both.
      if (distance * result > 0 && (best === UNKNOWN || distance < best)) best = distance;
    }
    return best;
  }

  /** Like `distanceOfMove`, but within a probe. */
  private distanceAfter(position: Position, move: number, start: number): number {
    const zeroes = isZeroing(position, move);
    position.make(move);
    let distance = UNKNOWN;
    if (zeroes) {
      const result = this.searchResult(position, start);
      if (result !== UNKNOWN) distance = distanceBeforeZeroing(0 - result);
    } else {
      const after = this.searchDistance(position, start);
      if (after !== UNKNOWN) distance = 0 - after;
      // The move adds a ply to the distance, unless it mates.
      const isMate = distance === 1 && position.inCheck && !hasLegalMove(position);
      if (!isMate && distance !== UNKNOWN) distance += Math.sign(distance);
    }
    position.undo();
    return distance;
  }
}

/** The distance for this result if the next capture, pawn move or mate is this many plies away. */
function signedDistance(result: number, plies: number): number {
  const distance = plies + (result === WIN || result === LOSS ? 0 : RULE_PLIES);
  return result === DRAWN ? 0 : result > DRAWN ? distance : 0 - distance;
}

/** The distance for this result if the best move is a capture or pawn move. */
function distanceBeforeZeroing(result: number): number {
  return signedDistance(result, 1);
}

function isZeroing(position: Position, move: number): boolean {
  return position.isCapture(move) || (position.mailbox[moveFrom(move)] & 7) === PAWN;
}

/**
 * Whether all moves are captures and one is en passant. If so, the stored result may mean a mate or stalemate, because
 * the file ignores en passant.
 */
function hasOnlyCaptures(position: Position, moves: Int32Array, start: number): boolean {
  if (position.states[position.top + EN_PASSANT_SQUARE] === NO_SQUARE) return false;
  const end = generate(position, moves, start, ALL);
  return moves.subarray(start, end).every((move) => position.isCapture(move));
}

function hasOnlyZeroing(position: Position, moves: Int32Array, start: number): boolean {
  const end = generate(position, moves, start, ALL);
  return moves.subarray(start, end).every((move) => isZeroing(position, move));
}
