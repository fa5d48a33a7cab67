/** A game between the user and the engine: sides, strength, clock and result. @module */

import type { GameEnd } from "../../engine/games/outcome.ts";
import { Clock, opponentOf, type Side, type TimeControl } from "./clock.ts";

/** The user's name on this device. */
export const OWN_NAME = "You";

export interface MatchTerms {
  readonly human: Side;
  /** `null` for full strength. */
  readonly elo: number | null;
  readonly time: TimeControl | null;
}

export interface KeptMatch extends MatchTerms {
  /** The time left in milliseconds; `null` without a clock. */
  readonly left: Readonly<Record<Side, number>> | null;
  /** `null` while the match continues. */
  readonly outcome: GameEnd | null;
}

export class Match {
  readonly clock: Clock | null;
  outcome: GameEnd | null = null;

  constructor(readonly terms: MatchTerms, kept: KeptMatch | null = null) {
    this.clock = terms.time === null ? null : new Clock(terms.time, kept?.left);
    this.outcome = kept?.outcome ?? null;
  }

  get engineSide(): Side {
    return opponentOf(this.terms.human);
  }

  get isRunning(): boolean {
    return this.outcome === null;
  }

  finish(outcome: GameEnd, now: number): void {
    this.clock?.stop(now);
    this.outcome = outcome;
  }

  keep(now: number): KeptMatch {
    const { clock } = this;
    const left = clock === null ? null : { white: clock.remaining("white", now), black: clock.remaining("black", now) };
    return { ...this.terms, left, outcome: this.outcome };
  }
}

/** A loss for a reason that the board does not show, such as a resignation. */
export function lossOf(side: Side, reason: string): GameEnd {
  return { result: side === "white" ? "0-1" : "1-0", reason, isFinal: true };
}

/** `5+3` means five minutes, plus three seconds for each move. */
export function timeControlOf(name: string): TimeControl | null {
  const [minutes, seconds] = name.split("+").map(Number);
  if (seconds === undefined || Number.isNaN(minutes)) return null;
  return { base: minutes * 60_000, increment: seconds * 1000 };
}
