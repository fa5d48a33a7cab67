/**
 * Writes the learned tables as text with at most 100 columns, for the `histories` command, and as data. Bars to the
 * right are precise to an eighth of a character; bars to the left, only to a half.
 *
 * @module
 */

import { formatFen } from "../../core/fen.ts";
import { formatSan, formatUci } from "../../core/notation.ts";
import type { Position } from "../../core/position.ts";
import { expect, objectWith, whole } from "../arguments.ts";
import { type PositionInput, positionOf } from "../position_input.ts";
import { NO_MOVE, WHITE } from "../../core/types.ts";
import { CORRECTIONS } from "../../learning/corrections.ts";
import { type NamedMoves, nameMoves } from "../reasons.ts";
import type { EvaluationInspection, Inspection, NoisyInspection, ShareName, TableFill } from "../../search/inspect.ts";

/** Default number of moves of each kind to show. */
export const SHOWN_MOVES = 12;

/** What is written if no search has run yet. */
export const NOTHING_LEARNED = "Nothing has been learned yet: search first, for example with 'go depth 12'";

const COLUMNS = 100;
/** Minimum width of a table's column. */
const CELL = 7;
/** Width of the columns before a move's bar: rank, mark, move and score. */
const MOVE_HEAD = 21;
/**
 * Maximum and minimum length of a bar on each side of its axis, in characters. If there are too many columns for the
 * minimum, they are split into blocks.
 */
const BAR_CELLS = 8;
const LEAST_BAR_CELLS = 4;
const AXIS = "│";
/** Bars that fill 0 to 7 eighths of a character. */
const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** The two lines of a heading: "low" and "ply" for `low-ply`, "" and "1" for `continuation 1`. */
function headingOf(table: ShareName): readonly [upper: string, lower: string] {
  const [upper, lower] = table.split("-");
  return lower === undefined ? ["", upper.replace("continuation ", "")] : [upper, lower];
}

/** Draws a bar to the left or right of an axis. A value of ± `scale` fills all `cells` characters on its side. */
export function divergingBar(value: number, scale: number, cells: number): string {
  const length = Math.min(1, Math.abs(value) / scale) * cells;
  return value < 0 ? leftBar(length, cells) + AXIS + " ".repeat(cells) : " ".repeat(cells) + AXIS + bar(length, cells);
}

/**
 * Draws a bar of this length, and fills the rest of `cells` characters with spaces. The bar is at least an eighth long
 * unless `length` is 0.
 */
export function bar(length: number, cells: number): string {
  const eighths = length > 0 ? Math.max(1, Math.round(length * 8)) : 0;
  return ("█".repeat(eighths >> 3) + EIGHTHS[eighths & 7]).padEnd(cells);
}

function leftBar(length: number, cells: number): string {
  if (length < 0.25) return (length > 0 ? "▕" : "").padStart(cells);
  const halves = Math.round(length * 2);
  return ((halves & 1) !== 0 ? "▐" : "").concat("█".repeat(halves >> 1)).padStart(cells);
}

const INSPECTION = objectWith("an inspection, from Engine.inspect()", "quiets", "noisy", "fills", "butterfly");

/** Writes an inspection as text, with at most `limit` moves of each kind and a remark if there are several threads. */
export function formatHistories(
  inspection: Inspection,
  input: PositionInput,
  limit: number = SHOWN_MOVES,
  threads: number = 1,
): string {
  expect(inspection, INSPECTION);
  expect(limit, whole(0));
  expect(threads, whole(1));
  const position = positionOf(input);
  const lines = [`FEN: ${formatFen(position)}`];
  const isOver = inspection.quiets.length + inspection.noisy.length === 0;
  if (isOver) lines.push(describeEnd(position));
  if (isEmpty(inspection)) {
    if (!isOver) lines.push(NOTHING_LEARNED);
    return lines.join("\n");
  }
  if (threads > 1) lines.push(`The tables are from the first of ${threads} threads; each thread learns by itself`);
  if (!isOver) lines.push("", ...describeQuiets(inspection, position, limit));
  if (!isOver) lines.push("", ...describeNoisy(inspection, position, limit));
  lines.push("");
  lines.push(...correctionLines(inspection.evaluation, position), "", ...describeFills(inspection.fills));
  return lines.map((line) => line.trimEnd()).join("\n");
}

/** Whether all tables are empty. */
export function isEmpty({ fills }: Inspection): boolean {
  return fills.every((fill) => fill.used === 0);
}

/** Why there is nothing to show in a position without legal moves. */
export function describeEnd(position: Position): string {
  const end = position.inCheck ? "checkmated" : "stalemated";
  return `Nothing to search: ${sideName(position)} is ${end} and has no legal move`;
}

function describeQuiets(inspection: Inspection, position: Position, limit: number): string[] {
  const { quiets, quietTables, ttMove, counterMove } = inspection;
  if (quiets.length === 0) return ["Quiet moves: none is legal"];
  const shown = quiets.slice(0, limit);
  const lines = [
    `Quiet moves, ${shown.length} of ${quiets.length}, in the order tried, and what each table adds to the score`,
    "+ worked: refuted the move before it; - failed: another move was better",
  ];
  const scale = scaleOf(shown.map((quiet) => quiet.score));
  let first = 0;
  for (const tables of blocksOf(quietTables)) {
    const end = first + tables.length;
    const widths = tables.map(widthOf);
    const cells = Math.min(BAR_CELLS, barCells(tables));
    const [upper, lower] = headingsOf(tables);
    const axis = `${"-".padStart(cells)}${AXIS}${"+".padEnd(cells)}`;
    if (first > 0) lines.push("", "The same moves, more tables:");
    lines.push(
      " ".repeat(MOVE_HEAD + axis.length) + upper,
      `${"#".padStart(3)}  ${"move".padEnd(7)} ${"score".padStart(7)} ${axis}${lower}`,
    );
    for (const [rank, { move, score, shares }] of shown.entries()) {
      const numbers = shares.slice(first, end).map((share, i) => signed(share).padStart(widths[i])).join("");
      lines.push(moveHead(position, move, rank, score, ttMove) + divergingBar(score, scale, cells) + numbers);
    }
    first = end;
  }
  if (shown.some(({ move }) => move === ttMove)) {
    lines.push("  * from the transposition table: tried before all others");
  }
  if (counterMove !== null) {
    lines.push(`Counter-move: ${counterMove === NO_MOVE ? "none yet" : formatUci(counterMove, position.chess960)}`);
  }
  return lines;
}

/** How many characters are left for each half of a bar beside these columns; negative if the columns are too wide. */
function barCells(tables: readonly ShareName[]): number {
  return (COLUMNS - MOVE_HEAD - 1 - sumOf(tables.map(widthOf))) >> 1;
}

/** Splits the tables into blocks that leave room for the bars. */
function blocksOf(tables: readonly ShareName[]): ShareName[][] {
  if (barCells(tables) >= LEAST_BAR_CELLS) return [[...tables]];
  const blocks: ShareName[][] = [[]];
  for (const table of tables) {
    const block = blocks[blocks.length - 1];
    if (block.length > 0 && barCells([...block, table]) < BAR_CELLS) blocks.push([table]);
    else block.push(table);
  }
  return blocks;
}

function widthOf(table: ShareName): number {
  return Math.max(CELL, ...headingOf(table).map((heading) => heading.length + 1));
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function headingsOf(tables: readonly ShareName[]): [upper: string, lower: string] {
  const [upper, lower] = [0, 1].map((line) =>
    tables.map((table) => headingOf(table)[line].padStart(widthOf(table))).join("")
  );
  const isContinuation = (table: ShareName): boolean => table.startsWith("continuation");
  const count = tables.filter(isContinuation).length;
  if (count === 0) return [upper, lower];
  // The continuation history's tables must be next to each other.
  const first = tables.findIndex(isContinuation);
  const start = sumOf(tables.slice(0, first).map(widthOf));
  const width = sumOf(tables.slice(first, first + count).map(widthOf));
  const title = width > 24 ? " continuation, plies ago " : "cont.";
  const rule = "─".repeat((width - 1 - title.length) >> 1);
  const group = `${rule}${title}${rule}`.padStart(width);
  return [upper.slice(0, start) + group + upper.slice(start + width), lower];
}

function describeNoisy(inspection: Inspection, position: Position, limit: number): string[] {
  const { noisy, ttMove, victimWeight, captureHistoryWeight } = inspection;
  if (noisy.length === 0) return ["Captures and promotions: none is legal"];
  const shown = noisy.slice(0, limit);
  const scale = scaleOf(shown.map((noise) => noise.score));
  const axis = `${"-".padStart(BAR_CELLS)}${AXIS}${"+".padEnd(BAR_CELLS)}`;
  const order = captureHistoryWeight !== null ? `history x ${captureHistoryWeight} / 1024` : "the least attacker first";
  const tried = ({ move, isLate }: NoisyInspection): string =>
    move === ttMove ? "before all others" : isLate ? "after the quiet moves" : "before the quiet moves";
  return [
    `Captures and promotions, ${shown.length} of ${noisy.length}: score = ${victimWeight} x (victim + promotion) + ${order}`,
    `${"#".padStart(3)}  ${"move".padEnd(7)} ${"score".padStart(7)} ${axis}` +
    ["victim", "promot", "history"].map((heading) => heading.padStart(CELL + 1)).join("") + "  tried",
    ...shown.map((noise, rank) =>
      moveHead(position, noise.move, rank, noise.score, ttMove) + divergingBar(noise.score, scale, BAR_CELLS) +
      [dotted(noise.victim), dotted(noise.promotion), signed(noise.history)].map((text) => text.padStart(CELL + 1))
        .join("") +
      `  ${tried(noise)}`
    ),
  ];
}

function moveHead(position: Position, move: number, rank: number, score: number, ttMove: number): string {
  const mark = move === ttMove ? "*" : " ";
  return `${String(rank + 1).padStart(3)} ${mark}${formatSan(position, move).padEnd(7)} ${signed(score).padStart(7)} `;
}

function correctionLines(evaluation: EvaluationInspection | null, position: Position): string[] {
  if (evaluation === null) return ["Static evaluation: none, since the side to move is in check"];
  const { raw, corrections, correction, corrected } = evaluation;
  const row = (name: string, value: string): string => `  ${name.padEnd(27)}${value.padStart(8)}`;
  const whole = (value: number): string => value === 0 ? "0" : signed(value);
  const scale = scaleOf(corrections.map((share) => share.centipawns));
  return [
    `Static evaluation in the network's centipawns, from ${sideName(position)}'s side`,
    row("raw", whole(raw)),
    ...corrections.map(({ table, entry, centipawns }) =>
      `${row(`correction: ${table}`, signed(centipawns, 1))}  ${divergingBar(centipawns, scale, BAR_CELLS)}` +
      `  entry ${signed(entry).padStart(5)} of ${CORRECTIONS[0].bound}`
    ),
    row("all corrections", whole(correction)),
    row("corrected", whole(corrected)),
  ];
}

function describeFills(fills: readonly TableFill[]): string[] {
  const numbers = (cells: readonly string[], widths: readonly number[]): string =>
    cells.map((cell, i) => cell.padStart(widths[i])).join("");
  const widths = [11, 11, 9];
  const limitWidths = [9, 8, 10];
  return [
    `${"Tables".padEnd(29)}${numbers(["non-zero", "entries", "filled"], widths)}  ${"".padEnd(BAR_CELLS)}` +
    numbers(["largest", "bound", "memory"], limitWidths),
    ...fills.map(({ table, entries, used, largest, bound, bytes }) => {
      const limits = bound === 0 ? ["", ""] : [grouped(largest), grouped(bound)];
      const filled = numbers([grouped(used), grouped(entries), `${(100 * used / entries).toFixed(1)} %`], widths);
      return `  ${table.padEnd(27)}${filled}  ${bar(BAR_CELLS * used / entries, BAR_CELLS)}` +
        numbers([...limits, `${bytes >> 10} KiB`], limitWidths);
    }),
  ];
}

/** The name of the side to move. */
export function sideName(position: Position): string {
  return position.sideToMove === WHITE ? "White" : "Black";
}

function scaleOf(values: readonly number[]): number {
  return Math.max(...values.map(Math.abs)) || 1;
}

/** Writes a number with its sign, or a dot for zero. */
function signed(value: number, digits = 0): string {
  const text = value.toFixed(digits);
  return Number(text) === 0 ? "·" : value > 0 ? `+${text}` : text;
}

function dotted(value: number): string {
  return value === 0 ? "·" : String(value);
}

function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** The result of `describeHistories`. Moves are in UCI notation. */
export interface HistoriesReport extends NamedMoves {
  /** The position. */
  fen: string;
  /** The counter-move; `null` if there is none or its table is switched off. */
  counterMove: string | null;
  /** The static evaluation; `null` in check. */
  evaluation: EvaluationInspection | null;
  /** How full the tables are. */
  tables: TableFill[];
  /** The entries of the side to move's butterfly table, except zeros, keyed by the move's squares: `e2e4`. */
  butterfly: Record<string, number>;
  /** The entries of the opponent's butterfly table, in the same form. */
  opponentButterfly: Record<string, number>;
  /** What all histories together add to the score of each quiet move by the side to move; zeros are left out. */
  pieceScores: Record<string, number>;
}

/** Converts an inspection to an object that can be written as JSON. */
export function describeHistories(inspection: Inspection, input: PositionInput): HistoriesReport {
  expect(inspection, INSPECTION);
  const position = positionOf(input);
  const { sideToMove, ttMove, quiets, captures } = nameMoves(inspection, position);
  const { counterMove } = inspection;
  const bySquares = (values: Int16Array | Int32Array): Record<string, number> => {
    const entries: Record<string, number> = {};
    values.forEach((value, squares) => {
      if (value !== 0) entries[formatUci(squares, true)] = value;
    });
    return entries;
  };
  return {
    fen: formatFen(position),
    sideToMove,
    ttMove,
    counterMove: counterMove === null || counterMove === NO_MOVE ? null : formatUci(counterMove, position.chess960),
    quiets,
    captures,
    evaluation: inspection.evaluation,
    tables: inspection.fills,
    butterfly: bySquares(inspection.butterfly),
    opponentButterfly: bySquares(inspection.opponentButterfly),
    pieceScores: bySquares(inspection.pieceScores),
  };
}
