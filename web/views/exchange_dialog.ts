/**
 * The window for positions and games: load, copy, save, set up Chess960.
 *
 * @module
 */

import type { Texts } from "../text/texts.ts";
import { openDialog } from "./dialogs.ts";
import { button, checkBox, element } from "./dom.ts";
import { readText } from "./text_exchange.ts";

/** What the window reports. */
export interface ExchangeEvents {
  /** A text is to be shown; returns whether it could be read, and if not, why. */
  load(text: string, chess960: boolean): string | null;
  /** A start position of Chess960 is to be set up. */
  setUp(number: number): void;
  copyFen(): void;
  copyPgn(): void;
  savePgn(): void;
}

/** Opens the window. */
export function openExchange(texts: Texts, fen: string, events: ExchangeEvents): void {
  const { position } = texts;
  const fault = element("p", { class: "fault", role: "alert" });
  const field = element("textarea", { rows: 6, spellcheck: "false", "aria-label": position.label, placeholder: fen });
  let chess960 = false;
  const load = (text: string): void => {
    const reason = events.load(text, chess960);
    if (reason === null) dialog.close();
    else fault.textContent = texts.notices.notReadable(reason);
  };
  const file = element("input", { type: "file", accept: ".pgn,.fen,.epd,.txt", hidden: true });
  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    if (chosen === undefined) return;
    const text = await readText(chosen);
    // The same file can be chosen again after it was corrected.
    file.value = "";
    load(text);
  });
  const number = element("input", {
    type: "number",
    min: 0,
    max: 959,
    value: 518,
    "aria-label": position.chess960Number,
  });
  const dialog = openDialog(
    position.title,
    texts,
    element("p", { class: "quiet" }, position.hint),
    field,
    fault,
    checkBox(position.chess960, false, (isOn) => chess960 = isOn),
    element(
      "div",
      { class: "actions" },
      button(position.load, () => load(field.value), { class: "primary" }),
      button(position.open, () => file.click()),
      file,
    ),
    element(
      "div",
      { class: "actions" },
      button(position.copyFen, () => events.copyFen()),
      button(position.copyPgn, () => events.copyPgn()),
      button(position.savePgn, () => events.savePgn()),
    ),
    element(
      "div",
      { class: "actions" },
      element("label", { class: "field" }, element("span", {}, position.chess960Number), number),
      button(position.setUp, () => {
        if (!number.reportValidity() || number.value === "") return;
        events.setUp(Number(number.value));
        dialog.close();
      }),
    ),
  );
  field.focus();
}
