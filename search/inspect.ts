/**
 * What a search thread has learned, as plain data for people and tools. The search never reads these data.
 *
 * The tables are read just as a node at ply 0 would read them. The moves come from the move picker itself. A score is
 * divided into a share for each table: whole numbers that add up to the score.
 * @module
 */

import { reaches } from "../core/board_checks.ts";
import type { CheckSquares } from "../core/check_squares.ts";
import type { Position } from "../core/position.ts";
import { SEE_VALUES, victimType } from "../core/see.ts";
import { EMPTY, NO_MOVE, PAWN, pieceColour, pieceType, relativeRank, WHITE } from "../core/types.ts";
import { CORRECTION_UNIT, CORRECTIONS, type Corrections } from "../learning/corrections.ts";
import type { LearningFrame } from "../learning/frame.ts";
import { CAPTURE, entryOf, HISTORIES, type Histories, isOn, QUIETS, WEIGHT_SHIFT } from "../learning/histories.ts";
import { keysOf } from "../learning/move_keys.ts";
import type { Knowledge } from "../learning/lessons.ts";
import type { Table } from "../learning/table.ts";
import { correctEval } from "./evaluate.ts";
import { createRootFrame, type Frame } from "./frame.ts";
import { checkScore, escapeScore, noisyScore, promotionValue } from "./move_picker.ts";
import { P } from "./params.ts";
import { recallGame, setRoot } from "./run.ts";
import type { Search } from "./search.ts";
import { type TranspositionTable, TtEntry } from "./transposition.ts";

/** Name of a share of a quiet move's score: a history (learning/histories.ts), `escape` or `check`. */
export type ShareName = string;

/** A quiet move. */
export interface QuietInspection {
  /** The move, encoded. */
  move: number;
  /** The score of the move in the move picker. */
  score: number;
  /** What each item of `Inspection.quietTables` adds to the score, rounded so that the sum is exact. */
  shares: number[];
}

/** A capture or promotion. */
export interface NoisyInspection {
  /** The move, encoded. */
  move: number;
  /** Value of the captured piece, in centipawns. */
  victim: number;
  /** Value of the promotion piece, in centipawns; 0 if the move is not a promotion. */
  promotion: number;
  /** The entry of the capture history for this move. */
  history: number;
  /** Score by which the move picker sorts the move. */
  score: number;
  /** Whether the move comes after the quiet moves, as an underpromotion or a losing capture (see move_picker.ts). */
  isLate: boolean;
}

/** What one table adds to the correction of the static evaluation. */
export interface CorrectionInspection {
  /** Name of the table (see learning/corrections.ts). */
  table: string;
  /** The entry of the table for the position. */
  entry: number;
  /** The entry times the table's weight, in centipawns; not rounded. */
  centipawns: number;
}

/** The static evaluation, in centipawns from the point of view of the side to move. */
export interface EvaluationInspection {
  /** Before correction. */
  raw: number;
  /** The share of each correction history that is switched on. */
  corrections: CorrectionInspection[];
  /** The sum of these shares, truncated to whole centipawns as in the search. */
  correction: number;
  /** After correction. */
  corrected: number;
}

/** How full a table is. */
export interface TableFill {
  /** Name of the table. */
  table: string;
  /** Number of entries. */
  entries: number;
  /** Number of entries that are not zero. */
  used: number;
  /** Greatest absolute value of an entry; 0 for the counter-moves, which are not numbers. */
  largest: number;
  /** Upper limit for the absolute value of an entry; 0 for the counter-moves. */
  bound: number;
  /** Size in bytes. */
  bytes: number;
}

/** What a search thread's tables say about a position. Tables that are switched off are left out. */
export interface Inspection {
  /** The transposition table's legal move, which is tried first; `NO_MOVE` if there is none. */
  ttMove: number;
  /** The names of the shares of a quiet move's score, in the order of `QuietInspection.shares`. */
  quietTables: ShareName[];
  /** The quiet moves in the order in which the search would try them. */
  quiets: QuietInspection[];
  /** The captures and promotions in the order in which the search would try them; those with `isLate` come last. */
  noisy: NoisyInspection[];
  /** Weight of `victim` and `promotion` in `NoisyInspection.score`. */
  victimWeight: number;
  /** Weight of `NoisyInspection.history`, in 1024ths; `null` if the table is off. */
  captureHistoryWeight: number | null;
  /** The evaluation; `null` in check, where the search has none. */
  evaluation: EvaluationInspection | null;
  /** The latest quiet move to refute the opponent's previous move, or `NO_MOVE`; `null` if the table is off. */
  counterMove: number | null;
  /** How full each active table is. */
  fills: TableFill[];
  /** The butterfly entries that the side to move would read here, indexed by `to << 6 | from`; their bound is 8192. */
  butterfly: Int16Array;
  /** The butterfly entries that the opponent would read if it were their turn. */
  opponentButterfly: Int16Array;
  /**
   * The sum of all histories for each quiet move, indexed by `to << 6 | from`; 0 if no piece could reach `to` on an
   * empty board.
   */
  pieceScores: Int32Array;
}

/** How often a running search reports what it has learned, and where it sends the reports. */
export interface LearningWatch {
  /** Milliseconds between two reports; 0 if there are none. */
  readonly everyMs: number;
  /** Whether there is also a report at the end of each depth. */
  readonly afterDepths: boolean;
  /** Called with what the main thread has learned so far, and the depth just completed (0 if none was). */
  readonly onInspection: (inspection: Inspection, depth: number) => void;
}

/** What an inspection reads: the tables of a thread, and a position with its own frame. */
interface View extends Knowledge {
  readonly tt: TranspositionTable;
  /** The frame of the position, set up like a root frame. */
  readonly frame: Frame;
}

/**
 * Reports what an idle search thread has learned about a position. The position should be the root of the thread's
 * latest search, since the low-ply table is valid only for that root. Overwrites the thread's root, but not its tables.
 */
export function inspect(search: Search, position: Position): Inspection {
  setRoot(search, position);
  return inspectRoot(viewOf(search, position), position.inCheck ? null : search.evaluator.evaluate(position));
}

/**
 * Prepares to report what a search of `root` learns. `position` must be a copy of the root's position. The returned
 * function reports what has been learned so far; it may be called only between two nodes.
 */
export function liveInspection(search: Search, root: Position, position: Position): () => Inspection {
  setRoot(search, root);
  const raw = root.inCheck ? null : search.evaluator.evaluate(root);
  const view = viewOf(search, position);
  return () => inspectRoot(view, raw);
}

function viewOf({ histories, corrections, tt }: Search, position: Position): View {
  const frame = createRootFrame();
  recallGame(frame, position);
  return { histories, corrections, tt, position, frame };
}

/** Reports what was learned about a position. `raw` is its evaluation before correction; `null` in check. */
function inspectRoot(view: View, raw: number | null): Inspection {
  const { histories, tt, frame, position } = view;
  const { picker } = frame;
  histories.locate(position, frame);
  const entry = new TtEntry();
  tt.probe(position, 0, entry);
  picker.startAll(position, entry.move);
  const quiets: QuietInspection[] = [];
  const noisy: NoisyInspection[] = [];
  let ttMove = NO_MOVE;
  for (let move = picker.next(view, frame); move !== NO_MOVE; move = picker.next(view, frame)) {
    // The picker drops a TT move that is not legal here; a legal TT move comes first.
    if (quiets.length + noisy.length === 0 && move === entry.move) ttMove = move;
    if (position.isNoisy(move)) noisy.push(inspectNoisy(view, move, picker.isBadNoisy));
    else quiets.push(inspectQuiet(view, picker.checks, move));
  }
  return {
    ttMove,
    quietTables: quietTables(),
    quiets,
    noisy,
    victimWeight: P.victimWeight,
    captureHistoryWeight: CAPTURE.order !== 0 ? CAPTURE.order : null,
    evaluation: raw === null ? null : inspectEvaluation(view, raw),
    counterMove: counterMoveOf(quiets),
    fills: inspectFills(view),
    butterfly: inspectButterfly(histories, position, frame),
    opponentButterfly: inspectOpponent(view),
    pieceScores: inspectPieces(view, quiets),
  };
}

function inspectButterfly({ entries }: Histories, position: Position, frame: Frame): Int16Array {
  const row = frame.rows[QUIETS.indexOf(HISTORIES.butterfly)];
  return new Int16Array(4096).map((_, squares) =>
    entries[entryOf(HISTORIES.butterfly, row, keysOf(position, squares))]
  );
}

/** The butterfly entries of the opponent, read after a null move (a pass). */
function inspectOpponent({ histories, position, frame }: View): Int16Array {
  position.makeNull();
  const child = frame.child();
  histories.locate(position, child);
  const entries = inspectButterfly(histories, position, child);
  position.undoNull();
  return entries;
}

/** The histories' scores for the squares that the pieces of the side to move could reach. */
function inspectPieces({ histories, position, frame }: View, quiets: readonly QuietInspection[]): Int32Array {
  // Castling goes to a square that the king's ordinary moves do not reach.
  const legal = new Set(quiets.map(({ move }) => move & 0xfff));
  const moves: number[] = [];
  for (let from = 0; from < 64; from++) {
    const piece = position.mailbox[from];
    if (piece === EMPTY || pieceColour(piece) !== position.sideToMove) continue;
    for (let to = 0; to < 64; to++) {
      const move = to << 6 | from;
      if (isQuietReach(piece, from, to) || legal.has(move)) moves.push(move);
    }
  }
  const scores = new Int32Array(moves.length);
  histories.scoreQuiets(position, frame, Int32Array.from(moves), scores, 0, moves.length);
  const byMove = new Int32Array(4096);
  moves.forEach((move, i) => byMove[move] = scores[i]);
  return byMove;
}

/** Whether a piece could make this quiet move on an empty board. */
function isQuietReach(piece: number, from: number, to: number): boolean {
  if (pieceType(piece) !== PAWN) return reaches(pieceType(piece), from, to);
  const distance = pieceColour(piece) === WHITE ? to - from : from - to;
  return distance === 8 || distance === 16 && relativeRank(pieceColour(piece), from) === 1;
}

function usesEscapes(): boolean {
  return (P.escapeMinor | P.escapeRook | P.escapeQueen) !== 0;
}

function quietTables(): ShareName[] {
  const tables: ShareName[] = QUIETS.filter(({ order }) => order !== 0).map(({ name }) => name);
  return [...tables, ...usesEscapes() ? ["escape"] : [], ...P.orderCheck !== 0 ? ["check"] : []];
}

/** The quiet move that gets a bonus from the counter-move table. */
function counterMoveOf(quiets: readonly QuietInspection[]): number | null {
  const column = quietTables().indexOf(HISTORIES.counterMove.name);
  return column < 0 ? null : quiets.find(({ shares }) => shares[column] !== 0)?.move ?? NO_MOVE;
}

/** Each share is the difference between two running totals, which are rounded like the score. So the shares add up. */
function inspectQuiet({ histories, position, frame }: View, checks: CheckSquares, move: number): QuietInspection {
  const keys = keysOf(position, move);
  let sum = 0;
  const shares = QUIETS.flatMap((table, place) => {
    if (table.order === 0) return [];
    const before = sum >> WEIGHT_SHIFT;
    sum += table.term(table.order, histories.entries[entryOf(table, frame.rows[place], keys)], keys, frame);
    return [(sum >> WEIGHT_SHIFT) - before];
  });
  const escape = escapeScore(position, move);
  if (usesEscapes()) shares.push(escape);
  const check = checkScore(position, checks, move);
  if (P.orderCheck !== 0) shares.push(check);
  return { move, score: (sum >> WEIGHT_SHIFT) + escape + check, shares };
}

function inspectNoisy(view: View, move: number, isLate: boolean): NoisyInspection {
  const { histories, position } = view;
  return {
    move,
    victim: SEE_VALUES[victimType(position, move)],
    promotion: promotionValue(move),
    history: histories.captureScore(position, move),
    score: noisyScore(view, move),
    isLate,
  };
}

function inspectEvaluation({ position, frame, corrections }: View, raw: number): EvaluationInspection {
  const correction = corrections.correction(position, frame);
  return {
    raw,
    corrections: correctionShares(corrections, frame),
    correction,
    corrected: correctEval(raw, correction),
  };
}

/** What each active table adds to a frame's correction, not rounded. */
export function correctionShares({ entries }: Corrections, { corrections }: LearningFrame): CorrectionInspection[] {
  return CORRECTIONS.flatMap(({ name, weight }, place) => {
    const entry = entries[corrections[place]];
    return weight === 0 ? [] : [{ table: name, entry, centipawns: weight * entry / CORRECTION_UNIT }];
  });
}

/** How full each active table is. The memory that all continuation histories share is counted once. */
function inspectFills({ histories, corrections }: Knowledge): TableFill[] {
  const fills = new Map<string, TableFill>();
  for (const table of [...QUIETS.filter(isOn), ...CAPTURE.order !== 0 ? [CAPTURE] : []]) {
    const name = table.start === HISTORIES.continuation1.start ? "continuation" : table.name;
    if (!fills.has(name)) fills.set(name, fillOf(name, table, histories.of(table)));
  }
  for (const table of CORRECTIONS) {
    const name = `correction: ${table.name}`;
    if (table.weight !== 0) fills.set(name, fillOf(name, table, corrections.of(table)));
  }
  return Array.from(fills.values());
}

function fillOf(name: string, { bound }: Table, values: Int16Array): TableFill {
  const entries = values.length;
  let used = 0;
  let largest = 0;
  for (let i = 0; i < entries; i++) {
    if (values[i] === 0) continue;
    used++;
    largest = Math.max(largest, Math.abs(values[i]));
  }
  return { table: name, entries, used, largest: bound === 0 ? 0 : largest, bound, bytes: values.byteLength };
}
