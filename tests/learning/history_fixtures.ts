/** Shared by the tests of histories: positions, frames, cutoffs, and numbers independent of tuning. @module */

import { parseSquare } from "../../core/fen.ts";
import type { Position } from "../../core/position.ts";
import { BLACK, KNIGHT, makePiece, NO_MOVE, PAWN, WHITE } from "../../core/types.ts";
import { Corrections } from "../../learning/corrections.ts";
import type { Histories } from "../../learning/histories.ts";
import { learnCutoff } from "../../learning/lessons.ts";
import { createRootFrame, type Frame } from "../../search/frame.ts";
import { MovePicker } from "../../search/move_picker.ts";
import { moveOf, names } from "../search/fixtures.ts";
import { orderingScore } from "../search/learned.ts";
import { all, type Changes, lesson, NO_ESCAPES } from "../search/parameters.ts";

/** Every correction history learns depth · difference · this share, in 1024ths. */
export function correctionGains(gain: number): Changes {
  return all(/^gain[A-Z]/, gain);
}

/** At depth 6: quiet bonus 980, quiet malus 1140, capture bonus 1020, capture malus 900. Every history has a weight. */
export const NUMBERS: Changes = {
  ...NO_ESCAPES,
  ...all(/^(bonus|malus)[A-Z]/, 1024),
  ...lesson("quietBonus", 180, 100, 1700),
  ...lesson("quietMalus", 200, 60, 1300),
  ...lesson("captureBonus", 180, 60, 1800),
  ...lesson("captureMalus", 160, 60, 1400),
  ...{ orderButterfly: 2048, orderPieceTo: 1024, orderPawn: 1024, orderLowPly: 4096, orderCounterMove: 750 },
  ...{ orderContinuation1: 1024, orderContinuation2: 1024, orderContinuation3: 512, orderContinuation4: 768 },
  ...{ orderContinuation6: 512, orderCapture: 512, orderCheck: 0, victimWeight: 16 },
  ...{ pruneButterfly: 2048, prunePieceTo: 1024, prunePawn: 512, pruneContinuation1: 1024, pruneContinuation2: 768 },
};

export const [WHITE_PAWN, WHITE_KNIGHT] = [PAWN, KNIGHT].map((type) => makePiece(WHITE, type));
export const [BLACK_PAWN, BLACK_KNIGHT] = [PAWN, KNIGHT].map((type) => makePiece(BLACK, type));
/** White has two knights, a king and a pawn, and so only quiet moves. */
export const TWO_KNIGHTS = "4k3/8/8/8/8/8/4P3/1N2KN2 w - - 0 1";
/** A pawn can take either of two pawns, so the victims are equal. */
export const TWO_VICTIMS = "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1";
/** The ply of the node, with six moves before it. */
export const PLY = 8;

/** Squares of a move as tables index them. */
export function squares(from: string, to: string): number {
  return parseSquare(from) | parseSquare(to) << 6;
}

/** A piece that went to a square, as `Board.pieceTo` encodes it. */
export function pieceTo(piece: number, to: string): number {
  return piece << 6 | parseSquare(to);
}

/** Six earlier moves, each with another piece and target: `EARLIER[k]` was played k plies ago. */
export const EARLIER: readonly number[] = [
  ...[0, pieceTo(BLACK_PAWN, "e5"), pieceTo(WHITE_PAWN, "d4"), pieceTo(BLACK_KNIGHT, "f6")],
  ...[pieceTo(WHITE_PAWN, "c4"), pieceTo(BLACK_PAWN, "a6"), pieceTo(WHITE_KNIGHT, "h3")],
];

/** The frame of a node at a ply with `EARLIER` before it. */
export function createFrame(ply = PLY): Frame {
  let frame = createRootFrame();
  while (frame.ply < ply) frame = frame.child();
  EARLIER.forEach((move, back) => replaceEarlier(frame, back, move));
  return frame;
}

/** Replaces the move `back` plies ago with another move. */
export function replaceEarlier(frame: Frame, back: number, pieceTo: number): void {
  let earlier = frame;
  for (let i = 0; i < back; i++) earlier = earlier.parent;
  earlier.pieceTo = pieceTo;
}

/** A cutoff by the last of the moves searched, at depth 6. */
export function cutoff(histories: Histories, position: Position, frame: Frame, searched: readonly string[]): void {
  const moves = searched.map((text) => moveOf(position, text));
  histories.locate(position, frame);
  frame.tried.clear();
  for (const move of moves) frame.tried.add(move, !position.isNoisy(move));
  learnCutoff({ position, histories, corrections: new Corrections() }, frame, 6, moves[moves.length - 1], 0);
}

/** The scores of a quiet move for ordering and for pruning. */
export function scoresOf(histories: Histories, position: Position, frame: Frame, text: string): [number, number] {
  const move = moveOf(position, text);
  histories.locate(position, frame);
  return [orderingScore(histories, position, frame, move), histories.pruningScore(position, frame, move)];
}

/** The moves in the order in which the picker returns them. */
export function order(histories: Histories, position: Position, frame: Frame): string[] {
  const given = { position, histories };
  const picker = new MovePicker();
  histories.locate(position, frame);
  picker.startAll(position, NO_MOVE);
  const moves: number[] = [];
  for (let move = picker.next(given, frame); move !== NO_MOVE; move = picker.next(given, frame)) moves.push(move);
  return names(moves);
}
