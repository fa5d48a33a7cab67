/**
 * Move histories: what the search learns about moves.
 *
 * A history holds a score for each kind of move: positive if such moves usually caused cutoffs, negative if they
 * usually did not. Each item of `HISTORIES` fully defines a history of quiet moves (`QuietHistory` in table.ts). A
 * table consists of rows. Each node uses one row, selected by the side to move, the pawns, an earlier move or the ply.
 * `locate` finds the row once, and `entryOf` adds the key of a move to it.
 *
 * A history whose weights are 0 is off. It costs nothing, because tools/build unrolls the loops over `QUIETS`.
 * CONTRIBUTING.md shows how to add a history.
 * @module
 */

import { CHECKED } from "../core/checked.ts";
import { pawnKey } from "../core/part_keys.ts";
import type { Position } from "../core/position.ts";
import { victimType } from "../core/see.ts";
import { findThreats } from "../core/threats.ts";
import { moveFrom, moveTo, pieceType, squaresOf } from "../core/types.ts";
import { expectKnown, KNOWS_ROWS, type LearningFrame } from "./frame.ts";
import { byPieceTo, byThreats, keysOf } from "./move_keys.ts";
import { OFF } from "./off.ts";
import { ABOUT_ANSWER, ABOUT_MOVE, ABOUT_PREVIOUS, gravity, Layout, NO_ROW } from "./table.ts";
import type { QuietHistory, Row, Table, Texts } from "./table.ts";

/** Shift for products of weights and shares, which are in 1024ths. */
export const WEIGHT_SHIFT = 10;

const layout = new Layout();
/** A row of zeros, as long as the longest row. If a node has no row in a table, it reads this one instead. */
const BLANK = layout.take(4 << 13);
/** Size of a table indexed by two moves, each as `[piece][to]`. All continuation histories share one such table. */
export const MOVE_PAIRS: number = 1024 * 1024;
const PAIRS = { start: layout.take(MOVE_PAIRS), size: MOVE_PAIRS, bound: 16384 };

/**
 * Creates a history from the given fields, with default values for all others. Each field is written only once: V8
 * treats a field as a constant only if it has never changed.
 */
function quiet([name, title, index]: Texts, { row, size, start = layout.take(size), ...rest }: Row): QuietHistory {
  const { key = byPieceTo, bound = 8192, order = 0, prune = 0, bonus = 1024, malus = 1024 } = rest;
  const { term = (weight, entry) => weight * entry, lessons = ABOUT_MOVE, update = gravity } = rest;
  return { name, title, index, size, start, bound, row, key, order, prune, term, bonus, malus, lessons, update };
}

/** Continuation history for one distance in plies. The piece and target of the move at that distance select the row. */
function continuation(plies: string, earlier: (frame: LearningFrame) => LearningFrame, weights: Partial<QuietHistory>) {
  const row = (_: Position, frame: LearningFrame): number => earlier(frame).pieceTo << 10 || NO_ROW;
  const index = `[piece][to] ${plies} ago → [piece][to]`;
  const texts: Texts = [`continuation ${parseInt(plies)}`, `Continuation history, ${plies}`, index];
  return quiet(texts, { ...PAIRS, row, lessons: ABOUT_MOVE | ABOUT_ANSWER, ...weights });
}

/** The histories of quiet moves. docs/histories.md says where each comes from and what it is worth. */
export const HISTORIES = {
  butterfly: quiet(["butterfly", "Butterfly history", "[from attacked][to attacked][side][to][from]"], {
    row: ({ sideToMove }) => sideToMove << 12,
    key: byThreats,
    size: 4 * 2 * 4096,
    order: 2018,
    prune: 1410,
    lessons: ABOUT_MOVE | ABOUT_PREVIOUS,
  }),
  pieceTo: quiet(...OFF.pieceTo),
  pawn: quiet(["pawn", "Pawn-structure history", "[pawn key % 512][piece][to]"], {
    row: (position) => (pawnKey(position) & 511) << 10,
    size: 512 * 1024,
    order: 570,
    prune: 400,
  }),
  continuation1: continuation("1 ply", (f) => f.parent, { order: 725, prune: 1230, bonus: 970, malus: 935 }),
  continuation2: continuation("2 plies", (f) => f.parent.parent, { order: 1330, prune: 908, bonus: 476, malus: 968 }),
  continuation3: continuation("3 plies", (f) => f.parent.parent.parent, { order: 722, bonus: 740, malus: 1198 }),
  continuation4: continuation("4 plies", (f) => f.parent.parent.parent.parent, { order: 962, bonus: 1100, malus: 966 }),
  continuation6: continuation("6 plies", (f) => f.parent.parent.parent.parent.parent.parent, {
    order: 546,
    bonus: 871,
    malus: 1154,
  }),
  lowPly: quiet(["low-ply", "Low-ply history", "[ply < 4][to][from]"], {
    row: (_, { ply }) => ply < 4 ? ply << 12 : NO_ROW,
    key: squaresOf,
    size: 4 * 4096,
    order: 3189,
    term: (weight, entry, _, { ply }) => weight * entry / (1 + ply) | 0,
  }),
  counterMove: quiet(...OFF.counterMove),
  ttMove: quiet(...OFF.ttMove),
};

/** Name of a history of quiet moves in `HISTORIES`. */
export type QuietKey = keyof typeof HISTORIES;
/** The histories of quiet moves, in the order of their rows in a frame. */
export const QUIETS: readonly QuietHistory[] = Object.values(HISTORIES);

const CAPTURE_SIZE = 16 * 8 * 64;
const captures = { size: CAPTURE_SIZE, start: layout.take(CAPTURE_SIZE), bound: 16384 };
const captureTexts = { name: "capture", title: "Capture history", index: "[piece][victim][to]" };
/**
 * Capture history, for captures and promotions. Its weight in ordering is `order`, in 1024ths; if `order` is 0, the
 * least valuable attacker comes first. Pruning uses its entries without a weight.
 */
export const CAPTURE: Table & { order: number } = { ...captureTexts, ...captures, order: 582 };

/** Number of entries in all tables together. */
export const HISTORY_ENTRIES: number = layout.size;

/** The move histories of one search thread. */
export class Histories {
  readonly entries: Int16Array = new Int16Array(HISTORY_ENTRIES);

  /** Forgets everything. */
  clear(): void {
    this.entries.fill(0);
  }

  /** Starts a search: forgets the lessons that were valid only for the previous root. */
  newSearch(): void {
    this.of(HISTORIES.lowPly).fill(0);
  }

  /** The entries of one table. */
  of({ start, size }: Table): Int16Array {
    return this.entries.subarray(start, start + size);
  }

  /** Prepares a node for quiet moves: finds its row in each history, and the threats in the position. */
  locate(position: Position, frame: LearningFrame): void {
    findThreats(position);
    const { rows } = frame;
    frame.known |= KNOWS_ROWS;
    for (let place = 0; place < QUIETS.length; place++) {
      const table = QUIETS[place];
      if (isOn(table)) {
        const row = table.row(position, frame);
        rows[place] = row === NO_ROW ? BLANK : table.start + row;
      }
    }
  }

  /** Scores the quiet moves `first` to `end - 1` for ordering. Writes each score to `scores` at the move's index. */
  scoreQuiets(
    position: Position,
    frame: LearningFrame,
    moves: Int32Array,
    scores: Int32Array,
    first: number,
    end: number,
  ): void {
    if (CHECKED) expectKnown(frame, KNOWS_ROWS);
    const { entries } = this, { rows } = frame;
    for (let i = first; i < end; i++) {
      const keys = keysOf(position, moves[i]);
      let sum = 0;
      for (let place = 0; place < QUIETS.length; place++) {
        const table = QUIETS[place];
        if (table.order !== 0) sum += table.term(table.order, entries[entryOf(table, rows[place], keys)], keys, frame);
      }
      scores[i] = sum >> WEIGHT_SHIFT;
    }
  }

  /** Score of a quiet move for pruning and reductions. */
  pruningScore(position: Position, frame: LearningFrame, move: number): number {
    if (CHECKED) expectKnown(frame, KNOWS_ROWS);
    const { entries } = this, { rows } = frame;
    const keys = keysOf(position, move);
    let sum = 0;
    for (let place = 0; place < QUIETS.length; place++) {
      const table = QUIETS[place];
      if (table.prune !== 0) sum += table.term(table.prune, entries[entryOf(table, rows[place], keys)], keys, frame);
    }
    return sum >> WEIGHT_SHIFT;
  }

  /** Gives each history that learns from `lesson` its share of a bonus. A negative bonus is a malus. */
  learn(lesson: number, frame: LearningFrame, keys: number, bonus: number): void {
    if (CHECKED) expectKnown(frame, KNOWS_ROWS);
    const { entries } = this, { rows } = frame;
    for (let place = 0; place < QUIETS.length; place++) {
      const table = QUIETS[place];
      if (isOn(table) && (table.lessons & lesson) !== 0 && rows[place] !== BLANK) {
        const at = entryOf(table, rows[place], keys);
        const share = bonus * (bonus > 0 ? table.bonus : table.malus) >> WEIGHT_SHIFT;
        entries[at] = table.update(entries[at], share, table.bound, keys, frame);
      }
    }
  }

  /** The capture-history score of a capture or promotion that is legal in `position`. */
  captureScore(position: Position, move: number): number {
    return this.entries[captureEntry(position, move)];
  }

  /** The term that orders captures of equally valuable pieces. */
  captureOrder(position: Position, move: number): number {
    return CAPTURE.order !== 0
      ? CAPTURE.order * this.captureScore(position, move) >> WEIGHT_SHIFT
      : 0 - pieceType(position.mailbox[moveFrom(move)]);
  }

  /** Learns about a capture or promotion that is legal in `position`. */
  learnCapture(position: Position, move: number, bonus: number): void {
    const at = captureEntry(position, move);
    this.entries[at] = gravity(this.entries[at], bonus, CAPTURE.bound);
  }

  /** How much the history of TT moves reduces the margins for double and triple extensions (cp). */
  ttMoveEase(): number {
    const { prune, start } = HISTORIES.ttMove;
    return prune !== 0 ? prune * this.entries[start] >> WEIGHT_SHIFT : 0;
  }
}

/** Whether a history is in use. */
export function isOn({ order, prune }: QuietHistory): boolean {
  return (order | prune) !== 0;
}

/** The index of a move's entry, computed from the keys of the move and the row of its node. */
export function entryOf({ key }: QuietHistory, row: number, keys: number): number {
  return row + key(keys);
}

/** Entry of a capture or promotion: `[piece][victim type][to]`. The victim is 0 for a promotion without a capture. */
function captureEntry(position: Position, move: number): number {
  const piece = position.mailbox[moveFrom(move)];
  return CAPTURE.start + (piece << 9 | victimType(position, move) << 6 | moveTo(move));
}
