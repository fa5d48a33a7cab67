/**
 * The guided tour: a card above what was learned, with one step after the other, or any step from a list.
 *
 * @module
 */

import type { Texts } from "../text/texts.ts";
import { TOUR } from "../text/tour.ts";
import { button, choose, element, select, setText, show } from "./dom.ts";

/** What the card reports. */
export interface TourEvents {
  /** A step is to be shown: its system, and the moves to its position. Returns whether it can be. */
  show(system: string, moves: readonly string[]): boolean;
  /** The position is to be searched with the system of the step, and without. */
  compare(system: string): void;
  /** The tour is over. */
  end(): void;
}

/** The tour. */
export class TourCard {
  /** The element. */
  readonly root: HTMLElement;
  private readonly texts: Texts["tour"];
  private readonly events: TourEvents;
  private readonly begin: HTMLButtonElement;
  private readonly card: HTMLElement;
  private readonly title = element("h2", { tabindex: -1 });
  private readonly text = element("p", {});
  private readonly place = element("span", { class: "quiet" });
  private readonly back: HTMLButtonElement;
  private readonly next: HTMLButtonElement;
  private readonly list: HTMLElement;
  private step = -1;

  /** A tour that has not begun. */
  constructor(texts: Texts["tour"], events: TourEvents) {
    this.texts = texts;
    this.events = events;
    this.begin = button(texts.start, () => this.goTo(0));
    this.back = button(texts.back, () => this.goTo(this.step - 1));
    this.next = button(texts.next, () => this.goTo(this.step + 1), { class: "primary" });
    const titles = TOUR.map(([step], i): [string, string] => [step, `${i + 1}. ${texts.texts[step].title}`]);
    this.list = select(texts.steps, titles, TOUR[0][0], (name) => {
      const chosen = TOUR.findIndex(([step]) => step === name);
      if (!this.show(chosen)) this.draw();
    });
    const end = button(texts.end, () => this.goTo(-1));
    const compare = button(texts.compare, () => events.compare(TOUR[this.step][0]));
    this.card = element(
      "section",
      { class: "tour", "aria-label": texts.start },
      this.title,
      this.text,
      element("div", { class: "actions" }, this.back, this.next, end, this.place),
      compare,
      this.list,
    );
    this.root = element("div", { class: "tour-place" }, this.begin, this.card);
    this.draw();
  }

  /** Shows a step with the focus on its title, or ends the tour. */
  private goTo(step: number): void {
    if (step >= 0) {
      if (this.show(step)) this.title.focus();
      return;
    }
    this.step = -1;
    this.draw();
    this.begin.focus();
    this.events.end();
  }

  private show(step: number): boolean {
    const [system, moves] = TOUR[step];
    if (!this.events.show(system, moves.split(" "))) return false;
    this.step = step;
    this.draw();
    return true;
  }

  private draw(): void {
    const { step, texts } = this;
    show(this.begin, step < 0);
    show(this.card, step >= 0);
    if (step < 0) return;
    const [name] = TOUR[step];
    const { title, text } = texts.texts[name];
    setText(this.title, title);
    setText(this.text, text);
    setText(this.place, texts.place(step + 1, TOUR.length));
    choose(this.list, name);
    this.back.disabled = step === 0;
    show(this.next, step + 1 < TOUR.length);
  }
}
