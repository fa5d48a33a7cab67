/** What each tab draws above and below the pieces. @module */

import type { Line } from "../../engine/mod.ts";
import { FULL_POINTS, trustOf } from "../../engine/reasons.ts";
import { playersOf } from "../../engine/games/pgn.ts";
import type { BoardPicture, PictureArrow } from "../../engine/view/board_picture.ts";
import type { HistoriesReport } from "../../engine/view/mod.ts";
import { cellsAt, type HeatCell, heatCells, pointColour, preferred } from "../state/heat.ts";
import type { GameLine } from "../state/game_line.ts";
import { mistakeAt } from "../state/mistakes.ts";
import type { Look, Store } from "../store.ts";

/** How much weight an arrow loses for each thousandth of expected score that its line is behind the best one. */
const WEIGHT_LOSS = 1 / 250;
const COLOURS = { green: "#3f8f4e", red: "#c0392b", blue: "#2f6fb3", yellow: "#c58a00" } as const;
const BEST = "#2f7d4f";
const OTHER = "#4a78a8";
const THREAT = "#c0392b";

export interface BoardArrow extends PictureArrow {
  /** A class in the style sheet. */
  readonly kind: string;
}

export interface Scene {
  readonly isFlipped: boolean;
  readonly lastMove: readonly string[];
  readonly premove: readonly string[];
  readonly check: string | null;
  readonly cells: readonly (HeatCell & { readonly square: string })[];
  /** The learned values for all pairs of squares, drawn as a small board on each square. */
  readonly pairs: readonly HeatCell[];
  readonly looked: string | null;
  readonly arrows: readonly BoardArrow[];
  readonly circles: readonly { readonly square: string; readonly colour: string }[];
}

const LEGENDS: Readonly<Record<string, string>> = {
  trust: "Arrows: moves that the search has learned to trust",
  hint: "Green: the move that the search likes best",
  best: "Green: the engine's best move",
  better: "Green: a better move",
  threat: "Red: the threat",
};

const NOTHING = { cells: [], pairs: [], looked: null, arrows: [] };

/** The scene for the position on the board. `report` contains the learned values to show. */
export function sceneOf(store: Store, report: HistoriesReport | null = store.report): Scene {
  const { line, tab, isBlackBelow: isFlipped } = store;
  const { arrows, squares } = line.current;
  const drawn = arrows.map(({ from, to, colour }) => arrowOf(from + to, COLOURS[colour], 0.5, "drawn"));
  const learned = tab === "learned" ? learnedScene(store.look, report) : NOTHING;
  return {
    isFlipped,
    lastMove: line.current.uci.match(/[a-h][1-8]/g) ?? [],
    premove: store.premove === null ? [] : [store.premove.from, store.premove.to],
    check: line.isCheck
      ? line.pieces().find(({ type, colour }) => type === "k" && colour === line.turn)?.square ?? null
      : null,
    ...learned,
    arrows: [...(tab === "analysis" ? lineArrows(store) : learned.arrows), ...drawn],
    circles: squares.map(({ square, colour }) => ({ square, colour: COLOURS[colour] })),
  };
}

/** A picture of the board, with the players' names and the last move below it. The legend ends with `when`. */
export function pictureOf(
  store: Store,
  report: HistoriesReport | null = store.report,
  when: string = "",
): BoardPicture {
  const { line } = store;
  const { isFlipped, arrows, circles, cells } = sceneOf(store, report);
  const legend = cells.length > 0
    ? "Orange squares: these moves worked. Blue squares: these moves failed"
    : arrows.map(({ kind }) => LEGENDS[kind]).find((known) => known !== undefined);
  return {
    fen: line.fen,
    isFlipped,
    arrows,
    circles,
    cells: cells.map(({ square, points }) => ({
      square,
      colour: pointColour(points),
      text: `${points > 0 ? "+" : points < 0 ? "\u2212" : ""}${Math.abs(points)}`,
    })),
    caption: captionOf(line, line.lastMove) + (legend === undefined ? "" : `\n${legend}${when}`),
  };
}

export function captionOf(line: GameLine, move: string): string {
  const players = playersOf(line);
  return [players === "? – ?" ? "" : players, move, "Hindsight"].filter((part) => part !== "").join(" · ");
}

/** The learned values for the square or the move under the pointer, or arrows for the preferred moves. */
function learnedScene(
  look: Look,
  report: HistoriesReport | null,
): Pick<Scene, "cells" | "pairs" | "looked" | "arrows"> {
  if (report === null) return NOTHING;
  const { mode, side, square, move } = look;
  const all = heatCells(report, mode, side);
  if (move !== null && report.quiets.some((quiet) => quiet.move === move)) {
    return { ...NOTHING, arrows: [arrowOf(move, BEST, 0.8, "hint")] };
  }
  if (mode === "all") return { ...NOTHING, pairs: all, looked: square };
  const cells = cellsAt(all, mode, square);
  if (cells.length > 0) return { ...NOTHING, cells, looked: square };
  const trusted = preferred(trustOf(report), report.ttMove).map(({ move, points }) => trustArrow(move, points));
  const captures = report.captures.filter((known) => known.move === report.ttMove);
  return { ...NOTHING, arrows: [...trusted, ...captures.map((capture) => arrowOf(capture.move, BEST, 0.8, "hint"))] };
}

/** Arrows for the lines' first moves, stronger for better moves. In a review, one arrow for the better move. */
function lineArrows({ settings, lines, isThreat, isAnalysing, line: game, review, revealed }: Store): BoardArrow[] {
  if (!settings.arrows && !isThreat) return [];
  const mistake = isAnalysing || game.onBranch ? null : mistakeAt(game, review);
  if (mistake !== null && revealed.has(mistake.move)) return [arrowOf(mistake.move.bestUci, BEST, 0.75, "better")];
  const expected = ({ chances }: Line): number => chances.win + chances.draw / 2;
  return lines.map((line, i): BoardArrow => {
    const loss = (expected(lines[0]) - expected(line)) * WEIGHT_LOSS;
    const weight = Math.max(0.1, 0.75 - loss - (i === 0 ? 0 : 0.2));
    const colour = isThreat ? THREAT : i === 0 ? BEST : OTHER;
    return arrowOf(line.moves[0], colour, weight, isThreat ? "threat" : i === 0 ? "best" : "other");
  });
}

export function trustArrow(move: string, points: number): BoardArrow {
  return arrowOf(move, pointColour(points), Math.sqrt(Math.abs(points) / FULL_POINTS), "trust");
}

function arrowOf(move: string, colour: string, weight: number, kind: string): BoardArrow {
  return { from: move.slice(0, 2), to: move.slice(2, 4), colour, weight, kind };
}
