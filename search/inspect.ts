/**
 * What a search thread has learned, as plain data: for people and tools, never read by the search.
 *
 * The tables are read as a node at the position would read them, with the last moves of the game on the stack and ply
 * 0, and the moves come from the move picker itself. (A root has a list of its own moves instead, the best of the
 * iteration before in front.) A score is divided into the shares of its tables; the shares are whole numbers that add
 * up to it.
 *
 * @module
 */

import { BISHOP_RAYS, KING_ATTACKS, KNIGHT_ATTACKS, ROOK_RAYS } from "../core/attacks.ts";
import type { CheckSquares } from "../core/check_squares.ts";
import type { Position } from "../core/position.ts";
import { SEE_VALUES, victimType } from "../core/see.ts";
import { BISHOP, EMPTY, KING, KNIGHT, NO_MOVE, PAWN, pieceColour, pieceType, ROOK, WHITE } from "../core/types.ts";
import {
  CORRECTIONS,
  type Descriptor,
  OTHER_HISTORIES,
  QUIET_HISTORIES,
  type QuietDescriptor,
  type QuietKey,
  type QuietName,
} from "../learning/descriptors.ts";
import { L } from "../learning/params.ts";
import { QuietList, WEIGHT_SHIFT } from "../learning/quiet_history.ts";
import { MARGIN } from "../learning/stack.ts";
import { butterflyIndex } from "../learning/tables/butterfly_history.ts";
import { correctEval } from "./evaluate.ts";
import { checkScore, MovePicker, noisyScore, promotionValue } from "./move_picker.ts";
import { P } from "./params.ts";
import { setRoot, setStack } from "./run.ts";
import { Search } from "./search.ts";

/** What has a share in the order of quiet moves: a history (learning/descriptors.ts) by name, `escape` or `check`. */
export type QuietTable = string;

/** A quiet move. */
export interface QuietInspection {
  /** The move, encoded. */
  move: number;
  /** Its score in the move picker: `Histories.orderingScore`, `Threats.escapeScore` and `checkScore`. */
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
  /** Name of the table, see learning/descriptors.ts. */
  table: string;
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
   * Weight of `NoisyInspection.history` in its score, 1024ths; `null` if the table is off, then the type of the attacker
   * is subtracted.
   */
  captureHistoryWeight: number | null;
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
  /** Those that the opponent would read if it were to move. */
  opponentButterfly: Int16Array;
  /**
   * What all histories add to the order of a quiet move of the piece on a square, `[to << 6 | from]`: the score of the
   * move without escapes and checks, for each square that the piece could go to on an empty board; 0 elsewhere, and
   * where the side to move has no piece.
   */
  pieceScores: Int32Array;
}

/** How a caller sees what is learned while a search runs. */
export interface LearningWatch {
  /** Milliseconds between two looks, more than 0. */
  readonly everyMs: number;
  /** Called with what the main thread has learned so far. */
  readonly onInspection: (inspection: Inspection) => void;
}

/** The ply of the root, at which everything is read. */
const ROOT_PLY = 0;

/**
 * Reports what a search thread has learned about a position.
 *
 * @param search The thread; no search may be running. Its stack is overwritten, its tables are not.
 * @param position Any position, best the root of the latest search: the low-ply table knows no other. It is as it was
 * afterwards.
 */
export function inspect(search: Search, position: Position): Inspection {
  setRoot(search, position);
  return inspectRoot(search, position.inCheck ? null : search.evaluator.evaluate(position));
}

/**
 * Looks at what a thread learns while it searches.
 *
 * The search itself does not notice: what it learns and the table are read, while stack and position are others. The
 * raw evaluation of the root is computed before, since the evaluation follows the search.
 */
export class LiveInspection {
  private readonly view: Search;
  private readonly position: Position;
  private readonly raw: number | null;

  /**
   * Prepares to look.
   *
   * @param search The thread; its search has not begun yet.
   * @param root Where it will search; as it was afterwards.
   * @param position The same position, of which the thread knows nothing.
   */
  constructor(search: Search, root: Position, position: Position) {
    setRoot(search, root);
    this.raw = root.inCheck ? null : search.evaluator.evaluate(root);
    this.view = new Search(search.table, search.control, search.evaluator, search.slot, search);
    this.position = position;
  }

  /** What the thread has learned so far. To be called between two nodes. */
  take(): Inspection {
    setStack(this.view, this.position);
    return inspectRoot(this.view, this.raw);
  }
}

/**
 * Reports what is known about the root of a search.
 *
 * @param search The thread, or a view of it.
 * @param raw The evaluation of the root before correction, `null` in check.
 */
function inspectRoot(search: Search, raw: number | null): Inspection {
  const { histories, table, stack, position } = search;
  stack.threats.find(position, ROOT_PLY + MARGIN);
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
    else quiets.push(inspectQuiet(search, picker.checks, move));
  }
  return {
    ttMove,
    quietTables: quietTables(),
    quiets,
    noisy,
    victimWeight: P.victimWeight,
    captureHistoryWeight: L.useCapture !== 0 ? L.orderCapture : null,
    evaluation: raw === null ? null : inspectEvaluation(search, raw),
    counterMove: L.useCounterMove !== 0 ? histories.counterMove.answer(position, stack, ROOT_PLY) : null,
    fills: inspectFills(search),
    butterfly: inspectButterfly(search, ROOT_PLY),
    opponentButterfly: inspectOpponent(search),
    pieceScores: inspectPieces(search, quiets),
  };
}

/** The butterfly entries of the side to move, by the threats that the stack has for a ply. */
function inspectButterfly({ histories, position, stack }: Search, ply: number): Int16Array {
  return new Int16Array(4096).map((_, squares) =>
    histories.quiet.butterfly.entries[butterflyIndex(position.sideToMove, stack, ply, squares)]
  );
}

/** The butterfly entries of the opponent, as after a null move: one that passes the turn. */
function inspectOpponent(search: Search): Int16Array {
  const { position, stack } = search;
  position.makeNull();
  stack.threats.find(position, ROOT_PLY + 1 + MARGIN);
  const entries = inspectButterfly(search, ROOT_PLY + 1);
  position.undoNull();
  return entries;
}

/** What the histories say about where the pieces of the side to move could go. */
function inspectPieces({ histories, position, stack }: Search, quiets: readonly QuietInspection[]): Int32Array {
  // Castling is a move to a square that the king does not reach otherwise.
  const legal = new Set(quiets.map(({ move }) => move & 0xfff));
  const scores = new Int32Array(4096);
  const list = new QuietList();
  list.setNode(position, stack, ROOT_PLY);
  for (let from = 0; from < 64; from++) {
    const piece = position.mailbox[from];
    if (piece === EMPTY || pieceColour(piece) !== position.sideToMove) continue;
    const moves = Int32Array.from({ length: 64 }, (_, to) => to << 6 | from);
    list.setMoves(moves, new Int32Array(64), 0, 64);
    list.begin();
    for (const [key] of activeRows()) histories.quiet[key].addTo(list);
    const [lo, hi] = reachOf(piece, from);
    list.sums.forEach((sum, to) => {
      const isReached = ((to < 32 ? lo : hi) >>> to & 1) !== 0;
      if (isReached || legal.has(to << 6 | from)) scores[to << 6 | from] = sum >> WEIGHT_SHIFT;
    });
  }
  return scores;
}

/** Where a quiet move of a piece on a square can go on an empty board: both halves of a set. */
function reachOf(piece: number, from: number): [lo: number, hi: number] {
  const type = pieceType(piece);
  if (type === PAWN) return pawnReach(pieceColour(piece), from);
  const [lo, hi] = [from << 1, from << 1 | 1];
  if (type === KNIGHT) return [KNIGHT_ATTACKS[lo], KNIGHT_ATTACKS[hi]];
  if (type === KING) return [KING_ATTACKS[lo], KING_ATTACKS[hi]];
  if (type === BISHOP) return [BISHOP_RAYS[lo], BISHOP_RAYS[hi]];
  if (type === ROOK) return [ROOK_RAYS[lo], ROOK_RAYS[hi]];
  return [BISHOP_RAYS[lo] | ROOK_RAYS[lo], BISHOP_RAYS[hi] | ROOK_RAYS[hi]];
}

/** One step, and two from where a pawn begins. */
function pawnReach(colour: number, from: number): [lo: number, hi: number] {
  const step = colour === WHITE ? 8 : -8;
  const start = colour === WHITE ? 1 : 6;
  const targets = from >> 3 === start ? [from + step, from + 2 * step] : [from + step];
  const half = (isHigh: boolean): number => targets.reduce((set, to) => (to >= 32) === isHigh ? set | 1 << to : set, 0);
  return [half(false), half(true)];
}

/** The histories of quiet moves that are on. */
function activeRows(): [key: QuietKey, row: QuietDescriptor & { readonly name: QuietName }][] {
  const rows = Object.entries(QUIET_HISTORIES) as [QuietKey, QuietDescriptor & { readonly name: QuietName }][];
  return rows.filter(([, row]) => L[row.use] !== 0);
}

/** Whether anything is given for escapes. */
function usesEscapes(): boolean {
  return (L.escapeMinor | L.escapeRook | L.escapeQueen) !== 0;
}

/** What has a share in the score of quiet moves. */
function quietTables(): QuietTable[] {
  const tables: QuietTable[] = activeRows().map(([, row]) => row.name);
  if (usesEscapes()) tables.push("escape");
  if (L.orderCheck !== 0) tables.push("check");
  return tables;
}

/**
 * The tables add their terms one after the other, as they do in a search. Each share is the difference of two running
 * totals that are rounded as the score is, so nothing is lost in the sum.
 */
function inspectQuiet({ histories, position, stack }: Search, checks: CheckSquares, move: number): QuietInspection {
  const list = new QuietList();
  list.setNode(position, stack, ROOT_PLY);
  list.setMoves(Int32Array.of(move), new Int32Array(1), 0, 1);
  list.begin();
  const shares: number[] = [];
  let score = 0;
  for (const [key] of activeRows()) {
    histories.quiet[key].addTo(list);
    shares.push((list.sums[0] >> WEIGHT_SHIFT) - score);
    score = list.sums[0] >> WEIGHT_SHIFT;
  }
  const escape = stack.threats.escapeScore(position, ROOT_PLY + MARGIN, move);
  if (usesEscapes()) shares.push(escape);
  const check = checkScore(position, checks, move);
  if (L.orderCheck !== 0) shares.push(check);
  return { move, score: score + escape + check, shares };
}

/** The terms by which the move picker sorts captures and promotions. */
function inspectNoisy(search: Search, move: number, isLate: boolean): NoisyInspection {
  const { histories, position } = search;
  return {
    move,
    victim: SEE_VALUES[victimType(position, move)],
    promotion: promotionValue(move),
    history: histories.captureScore(position, move),
    score: noisyScore(search, move),
    isLate,
  };
}

function inspectEvaluation({ position, stack, corrections }: Search, raw: number): EvaluationInspection {
  const shares = corrections.shares(position, stack, ROOT_PLY);
  const correction = corrections.correction(position, stack, ROOT_PLY);
  return {
    raw,
    corrections: shares.map(({ row, entry, centipawns }) => ({ table: CORRECTIONS[row].name, entry, centipawns })),
    correction,
    corrected: correctEval(raw, correction),
  };
}

/** How full the tables are that are on; memory that several share is counted once. */
function inspectFills({ histories, corrections }: Search): TableFill[] {
  const fills = new Map<string, TableFill>();
  const add = (name: string, { bound }: Descriptor, entries: Int16Array | Uint16Array): void => {
    if (!fills.has(name)) fills.set(name, fillOf(name, entries, bound));
  };
  for (const [key, row] of activeRows()) add(row.memory ?? row.name, row, histories.quiet[key].entries);
  const { capture, tableMove } = OTHER_HISTORIES;
  if (L[capture.use] !== 0) add(capture.name, capture, histories.capture.entries);
  if (L[tableMove.use] !== 0) add(tableMove.name, tableMove, histories.tableMove.entries);
  for (const row of CORRECTIONS) {
    if (L[row.use] !== 0) add(`correction: ${row.name}`, row, corrections.table(row.name));
  }
  return Array.from(fills.values());
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
