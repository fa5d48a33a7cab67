/**
 * Decides when a search must stop: when it reaches a limit, or when another thread sets a flag. Once the clock has set
 * `stopped`, no result is valid.
 * @module
 */

import { type SearchLimits, unlimited } from "./limits.ts";
import type { Tablebases } from "./tablebases.ts";
import { CONTROL_PONDER, CONTROL_STOP, type ThreadSlot } from "./thread_slot.ts";

/** Nodes between two time checks. The interval is short, because V8 may suddenly run code a hundred times slower. */
const POLL_INTERVAL = 64;

/** The clock of one search thread. */
export class Clock {
  limits: SearchLimits = unlimited();
  nodes = 0;
  /** Whether the search must end. */
  stopped = false;
  /** Whether a pondering search has had enough time and will stop at the ponderhit. */
  endsAtPonderhit = false;
  /** Whether the search has finished a line; set by iterate.ts. */
  hasLine = false;
  /** Control words, shared with the thread that started this thread (see thread_slot.ts). */
  readonly control: Int32Array;
  readonly slot: ThreadSlot;
  /** Called before each check, to copy signals into control words that are not shared. */
  onPoll: (() => void) | null = null;

  private readonly tablebases: Tablebases;
  private nextPoll = 0;

  /** Creates a clock that is not running. */
  constructor(control: Int32Array, slot: ThreadSlot, tablebases: Tablebases) {
    this.control = control;
    this.slot = slot;
    this.tablebases = tablebases;
  }

  /** Starts the clock for a search with these limits. */
  begin(limits: SearchLimits): void {
    this.limits = limits;
    this.nodes = 0;
    this.stopped = false;
    this.endsAtPonderhit = false;
    this.hasLine = false;
    this.nextPoll = Math.min(POLL_INTERVAL, limits.nodes);
  }

  /** Counts a node, and sometimes checks whether the search must stop. */
  countNode(): void {
    if (++this.nodes >= this.nextPoll) this.poll();
  }

  /** Makes the next node check the time, because this node may have waited for a disk. */
  pollSoon(): void {
    this.nextPoll = Math.min(this.nextPoll, this.nodes + 1);
  }

  /** Nodes visited by all threads of this search. */
  totalNodes(): number {
    return this.slot.totalNodes(this.nodes);
  }

  /** Positions that all threads of this search have found in the tablebases. */
  totalTablebaseHits(): number {
    return this.slot.totalTablebaseHits(this.tablebases.hits);
  }

  /** Milliseconds since the search was requested. */
  elapsed(): number {
    return performance.now() - this.limits.startedAt;
  }

  /** Milliseconds that the search has used; computed from its node count if `limits.nodesPerMs` is set. */
  spent(): number {
    const { nodesPerMs } = this.limits;
    return nodesPerMs > 0 ? this.nodes / nodesPerMs : this.elapsed();
  }

  /** Whether the search is pondering. While it is, time limits do not apply. */
  isPondering(): boolean {
    return Atomics.load(this.control, CONTROL_PONDER) !== 0;
  }

  private poll(): void {
    const { limits, slot } = this;
    slot.publish(this.nodes, this.tablebases.hits);
    this.nextPoll = this.nodes + POLL_INTERVAL;
    this.onPoll?.();
    // The search is also over when another thread has answered (see threads/deadline.ts).
    if (Atomics.load(this.control, CONTROL_STOP) !== 0 || slot.isOver()) this.stopped = true;
    // Only the main thread has limits.
    else if (!slot.isMain) return;
    else if (limits.nodes !== Infinity && this.isNodeLimitReached()) this.stopped = true;
    else if (limits.hardMs !== Infinity && !this.isPondering()) {
      this.stopped = this.endsAtPonderhit || this.spent() >= limits.hardMs;
    }
  }

  /** Whether the search has reached its node limit. The first line is always finished, as it gives the answer. */
  private isNodeLimitReached(): boolean {
    const left = this.limits.nodes - this.totalNodes();
    this.nextPoll = Math.min(this.nextPoll, this.nodes + left);
    return left <= 0 && this.hasLine;
  }
}
