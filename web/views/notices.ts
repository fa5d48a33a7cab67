/**
 * Messages for the user: errors, which stay below the head of the page, short messages over it, and a live region that
 * screen readers speak.
 *
 * While a window is open all of them are in it: what is behind a window can be neither read nor closed.
 *
 * @module
 */

import type { Texts } from "../text/texts.ts";
import { element, iconButton } from "./dom.ts";

/** Milliseconds that a message without a fault stays. */
const STAY_MS = 5000;

/** The messages. */
export class Notices {
  /** The errors; the layout of the page has a place for them. */
  readonly errors: HTMLElement = element("div", { class: "notices lasting" });
  private readonly texts: Texts;
  private readonly list = element("div", { class: "notices brief" });
  private readonly spoken = element("div", { class: "visually-hidden", role: "status", "aria-live": "polite" });
  /** The last message of a refusal, `null` before the first. */
  private refusal: HTMLElement | null = null;
  /** Whether what is spoken comes from the same step of the page. */
  private isSpeaking = false;
  /** The window that has the messages, `null` for the page. */
  private dialog: Element | null = null;

  /** Puts the places of the short messages into the page. */
  constructor(texts: Texts) {
    this.texts = texts;
    document.body.append(this.list, this.spoken);
    // Windows are children of the body as long as they are open.
    new MutationObserver(() => this.followWindow()).observe(document.body, { childList: true });
  }

  /** Speaks a text, a move for example. Texts of one step of the page are spoken together. */
  speak(text: string): void {
    const said = element("p", {}, text);
    if (this.isSpeaking) this.spoken.append(said);
    else this.spoken.replaceChildren(said);
    this.isSpeaking = true;
    setTimeout(() => this.isSpeaking = false);
  }

  /** Shows an error until the user closes it. */
  fail(text: string): void {
    // The same error twice is one.
    if ([...this.errors.children].some((shown) => shown.firstElementChild?.textContent === text)) return;
    const shown = this.create(text, "error");
    shown.setAttribute("role", "alert");
    this.errors.append(shown);
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
    const shown = this.create(text, "info");
    this.list.append(shown);
    this.speak(text);
    setTimeout(() => shown.remove(), STAY_MS);
    return shown;
  }

  private create(text: string, kind: string): HTMLElement {
    const shown = element("div", { class: `notice ${kind}` }, element("p", {}, text));
    shown.append(iconButton("close", this.texts.close, () => shown.remove(), { class: "icon-button small" }));
    return shown;
  }

  /** Moves everything into the window that was opened last, or back into the page. */
  private followWindow(): void {
    const dialog = [...document.querySelectorAll("dialog[open]")].at(-1) ?? null;
    if (dialog === this.dialog) return;
    this.dialog = dialog;
    // Else it would be spoken again in its new place.
    this.spoken.replaceChildren();
    (dialog ?? document.body).append(this.list, this.spoken);
    const above = dialog?.firstElementChild ?? document.querySelector("#app > header");
    above?.after(this.errors);
  }
}
