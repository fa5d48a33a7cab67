/** The learned values on the board: arrows, or squares with a colour and a number, −100 … +100. @module */

import type { HistoriesReport } from "../../engine/view/mod.ts";
import { HEAT_FULL, heatColour } from "../../engine/view/heat_colour.ts";
import { averageScore, FULL_POINTS, pointsOf, type Trust, trustOf } from "../../engine/reasons.ts";
import type { HeatMode, HeatSide } from "./address.ts";

export interface HeatCell {
  readonly from: string;
  readonly to: string;
  readonly points: number;
  /** In the search's own units. */
  readonly raw: number;
}

const SHOWN_ARROWS = 3;

/** Luminance at which black and white text contrast equally, about 4.6 : 1 (WCAG 2). */
const MIDDLE = 0.179;

export function pointColour(points: number): string {
  return heatColour(Math.round(points / FULL_POINTS * HEAT_FULL) || 1);
}

/**
 * The learned values of pairs of squares. For butterfly history, a point is a hundredth of its bound. For all
 * histories, the pairs are the legal quiet moves, with their points from engine/reasons.ts.
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

/** The cells for the square that the user looks at, each with the square where it is drawn. */
export function cellsAt(
  cells: readonly HeatCell[],
  mode: HeatMode,
  square: string | null,
): (HeatCell & { readonly square: string })[] {
  const [own, other] = mode === "to" ? ["to", "from"] as const : ["from", "to"] as const;
  return cells.filter((cell) => cell[own] === square).map((cell) => ({ ...cell, square: cell[other] }));
}

/** The quiet moves that are tried first, sorted by points. The best move is among them if it is quiet. */
export function preferred(trusts: readonly Trust[], best: string | null): Trust[] {
  const isBest = ({ move }: Trust): boolean => move === best;
  return trusts.toSorted((a, b) => Number(isBest(b)) - Number(isBest(a))).slice(0, SHOWN_ARROWS)
    .sort((a, b) => b.points - a.points);
}

/** The trusted moves of a search in the form of a demonstration's frame: `c4b3:51,g1f3:43`. */
export function frameOf(report: HistoriesReport): string {
  return preferred(trustOf(report), report.ttMove).map(({ move, points }) => `${move}:${points}`).join();
}

/** Black or white, whichever contrasts more. */
export function textOn(colour: string): "#000000" | "#ffffff" {
  return luminanceOf(colour) > MIDDLE ? "#000000" : "#ffffff";
}

/** As WCAG 2 defines it. */
export function luminanceOf(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
