/**
 * Messages for the user: errors on the page, and a live region that screen readers speak.
 *
 * @module
 */

import type { Texts } from "../text/texts.ts";
import { element, iconButton } from "./dom.ts";

/** Milliseconds that a message without a fault stays. */
const STAY_MS = 5000;

/** The messages. */
export class Notices {
  private readonly texts: Texts;
  private readonly list = element("div", { class: "notices" });
  private readonly spoken = element("div", { class: "visually-hidden", role: "status", "aria-live": "polite" });
  /** The last message of a refusal, `null` before the first. */
  private refusal: HTMLElement | null = null;

  /** Puts the places of the messages into the page. */
  constructor(texts: Texts) {
    this.texts = texts;
    document.body.append(this.list, this.spoken);
  }

  /** Speaks a text, a move for example. */
  speak(text: string): void {
    this.spoken.textContent = text;
  }

  /** Shows an error until the user closes it. */
  fail(text: string): void {
    // The same error twice is one.
    if ([...this.list.children].some((shown) => shown.firstElementChild?.textContent === text)) return;
    this.add(text, "error", "alert");
  }

  /** Shows a message for some seconds. */
  inform(text: string): void {
    this.addBriefly(text);
  }

  /** Shows for some seconds why something was refused, in place of the refusal before. Returns `false`: it is not done. */
  refuse(text: string): false {
    this.refusal?.remove();
    this.refusal = this.addBriefly(text);
    return false;
  }

  private addBriefly(text: string): HTMLElement {
    const shown = this.add(text, "info", "status");
    setTimeout(() => shown.remove(), STAY_MS);
    return shown;
  }

  private add(text: string, kind: string, role: string): HTMLElement {
    const shown = element("div", { class: `notice ${kind}`, role }, element("p", {}, text));
    shown.append(iconButton("close", this.texts.close, () => shown.remove(), { class: "icon-button small" }));
    this.list.append(shown);
    return shown;
  }
}
