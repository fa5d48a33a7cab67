/**
 * Move histories: what the search learns about moves.
 *
 * A table holds a number for each kind of move: positive if such moves usually caused cutoffs, negative if they usually
 * did not. `HISTORIES` lists those of quiet moves; capture history, the counter-move and the history of TT moves follow.
 *
 * | | reads | writes |
 * |---|---|---|
 * | ordering of quiet moves: `scoreQuiets`; the picker adds its own terms | each history by its weight `order`; the counter-move | |
 * | pruning and reductions: `pruningScore` | each history by its weight `prune` | |
 * | ordering of captures: `captureOrder`; pruning and reductions: `captureScore` | capture history | |
 * | a lesson about a quiet move of a node: `learnQuiet` | | each history, its shares `bonus` and `malus` |
 * | a lesson about the previous move, if it was quiet: `learnPrior` | | those with `isPrior` |
 * | a lesson about a move as an answer to earlier ones: `learnContinuation` | | those with `isContinuation` |
 *
 * lessons.ts says when these lessons are given. A history of quiet moves with neither weight is off: it is not written,
 * either.
 *
 * To add a history of quiet moves: a row at the end of `HISTORIES`, and at the end of `locate` a line, which says what
 * row of the table a node reads (indices.ts). CONTRIBUTING.md goes through an example. tools/build unrolls the loops over
 * `QUIETS`, so a history without weight costs nothing.
 * @module
 */

import { pawnKey } from "../core/part_keys.ts";
import type { Position } from "../core/position.ts";
import { victimType } from "../core/see.ts";
import { STATE_SIZE } from "../core/state.ts";
import { moveFrom, moveTo, NO_MOVE, pieceType, squaresOf } from "../core/types.ts";
import type { LearningFrame } from "./frame.ts";
import {
  BY_PIECE_TO,
  BY_SQUARES,
  BY_THREATS,
  captureKey,
  continuationRow,
  counterMoveKey,
  LOW_PLIES,
  lowPlyRow,
  moveKey,
  NO_ROW,
  PAWN_STRUCTURES,
  pawnRow,
  sideRow,
  threatenedSquares,
} from "./indices.ts";
import { L } from "./params.ts";
import { Layout, learn, type Table } from "./table.ts";

/** Weights and shares are in 1024ths: shift what they multiply by this. */
export const WEIGHT_SHIFT = 10;

/** A history of quiet moves. Its weights and shares are parameters (search/params.ts); nothing else of it changes. */
export interface QuietTable extends Table {
  /** What of a move chooses the entry in a row: `BY_PIECE_TO`, `BY_SQUARES` or `BY_THREATS`. */
  readonly by: number;
  /** Weight in ordering, 1024ths. */
  order: number;
  /** Weight in pruning and reductions, 1024ths. */
  prune: number;
  /** Share of a bonus that it learns, 1024ths. */
  bonus: number;
  /** Share of a malus that it learns, 1024ths. */
  malus: number;
  /** Whether lessons about the previous move reach it, too: see `learnPrior`. */
  readonly isPrior: boolean;
  /** Whether it is a distance of continuation history. */
  readonly isContinuation: boolean;
  /** Whether it covers `LOW_PLIES` plies, with a weight that falls with the ply. */
  readonly isLowPly: boolean;
}

const layout = new Layout();
/** Entries of no table, which stay zero: a node without a row reads them. As many as the longest row has. */
const BLANK = layout.take(4 << 13);
/** Entries of a table by two moves, each as [piece][to]. All distances of continuation history share one. */
export const MOVE_PAIRS: number = 1024 * 1024;
const PAIRS = { start: layout.take(MOVE_PAIRS), size: MOVE_PAIRS, bound: 16384 };

type Texts = readonly [name: string, title: string, index: string];
type Row = Pick<QuietTable, "size"> & Partial<QuietTable>;

/**
 * A history with the usual values where a row gives none; without a place it gets memory of its own. Each field is
 * written once, since V8 takes a field for a constant only if nothing has changed it.
 */
function quiet(texts: Texts, { by = BY_PIECE_TO, size, start = layout.take(size), ...row }: Row) {
  const [name, title, index] = texts;
  const { bound = 8192, order = 0, prune = 0, bonus = 1024, malus = 1024 } = row;
  const { isPrior = false, isContinuation = false, isLowPly = false } = row;
  return { name, title, index, by, size, start, bound, order, prune, bonus, malus, isPrior, isContinuation, isLowPly };
}

function continuation(plies: string, weights: Partial<QuietTable>): QuietTable {
  const index = `[piece][to] ${plies} ago → [piece][to]`;
  const texts: Texts = [`continuation ${parseInt(plies)}`, `Continuation history, ${plies}`, index];
  return quiet(texts, { ...PAIRS, ...weights, isContinuation: true });
}

/** The histories of quiet moves. docs/histories.md says where each is from, and what it is worth. */
export const HISTORIES = {
  butterfly: quiet(
    ["butterfly", "Butterfly history", "[from attacked][to attacked][side][to][from]"],
    { by: BY_THREATS, size: 4 * 2 * 4096, order: 2018, prune: 1410, isPrior: true },
  ),
  pieceTo: quiet(["piece-to", "Piece-to history", "[piece][to]"], { size: 1024, isPrior: true }),
  pawn: quiet(
    ["pawn", "Pawn-structure history", "[pawn key % 512][piece][to]"],
    { size: PAWN_STRUCTURES * 1024, order: 570, prune: 400 },
  ),
  continuation1: continuation("1 ply", { order: 725, prune: 1230, bonus: 970, malus: 935 }),
  continuation2: continuation("2 plies", { order: 1330, prune: 908, bonus: 476, malus: 968 }),
  continuation3: continuation("3 plies", { order: 722, bonus: 740, malus: 1198 }),
  continuation4: continuation("4 plies", { order: 962, bonus: 1100, malus: 966 }),
  continuation6: continuation("6 plies", { order: 546, bonus: 871, malus: 1154 }),
  lowPly: quiet(
    ["low-ply", "Low-ply history", "[ply < 4][to][from]"],
    { by: BY_SQUARES, size: LOW_PLIES * 4096, order: 3189, isLowPly: true },
  ),
};

/** Key of a history of quiet moves. */
export type QuietKey = keyof typeof HISTORIES;
/** The histories of quiet moves, in the order of their rows in a frame. */
export const QUIETS: readonly QuietTable[] = Object.values(HISTORIES);

/** Another table. */
export interface OtherTable extends Table {
  /** Its weight in ordering or margins; a parameter. */
  order: number;
}

function other([name, title, index]: Texts, size: number, bound: number, order: number): OtherTable {
  return { name, title, index, size, start: layout.take(size), bound, order };
}

const CAPTURE_TEXTS: Texts = ["capture", "Capture history", "[piece][victim][to]"];
/** Captures and promotions. Weight in ordering, 1024ths: without it the least attacker comes first. Pruning has none. */
export const CAPTURE: OtherTable = other(CAPTURE_TEXTS, 16 * 8 * 64, 16384, 582);
const COUNTER_TEXTS: Texts = ["counter-move", "Counter-move", "[side][last move] → move"];
/** The quiet move that last refuted the opponent's last move. Weight: what it gains in ordering, 1024ths. */
export const COUNTER_MOVE: OtherTable = other(COUNTER_TEXTS, 2 * 4096, 0, 0);
/** How often the TT move was a node's best. Weight: centipawns it takes off the margins of extensions, 1024ths. */
export const TT_MOVE: OtherTable = other(["TT move", "History of TT moves", "one number"], 1, 8192, 0);

/** How many entries all tables have. */
export const HISTORY_ENTRIES: number = layout.size;

/** The move histories of one search thread. */
export class Histories {
  /** The entries of all tables. */
  readonly entries: Int16Array = new Int16Array(HISTORY_ENTRIES);

  /** Forgets everything. */
  clear(): void {
    this.entries.fill(0);
  }

  /** Starts a search: forgets what holds for one root only. */
  newSearch(): void {
    this.of(HISTORIES.lowPly).fill(0);
  }

  /** The entries of one table. */
  of({ start, size }: Table): Int16Array {
    return this.entries.subarray(start, start + size);
  }

  /** Finds the row of a node in each history, one line for each of `HISTORIES` in its order. */
  locate(position: Position, frame: LearningFrame): void {
    const { rows } = frame;
    const back1 = frame.parent;
    const back2 = back1.parent;
    const back3 = back2.parent;
    const back4 = back3.parent;
    rows[0] = begin(HISTORIES.butterfly, sideRow(position.sideToMove));
    rows[1] = begin(HISTORIES.pieceTo, 0);
    rows[2] = begin(HISTORIES.pawn, pawnRow(pawnKey(position)));
    rows[3] = begin(HISTORIES.continuation1, continuationRow(back1.pieceTo));
    rows[4] = begin(HISTORIES.continuation2, continuationRow(back2.pieceTo));
    rows[5] = begin(HISTORIES.continuation3, continuationRow(back3.pieceTo));
    rows[6] = begin(HISTORIES.continuation4, continuationRow(back4.pieceTo));
    rows[7] = begin(HISTORIES.continuation6, continuationRow(back4.parent.parent.pieceTo));
    rows[8] = begin(HISTORIES.lowPly, lowPlyRow(frame.ply));
  }

  /**
   * Scores quiet moves, from index `first` to `end`, for ordering; the scores go to the same indices. The rows of the
   * node's frame are located, and the position knows its threats.
   */
  scoreQuiets(
    position: Position,
    frame: LearningFrame,
    moves: Int32Array,
    scores: Int32Array,
    first: number,
    end: number,
  ): void {
    const { entries } = this;
    const { rows, ply } = frame;
    const answer = COUNTER_MOVE.order !== 0 ? this.counterMove(position) : NO_MOVE;
    for (let i = first; i < end; i++) {
      const move = moves[i];
      const pieceTo = position.pieceTo(move);
      const squares = squaresOf(move);
      const threatened = threatenedSquares(position.states, position.top, move);
      let sum = move === answer ? COUNTER_MOVE.order : 0;
      for (let place = 0; place < QUIETS.length; place++) {
        const table = QUIETS[place];
        if (table.order !== 0) {
          const entry = entries[rows[place] + moveKey(table.by, pieceTo, squares, threatened)];
          sum += fadedIf(table.isLowPly, table.order * entry, ply);
        }
      }
      scores[i] = sum >> WEIGHT_SHIFT;
    }
  }

  /** Score of a quiet move for pruning and reductions. What `scoreQuiets` needs of frame and position holds here, too. */
  pruningScore(position: Position, frame: LearningFrame, move: number): number {
    const { entries } = this;
    const { rows, ply } = frame;
    const pieceTo = position.pieceTo(move);
    const squares = squaresOf(move);
    const threatened = threatenedSquares(position.states, position.top, move);
    let sum = 0;
    for (let place = 0; place < QUIETS.length; place++) {
      const table = QUIETS[place];
      if (table.prune !== 0) {
        const entry = entries[rows[place] + moveKey(table.by, pieceTo, squares, threatened)];
        sum += fadedIf(table.isLowPly, table.prune * entry, ply);
      }
    }
    return sum >> WEIGHT_SHIFT;
  }

  /** What each of `QUIETS`, and then the counter-move, adds to the score of a quiet move for ordering, 1024ths. */
  orderingTerms(position: Position, { rows, ply }: LearningFrame, move: number): number[] {
    const pieceTo = position.pieceTo(move);
    const squares = squaresOf(move);
    const threatened = threatenedSquares(position.states, position.top, move);
    const terms = QUIETS.map((table, place) => {
      const entry = this.entries[rows[place] + moveKey(table.by, pieceTo, squares, threatened)];
      return fadedIf(table.isLowPly, table.order * entry, ply);
    });
    return [...terms, move === this.counterMove(position) ? COUNTER_MOVE.order : 0];
  }

  /** Learns about a quiet move, legal in `position`, in every history. The frame is as for `scoreQuiets`. */
  learnQuiet(position: Position, frame: LearningFrame, move: number, bonus: number): void {
    this.learnMove(position.states, position.top, frame, move, position.pieceTo(move), bonus, false);
  }

  /** Learns about the quiet move that led to `position`, by that move alone; `frame` is that of the node that made it. */
  learnPrior({ states, top, lastMove }: Position, frame: LearningFrame, bonus: number): void {
    this.learnMove(states, top - STATE_SIZE, frame, lastMove, frame.pieceTo, bonus, true);
  }

  private learnMove(
    states: Int32Array,
    state: number,
    { rows }: LearningFrame,
    move: number,
    pieceTo: number,
    bonus: number,
    isPriorMove: boolean,
  ): void {
    const { entries } = this;
    const squares = squaresOf(move);
    const threatened = threatenedSquares(states, state, move);
    for (let place = 0; place < QUIETS.length; place++) {
      const table = QUIETS[place];
      if (isOn(table) && (table.isPrior || !isPriorMove) && rows[place] !== BLANK) {
        const at = rows[place] + moveKey(table.by, pieceTo, squares, threatened);
        learn(entries, at, shareOf(table, bonus), table.bound);
      }
    }
  }

  /** Learns about a move, `Board.pieceTo`, as a continuation of those before it; the frame is of the node that made it. */
  learnContinuation({ rows }: LearningFrame, pieceTo: number, bonus: number): void {
    const { entries } = this;
    for (let place = 0; place < QUIETS.length; place++) {
      const table = QUIETS[place];
      if (table.isContinuation && isOn(table) && rows[place] !== BLANK) {
        learn(entries, rows[place] + pieceTo, shareOf(table, bonus), table.bound);
      }
    }
  }

  /** History of a capture or promotion that is legal in `position`. */
  captureScore(position: Position, move: number): number {
    return this.entries[CAPTURE.start + captureKeyOf(position, move)];
  }

  /** What orders captures of the same victim. */
  captureOrder(position: Position, move: number): number {
    return CAPTURE.order !== 0
      ? CAPTURE.order * this.captureScore(position, move) >> WEIGHT_SHIFT
      : 0 - pieceType(position.mailbox[moveFrom(move)]);
  }

  /** Learns about a capture or promotion that is legal in `position`. */
  learnCapture(position: Position, move: number, bonus: number): void {
    learn(this.entries, CAPTURE.start + captureKeyOf(position, move), bonus, CAPTURE.bound);
  }

  /** The quiet move that last refuted the opponent's last move, `NO_MOVE` if none did. */
  counterMove(position: Position): number {
    const key = counterMoveKey(position);
    return key === NO_ROW ? NO_MOVE : this.entries[COUNTER_MOVE.start + key] & 0xffff;
  }

  /** Remembers the quiet move that refuted the opponent's last move. */
  learnCounterMove(position: Position, move: number): void {
    if (COUNTER_MOVE.order === 0) return;
    const key = counterMoveKey(position);
    if (key !== NO_ROW) this.entries[COUNTER_MOVE.start + key] = move << 16 >> 16;
  }

  /** Learns whether the TT move of a node was its best. */
  learnTtMove(wasBest: boolean): void {
    if (TT_MOVE.order !== 0) {
      learn(this.entries, TT_MOVE.start, wasBest ? L.ttMoveBonus : -L.ttMoveBonus, TT_MOVE.bound);
    }
  }

  /** What the history of TT moves takes off the margins of double and triple extensions, centipawns. */
  ttMoveEase(): number {
    return TT_MOVE.order !== 0 ? TT_MOVE.order * this.entries[TT_MOVE.start] >> WEIGHT_SHIFT : 0;
  }
}

/** A weighted entry; that of low-ply history counts the less, the further the node is from the root. */
function fadedIf(isLowPly: boolean, weighted: number, ply: number): number {
  if (!isLowPly) return weighted;
  return ply < LOW_PLIES ? weighted / (1 + ply) | 0 : 0;
}

/** Whether a history is read at all. */
export function isOn({ order, prune }: QuietTable): boolean {
  return (order | prune) !== 0;
}

/** Where a row begins in the memory of all tables. */
function begin({ start }: Table, row: number): number {
  return row === NO_ROW ? BLANK : start + row;
}

/** What a history learns of a bonus, or of a malus: a negative one. */
function shareOf(table: QuietTable, bonus: number): number {
  return bonus * (bonus > 0 ? table.bonus : table.malus) >> WEIGHT_SHIFT;
}

function captureKeyOf(position: Position, move: number): number {
  return captureKey(position.mailbox[moveFrom(move)], victimType(position, move), moveTo(move));
}
