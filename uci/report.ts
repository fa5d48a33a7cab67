/** Formats search data as text for the protocol. @module */

import { formatUci } from "../core/notation.ts";
import type { Position } from "../core/position.ts";
import { NO_MOVE } from "../core/types.ts";
import { type SearchInfo } from "../search/info.ts";
import { isMateScore, mateIn } from "../core/score.ts";
import { BOUND_LOWER, BOUND_UPPER } from "../search/bound.ts";
import { nodesPerSecond } from "../engine/line.ts";
import { chancesOf, materialOf, reportedCentipawns } from "../engine/win_rate.ts";

/** How to write lines of analysis. */
export type ReportStyle = {
  readonly chess960: boolean;
  /** Points of material at the root, which set the scale of scores; see win_rate.ts. */
  readonly material: number;
  readonly showWdl: boolean;
};

/** The style for lines about a position. */
export function styleOf(position: Position, showWdl: boolean): ReportStyle {
  return { chess960: position.chess960, material: materialOf(position), showWdl };
}

/** A line of analysis: `info depth … pv …`. */
export function formatInfo(info: SearchInfo, style: ReportStyle): string {
  const score = `score ${formatScore(info.score, info.bound, style.material)}`;
  // There was no search, because there is no legal move.
  if (info.depth === 0) return `info depth 0 ${score}`;
  const timeMs = Math.max(0, Math.round(info.timeMs));
  let line =
    `info depth ${info.depth} seldepth ${info.seldepth} multipv ${info.multipv} ${score}${formatWdl(info, style)}` +
    ` nodes ${info.nodes} nps ${nodesPerSecond(info.nodes, info.timeMs)}` +
    ` hashfull ${info.hashfull} tbhits ${info.tbhits} time ${timeMs}`;
  if (info.pv.length > 0) line += ` pv ${info.pv.map((move) => formatUci(move, style.chess960)).join(" ")}`;
  return line;
}

/** The current root move, numbered from 1: `info depth … currmove … currmovenumber …`. */
export function formatRootMove(depth: number, move: number, number: number, chess960: boolean): string {
  return `info depth ${depth} currmove ${formatUci(move, chess960)} currmovenumber ${number}`;
}
/** A score: `cp 25`, `mate -3`, `cp 41 lowerbound`, `cp 19998` for a tablebase win. `material` is in points. */
export function formatScore(score: number, bound: number, material: number): string {
  const value = isMateScore(score) ? `mate ${mateIn(score)}` : `cp ${reportedCentipawns(score, material)}`;
  if (bound === BOUND_LOWER) return `${value} lowerbound`;
  return bound === BOUND_UPPER ? `${value} upperbound` : value;
}

function formatWdl(info: SearchInfo, { showWdl, material }: ReportStyle): string {
  if (!showWdl) return "";
  const { win, draw, loss } = chancesOf(info, material);
  return ` wdl ${win} ${draw} ${loss}`;
}

/** The answer to a `go`: the best move and the expected reply, each `NO_MOVE` if there is none. */
export function formatBestMove(move: number, ponder: number, chess960: boolean): string {
  if (move === NO_MOVE) return "bestmove (none)";
  const best = `bestmove ${formatUci(move, chess960)}`;
  return ponder === NO_MOVE ? best : `${best} ponder ${formatUci(ponder, chess960)}`;
}

/** Text for the user on one line: `info string …`. */
export function formatMessage(text: string): string {
  // deno-lint-ignore no-control-regex -- this pattern is meant to match them
  return `info string ${text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ").trim()}`;
}
