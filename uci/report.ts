/**
 * From the data of a search to the text of the protocol.
 *
 * @module
 */

import { formatUci } from "../core/notation.ts";
import { NO_MOVE } from "../core/types.ts";
import { BOUND_LOWER, BOUND_UPPER, type SearchInfo } from "../search/info.ts";
import { isMateScore, mateIn } from "../search/score.ts";

/**
 * A line of analysis: `info depth … pv …`.
 *
 * @param info The line.
 * @param chess960 Whether castling is written as king takes rook.
 */
export function formatInfo(info: SearchInfo, chess960: boolean): string {
  // No move, no search: there is nothing else to tell.
  if (info.depth === 0) return `info depth 0 score ${formatScore(info.score, info.bound)}`;
  const timeMs = Math.max(0, Math.round(info.timeMs));
  let line = `info depth ${info.depth} seldepth ${info.seldepth} multipv ${info.multipv}` +
    ` score ${formatScore(info.score, info.bound)} nodes ${info.nodes} nps ${nodesPerSecond(info.nodes, info.timeMs)}` +
    ` hashfull ${info.hashfull} tbhits ${info.tbhits} time ${timeMs}`;
  if (info.pv.length > 0) line += ` pv ${info.pv.map((move) => formatUci(move, chess960)).join(" ")}`;
  return line;
}

/**
 * Which move of the root is being searched: `info depth … currmove … currmovenumber …`.
 *
 * @param depth Depth of the iteration.
 * @param move The move.
 * @param number Its number, from 1.
 * @param chess960 Whether castling is written as king takes rook.
 */
export function formatRootMove(depth: number, move: number, number: number, chess960: boolean): string {
  return `info depth ${depth} currmove ${formatUci(move, chess960)} currmovenumber ${number}`;
}

/** A score and its bound: `cp 25`, `mate -3`, `cp 41 lowerbound`. */
export function formatScore(score: number, bound: number): string {
  const value = isMateScore(score) ? `mate ${mateIn(score)}` : `cp ${score}`;
  if (bound === BOUND_LOWER) return `${value} lowerbound`;
  return bound === BOUND_UPPER ? `${value} upperbound` : value;
}

/**
 * The answer to `go`.
 *
 * @param move The move to play, `NO_MOVE` if there is none.
 * @param ponder The reply to expect, `NO_MOVE` if unknown.
 * @param chess960 Whether castling is written as king takes rook.
 */
export function formatBestMove(move: number, ponder: number, chess960: boolean): string {
  if (move === NO_MOVE) return "bestmove (none)";
  const best = `bestmove ${formatUci(move, chess960)}`;
  return ponder === NO_MOVE ? best : `${best} ponder ${formatUci(ponder, chess960)}`;
}

/** Speed of a search, rounded; a search of no measurable time counts as one of a millisecond. */
export function nodesPerSecond(nodes: number, timeMs: number): number {
  return Math.round(nodes * 1000 / Math.max(1, timeMs));
}

/** Text for the user: `info string …`. Line breaks and control characters become spaces, so it stays one line. */
export function formatMessage(text: string): string {
  // deno-lint-ignore no-control-regex -- they are what is looked for
  return `info string ${text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ").trim()}`;
}
