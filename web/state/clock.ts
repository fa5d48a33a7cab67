/** A chess clock, which counts milliseconds. Every method takes the current time as an argument. @module */

export type Side = "white" | "black";

export interface TimeControl {
  readonly base: number;
  readonly increment: number;
}

export function opponentOf(side: Side): Side {
  return side === "white" ? "black" : "white";
}

export class Clock {
  side: Side | null = null;
  private readonly left: Record<Side, number>;
  private since = 0;

  constructor(readonly control: TimeControl, left: Readonly<Record<Side, number>> | null = null) {
    this.left = left === null ? { white: control.base, black: control.base } : { ...left };
  }

  remaining(side: Side, now: number): number {
    const used = this.side === side ? now - this.since : 0;
    return Math.max(0, this.left[side] - used);
  }

  flagged(now: number): Side | null {
    return this.side !== null && this.remaining(this.side, now) === 0 ? this.side : null;
  }

  /** Starts a side's clock without adding an increment. */
  start(side: Side, now: number): void {
    this.stop(now);
    this.side = side;
    this.since = now;
  }

  press(side: Side, now: number): void {
    this.stop(now);
    this.left[side] += this.control.increment;
    this.start(opponentOf(side), now);
  }

  stop(now: number): void {
    if (this.side !== null) this.left[this.side] = this.remaining(this.side, now);
    this.side = null;
  }
}

/** Writes a time as a clock shows it: `1:05`, or `9.3` below ten seconds. */
export function formatTime(ms: number): string {
  if (ms < 10_000) return (Math.ceil(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  const two = (value: number): string => String(value).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}
