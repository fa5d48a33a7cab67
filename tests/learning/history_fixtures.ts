/**
 * What the tests of the move histories share: the numbers they are worked out with, positions, a stack with earlier
 * moves, cutoffs, and the order that comes of them.
 *
 * The bonuses and weights are fixed in `NUMBERS`, so that tuning the search does not touch these tests.
 *
 * @module
 */

import { parseSquare } from "../../core/fen.ts";
import type { Position } from "../../core/position.ts";
import { BLACK, KNIGHT, makePiece, NO_MOVE, PAWN, WHITE } from "../../core/types.ts";
import { Histories } from "../../learning/histories.ts";
import { MovePicker } from "../../search/move_picker.ts";
import type { ParameterName } from "../../search/params.ts";
import { Corrections } from "../../learning/corrections.ts";
import {
  CORRECTIONS,
  QUIET_HISTORIES,
  QUIET_ROWS,
  type QuietDescriptor,
  type QuietKey,
} from "../../learning/descriptors.ts";
import { learnCutoff } from "../../learning/lessons.ts";
import { SearchStack, TriedMoves } from "../../learning/stack.ts";
import { type Changes, moveOf, names, NO_ESCAPES, setPlayed } from "../search/fixtures.ts";

/** Every history learns all of a bonus and of a malus. */
export const WHOLE_BONUSES: Changes = Object.fromEntries(
  QUIET_ROWS.flatMap(({ bonus, malus }) => [bonus, malus]).filter((name) => name !== undefined)
    .map((name) => [name, 1024]),
);

/** Only a cutoff, a table cutoff and a fail-low teach, each by its plain share. */
export const PLAIN_LESSONS: Changes = {
  exactFactor: 0,
  priorMoveLate: 0,
  priorMoveBelowEval: 0,
  priorMoveBelowPrior: 0,
  priorCaptureFactor: 0,
  priorEarlyMalusFactor: 0,
  priorTtMalusFactor: 0,
  orderCheck: 0,
};

/** Every correction history learns so much of depth times the difference, 1024ths. */
export function correctionGains(gain: number): Changes {
  return Object.fromEntries(CORRECTIONS.map((row) => [row.gain, gain]));
}

/** At depth 6: quiet bonus 980, quiet malus 1140, capture bonus 1020, capture malus 900. */
export const NUMBERS: Changes = {
  ...NO_ESCAPES,
  ...WHOLE_BONUSES,
  ...PLAIN_LESSONS,
  quietBonusSlope: 180,
  quietBonusOffset: 100,
  quietBonusMax: 1700,
  quietMalusSlope: 200,
  quietMalusOffset: 60,
  quietMalusMax: 1300,
  captureBonusSlope: 180,
  captureBonusOffset: 60,
  captureBonusMax: 1800,
  captureMalusSlope: 160,
  captureMalusOffset: 60,
  captureMalusMax: 1400,
  // Every weight is 1, apart from those below.
  ...Object.fromEntries(QUIET_ROWS.flatMap(({ order, prune }) => [[order, 1024], [prune ?? order, 1024]])),
  orderButterfly: 2048,
  orderContinuation3: 512,
  orderContinuation4: 768,
  orderContinuation6: 512,
  orderLowPly: 4096,
  counterMoveBonus: 6000,
  pruneButterfly: 2048,
  prunePawn: 512,
  pruneContinuation2: 768,
  victimWeight: 16,
  orderCapture: 512,
};

export const [WHITE_PAWN, WHITE_KNIGHT] = [PAWN, KNIGHT].map((type) => makePiece(WHITE, type));
export const [BLACK_PAWN, BLACK_KNIGHT] = [PAWN, KNIGHT].map((type) => makePiece(BLACK, type));

/** Both knights can go to c3, d2, f3 or b3, and White is at ply 8 with six moves before. */
export const TWO_KNIGHTS = "4k3/8/8/8/8/8/4P3/1N2KN2 w - - 0 1";
export const PLY = 8;

/** The square of that name. */
export function square(name: string): number {
  return parseSquare(name);
}

/** Squares of a move as tables index them. */
export function squares(from: string, to: string): number {
  return square(from) | square(to) << 6;
}

/** The row of a piece that went to a square. */
export function pieceTo(piece: number, to: string): number {
  return piece << 6 | square(to);
}

/** Six earlier moves, each with another piece and target: `EARLIER[k]` was played k plies ago. */
export const EARLIER: readonly (readonly [piece: number, from: string, to: string])[] = [
  [0, "a1", "a1"],
  [BLACK_PAWN, "e7", "e5"],
  [WHITE_PAWN, "d2", "d4"],
  [BLACK_KNIGHT, "g8", "f6"],
  [WHITE_PAWN, "c2", "c4"],
  [BLACK_PAWN, "a7", "a6"],
  [WHITE_KNIGHT, "g1", "h3"],
];
/** How far back continuation history looks, with its switch and its weight in ordering (1024ths, see `NUMBERS`). */
export const PLIES_BACK: readonly (readonly [plies: number, name: ParameterName, weight: number])[] = [
  [1, "useContinuation1", 1024],
  [2, "useContinuation2", 1024],
  [3, "useContinuation3", 512],
  [4, "useContinuation4", 768],
  [6, "useContinuation6", 512],
];

/** A stack that has `EARLIER` before `PLY`. */
export function createStack(): SearchStack {
  const stack = new SearchStack();
  for (let back = 1; back <= 6; back++) replaceEarlier(stack, back, ...EARLIER[back]);
  return stack;
}

/** Puts another move in the place of the one `back` plies before `PLY`. */
export function replaceEarlier(stack: SearchStack, back: number, piece: number, from: string, to: string): void {
  setPlayed(stack, PLY - back, piece, square(from), square(to));
}

/** A cutoff at `PLY` and depth 6 by the last of the moves searched. */
export function cutoff(
  histories: Histories,
  position: Position,
  stack: SearchStack,
  searched: readonly string[],
  depth = 6,
  ply = PLY,
): void {
  const moves = searched.map((text) => moveOf(position, text));
  const tried = new TriedMoves();
  for (const move of moves) tried.add(move, !position.isNoisy(move));
  const learner = { position, stack, histories, corrections: new Corrections() };
  learnCutoff(learner, { ply, depth, staticEval: 0, tried }, moves[moves.length - 1], 0);
}

/** The moves in the order in which the picker hands them out. */
export function order(histories: Histories, position: Position, stack: SearchStack, ply = PLY): string[] {
  const given = { position, histories, stack };
  const picker = new MovePicker();
  picker.startAll(position, NO_MOVE, ply);
  const moves: number[] = [];
  for (let move = picker.next(given); move !== NO_MOVE; move = picker.next(given)) moves.push(move);
  return names(moves);
}

/** Everything that a `Histories` holds, table by table. */
export function tablesOf(histories: Histories): [name: string, table: Int16Array | Uint16Array][] {
  const tables = new Map<string, Int16Array | Uint16Array>();
  for (const [key, { memory }] of Object.entries<QuietDescriptor>(QUIET_HISTORIES)) {
    tables.set(memory ?? key, histories.quiet[key as QuietKey].entries);
  }
  tables.set("capture", histories.capture.entries);
  tables.set("tableMove", histories.tableMove.entries);
  return Array.from(tables);
}

/** The table of that name in `tablesOf`. */
export function tableOf(histories: Histories, name: string): Int16Array | Uint16Array {
  return tablesOf(histories).find(([each]) => each === name)![1];
}

/** Two pawns to take, by the same pawn: the victims are equal. */
export const TWO_VICTIMS = "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1";
