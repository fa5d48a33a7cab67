/**
 * What a search thread has learned, as plain data: for people and tools, never read by the search.
 *
 * The tables are read as a node at the position would read them: the stack knows the last moves of the game, the ply is
 * 0, and the moves come from the move picker itself. (A root has a list of its own moves instead, the best of the
 * iteration before in front.) A score is told apart into the shares of its tables; the shares are whole numbers that add
 * up to it.
 *
 * @module
 */

import type { Position } from "../core/position.ts";
import { SEE_VALUES, victimType } from "../core/see.ts";
import { BLACK, moveFrom, moveKind, NO_MOVE, PROMOTION, promotionType, WHITE } from "../core/types.ts";
import { continuationIndex, CORRECTION_MAX, KEYED_SIZE, WEIGHT_UNIT } from "../learning/corrections.ts";
import { correctEval } from "./evaluate.ts";
import {
  butterflyIndex,
  CAPTURE_MAX,
  CONTINUATION_MAX,
  HISTORY_MAX,
  pawnRow,
  pieceToOf,
  WEIGHT_SHIFT,
} from "../learning/histories.ts";
import { MovePicker } from "./move_picker.ts";
import { L } from "../learning/params.ts";
import { P } from "./params.ts";
import { setRoot } from "./run.ts";
import type { Search } from "./search.ts";
import { MARGIN } from "../learning/stack.ts";

/** What has a share in the ordering of quiet moves: the tables, and escapes (threats.ts). */
export type QuietTable =
  | "butterfly"
  | "piece-to"
  | "pawn"
  | "continuation 1"
  | "continuation 2"
  | "continuation 3"
  | "continuation 4"
  | "continuation 6"
  | "low-ply"
  | "counter-move"
  | "escape";

/** A correction history. */
export type CorrectionTable = "pawn" | "non-pawn White" | "non-pawn Black" | "minor" | "major" | "continuation";

/** A quiet move. */
export interface QuietInspection {
  /** The move, encoded. */
  move: number;
  /** Its score in the move picker: `Histories.orderingScore` and `Threats.escapeScore`. */
  score: number;
  /** What each of `Inspection.quietTables` adds to the score, rounded so that the sum is exact. */
  shares: number[];
}

/** A capture or promotion. */
export interface NoisyInspection {
  /** The move, encoded. */
  move: number;
  /** Value of the captured piece, centipawns. */
  victim: number;
  /** Value of the piece promoted to, centipawns; 0 if the move is no promotion. */
  promotion: number;
  /** Entry of the capture history. */
  history: number;
  /** Score by which the move picker sorts it. */
  score: number;
  /**
   * Whether it is tried after the quiet moves: it promotes to less than a queen, or loses more material by static
   * exchange than its score allows (see move_picker.ts).
   */
  isLate: boolean;
}

/** The share of one table in the correction of the static evaluation. */
export interface CorrectionInspection {
  /** Which table. */
  table: CorrectionTable;
  /** Its entry for the position. */
  entry: number;
  /** The entry times the table's weight, centipawns; not rounded. */
  centipawns: number;
}

/** The static evaluation, centipawns from the side to move. */
export interface EvaluationInspection {
  /** Before correction. */
  raw: number;
  /** What each correction history that is on adds. */
  corrections: CorrectionInspection[];
  /** Their sum as the search uses it: without the fraction. */
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
  /** Entries that are not zero. */
  used: number;
  /** Greatest absolute value of an entry; 0 for the counter-moves, which are no numbers. */
  largest: number;
  /** Bound of the entries' absolute value; 0 for the counter-moves. */
  bound: number;
  /** Size in bytes. */
  bytes: number;
}

/** What the tables of a search thread hold for a position. Tables that are switched off are left out everywhere. */
export interface Inspection {
  /** Legal move in the transposition table, `NO_MOVE` if there is none. It is tried first, whatever its score. */
  ttMove: number;
  /** What has a share in the score of quiet moves, in the order of `QuietInspection.shares`. */
  quietTables: QuietTable[];
  /** The quiet moves in the order in which the search would try them. */
  quiets: QuietInspection[];
  /** Captures and promotions in the order in which the search would try them, those behind the quiet moves last. */
  noisy: NoisyInspection[];
  /** Weight of the victim's and the promotion's value in `NoisyInspection.score`. */
  victimWeight: number;
  /**
   * Divisor of `NoisyInspection.history` in its score; `null` if the table is off, then the type of the attacker is
   * subtracted.
   */
  captureHistoryDivisor: number | null;
  /** The evaluation; `null` in check, where the search has none. */
  evaluation: EvaluationInspection | null;
  /**
   * The quiet move that last refuted the opponent's last move, `NO_MOVE` if there is none; `null` if the table is
   * off.
   */
  counterMove: number | null;
  /** Every table that is on. */
  fills: TableFill[];
  /** The butterfly entries that the side to move would read here, `[to << 6 | from]`, bound `HISTORY_MAX`. */
  butterfly: Int16Array;
}

/** The ply of the root, at which everything is read. */
const ROOT_PLY = 0;

/** How a table, or an escape, enters the ordering score. */
interface QuietReader {
  table: QuietTable;
  isOn: boolean;
  /** Its term of the sum, 1024ths. */
  read(move: number): number;
}

/**
 * Tells what a search thread has learned about a position.
 *
 * @param search The thread; no search may be running. Its stack is overwritten, its tables are not.
 * @param position Any position, best the root of the latest search: the low-ply table knows no other. It is as it was
 * afterwards.
 */
export function inspect(search: Search, position: Position): Inspection {
  setRoot(search, position);
  const { histories, table, stack } = search;
  stack.threats.find(position, ROOT_PLY + MARGIN);
  const readers = quietReaders(search).filter((reader) => reader.isOn);
  const picker = new MovePicker();
  const hashMove = table.probe(position) ? table.hit.move : NO_MOVE;
  picker.startAll(position, hashMove, ROOT_PLY);
  const quiets: QuietInspection[] = [];
  const noisy: NoisyInspection[] = [];
  let ttMove = NO_MOVE;
  for (let move = picker.next(search); move !== NO_MOVE; move = picker.next(search)) {
    // The picker drops a move that is not legal here; a legal one comes first.
    if (quiets.length + noisy.length === 0 && move === hashMove) ttMove = move;
    if (position.isNoisy(move)) noisy.push(inspectNoisy(search, move, picker.isBadNoisy));
    else quiets.push(inspectQuiet(readers, move));
  }
  return {
    ttMove,
    quietTables: readers.map((reader) => reader.table),
    quiets,
    noisy,
    victimWeight: P.victimWeight,
    captureHistoryDivisor: L.useCapture !== 0 ? 1 << L.captureHistoryShift : null,
    evaluation: position.inCheck ? null : inspectEvaluation(search),
    counterMove: L.useCounterMove !== 0 ? histories.counterMoveFor(position, stack, ROOT_PLY) : null,
    fills: inspectFills(search),
    butterfly: new Int16Array(4096).map((_, squares) =>
      histories.butterfly[butterflyIndex(position.sideToMove, stack, ROOT_PLY, squares)]
    ),
  };
}

/** Every term of `Histories.orderingScore`, in its order, and what the move picker adds. */
function quietReaders({ histories, position, stack }: Search): QuietReader[] {
  const at = ROOT_PLY + MARGIN;
  const side = position.sideToMove;
  const continuation = (table: QuietTable, back: number, use: number, weight: number): QuietReader => ({
    table,
    isOn: use !== 0,
    read: (move) => {
      const earlier = stack.pieceTo[ROOT_PLY - back + MARGIN];
      return weight * histories.continuation[earlier << 10 | pieceToOf(position, move)];
    },
  });
  return [
    {
      table: "butterfly",
      isOn: L.useButterfly !== 0,
      read: (move) => L.orderButterfly * histories.butterfly[butterflyIndex(side, stack, ROOT_PLY, move)],
    },
    {
      table: "piece-to",
      isOn: L.usePieceTo !== 0,
      read: (move) => L.orderPieceTo * histories.pieceTo[pieceToOf(position, move)],
    },
    {
      table: "pawn",
      isOn: L.usePawnHistory !== 0,
      read: (move) => L.orderPawn * histories.pawn[pawnRow(position) | pieceToOf(position, move)],
    },
    continuation("continuation 1", 1, L.useContinuation1, L.orderContinuation1),
    continuation("continuation 2", 2, L.useContinuation2, L.orderContinuation2),
    continuation("continuation 3", 3, L.useContinuation3, L.orderContinuation3),
    continuation("continuation 4", 4, L.useContinuation4, L.orderContinuation4),
    continuation("continuation 6", 6, L.useContinuation6, L.orderContinuation6),
    {
      table: "low-ply",
      isOn: L.useLowPly !== 0,
      read: (move) => L.orderLowPly * histories.lowPly[ROOT_PLY << 12 | move & 0xfff],
    },
    {
      table: "counter-move",
      isOn: L.useCounterMove !== 0,
      read: (move) =>
        histories.counterMoveFor(position, stack, ROOT_PLY) === move ? L.counterMoveBonus << WEIGHT_SHIFT : 0,
    },
    {
      table: "escape",
      isOn: (L.escapeMinor | L.escapeRook | L.escapeQueen) !== 0,
      read: (move) => stack.threats.escapeScore(position, at, move) << WEIGHT_SHIFT,
    },
  ];
}

/**
 * Each share is the difference of two running totals that are rounded as the score is, so nothing is lost in the sum.
 */
function inspectQuiet(readers: readonly QuietReader[], move: number): QuietInspection {
  const shares: number[] = [];
  let sum = 0;
  for (const reader of readers) {
    const before = sum >> WEIGHT_SHIFT;
    sum += reader.read(move);
    shares.push((sum >> WEIGHT_SHIFT) - before);
  }
  return { move, score: sum >> WEIGHT_SHIFT, shares };
}

/** The terms by which the move picker sorts captures and promotions. */
function inspectNoisy({ histories, position }: Search, move: number, isLate: boolean): NoisyInspection {
  const { mailbox } = position;
  const kind = moveKind(move);
  const victim = SEE_VALUES[victimType(position, move)];
  const promotion = kind === PROMOTION ? SEE_VALUES[promotionType(move)] : 0;
  const history = histories.captureScore(position, move);
  const order = L.useCapture !== 0 ? history >> L.captureHistoryShift : -(mailbox[moveFrom(move)] & 7);
  return { move, victim, promotion, history, score: (victim + promotion) * P.victimWeight + order, isLate };
}

function inspectEvaluation(search: Search): EvaluationInspection {
  const { position, stack, evaluator, corrections } = search;
  const raw = evaluator.evaluate(position);
  const correction = corrections.correction(position, stack, ROOT_PLY);
  return { raw, corrections: inspectCorrections(search), correction, corrected: correctEval(raw, correction) };
}

/** Every term of `Corrections.correction`, in its order. */
function inspectCorrections({ position, stack, corrections }: Search): CorrectionInspection[] {
  const shares: CorrectionInspection[] = [];
  const add = (table: CorrectionTable, use: number, entry: number, weight: number): void => {
    if (use !== 0) shares.push({ table, entry, centipawns: entry * weight / WEIGHT_UNIT });
  };
  const keyed = (table: Int16Array, key: number): number =>
    table[position.sideToMove * KEYED_SIZE + (key & (KEYED_SIZE - 1))];
  const { pawn, nonPawnWhite, nonPawnBlack, minor, major, continuation } = corrections;
  add("pawn", L.usePawnCorrection, keyed(pawn, position.pawnKey), L.correctPawn);
  const white = keyed(nonPawnWhite, position.nonPawnKey(WHITE));
  const black = keyed(nonPawnBlack, position.nonPawnKey(BLACK));
  add("non-pawn White", L.useNonPawnCorrection, white, L.correctNonPawn);
  add("non-pawn Black", L.useNonPawnCorrection, black, L.correctNonPawn);
  add("minor", L.useMinorCorrection, keyed(minor, position.minorKey), L.correctMinor);
  add("major", L.useMajorCorrection, keyed(major, position.majorKey), L.correctMajor);
  const last = continuation[continuationIndex(stack, ROOT_PLY)];
  add("continuation", L.useContinuationCorrection, last, L.correctContinuation);
  return shares;
}

function inspectFills({ histories, corrections }: Search): TableFill[] {
  const usesContinuation = L.useContinuation1 | L.useContinuation2 | L.useContinuation3 | L.useContinuation4 |
    L.useContinuation6;
  const fills = [
    L.useButterfly !== 0 && fillOf("butterfly", histories.butterfly, HISTORY_MAX),
    L.usePieceTo !== 0 && fillOf("piece-to", histories.pieceTo, HISTORY_MAX),
    L.usePawnHistory !== 0 && fillOf("pawn", histories.pawn, HISTORY_MAX),
    L.useLowPly !== 0 && fillOf("low-ply", histories.lowPly, HISTORY_MAX),
    usesContinuation !== 0 && fillOf("continuation", histories.continuation, CONTINUATION_MAX),
    L.useCounterMove !== 0 && fillOf("counter-move", histories.counterMove, 0),
    L.useCapture !== 0 && fillOf("capture", histories.capture, CAPTURE_MAX),
    L.useTtMoveHistory !== 0 && fillOf("table move", histories.ttMove, HISTORY_MAX),
    L.usePawnCorrection !== 0 && fillOf("correction: pawn", corrections.pawn, CORRECTION_MAX),
    L.useNonPawnCorrection !== 0 && fillOf("correction: non-pawn White", corrections.nonPawnWhite, CORRECTION_MAX),
    L.useNonPawnCorrection !== 0 && fillOf("correction: non-pawn Black", corrections.nonPawnBlack, CORRECTION_MAX),
    L.useMinorCorrection !== 0 && fillOf("correction: minor", corrections.minor, CORRECTION_MAX),
    L.useMajorCorrection !== 0 && fillOf("correction: major", corrections.major, CORRECTION_MAX),
    L.useContinuationCorrection !== 0 &&
    fillOf("correction: continuation", corrections.continuation, CORRECTION_MAX),
  ];
  return fills.filter((fill) => fill !== false);
}

function fillOf(table: string, values: Int16Array | Uint16Array, bound: number): TableFill {
  let used = 0;
  let largest = 0;
  for (let i = 0; i < values.length; i++) {
    if (values[i] === 0) continue;
    used++;
    largest = Math.max(largest, Math.abs(values[i]));
  }
  return { table, entries: values.length, used, largest: bound === 0 ? 0 : largest, bound, bytes: values.byteLength };
}
