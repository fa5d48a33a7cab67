/**
 * The guided tour: a card above what was learned, with one step after the other.
 *
 * @module
 */

import { TOUR, type TourTexts } from "../text/tour.ts";
import { button, element, setText, show } from "./dom.ts";

/** The tour. */
export class TourCard {
  /** The element. */
  readonly root: HTMLElement;
  private readonly texts: TourTexts;
  private readonly onStep: (system: string, moves: readonly string[]) => void;
  private readonly begin: HTMLButtonElement;
  private readonly card: HTMLElement;
  private readonly title = element("h2", { tabindex: -1 });
  private readonly text = element("p", {});
  private readonly place = element("span", { class: "quiet" });
  private readonly back: HTMLButtonElement;
  private readonly next: HTMLButtonElement;
  private step = -1;

  /**
   * A tour that has not begun.
   *
   * @param onStep Called with the system that a step is about, and the moves to its position.
   */
  constructor(texts: TourTexts, onStep: (system: string, moves: readonly string[]) => void) {
    this.texts = texts;
    this.onStep = onStep;
    this.begin = button(texts.start, () => this.goTo(0));
    this.back = button(texts.back, () => this.goTo(this.step - 1));
    this.next = button(texts.next, () => this.goTo(this.step + 1), { class: "primary" });
    const end = button(texts.end, () => this.goTo(-1));
    const actions = element("div", { class: "actions" }, this.back, this.next, end, this.place);
    this.card = element("section", { class: "tour", "aria-label": texts.start }, this.title, this.text, actions);
    this.root = element("div", { class: "tour-place" }, this.begin, this.card);
    this.draw();
  }

  private goTo(step: number): void {
    this.step = step < TOUR.length ? step : -1;
    this.draw();
    if (this.step < 0) return this.begin.focus();
    const [system, moves] = TOUR[this.step];
    this.onStep(system, moves.split(" "));
    this.title.focus();
  }

  private draw(): void {
    const { step, texts } = this;
    show(this.begin, step < 0);
    show(this.card, step >= 0);
    if (step < 0) return;
    const { title, text } = texts.steps[TOUR[step][0]];
    setText(this.title, title);
    setText(this.text, text);
    setText(this.place, texts.place(step + 1, TOUR.length));
    this.back.disabled = step === 0;
    show(this.next, step + 1 < TOUR.length);
  }
}
