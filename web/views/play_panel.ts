/**
 * Playing against the engine: the choices before a game, and what can be done during one.
 *
 * @module
 */

import { type Settings, STRENGTHS, TIME_CONTROLS } from "../state/settings.ts";
import type { Texts } from "../text/texts.ts";
import { button, element, focusIn, keepFocus, select, setText, show } from "./dom.ts";

/** Where a new game starts. */
export type StartChoice = "ordinary" | "chess960" | "shown";

/** What the panel shows. */
export interface PlayContent {
  /** `none`: no game was started; `running`, `over`: a game against the engine. */
  readonly phase: "none" | "running" | "over";
  /** What is going on, as a sentence. */
  readonly status: string;
  /** Whether a move can be taken back. */
  readonly canUndo: boolean;
  /** Whether the engine is to move: then it cannot answer an offer. */
  readonly isEngineToMove: boolean;
  /** Whether the engine is to move and could not. */
  readonly isStuck: boolean;
}

/** What the panel reports. */
export interface PlayEvents {
  change(settings: Partial<Settings>): void;
  start(from: StartChoice): void;
  undo(): void;
  offerDraw(): void;
  /** The engine is to try to move again. */
  retry(): void;
  resign(): void;
  review(): void;
}

/** The panel. */
export class PlayPanel {
  /** The element. */
  readonly root: HTMLElement;
  private readonly status = element("p", { class: "status", id: "play-status", tabindex: -1 });
  private readonly form: HTMLElement;
  private readonly running: HTMLElement;
  private readonly over: HTMLElement;
  private readonly undo: HTMLButtonElement;
  private readonly draw: HTMLButtonElement;
  private readonly retry: HTMLButtonElement;
  private readonly again: HTMLButtonElement;
  private from: StartChoice = "ordinary";

  /** A panel before the first game. */
  constructor(texts: Texts, settings: Settings, events: PlayEvents) {
    const { play } = texts;
    this.form = this.createForm(texts, settings, events);
    this.undo = button(play.undo, () => events.undo());
    this.draw = button(play.draw, () => events.offerDraw());
    this.retry = button(play.retry, () => events.retry(), { class: "primary" });
    this.running = element(
      "div",
      { class: "actions" },
      this.retry,
      this.undo,
      this.draw,
      button(play.resign, () => events.resign(), { class: "danger" }),
    );
    this.again = button(play.newGame, () => {
      show(this.form, true);
      show(this.over, false);
      this.form.querySelector("select")?.focus();
    });
    this.over = element(
      "div",
      { class: "actions" },
      button(play.review, () => events.review(), { class: "primary" }),
      this.again,
    );
    this.root = element("div", { class: "play" }, this.status, this.running, this.over, this.form);
  }

  /** Shows where the game is. */
  render({ phase, status, canUndo, isEngineToMove, isStuck }: PlayContent): void {
    const held = focusIn(this.root);
    setText(this.status, status);
    this.status.className = `status ${phase}`;
    if (this.root.dataset.phase !== phase) {
      this.root.dataset.phase = phase;
      show(this.form, phase === "none");
      show(this.running, phase === "running");
      show(this.over, phase === "over");
    }
    show(this.retry, isStuck);
    this.undo.disabled = !canUndo;
    this.draw.disabled = isEngineToMove;
    keepFocus(held, this.status);
  }

  private createForm({ play }: Texts, settings: Settings, events: PlayEvents): HTMLElement {
    const strengths = [
      ...STRENGTHS.map((elo): [string, string] => [`${elo}`, `${elo} · ${play.strengths[elo]}`]),
      ["full", play.full] as [string, string],
    ];
    const times = TIME_CONTROLS.map((name): [string, string] => [name, name === "none" ? play.noClock : name]);
    const form = element(
      "div",
      { class: "form" },
      select(play.strength, strengths, settings.elo === null ? "full" : `${settings.elo}`, (value) => {
        events.change({ elo: value === "full" ? null : Number(value) });
      }),
      select(play.time, times, settings.time, (time) => events.change({ time })),
      select(play.start, [["ordinary", play.ordinary], ["chess960", play.chess960], ["shown", play.shown]], this.from, (
        value,
      ) => {
        this.from = value as StartChoice;
      }),
      colourChoice(play, settings, events),
      button(play.begin, () => events.start(this.from), { class: "primary large" }),
    );
    return form;
  }
}

/** White, by lot, or Black. */
function colourChoice(play: Texts["play"], settings: Settings, events: PlayEvents): HTMLElement {
  const group = element("fieldset", { class: "segments" }, element("legend", {}, play.colour));
  for (const colour of ["white", "random", "black"] as const) {
    const input = element("input", { type: "radio", name: "colour", value: colour });
    input.checked = settings.colour === colour;
    input.addEventListener("change", () => events.change({ colour }));
    group.append(element("label", {}, input, element("span", {}, play.colours[colour])));
  }
  return group;
}
