/**
 * Makes sure that a search is answered in time on a busy machine.
 *
 * On such a machine, a searching thread must wait, sometimes for a tenth of a second. A thread that sleeps most of the
 * time gets a processor immediately when it wakes. So the main thread also watches the clock. If a search is late, the
 * main thread answers with the latest line that the search has reported. If there is none yet, it waits for one. If
 * none comes in time, it answers with the move that an earlier search left in the transposition table.
 *
 * The delays of earlier answers show how late the next answers may be, so time.ts keeps that much time in reserve.
 * @module
 */

import { type GameRecord, replay } from "../../core/game_record.ts";
import { isLegal } from "../../core/legality.ts";
import { Position } from "../../core/position.ts";
import { DRAW, isCertain, NO_SCORE } from "../../core/score.ts";
import { NO_MOVE } from "../../core/types.ts";
import { BOUND_EXACT } from "../bound.ts";
import type { SearchInfo, SearchResult } from "../info.ts";
import type { SearchLimits } from "../limits.ts";
import { type TranspositionTable, TtEntry } from "../transposition.ts";
import { isElective, resultOf } from "./vote.ts";

/** If a search is more than this many milliseconds late, the main thread answers in its place. */
const GRACE_MS = 2;
/** The longest time for which a timer can be set, in milliseconds. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** The recorded delay shrinks by this factor with each later answer. */
const DELAY_DECAY = 0.98;

/** Gives an answer if a search is late. */
export class Deadline {
  /** If the search is late, resolves to its latest line or to the result of `fallback`; otherwise never settles. */
  readonly answer: Promise<SearchResult>;
  private latest: SearchInfo | null = null;
  private isDue = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private resolve: (result: SearchResult) => void = () => {};

  /** `fallback` is called if there is still no line at the last limit. */
  constructor(private readonly limits: SearchLimits, private readonly fallback: () => SearchResult | null) {
    this.answer = new Promise((resolve) => this.resolve = resolve);
  }

  /** Answers if the search is late; otherwise sets a timer for the next check. */
  start(): void {
    clearTimeout(this.timer);
    const { weakness, nodesPerMs, hardMs, lastMs, startedAt } = this.limits;
    // This class cannot answer if time is not limited, or if the answer would not be the search's best line.
    if (hardMs === Infinity || nodesPerMs > 0 || weakness !== null || !isElective(this.limits)) return;
    const lateMs = performance.now() - startedAt - GRACE_MS;
    this.isDue ||= lateMs >= hardMs;
    this.answerIfDue();
    if (this.isDue && (this.latest !== null || lastMs === Infinity)) return;
    if (this.isDue && lateMs >= lastMs) {
      const result = this.fallback();
      if (result !== null) this.resolve(result);
      return;
    }
    const waitMs = Math.ceil((this.isDue ? lastMs : hardMs) - lateMs);
    this.timer = setTimeout(() => this.start(), Math.min(waitMs, LONGEST_TIMER_MS));
  }

  /** Called when the search has reported a line. */
  note(info: SearchInfo): void {
    if (info.multipv !== 1 || info.bound !== BOUND_EXACT) return;
    this.latest = info;
    this.answerIfDue();
  }

  /** Called when the search is over. Returns how many milliseconds late it was; `null` if it had no time limit. */
  end(): number | null {
    clearTimeout(this.timer);
    const { nodesPerMs, hardMs, startedAt } = this.limits;
    if (hardMs === Infinity || nodesPerMs > 0) return null;
    // A search that ends before its limit reports a line when it ends, so the delay is measured from that line.
    return Math.max(0, performance.now() - startedAt - Math.min(hardMs, this.latest?.timeMs ?? hardMs));
  }

  private answerIfDue(): void {
    if (this.isDue && this.latest !== null) this.resolve(resultOf(this.latest));
  }
}

/**
 * A result without a completed depth: the transposition table's move for the last position of a game. Returns `null` if
 * the move is not legal or not in `allowed`; an empty list allows all moves.
 */
export function resultFromTable(
  table: TranspositionTable,
  game: GameRecord,
  allowed: readonly number[],
): SearchResult | null {
  const position = new Position();
  replay(position, game);
  const entry = new TtEntry();
  if (!table.probe(position, 0, entry)) return null;
  const { move } = entry;
  if (move === NO_MOVE || !isLegal(position, move)) return null;
  if (allowed.length > 0 && !allowed.includes(move)) return null;
  // A single move does not prove a mate, so do not report a mate score.
  const score = [entry.score, entry.rawEval].find((value) => value !== NO_SCORE && !isCertain(value)) ?? DRAW;
  return { bestMove: move, ponderMove: NO_MOVE, nodes: 0, score, depth: 0, pv: [move], completed: [] };
}

/** Measures how late an engine's answers are. */
export class DelayMeter {
  /** The greatest recent delay, in milliseconds. */
  delayMs = 0;

  /** Records that an answer was this many milliseconds late. */
  note(lateMs: number): void {
    this.delayMs = Math.max(lateMs, this.delayMs * DELAY_DECAY);
  }
}
