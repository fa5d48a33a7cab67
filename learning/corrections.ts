/**
 * Static evaluation correction history ("corrhist"): what the search learns about the errors in its evaluation.
 *
 * Each item of `CORRECTIONS` names a feature of the position, such as its pawn structure. After a node has been
 * searched, the difference between its score and its static evaluation is stored under each feature. When the search
 * sees the feature again, it shifts the evaluation by a share of that difference. Caissa was the first to use such
 * histories (2023).
 *
 * A table whose weight is 0 is off. The two tables indexed by moves take 2 MB each; the five tables indexed by keys
 * take 320 KB together. The threads of a search share all tables. If two threads write an entry at the same time, one
 * lesson is lost, but that does no harm.
 * @module
 */

import { CHECKED } from "../core/checked.ts";
import { majorKey, minorKey, nonPawnKey, pawnKey } from "../core/part_keys.ts";
import type { Position } from "../core/position.ts";
import { BLACK, WHITE } from "../core/types.ts";
import { MOVE_PAIRS } from "./histories.ts";
import { expectKnown, KNOWS_CORRECTIONS, type LearningFrame } from "./frame.ts";
import { averageRule } from "./off.ts";
import { L } from "./params.ts";
import { gravity, Layout, type Table } from "./table.ts";

/** Weights are in 2048ths: an entry at its bound with weight 128 shifts the evaluation by 64 cp. */
export const CORRECTION_UNIT = 2048;
/** Gains are in 1024ths. */
const GAIN_UNIT = 1024;
/** Maximum absolute value of an entry in any table. */
const BOUND = 1024;
/** Number of keys per side. Keys that are equal modulo this number share an entry. */
const KEYS = 16384;

/** A correction history. Only its weight and gain can change: they are tunable parameters (search/params.ts). */
export interface CorrectionTable extends Table {
  /** The suffix of the names of its parameters. Tables with the same suffix share their parameters. */
  readonly parameter: "Pawn" | "NonPawn" | "Minor" | "Major" | "Continuation" | "Continuation4";
  readonly entry: (position: Position, frame: LearningFrame) => number;
  /** Weight in 2048ths. */
  weight: number;
  /** The share of depth × difference that an entry learns, in 1024ths. */
  gain: number;
  /** The index of the entry for a missing move; −1 if there is none. This entry is read but never written. */
  readonly blank: number;
}

const layout = new Layout();

type Weights = Pick<CorrectionTable, "parameter" | "weight" | "gain">;
type Entry = CorrectionTable["entry"];
type Earlier = (last: LearningFrame) => LearningFrame;
type Texts = readonly [name: string, feature: string, index: string];

function table([name, feature, index]: Texts, size: number, entry: Entry, weights: Weights, hasBlank: boolean) {
  const { parameter, weight, gain } = weights;
  const [start, title] = [layout.take(size), `Correction history: ${feature}`];
  const blank = hasBlank ? start : -1;
  return { name, title, index, parameter, size, start, entry, bound: BOUND, weight, gain, blank };
}

/** A table that is indexed by a key of the position. */
function keyed(name: string, feature: string, text: string, key: (p: Position) => number, weights: Weights) {
  const entry: Entry = (position) => position.sideToMove * KEYS + (key(position) & (KEYS - 1));
  return table([name, feature, `[side][${text} % ${KEYS}]`], 2 * KEYS, entry, weights, false);
}

/** A table indexed by the last move and an earlier move. If either is missing or a null move, entry 0 is used. */
function pair(name: string, feature: string, plies: number, earlier: Earlier, weights: Weights): CorrectionTable {
  const entry: Entry = (_, { parent: last }) => {
    const { pieceTo } = earlier(last);
    return last.pieceTo === 0 || pieceTo === 0 ? 0 : pieceTo << 10 | last.pieceTo;
  };
  const index = `[piece][to] of the move ${plies} plies ago → [piece][to] of the last move`;
  return table([name, feature, index], MOVE_PAIRS, entry, weights, true);
}

const NON_PAWN: Weights = { parameter: "NonPawn", weight: 197, gain: 64 };
const MINOR: Weights = { parameter: "Minor", weight: 77, gain: 121 };
const PAIR: Weights = { parameter: "Continuation", weight: 129, gain: 131 };
const PAIR_4: Weights = { parameter: "Continuation4", weight: 100, gain: 131 };

/** The correction histories, in the order of their indices in a frame. */
export const CORRECTIONS: readonly CorrectionTable[] = [
  keyed("pawn", "pawn structure", "pawn key", pawnKey, { parameter: "Pawn", weight: 131, gain: 109 }),
  keyed("non-pawn White", "White's non-pawns", "White's non-pawn key", (p) => nonPawnKey(p, WHITE), NON_PAWN),
  keyed("non-pawn Black", "Black's non-pawns", "Black's non-pawn key", (p) => nonPawnKey(p, BLACK), NON_PAWN),
  keyed("minor", "minor pieces", "key of kings, bishops, knights", minorKey, MINOR),
  keyed("major", "major pieces", "key of kings, rooks, queens", majorKey, { parameter: "Major", weight: 71, gain: 96 }),
  pair("continuation", "last two moves", 2, (last) => last.parent, PAIR),
  pair("continuation 4", "moves 4 plies ago and last", 4, (last) => last.parent.parent.parent, PAIR_4),
];

/** Number of entries in all tables together. */
export const CORRECTION_ENTRIES: number = layout.size;

/** Memory for correction histories that several threads share; all entries are 0. */
export function createSharedCorrections(): Int16Array {
  return new Int16Array(new SharedArrayBuffer(CORRECTION_ENTRIES * Int16Array.BYTES_PER_ELEMENT));
}

/** The correction histories that a search thread uses: its own, or those that all threads share. */
export class Corrections {
  /** Uses entries from `createSharedCorrections`, or by default new entries for a single thread. */
  constructor(readonly entries: Int16Array = new Int16Array(CORRECTION_ENTRIES)) {}

  /** Forgets everything. */
  clear(): void {
    this.entries.fill(0);
  }

  /** The entries of one table. */
  of({ start, size }: Table): Int16Array {
    return this.entries.subarray(start, start + size);
  }

  /** The correction of the static evaluation (cp, for the side to move). Stores the entries' indices in the frame. */
  correction(position: Position, frame: LearningFrame): number {
    const { entries } = this, { corrections } = frame;
    frame.known |= KNOWS_CORRECTIONS;
    let sum = 0;
    for (let place = 0; place < CORRECTIONS.length; place++) {
      const table = CORRECTIONS[place];
      const at = table.start + table.entry(position, frame);
      corrections[place] = at;
      if (table.weight !== 0) sum += table.weight * entries[at];
    }
    return sum / CORRECTION_UNIT | 0;
  }

  /** Learns the `difference` (cp) between a node's score at `depth` and its corrected static evaluation. */
  learn(frame: LearningFrame, depth: number, difference: number): void {
    if (CHECKED) expectKnown(frame, KNOWS_CORRECTIONS);
    const { entries } = this, { corrections } = frame;
    for (let place = 0; place < CORRECTIONS.length; place++) {
      const table = CORRECTIONS[place];
      const at = corrections[place];
      if (table.weight !== 0 && at !== table.blank) {
        entries[at] = L.correctionRule === 0
          ? gravityRule(entries[at], difference, table.gain * depth)
          : averageRule(entries[at], difference, depth, BOUND);
      }
    }
  }
}

/** Gravity: an entry changes by `difference · gain / 1024`, but by less the closer it comes to its bound. */
export function gravityRule(entry: number, difference: number, gain: number): number {
  const limit = L.correctionBonusMax;
  return gravity(entry, Math.max(-limit, Math.min(limit, difference * gain / GAIN_UNIT | 0)), BOUND);
}
