/**
 * One search from `go` to `bestmove`.
 *
 * It keeps the rules of the protocol even if the search thread fails: exactly one legal `bestmove`, as the last line,
 * after a line with a score. With `infinite` or `ponder`, `bestmove` waits for `stop` or `ponderhit`.
 *
 * While the search runs, a short line is written at a steady pace. The protocol asks for regular lines, and it is how
 * an engine notices that its GUI has ended: writing to a closed pipe fails. A search that has finished, but may not
 * answer yet, is silent. The times of the lines never fall, although a search thread's line may come later than one that
 * was written here.
 *
 * @module
 */

import { legalMoves } from "../core/movegen.ts";
import { messageOf } from "../core/errors.ts";
import { formatUci } from "../core/notation.ts";
import type { Position } from "../core/position.ts";
import type { ThreadPool } from "../search/threads/thread_pool.ts";
import { NO_MOVE } from "../core/types.ts";
import { type SearchInfo, type SearchResult } from "../search/info.ts";
import { type SearchLimits } from "../search/limits.ts";
import { EMPTY_LINE } from "../engine/line.ts";
import { DRAW, MATE, MAX_PLY } from "../core/score.ts";
import { BOUND_EXACT } from "../search/bound.ts";
import { type Game } from "./game.ts";
import { formatBestMove, formatInfo, formatMessage, formatRootMove, type ReportStyle, styleOf } from "./report.ts";

/** Milliseconds between two short lines that are written while the search has nothing else to report. */
const SIGN_OF_LIFE_MS = 250;

/** What to search, and how to answer. */
export type SearchOrder = Readonly<{
  game: Game;
  limits: SearchLimits;
  /** What experience knows around the root; `null` where it is not used. */
  known: Int32Array | null;
  ponder: boolean;
  /** Whether scores are reported with the chances to win, draw and lose. */
  showWdl: boolean;
}>;

/** A search under way. */
export class ActiveSearch {
  /** Settles after `bestmove` was written, with how the search ended, `null` if it failed; it never rejects. */
  readonly finished: Promise<SearchResult | null>;

  private readonly legal: number[];
  private readonly style: ReportStyle;
  /** Best move of the latest complete line, `NO_MOVE` before the first. */
  private latestMove = NO_MOVE;
  /** Latest line of the first rank, complete or not. */
  private latestLine: SearchInfo | null = null;
  /** Greatest time in a line so far, milliseconds. */
  private latestMs = 0;
  /** Whether the answer may be given as soon as it is there. */
  private isReleased: boolean;
  private onRelease: (() => void) | null = null;

  /** Starts the search. No other may be running; `write` writes a line to the GUI. */
  constructor(
    private readonly service: ThreadPool,
    private readonly order: SearchOrder,
    private readonly write: (line: string) => void,
  ) {
    const { position } = order.game;
    this.legal = legalMoves(position);
    this.style = styleOf(position, order.showWdl);
    this.isReleased = !order.limits.infinite && !order.ponder;
    this.finished = this.run();
  }

  /** Whether the answer waits for `stop` or `ponderhit`. */
  get isHeld(): boolean {
    return !this.isReleased;
  }

  /** `stop`: end now and answer. */
  stop(): void {
    this.release();
    this.service.stop();
  }

  /** `ponderhit`: the expected move was played. The bounds of time hold from here on; the time so far counts. */
  ponderhit(): void {
    const { limits, ponder } = this.order;
    if (!ponder || limits.infinite) return;
    // Without any bound the answer would never come.
    if (isUnbounded(limits)) return this.stop();
    this.release();
    this.service.ponderhit();
  }

  private async run(): Promise<SearchResult | null> {
    const { game, limits, known, ponder } = this.order;
    const timer = setInterval(() => this.giveSignOfLife(), SIGN_OF_LIFE_MS);
    let result: SearchResult;
    let hasFailed = false;
    try {
      result = await this.service.search(game.record, limits, ponder, (info) => this.report(info), {
        onRootMove: (depth, move, number) => {
          this.write(formatRootMove(depth, move, number, game.position.chess960));
        },
        known,
      });
    } catch (error) {
      hasFailed = true;
      this.write(formatMessage(`The search failed: ${messageOf(error)}`));
      const isMated = this.legal.length === 0 && game.position.inCheck;
      const bestMove = this.fallback();
      const pv = bestMove === NO_MOVE ? [] : [bestMove];
      result = { bestMove, ponderMove: NO_MOVE, nodes: 0, score: isMated ? -MATE : DRAW, depth: 1, pv, others: [] };
      if (!this.isReleased) await new Promise<void>((resolve) => this.onRelease = resolve);
    } finally {
      clearInterval(timer);
    }
    this.answer(result);
    return hasFailed ? null : result;
  }

  private report(info: SearchInfo): void {
    if (info.multipv === 1) {
      this.latestLine = info;
      if (info.bound === BOUND_EXACT && info.pv.length > 0) this.latestMove = info.pv[0];
    }
    this.write(formatInfo({ ...info, timeMs: this.timeAfter(info.timeMs) }, this.style));
  }

  private giveSignOfLife(): void {
    if (!this.service.isSearching) return;
    const timeMs = Math.round(this.timeAfter(performance.now() - this.order.limits.startedAt));
    this.write(`info depth ${this.latestLine?.depth ?? 0} time ${timeMs}`);
  }

  /** A time to write: no less than those before. */
  private timeAfter(timeMs: number): number {
    return this.latestMs = Math.max(this.latestMs, timeMs);
  }

  private answer(result: SearchResult): void {
    const { position } = this.order.game;
    let { bestMove, ponderMove } = result;
    const isLegal = this.legal.length === 0 ? bestMove === NO_MOVE : this.legal.includes(bestMove);
    if (!isLegal) {
      this.write(formatMessage(`The search answered with ${formatUci(bestMove, true)}, which is not legal`));
      bestMove = this.fallback();
      ponderMove = NO_MOVE;
    }
    // A search that was stopped between two windows may have reported its best move only as a bound, or not at all.
    if (this.latestLine === null || this.latestMove !== bestMove) this.report(this.lastLine(bestMove, result));
    if (ponderMove !== NO_MOVE && !isLegalReply(position, bestMove, ponderMove)) ponderMove = NO_MOVE;
    this.write(formatBestMove(bestMove, ponderMove, position.chess960));
  }

  /** A line for a best move that no line starts with: the latest, as far as it applies. */
  private lastLine(bestMove: number, result: SearchResult): SearchInfo {
    const latest = this.latestLine;
    const base = latest ?? { ...EMPTY_LINE, depth: bestMove === NO_MOVE ? 0 : 1, nodes: result.nodes };
    const isScore = result.score >= -MATE && result.score <= MATE;
    const line = { ...base, score: isScore ? result.score : base.score, bound: BOUND_EXACT };
    if (bestMove === NO_MOVE) return { ...line, pv: [] };
    const isOfLatest = latest !== null && latest.pv[0] === bestMove;
    if (result.pv[0] !== bestMove) return { ...line, pv: isOfLatest ? latest.pv : [bestMove] };
    // The move of a helper thread, or one that is weaker on purpose, has a depth of its own.
    return { ...line, depth: isOfLatest ? line.depth : Math.max(1, result.depth), pv: result.pv };
  }

  /** A legal move to play when the search has none, the best it has reported if possible. */
  private fallback(): number {
    if (this.legal.includes(this.latestMove)) return this.latestMove;
    const asked = this.order.limits.searchMoves.find((move) => this.legal.includes(move));
    return asked ?? this.legal[0] ?? NO_MOVE;
  }

  private release(): void {
    this.isReleased = true;
    this.onRelease?.();
  }
}

function isUnbounded(limits: SearchLimits): boolean {
  return limits.hardMs === Infinity && limits.nodes === Infinity && limits.mate === 0 &&
    limits.depth === MAX_PLY;
}

function isLegalReply(position: Position, move: number, reply: number): boolean {
  position.make(move);
  const isLegal = legalMoves(position).includes(reply);
  position.undo();
  return isLegal;
}
