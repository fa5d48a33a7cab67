/**
 * Switches: a search with a part of what can be learned is compared with one that does without.
 *
 * @module
 */

import { isInUse, type System, SYSTEMS } from "../../engine/view/systems.ts";
import type { Experiment, Trial } from "../engine/laboratory.ts";
import type { Texts } from "../text/texts.ts";
import { button, choose, element, select, setAttributes, setText, show } from "./dom.ts";

/** Moves of an order that are shown. */
const SHOWN_MOVES = 6;

/** The panel. */
export class LabPanel {
  /** The element. */
  readonly root: HTMLElement;
  private readonly texts: Texts;
  private readonly run: (name: string) => void;
  private readonly start: HTMLButtonElement;
  private readonly sentence = element("p", { role: "status" });
  private readonly result = element("div", { class: "scroller", tabindex: 0, role: "group" });
  private readonly systemField: HTMLElement;
  /** What is turned off next. */
  private chosen = SYSTEMS[0].name;
  /** The newest experiment with the position on the board, `null` if there is none, and whether one runs. */
  private latest: { readonly experiment: Experiment | null; readonly isRunning: boolean } = {
    experiment: null,
    isRunning: false,
  };
  /** The experiment that the table is about. */
  private shown: Experiment | null = null;

  /**
   * A panel before the first experiment.
   *
   * @param run Called with the name of the system to try.
   */
  constructor(texts: Texts, run: (name: string) => void) {
    const { lab } = texts;
    this.texts = texts;
    this.run = run;
    const options = SYSTEMS.map((system): [string, string] => [system.name, this.nameOf(system)]);
    this.systemField = select(lab.system, options, this.chosen, (name) => this.choose(name));
    this.start = button(lab.start, () => run(this.chosen));
    this.result.setAttribute("aria-label", lab.title);
    this.root = element(
      "section",
      { class: "lab", "aria-label": lab.title },
      element("h2", {}, lab.title),
      element("p", { class: "quiet" }, lab.intro),
      element("div", { class: "actions" }, this.systemField, this.start),
      this.sentence,
      this.result,
    );
  }

  /** Chooses what is turned off next. */
  choose(name: string): void {
    this.chosen = name;
    choose(this.systemField, name);
    this.draw();
  }

  /** Tries a system at once, and brings the panel into sight. */
  tryOut(name: string): void {
    this.choose(name);
    this.root.scrollIntoView({ block: "nearest" });
    this.run(name);
  }

  /** Shows an experiment. */
  render(experiment: Experiment | null, isRunning: boolean): void {
    this.latest = { experiment, isRunning };
    this.draw();
  }

  private draw(): void {
    const { isRunning } = this.latest;
    const { lab } = this.texts;
    // One with another system would look like one with the system that is chosen.
    const experiment = this.latest.experiment?.system.name === this.chosen ? this.latest.experiment : null;
    // A button that is disabled would lose the focus.
    setAttributes(this.start, { "aria-disabled": isRunning ? "true" : false });
    setText(this.sentence, isRunning ? lab.running : experiment === null ? "" : this.describe(experiment));
    show(this.result, experiment !== null && !isRunning);
    if (experiment === null || experiment === this.shown) return;
    this.shown = experiment;
    this.result.replaceChildren(this.table(experiment));
    // It is at the bottom of the panel, mostly out of sight.
    this.result.scrollIntoView({ block: "nearest" });
  }

  /** The number of one of the eighteen, its name, and whether the engine does without. */
  private nameOf(system: System): string {
    const { lab } = this.texts;
    const title = lab.systems[system.name] ?? system.title;
    const numbered = Number(system.number) > 0 ? `${system.number}. ${title}` : title;
    return isInUse(system) ? numbered : lab.unused(numbered);
  }

  private describe({ on, off, depth }: Experiment): string {
    const change = Math.round((off.nodes / on.nodes - 1) * 100);
    return this.texts.lab.change(depth, change);
  }

  private table({ system, on, off }: Experiment): HTMLElement {
    const { lab, number } = this.texts;
    const row = (name: string, { nodes, best, order }: Trial): HTMLElement =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, name),
        element("td", {}, number(nodes)),
        element("td", {}, best),
        element("td", { class: "order" }, order.slice(0, SHOWN_MOVES).join(" ")),
      );
    const head = element("tr", {}, element("td"));
    for (const name of [lab.nodes, lab.best, lab.order]) head.append(element("th", { scope: "col" }, name));
    return element(
      "table",
      { class: "shares", "data-system": system.name },
      element("thead", {}, head),
      element("tbody", {}, row(lab.with, on), row(lab.without, off)),
    );
  }
}
