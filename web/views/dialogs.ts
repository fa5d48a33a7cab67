/**
 * The windows of the page: they are the browser's `dialog` elements, which keep the focus and close with Escape.
 *
 * @module
 */

import type { Texts } from "../text/texts.ts";
import { button, type Child, element, iconButton } from "./dom.ts";
import { pieceIcon } from "./pieces.ts";

/** A window with a title. */
export function openDialog(title: string, texts: Texts, ...content: readonly Child[]): HTMLDialogElement {
  const heading = element("h2", {}, title);
  const dialog = element("dialog", { "aria-label": title });
  const close = iconButton("close", texts.close, () => dialog.close());
  dialog.append(element("div", { class: "dialog-head" }, heading, close), ...content);
  dialog.addEventListener("close", () => dialog.remove());
  // A click beside the window closes it: pressed and released there, so that a selection of text may end there.
  let isPressedBeside = false;
  dialog.addEventListener("pointerdown", (event) => isPressedBeside = isBeside(dialog, event));
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog && isPressedBeside && isBeside(dialog, event)) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Whether a pointer is outside a window: what surrounds the window counts as a part of its element. */
function isBeside(dialog: HTMLElement, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

/** Asks what a pawn becomes; returns the letter of UCI, `null` if the user lets it be. */
export function askPromotion(texts: Texts, isWhite: boolean): Promise<string | null> {
  const row = element("div", { class: "promotion" });
  const dialog = openDialog(texts.promotion, texts, row);
  return new Promise((resolve) => {
    for (const piece of ["q", "r", "b", "n"]) {
      const choice = button("", () => {
        resolve(piece);
        dialog.close();
      }, { "aria-label": texts.pieces[isWhite ? piece.toUpperCase() : piece], "data-piece": piece });
      choice.append(pieceIcon(`${isWhite ? "w" : "b"}${piece}`));
      row.append(choice);
    }
    row.querySelector("button")?.focus();
    dialog.addEventListener("close", () => resolve(null));
  });
}

/** Asks a question; returns whether the user agrees. */
export function askYesNo(texts: Texts, question: string, yes: string): Promise<boolean> {
  const row = element("div", { class: "actions" });
  const dialog = openDialog(question, texts, row);
  return new Promise((resolve) => {
    row.append(
      button(yes, () => {
        resolve(true);
        dialog.close();
      }, { class: "primary" }),
      button(texts.cancel, () => dialog.close()),
    );
    row.querySelector("button")?.focus();
    dialog.addEventListener("close", () => resolve(false));
  });
}

/** Asks for one of several things; returns its place in the list, `null` if the user chooses none. */
export function chooseOne(texts: Texts, title: string, names: readonly string[]): Promise<number | null> {
  const list = element("div", { class: "choices" });
  const dialog = openDialog(title, texts, list);
  return new Promise((resolve) => {
    list.append(...names.map((name, i) =>
      button(name, () => {
        resolve(i);
        dialog.close();
      })
    ));
    list.querySelector("button")?.focus();
    dialog.addEventListener("close", () => resolve(null));
  });
}
