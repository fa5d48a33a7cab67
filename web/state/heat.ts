/** The learned values on the board: arrows, or coloured squares with points from −100 to +100. @module */

import type { HistoriesReport } from "../../engine/view/mod.ts";
import { HEAT_FULL, heatColour } from "../../engine/view/heat_colour.ts";
import { averageScore, FULL_POINTS, pointsOf, type Trust, trustOf } from "../../engine/reasons.ts";
import type { HeatMode, HeatSide } from "./address.ts";

export interface HeatCell {
  readonly from: string;
  readonly to: string;
  readonly points: number;
  /** In the search's units. */
  readonly raw: number;
}

const SHOWN_ARROWS = 3;

/** The luminance of a background on which black and white text contrast equally, about 4.6 : 1 (WCAG 2). */
const MIDDLE = 0.179;

export function pointColour(points: number): string {
  return heatColour(Math.round(points / FULL_POINTS * HEAT_FULL) || 1);
}

/**
 * The learned values for pairs of squares. In the mode `piece`, the pairs are the legal quiet moves, with points from
 * engine/reasons.ts. In the other modes, a point is a hundredth of the butterfly history's bound.
 */
export function heatCells(report: HistoriesReport, mode: HeatMode, side: HeatSide): HeatCell[] {
  if (mode === "piece") {
    const average = averageScore(report);
    return report.quiets.map(({ move, score }) => cellOf(move, score, pointsOf(score, average)));
  }
  const entries = side === "mover" ? report.butterfly : report.opponentButterfly;
  return Object.entries(entries).map(([squares, raw]) =>
    cellOf(squares, raw, Math.round(raw / HEAT_FULL * FULL_POINTS))
  );
}

function cellOf(squares: string, raw: number, points: number): HeatCell {
  return { from: squares.slice(0, 2), to: squares.slice(2, 4), points, raw };
}

/** The cells for moves from a square or, in the mode `to`, for moves to it. Each is drawn at the move's other end. */
export function cellsAt(
  cells: readonly HeatCell[],
  mode: HeatMode,
  square: string | null,
): (HeatCell & { readonly square: string })[] {
  const [own, other] = mode === "to" ? ["to", "from"] as const : ["from", "to"] as const;
  return cells.filter((cell) => cell[own] === square).map((cell) => ({ ...cell, square: cell[other] }));
}

/** The quiet moves that the search tries first, sorted by points. Includes the best move if it is quiet. */
export function preferred(trusts: readonly Trust[], best: string | null): Trust[] {
  const isBest = ({ move }: Trust): boolean => move === best;
  return trusts.toSorted((a, b) => Number(isBest(b)) - Number(isBest(a))).slice(0, SHOWN_ARROWS)
    .sort((a, b) => b.points - a.points);
}

/** A search's trusted moves as a frame of a demonstration: `c4b3:51,g1f3:43`. */
export function frameOf(report: HistoriesReport): string {
  return preferred(trustOf(report), report.ttMove).map(({ move, points }) => `${move}:${points}`).join();
}

/** Black or white, whichever contrasts more with the colour. */
export function textOn(colour: string): "#000000" | "#ffffff" {
  return luminanceOf(colour) > MIDDLE ? "#000000" : "#ffffff";
}

/** A colour's luminance, as WCAG 2 defines it. */
export function luminanceOf(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
