/** What the whole page reacts to: keys, files that are dropped, texts that are pasted. @module */

import type { ExchangeControl } from "./exchange_control.ts";

/** Elements that take keys and texts themselves. */
const INPUTS = "input:not([type=checkbox], [type=radio], [type=range]), select, textarea";
/** Elements that take the arrow keys, Home and End themselves while they are used by keyboard, not after a click. */
const MOVED_BY_KEYS = ".scroller, .moves, [role=tablist] *, [role=grid] *, [type=radio]";

/** Whether what has the focus got it by a pointer: then the keys are those of the board. */
export function isFocusByPointer(): boolean {
  return document.documentElement.dataset.focus === "pointer";
}

/** Notes how the focus moves: by a pointer, or by keys and programs. */
function watchFocus(): void {
  const { dataset } = document.documentElement;
  let isPressed = false;
  addEventListener("pointerdown", () => {
    isPressed = true;
    // A click on what has the focus already moves nothing.
    dataset.focus = "pointer";
  }, { capture: true });
  addEventListener("click", () => setTimeout(() => isPressed = false), { capture: true });
  addEventListener("keydown", () => isPressed = false, { capture: true });
  addEventListener("focusin", () => dataset.focus = isPressed ? "pointer" : "other");
}

/** Listens to the page: `loader` takes what comes from outside, `null` if nothing may; keys have actions by their names. */
export function listen(
  loader: Pick<ExchangeControl, "loadOrReport"> | null,
  keys: Readonly<Record<string, () => unknown>>,
): void {
  watchFocus();
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
    // A letter that is held would turn the board, or the analysis on and off, many times.
    if (event.repeat && event.key.length === 1) return;
    const action = keys[event.key];
    if (action === undefined || !isOfPage(event)) return;
    event.preventDefault();
    action();
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    const file = event.dataTransfer?.files[0];
    // A text that is dropped into a field is for the field. The browser would open a file instead of the page.
    if (file === undefined && isTaken(event)) return;
    event.preventDefault();
    const text = event.dataTransfer?.getData("text/plain") ?? "";
    if (file !== undefined) void loader?.loadOrReport(file);
    else if (text !== "") void loader?.loadOrReport(text);
  });
  addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const [file] = event.clipboardData?.files ?? [];
    if (isTaken(event)) return;
    if (text !== "") void loader?.loadOrReport(text);
    else if (file !== undefined) void loader?.loadOrReport(file);
  });
}

function isOfPage({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return true;
  // A slider that was clicked is moved further by the arrow keys.
  if (target.matches("[type=range]")) return key.length === 1;
  if (isFocusByPointer()) return true;
  return key.length === 1 || !target.matches(MOVED_BY_KEYS);
}

/** Whether an event is one of a field, or of a window that is open: what is behind it waits. */
function isTaken({ target }: Event): boolean {
  return (target instanceof Element && target.closest(INPUTS) !== null) ||
    document.querySelector("dialog[open]") !== null;
}
