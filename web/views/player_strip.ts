/**
 * A player above or below the board: name, result, how much material the player is ahead, clock.
 *
 * @module
 */

import { formatTime } from "../state/clock.ts";
import { element, setAttributes, setText, show } from "./dom.ts";

/** What a strip shows. */
export interface PlayerContent {
  readonly side: "white" | "black";
  readonly name: string;
  /** What the player got in the game: `1`, `½` or `0`; "" where the game has no result. */
  readonly score: string;
  /** Points of material that the player is ahead, 0 for none. */
  readonly lead: number;
  /** Time left in milliseconds, `null` without a clock. */
  readonly time: number | null;
  /** Says that the player is to move; "" if it is not so. */
  readonly turn: string;
}

/** Below this time the clock warns. */
const LOW_MS = 20_000;

/** A strip. */
export class PlayerStrip {
  /** The element. */
  readonly root: HTMLElement;
  private readonly swatch = element("span", { class: "swatch", "aria-hidden": "true" });
  private readonly name = element("span", { class: "name" });
  /** The dot behind the name, for screen readers. */
  private readonly turn = element("span", { class: "visually-hidden" });
  private readonly score = element("span", { class: "score" });
  private readonly lead = element("span", { class: "lead" });
  private readonly clock = element("span", { class: "clock", role: "timer" });

  /** A strip without a player. */
  constructor() {
    this.root = element(
      "div",
      { class: "player" },
      this.swatch,
      this.name,
      this.turn,
      this.score,
      this.lead,
      this.clock,
    );
  }

  /** Shows a player. */
  render({ side, name, score, lead, time, turn }: PlayerContent): void {
    setAttributes(this.root, { "data-side": side, "data-turn": turn !== "" });
    setText(this.name, name);
    setText(this.turn, turn);
    setText(this.score, score);
    setText(this.lead, lead > 0 ? `+${lead}` : "");
    show(this.clock, time !== null);
    if (time === null) return;
    setText(this.clock, formatTime(time));
    setAttributes(this.clock, { "data-low": time < LOW_MS });
  }
}
